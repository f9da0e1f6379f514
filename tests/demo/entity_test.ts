import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { effort } from "../effort.ts";
import { type Component, Entity, HeavyComponent, LightComponent } from "../../demo/engine/mod.ts";
import { random } from "../loop/random.ts";

/** What happened, as "who+what" and "who-what". */
let log: string[] = [];
const names = new WeakMap<Component, string>();
const nameOf = (component: Component): string => names.get(component) ?? "?";

class Heavy extends HeavyComponent {
  /** The components it knows of. */
  readonly known: Component[] = [];
  onAdded: (component: Component) => void = () => {};
  onRemoved: (component: Component) => void = () => {};

  override componentAdded(component: Component): void {
    log.push(`${nameOf(this)}+${nameOf(component)}`);
    this.known.push(component);
    this.onAdded(component);
  }

  override componentRemoved(component: Component): void {
    log.push(`${nameOf(this)}-${nameOf(component)}`);
    this.known.splice(this.known.indexOf(component), 1);
    this.onRemoved(component);
  }
}

class Light extends LightComponent {
  override componentAdded(): void {
    throw new Error("a lightweight component was told of another one");
  }

  override componentRemoved(): void {
    throw new Error("a lightweight component was told of another one");
  }
}

function named<T extends Component>(name: string, component: T): T {
  names.set(component, name);
  return component;
}

const heavy = (name: string): Heavy => named(name, new Heavy());
const light = (name: string): Light => named(name, new Light());
const entity = (name: string): Entity => named(name, new Entity());

/** An entity of components, put together in this order, with a fresh log. */
function made(...components: Component[]): Entity {
  log = [];
  const whole = new Entity();
  for (const component of components) whole.addComponent(component);
  return whole;
}

/** What is told while something is done. */
function told(act: () => void): string[] {
  log = [];
  act();
  return log;
}

const known = (heavy: Heavy): string => heavy.known.map(nameOf).sort().join("");

