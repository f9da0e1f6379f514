/**
 * Entities made of components: what something is and does is the list of what it has.
 *
 * An entity knows nothing about its components. It only tells each of them which others are there,
 * when one is added and when one is removed; a component keeps the references it wants and then
 * talks to them directly. Messages are passed at construction, none while the game runs.
 *
 * A *lightweight* component provides data and is told of nothing, so it costs one message per
 * heavyweight component instead of two. An entity can be a component of another one: news go to its
 * own components, away from the root, never up.
 *
 * The published implementation differs in three points, each with a test:
 * - On removal it takes the others away from the leaving component first, and only then tells the
 *   others; its comments say the opposite order, and they are right. A component that hears of
 *   a departure can now still use the one that leaves, which is whole until the others let go.
 *   Removal is thus the mirror image of addition, also in the order of the components.
 * - A component added to a sub-entity that already has a parent heard nothing of the components
 *   further up; here it does, so it makes no difference which of the two is put together first.
 * - Removing what is not there, or adding twice, sent messages all the same; both are errors.
 *
 * A component may add and remove others while it hears of one. What that overtakes is not passed on,
 * so that in the end each component was told of what is there and of nothing else.
 *
 * @module
 */

/** A part of an entity. */
export interface Component {
  /** Told that `component` is now there; only heavyweight components are. */
  componentAdded(component: Component): void;
  /** Told that `component` is leaving; it can still be used during the call. */
  componentRemoved(component: Component): void;
  /** Whether the component needs to know of no other; must never change. */
  isLightweight(): boolean;
}

/** Base of components that provide data: told of nothing. */
export abstract class LightComponent implements Component {
  /** Not called. */
  componentAdded(_component: Component): void {}
  /** Not called. */
  componentRemoved(_component: Component): void {}
  /** `true` */
  isLightweight(): boolean {
    return true;
  }
}

/** Base of components that work with others; override what is of interest. */
export abstract class HeavyComponent implements Component {
  componentAdded(_component: Component): void {}
  componentRemoved(_component: Component): void {}
  /** `false` */
  isLightweight(): boolean {
    return false;
  }
}

/** A set of components, itself one. */
export class Entity implements Component {
  readonly #heavy: Component[] = [];
  readonly #light: Component[] = [];
  /** Components of the entities above that were announced to this one, in order. */
  readonly #above: Component[] = [];
  /** What each heavyweight component was told is there, in the order of the news. */
  readonly #told = new Map<Component, Set<Component>>();

  /** All components: lightweight ones first, each kind in the order of addition. */
  get components(): readonly Component[] {
    return [...this.#light, ...this.#heavy];
  }

  /** Whether `component` was added to this entity itself. */
  has(component: Component): boolean {
    return this.#light.includes(component) || this.#heavy.includes(component);
  }

  /** Whether `entity` is a part of this one, at any depth. */
  #contains(entity: Entity): boolean {
    return this.components.some((part) =>
      part === entity || part instanceof Entity && part.#contains(entity)
    );
  }

  /**
   * Tells a component that another one is there, if both are and it has not heard. While news are
   * passed, what is above may be here as well: an entity that leaves took this one in.
   */
  #tell(to: Component, component: Component): void {
    if (to === component || !this.#heavy.includes(to)) return;
    if (!this.has(component) && !this.#above.includes(component)) return;
    const told = this.#told.get(to);
    if (told === undefined || told.has(component)) return;
    told.add(component);
    to.componentAdded(component);
  }

  /** Tells a component that another one is out of its reach, if one of them left and it has heard. */
  #untell(to: Component, component: Component): void {
    const there = this.has(component) || this.#above.includes(component);
    if (there && this.#heavy.includes(to)) return;
    if (this.#told.get(to)?.delete(component)) to.componentRemoved(component);
  }

  /**
   * Adds a component: the heavyweight ones hear of it, then it hears of all that are there.
   *
   * @throws {TypeError} If `component` is null or undefined.
   * @throws {RangeError} If it is there already, is this entity, or has this entity among its parts.
   */
  addComponent(component: Component): void {
    if (component === null || component === undefined) {
      throw new TypeError(`Cannot add component: component is ${component}`);
    }
    if (component === this) {
      throw new RangeError("Cannot add component: component is the entity itself");
    }
    // News go away from the root: in a circle they would never end.
    if (component instanceof Entity && component.#contains(this)) {
      throw new RangeError("Cannot add component: component is an entity that contains this one");
    }
    if (this.has(component)) {
      throw new RangeError("Cannot add component: component is there already");
    }
    // Copies: a component may add and remove others when it hears of this one.
    const heavy = [...this.#heavy];
    const present = [...this.#above, ...this.#light, ...heavy];
    if (component.isLightweight()) {
      this.#light.push(component);
    } else {
      this.#heavy.push(component);
      // One that is leaving and comes back still knows some.
      if (!this.#told.has(component)) this.#told.set(component, new Set());
    }
    for (const c of heavy) this.#tell(c, component);
    for (const c of present) this.#tell(component, c);
  }

  /**
   * Removes a component: the others hear of it while it is whole, then it is told that they are out
   * of its reach. The mirror image of `addComponent`.
   *
   * @throws {TypeError} If `component` is null or undefined.
   * @throws {RangeError} If it is not there.
   */
  removeComponent(component: Component): void {
    if (component === null || component === undefined) {
      throw new TypeError(`Cannot remove component: component is ${component}`);
    }
    const list = component.isLightweight() ? this.#light : this.#heavy;
    const at = list.indexOf(component);
    if (at < 0) throw new RangeError("Cannot remove component: component is not there");
    list.splice(at, 1);
    for (const c of [...this.#told.keys()].reverse()) {
      if (c !== component) this.#untell(c, component);
    }
    for (const c of [...this.#told.get(component) ?? []].reverse()) this.#untell(component, c);
    if (!this.#heavy.includes(component)) this.#told.delete(component);
  }

  /** News from the entity this one is part of: passed on to the heavyweight components. */
  componentAdded(component: Component): void {
    this.#above.push(component);
    for (const c of [...this.#heavy]) this.#tell(c, component);
  }

  /** News from the entity this one is part of: passed on to the heavyweight components. */
  componentRemoved(component: Component): void {
    const at = this.#above.lastIndexOf(component);
    if (at >= 0) this.#above.splice(at, 1);
    for (const c of [...this.#told.keys()].reverse()) this.#untell(c, component);
  }

  /** `false`: an entity passes news on. */
  isLightweight(): boolean {
    return false;
  }
}
