/**
 * Entities made of components: the list of components determines what an entity is and does.
 *
 * An entity knows nothing about its components. It only tells each of them which others are
 * present, when one is added and when one is removed. A component keeps the references it wants and
 * then talks to those components directly. Messages are passed during construction, and none while
 * the game runs.
 *
 * A *lightweight* component provides data and receives no messages, so it costs one message per
 * heavyweight component instead of two. An entity can be a component of another one. Messages then
 * go to its own components, away from the root, never up.
 *
 * The published implementation differs in three points, each of which has a test:
 * - On removal it takes the others away from the leaving component first, and only then tells the
 *   others. Its comments say the opposite order, and they are right. Here a component that hears of
 *   a departure can still use the one that leaves, which is intact until the others let go. So
 *   removal is the mirror image of addition, also in the order of the components.
 * - A component added to a sub-entity that already had a parent was not told of components further
 *   up. Here it is, so it makes no difference which of the two is put together first.
 * - Removing a component that is absent, or adding one twice, sent messages anyway. Here both are
 *   errors.
 *
 * A component may add and remove others while it handles a message. Messages that this makes
 * obsolete are not passed on, so in the end each component has been told of exactly what is
 * present.
 *
 * @module
 */

/** A part of an entity. */
export interface Component {
  /** Told that `component` is now present. Only heavyweight components are told. */
  componentAdded(component: Component): void;
  /** Told that `component` is leaving; it can still be used during the call. */
  componentRemoved(component: Component): void;
  /** Whether the component needs to know no others. Must never change. */
  isLightweight(): boolean;
}

/** Base class of components that provide data and receive no messages. */
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

/** Base class of components that work with others. Override the methods of interest. */
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
  /** The components that each heavyweight component was told of, in the order of the messages. */
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
   * Tells a component that another one is present, if both are and it has not been told. While
   * messages are passed, a component from above may be here as well, if an entity that leaves was
   * added here.
   */
  #tell(to: Component, component: Component): void {
    if (to === component || !this.#heavy.includes(to)) return;
    if (!this.has(component) && !this.#above.includes(component)) return;
    const told = this.#told.get(to);
    if (told === undefined || told.has(component)) return;
    told.add(component);
    to.componentAdded(component);
  }

  /**
   * Tells a component that another one is out of reach, if one of them left and it was told of it.
   */
  #untell(to: Component, component: Component): void {
    const there = this.has(component) || this.#above.includes(component);
    if (there && this.#heavy.includes(to)) return;
    if (this.#told.get(to)?.delete(component)) to.componentRemoved(component);
  }

  /**
   * Adds a component: the heavyweight ones are told of it, then it is told of all that are present.
   *
   * @throws {TypeError} If `component` is null or undefined.
   * @throws {RangeError} If it is present already, is this entity, or has this entity among its
   * parts.
   */
  addComponent(component: Component): void {
    if (component === null || component === undefined) {
      throw new TypeError(`Cannot add component: component is ${component}`);
    }
    if (component === this) {
      throw new RangeError("Cannot add component: component is the entity itself");
    }
    // Messages go away from the root, so in a circle they would never end.
    if (component instanceof Entity && component.#contains(this)) {
      throw new RangeError("Cannot add component: component is an entity that contains this one");
    }
    if (this.has(component)) {
      throw new RangeError("Cannot add component: component is there already");
    }
    // Copies, because a component may add and remove others when it is told of this one.
    const heavy = [...this.#heavy];
    const present = [...this.#above, ...this.#light, ...heavy];
    if (component.isLightweight()) {
      this.#light.push(component);
    } else {
      this.#heavy.push(component);
      // A component that comes back while it is leaving still knows some.
      if (!this.#told.has(component)) this.#told.set(component, new Set());
    }
    for (const c of heavy) this.#tell(c, component);
    for (const c of present) this.#tell(component, c);
  }

  /**
   * Removes a component: the others are told while it is intact, then it is told that they are out
   * of its reach. The mirror image of `addComponent`.
   *
   * @throws {TypeError} If `component` is null or undefined.
   * @throws {RangeError} If it is not present.
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

  /** `false`: an entity passes messages on. */
  isLightweight(): boolean {
    return false;
  }
}