describe("Entity", () => {
  it("addComponent() tells the heavyweight ones, then the newcomer", () => {
    const whole = made(light("p"), heavy("a"), light("q"), heavy("b"));
    assertEquals(log, ["a+p", "a+q", "a+b", "b+p", "b+q", "b+a"]);
    assertEquals(whole.components.map(nameOf), ["p", "q", "a", "b"]);
  });

  it("removeComponent() is the mirror image of addComponent(), for light ones too", () => {
    const b = heavy("b");
    const p = light("p");
    const whole = made(p, heavy("a"), light("q"), b, heavy("c"));
    assertEquals(
      told(() => whole.removeComponent(b)),
      ["c-b", "a-b", "b-c", "b-a", "b-q", "b-p"],
    );
    assertEquals([whole.has(b), known(b)], [false, ""]);
    assertEquals(told(() => whole.removeComponent(p)), ["c-p", "a-p"]);
  });

  it("removeComponent() lets the others use the leaving component, which still knows them", () => {
    const [leaving, other] = [heavy("b"), heavy("a")];
    const whole = made(light("p"), leaving, other);
    let seen = "";
    other.onRemoved = (component) => {
      if (component === leaving) seen = known(leaving);
    };
    whole.removeComponent(leaving);
    assertEquals(seen, "ap");
  });

  it("a sub-entity passes news away from the root and none towards it", () => {
    const [outer, inner] = [heavy("o"), heavy("i")];
    const sub = entity("s");
    const root = made(outer, light("p"));
    sub.addComponent(inner);
    assertEquals(told(() => root.addComponent(sub)), ["o+s", "i+p", "i+o"]);
    assertEquals(told(() => sub.addComponent(light("q"))), ["i+q"]);
    assertEquals([known(outer), known(inner)], ["ps", "opq"]);
  });

  it("a component of a sub-entity knows the same whichever was put together first", () => {
    for (const order of [[0, 1, 2], [2, 1, 0]]) {
      const inner = heavy("i");
      const root = made(light("p"));
      const [sub, deep] = [new Entity(), new Entity()];
      const steps = [
        () => deep.addComponent(inner),
        () => sub.addComponent(deep),
        () => root.addComponent(sub),
      ];
      for (const k of order) steps[k]();
      root.addComponent(light("q"));
      assertEquals(known(inner), "pq");
      root.removeComponent(sub);
      assertEquals(known(inner), "");
    }
  });

  it("componentRemoved() reaches the depth, and what left is not announced later", () => {
    const [p, early, late] = [light("p"), heavy("e"), heavy("l")];
    const sub = new Entity();
    const root = made(p, sub);
    sub.addComponent(early);
    root.removeComponent(p);
    sub.addComponent(late);
    assertEquals([known(early), known(late)], ["l", "e"]);
  });

  it("components may be added while news are passed; everyone knows everyone", () => {
    const [a, b, c] = [..."abc"].map(heavy);
    a.onAdded = (component) => {
      if (component === b) whole.addComponent(c);
    };
    const whole = made();
    for (const component of [a, b]) whole.addComponent(component);
    assertEquals([known(a), known(b), known(c), log.length], ["bc", "ac", "ab", 6]);
  });

  it("a component may be removed while it is announced: nobody keeps it, it keeps nobody", () => {
    const [a, b, c] = [..."abc"].map(heavy);
    const whole = made();
    a.onAdded = (component) => {
      if (component === c) whole.removeComponent(c);
    };
    for (const component of [a, b, c]) whole.addComponent(component);
    assertEquals([known(a), known(b), known(c)], ["b", "a", ""]);
    assertEquals(log, ["a+b", "b+a", "a+c", "a-c"]);
    // The one that was to hear next leaves; the newcomer does not hear of it.
    a.onAdded = () => whole.removeComponent(b);
    whole.addComponent(c);
    assertEquals([known(a), known(b), known(c)], ["c", "", "a"]);
    // One that comes back while it is announced as leaving has not left.
    a.onAdded = () => {};
    a.onRemoved = () => whole.addComponent(c);
    whole.removeComponent(c);
    assertEquals([known(a), known(c)], ["c", "a"]);
  });

  it("a component is not told of itself when what leaves takes in what it leaves", () => {
    const [top, leaving, inner, other] = [..."TLIO"].map(entity);
    const [trigger, part] = [heavy("t"), heavy("p")];
    leaving.addComponent(inner);
    leaving.addComponent(trigger);
    other.addComponent(part);
    top.addComponent(leaving);
    top.addComponent(other);
    assertEquals([known(trigger), known(part)], ["IO", "L"]);
    // `inner` has not heard yet that `other`, which it now contains, is out of its reach.
    trigger.onRemoved = () => inner.addComponent(top);
    top.removeComponent(leaving);
    assertEquals([known(trigger), known(part)], ["I", "t"]);
  });

  it("whatever components add and remove while they hear, each ends up knowing what is there", () => {
    for (let seed = 1; seed <= effort(5000); seed++) {
      const next = random(seed);
      const root = new Entity();
      const sub = entity("S");
      const parts = [..."abcdefg"].map((name) => next() < 0.7 ? heavy(name) : light(name));
      const homeOf = (i: number): Entity => i % 2 === 0 ? root : sub;
      let left = 0;
      const toggle = (i = Math.floor(next() * parts.length)): void => {
        if (homeOf(i).has(parts[i])) homeOf(i).removeComponent(parts[i]);
        else homeOf(i).addComponent(parts[i]);
      };
      const act = (): void => {
        if (left-- > 0 && next() < 0.5) toggle();
      };
      for (const part of parts) if (part instanceof Heavy) part.onAdded = part.onRemoved = act;
      for (let i = 0; i < 8; i++) {
        left = 6;
        if (next() >= 0.1) toggle();
        else if (root.has(sub)) root.removeComponent(sub);
        else root.addComponent(sub);
      }
      const above = root.has(sub) ? root.components.filter((part) => part !== sub) : [];
      for (const [i, part] of parts.entries()) {
        if (!(part instanceof Heavy)) continue;
        let there: readonly Component[] = [];
        if (homeOf(i).has(part)) there = i % 2 ? [...above, ...sub.components] : root.components;
        const others = there.filter((other) => other !== part).map(nameOf).sort().join("");
        assertEquals(known(part), others, `seed ${seed}, ${nameOf(part)}`);
      }
    }
  });

  it("lightweight components cost one message each, heavyweight ones two per pair", () => {
    made(...Array.from({ length: 5 }, () => heavy("h")), ...Array.from({ length: 20 }, light));
    assertEquals(log.length, 5 * 4 + 5 * 20);
  });

  it("refuses what is missing, there already, not there, or itself", () => {
    const [a, b] = [heavy("a"), heavy("b")];
    const whole = made(a);
    for (const value of [null, undefined]) {
      const none = value as unknown as Component;
      assertThrows(() => whole.addComponent(none), TypeError, `component is ${value}`);
      assertThrows(() => whole.removeComponent(none), TypeError, `component is ${value}`);
    }
    assertThrows(() => whole.addComponent(a), RangeError, "there already");
    assertThrows(() => whole.addComponent(whole), RangeError, "itself");
    assertThrows(() => whole.removeComponent(b), RangeError, "not there");
    assertEquals([log, whole.has(a)], [[], true]);
  });

  it("addComponent() refuses an entity that contains this one, at any depth", () => {
    const [root, sub, deep] = [new Entity(), new Entity(), new Entity()];
    root.addComponent(sub);
    sub.addComponent(deep);
    for (const [below, above] of [[deep, root], [deep, sub], [sub, root]]) {
      assertThrows(() => below.addComponent(above), RangeError, "an entity that contains this one");
      assertEquals(below.has(above), false);
    }
    const inner = heavy("i");
    deep.addComponent(inner);
    root.addComponent(light("p"));
    assertEquals(known(inner), "p");
    // Once they are apart the order may be turned around.
    root.removeComponent(sub);
    deep.addComponent(root);
    root.addComponent(light("q"));
    assert(deep.has(root));
  });
});
