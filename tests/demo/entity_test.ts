import { assert, assertEquals, assertFalse, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { type Component, Entity, HeavyComponent, LightComponent } from "../../demo/engine/mod.ts";
import { random } from "../loop/random.ts";

/** What happened, as "who+what" and "who-what". */
type Log = string[];

const names = new WeakMap<Component, string>();
const nameOf = (component: Component): string => names.get(component) ?? "?";

class Heavy extends HeavyComponent {
  readonly #log: Log;
  /** The components it knows of. */
  readonly known: Component[] = [];
  onAdded: (component: Component) => void = () => {};
  onRemoved: (component: Component) => void = () => {};

  constructor(name: string, log: Log) {
    super();
    names.set(this, name);
    this.#log = log;
  }

  override componentAdded(component: Component): void {
    this.#log.push(`${nameOf(this)}+${nameOf(component)}`);
    this.known.push(component);
    this.onAdded(component);
  }

  override componentRemoved(component: Component): void {
    this.#log.push(`${nameOf(this)}-${nameOf(component)}`);
    this.known.splice(this.known.indexOf(component), 1);
    this.onRemoved(component);
  }
}

class Light extends LightComponent {
  constructor(name: string) {
    super();
    names.set(this, name);
  }

  override componentAdded(): void {
    throw new Error("a lightweight component was told of another one");
  }

  override componentRemoved(): void {
    throw new Error("a lightweight component was told of another one");
  }
}

const known = (heavy: Heavy): string => heavy.known.map(nameOf).sort().join("");

describe("Entity", () => {
  it("addComponent() tells the heavyweight ones, then the newcomer", () => {
    const log: Log = [];
    const entity = new Entity();
    entity.addComponent(new Light("p"));
    entity.addComponent(new Heavy("a", log));
    entity.addComponent(new Light("q"));
    entity.addComponent(new Heavy("b", log));
    assertEquals(log, ["a+p", "a+q", "a+b", "b+p", "b+q", "b+a"]);
    assertEquals(entity.components.map(nameOf), ["p", "q", "a", "b"]);
  });

  it("removeComponent() is the mirror image of addComponent()", () => {
    const log: Log = [];
    const entity = new Entity();
    const b = new Heavy("b", log);
    for (const c of [new Light("p"), new Heavy("a", log), new Light("q"), b, new Heavy("c", log)]) {
      entity.addComponent(c);
    }
    log.length = 0;
    entity.removeComponent(b);
    assertEquals(log, ["c-b", "a-b", "b-c", "b-a", "b-q", "b-p"]);
    assertFalse(entity.has(b));
    assertEquals(known(b), "");
  });

  it("removeComponent() lets the others use the leaving component, which still knows them", () => {
    const log: Log = [];
    const entity = new Entity();
    const data = new Light("p");
    const leaving = new Heavy("b", log);
    const other = new Heavy("a", log);
    entity.addComponent(data);
    entity.addComponent(leaving);
    entity.addComponent(other);
    let seen = "";
    other.onRemoved = (component) => {
      if (component === leaving) seen = known(leaving);
    };
    entity.removeComponent(leaving);
    assertEquals(seen, "ap");
  });

  it("removeComponent() of a lightweight component tells the heavyweight ones", () => {
    const log: Log = [];
    const entity = new Entity();
    const p = new Light("p");
    entity.addComponent(p);
    entity.addComponent(new Heavy("a", log));
    entity.addComponent(new Heavy("b", log));
    log.length = 0;
    entity.removeComponent(p);
    assertEquals(log, ["b-p", "a-p"]);
  });

  it("a sub-entity passes news away from the root and none towards it", () => {
    const log: Log = [];
    const root = new Entity();
    const sub = new Entity();
    names.set(sub, "s");
    const outer = new Heavy("o", log);
    const inner = new Heavy("i", log);
    root.addComponent(outer);
    root.addComponent(new Light("p"));
    sub.addComponent(inner);
    log.length = 0;
    root.addComponent(sub);
    assertEquals(log, ["o+s", "i+p", "i+o"]);
    log.length = 0;
    sub.addComponent(new Light("q"));
    assertEquals(log, ["i+q"]);
    assertEquals(known(outer), "ps");
    assertEquals(known(inner), "opq");
  });

  it("a component of a sub-entity knows the same whichever was put together first", () => {
    for (const partsFirst of [true, false]) {
      const log: Log = [];
      const root = new Entity();
      const sub = new Entity();
      const deep = new Entity();
      const inner = new Heavy("i", log);
      root.addComponent(new Light("p"));
      if (partsFirst) {
        deep.addComponent(inner);
        sub.addComponent(deep);
        root.addComponent(sub);
      } else {
        root.addComponent(sub);
        sub.addComponent(deep);
        deep.addComponent(inner);
      }
      root.addComponent(new Light("q"));
      assertEquals(known(inner), "pq");
      root.removeComponent(sub);
      assertEquals(known(inner), "");
    }
  });

  it("componentRemoved() reaches the depth, and what left is not announced later", () => {
    const log: Log = [];
    const root = new Entity();
    const sub = new Entity();
    const p = new Light("p");
    root.addComponent(p);
    root.addComponent(sub);
    const early = new Heavy("e", log);
    sub.addComponent(early);
    root.removeComponent(p);
    const late = new Heavy("l", log);
    sub.addComponent(late);
    assertEquals(known(early), "l");
    assertEquals(known(late), "e");
  });

  it("components may be added while news are passed; everyone knows everyone", () => {
    const log: Log = [];
    const entity = new Entity();
    const a = new Heavy("a", log);
    const b = new Heavy("b", log);
    const c = new Heavy("c", log);
    a.onAdded = (component) => {
      if (component === b) entity.addComponent(c);
    };
    entity.addComponent(a);
    entity.addComponent(b);
    assertEquals([known(a), known(b), known(c)], ["bc", "ac", "ab"]);
    assertEquals(log.length, 6);
  });

  it("a component may be removed while it is announced: nobody keeps it, it keeps nobody", () => {
    const log: Log = [];
    const entity = new Entity();
    const [a, b, c] = ["a", "b", "c"].map((name) => new Heavy(name, log));
    a.onAdded = (component) => {
      if (component === c) entity.removeComponent(c);
    };
    for (const component of [a, b, c]) entity.addComponent(component);
    assertEquals([known(a), known(b), known(c)], ["b", "a", ""]);
    assertEquals(log, ["a+b", "b+a", "a+c", "a-c"]);
    // The one that was to hear next leaves; the newcomer does not hear of it.
    a.onAdded = () => entity.removeComponent(b);
    entity.addComponent(c);
    assertEquals([known(a), known(b), known(c)], ["c", "", "a"]);
    // One that comes back while it is announced as leaving has not left.
    a.onAdded = () => {};
    a.onRemoved = () => entity.addComponent(c);
    entity.removeComponent(c);
    assertEquals([known(a), known(c)], ["c", "a"]);
  });

  it("a component is not told of itself when what leaves takes in what it leaves", () => {
    const log: Log = [];
    const [top, leaving, inner, other] = ["T", "L", "I", "O"].map((name) => {
      const entity = new Entity();
      names.set(entity, name);
      return entity;
    });
    const trigger = new Heavy("t", log);
    const part = new Heavy("p", log);
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
    for (let seed = 1; seed <= 3000; seed++) {
      const next = random(seed);
      const root = new Entity();
      const sub = new Entity();
      names.set(sub, "S");
      const log: Log = [];
      const parts = [..."abcdefg"].map((name) =>
        next() < 0.7 ? new Heavy(name, log) : new Light(name)
      );
      let left = 0;
      const toggle = (): void => {
        const i = Math.floor(next() * parts.length);
        const home = i % 2 === 0 ? root : sub;
        if (home.has(parts[i])) home.removeComponent(parts[i]);
        else home.addComponent(parts[i]);
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
        const home = i % 2 === 0 ? root : sub;
        const there = !home.has(part)
          ? []
          : home === sub
          ? [...above, ...sub.components]
          : root.components;
        const others = there.filter((other) => other !== part).map(nameOf).sort().join("");
        assertEquals(known(part), others, `seed ${seed}, ${nameOf(part)}`);
      }
    }
  });

  it("lightweight components cost one message each, heavyweight ones two per pair", () => {
    const log: Log = [];
    const entity = new Entity();
    for (let i = 0; i < 5; i++) entity.addComponent(new Heavy("h", log));
    for (let i = 0; i < 20; i++) entity.addComponent(new Light("l"));
    assertEquals(log.length, 5 * 4 + 5 * 20);
  });

  it("refuses what is missing, there already, not there, or itself", () => {
    const log: Log = [];
    const entity = new Entity();
    const a = new Heavy("a", log);
    const b = new Heavy("b", log);
    entity.addComponent(a);
    for (const value of [null, undefined]) {
      const none = value as unknown as Component;
      assertThrows(() => entity.addComponent(none), TypeError, `component is ${value}`);
      assertThrows(() => entity.removeComponent(none), TypeError, `component is ${value}`);
    }
    assertThrows(() => entity.addComponent(a), RangeError, "there already");
    assertThrows(() => entity.addComponent(entity), RangeError, "itself");
    assertThrows(() => entity.removeComponent(b), RangeError, "not there");
    assertEquals(log, []);
    assert(entity.has(a));
  });

  it("addComponent() refuses an entity that contains this one, at any depth", () => {
    const log: Log = [];
    const [root, sub, deep] = [new Entity(), new Entity(), new Entity()];
    root.addComponent(sub);
    sub.addComponent(deep);
    for (const above of [root, sub]) {
      assertThrows(() => deep.addComponent(above), RangeError, "an entity that contains this one");
      assertFalse(deep.has(above));
    }
    assertThrows(() => sub.addComponent(root), RangeError, "an entity that contains this one");
    const inner = new Heavy("i", log);
    deep.addComponent(inner);
    root.addComponent(new Light("p"));
    assertEquals(known(inner), "p");
    // Once they are apart the order may be turned around.
    root.removeComponent(sub);
    deep.addComponent(root);
    root.addComponent(new Light("q"));
    assert(deep.has(root));
  });
});
