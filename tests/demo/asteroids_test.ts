import { assert, assertAlmostEquals, assertEquals, assertNotEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { area, box, containsPoint, polygon, pose, regularPolygon } from "@narrowphase/gjk2d";
import { Afterglow } from "../../demo/asteroids/afterglow.ts";
import { AsteroidsGame, HEIGHT, WIDTH } from "../../demo/asteroids/game.ts";
import { bounce, findContact } from "../../demo/asteroids/contact.ts";
import {
  Asteroid,
  Controls,
  Field,
  Gun,
  Helm,
  Magazine,
  Motion,
  Mover,
  Placement,
} from "../../demo/asteroids/parts.ts";
import { Pilot } from "../../demo/asteroids/pilot.ts";
import { RECORDED_GAME, RECORDED_SCORE } from "../../demo/asteroids/recorded_game.ts";
import { readGame } from "../../demo/asteroids/shared.ts";
import { split } from "../../demo/asteroids/split.ts";
import {
  Entity,
  Input,
  Recorder,
  type Recording,
  Replay,
  setLogStream,
} from "../../demo/engine/mod.ts";

/** Updates until a condition holds, at most `limit`; fails otherwise. */
function until(game: AsteroidsGame, limit: number, holds: () => boolean): void {
  for (let i = 0; i < limit; i++) {
    if (holds()) return;
    game.update();
  }
  assert(holds(), `not within ${limit} updates`);
}

function clear(game: AsteroidsGame): void {
  for (const asteroid of [...game.asteroids]) game.removeAsteroid(asteroid);
}

/** A game with its ship alone in the field, or among its asteroids. */
function alone(seed = 5, isAlone = true): {
  game: AsteroidsGame;
  ship: NonNullable<AsteroidsGame["ship"]>;
  input: Input;
} {
  const game = new AsteroidsGame(seed);
  const { ship, input } = game;
  assert(ship !== null);
  if (isAlone) clear(game);
  return { game, ship, input };
}

/** Adds a box that moves, and does not turn. */
function addBox(
  game: AsteroidsGame,
  [width, height]: readonly number[],
  x: number,
  y: number,
  vx = 0,
  vy = 0,
): Asteroid {
  return game.addAsteroid(box(width, height), { x, y }, 0, new Motion(vx, vy, 0));
}

function press(input: Input, ...codes: string[]): void {
  for (const code of codes) input.keyboard.addEvent({ type: "down", code });
}

function letGo(input: Input, code: string): void {
  input.keyboard.addEvent({ type: "up", code });
}

/** Lets the pilot play some updates, and records it. */
function record(seed: number, updates: number): { game: AsteroidsGame; recording: Recording } {
  const game = new AsteroidsGame(seed);
  const pilot = new Pilot(game);
  const recorder = new Recorder(game.input, seed);
  while (game.updates < updates) {
    pilot.steer();
    game.update();
    recorder.capture();
  }
  return { game, recording: recorder.recording() };
}

/** Plays a recording, or the first updates of it. */
function replay(recording: Recording, updates = Infinity): AsteroidsGame {
  const game = new AsteroidsGame(recording.seed);
  const replay = new Replay(recording);
  while (!replay.done && game.updates < updates) {
    replay.feed(game.input);
    game.update();
  }
  return game;
}

/** A test without the log. */
function quietly(name: string, test: () => void): void {
  it(name, () => {
    setLogStream({ print() {} });
    try {
      test();
    } finally {
      setLogStream(null);
    }
  });
}

const { recording: recorded, digest } = (await readGame(RECORDED_GAME))!;

describe("Asteroids", () => {
  quietly(
    "a recorded game ends in the same state, bit for bit, and is what the pilot plays",
    () => {
      const game = replay(recorded);
      assertEquals([game.score, game.digest()], [RECORDED_SCORE, digest]);
      assertEquals(record(recorded.seed, recorded.updates).recording, recorded);
    },
  );

  quietly("the recorded game uses keyboard, mouse and wheel", () => {
    const devices = new Set(recorded.events.map((event) => event[1]));
    assertEquals([...devices].sort(), ["k", "m", "w"]);
  });

  quietly("one event more or less makes another game", () => {
    const play = (skip: number): string => {
      const recording = structuredClone(recorded);
      recording.events.splice(skip, 1);
      return replay(recording, 600).digest();
    };
    const at = recorded.events.findIndex((event) => event[0] > 100);
    assertNotEquals(play(at), play(recorded.events.length - 1));
  });

  quietly("a game that is recorded now plays again", () => {
    for (const seed of [11, 12, 13]) {
      const { game, recording } = record(seed, 900);
      assertEquals(replay(JSON.parse(JSON.stringify(recording))).digest(), game.digest());
    }
  });

  quietly("asteroids never keep overlapping, stay in the field, and are convex", () => {
    const game = new AsteroidsGame(3);
    const pilot = new Pilot(game);
    let together = 0;
    for (let i = 0; i < 1800; i++) {
      pilot.steer();
      game.update();
      for (const { placement: { pose: p }, shape } of game.asteroids) {
        assert(p.x >= 0 && p.x < WIDTH && p.y >= 0 && p.y < HEIGHT);
        assertAlmostEquals(p.cos * p.cos + p.sin * p.sin, 1, 1e-12);
        polygon(shape.points);
      }
      const { asteroids } = game;
      for (let a = 0; a < asteroids.length; a++) {
        for (let b = a + 1; b < asteroids.length; b++) {
          const [p, q] = [asteroids[a], asteroids[b]];
          // Deep in each other: deeper than an update and a push of a third body can cause.
          const contact = findContact(p.shape, p.placement.pose, q.shape, q.placement.pose);
          if (contact !== null && contact.depth > 12) together++;
        }
      }
    }
    assertEquals(together, 0);
  });

  quietly("the keys turn, push and shoot", () => {
    const { game, ship, input } = alone(5, false);
    press(input, "ArrowRight");
    game.update();
    assertAlmostEquals(ship.placement.angle, 4 / 60, 1e-12);
    letGo(input, "ArrowRight");
    press(input, "ArrowUp");
    game.update();
    assertAlmostEquals(ship.placement.angle, 4 / 60, 1e-12);
    assert(ship.motion.vx > 0 && ship.motion.vy < 0, "the nose points up and a little right");
    assertEquals(game.bullets.length, 0);
    press(input, "Space");
    letGo(input, "Space");
    game.update();
    assertEquals(game.bullets.length, 1);
    input.wheel.addEvent({ notches: -2 });
    game.update();
    assertAlmostEquals(ship.placement.angle, 4 / 60 - Math.PI / 9, 1e-12);
    until(game, 12, () => game.bullets.length === 1);
    input.mouse.addEvent({ type: "down", x: 1, y: 1, button: 0 });
    until(game, 12, () => game.bullets.length === 2);
  });

  quietly("a tap that begins and ends between two updates turns, pushes and brakes for one", () => {
    const { game, ship, input } = alone(5, false);
    const tap = (code: string): void => {
      press(input, code);
      letGo(input, code);
      game.update();
    };
    for (const code of ["ArrowLeft", "KeyA", "ArrowRight", "ArrowRight", "KeyD"]) tap(code);
    assertAlmostEquals(ship.placement.angle, 4 / 60, 1e-12);
    for (const code of ["ArrowUp", "KeyW"]) {
      tap(code);
      assertEquals([ship.helm.thrusting, ship.motion.vy < 0], [true, true], code);
    }
    for (const code of ["ArrowDown", "KeyS"]) {
      tap(code);
      assertEquals([ship.helm.thrusting, ship.helm.braking], [false, true], code);
    }
    game.update();
    assertEquals([ship.helm.thrusting, ship.helm.braking], [false, false]);
  });

  quietly("tells where shots, hits, bumps and the ship's end were", () => {
    const { game, ship, input } = alone();
    const { x, y } = ship.placement.pose;
    addBox(game, [20, 40], x + 7, y - 100);
    press(input, "Space");
    const seen: unknown[] = [];
    const update = (): void => {
      game.update();
      for (const event of game.events) {
        if (event.type === "bump") seen.push([event.type, event.speed, event.contact.normal]);
        else if (event.type !== "level") seen.push(Object.values(event));
      }
    };
    update();
    assertEquals(seen, [["shot", x, y - 16.5]]);
    input.keyboard.releaseAll();
    for (let i = 0; i < 20; i++) update();
    assertEquals(seen.slice(1), [["split", x + 7, y - 100, 800]]);

    // Two that meet, and part from then on although they still overlap.
    clear(game);
    seen.length = 0;
    const [p, q] = [100, 138].map((left) => addBox(game, [40, 40], left, 60, 119 - left));
    update();
    assertEquals(seen.length, 1);
    const [[type, speed, normal]] = seen as [string, number, { x: number; y: number }][];
    assertEquals([type, normal.x, normal.y], ["bump", 1, 0]);
    assertAlmostEquals(speed, 38, 1e-9);
    assert(p.motion.vx < 0 && q.motion.vx > 0);
    q.placement.pose.x -= 1;
    update();
    assertEquals([game.contacts.length, seen.length], [1, 1]);

    clear(game);
    seen.length = 0;
    ship.shield.left = 0;
    addBox(game, [20, 40], x + 7, y - 20);
    update();
    assertEquals(seen, [["crash", x, y], ["split", x + 7, y - 20, 800]]);
  });

  quietly("a placement keeps where it was and how it was turned an update ago", () => {
    const { game } = alone();
    const motion = new Motion(5, -9, 2);
    const { placement } = game.addAsteroid(box(40, 30), { x: 90, y: 60 }, 0.4, motion);
    for (let i = 0; i < 3; i++) {
      const last = { ...placement.pose };
      game.update();
      assertEquals(placement.before, last);
      assertNotEquals(placement.pose, last);
    }
  });

  quietly("a part of the ship that lacks another does nothing until it is there again", () => {
    // What the keys do to a ship in an update, without one of its components.
    const act = (without: number, back: boolean): boolean[] => {
      const input = new Input();
      const placement = new Placement(90, 60, 0);
      const motion = new Motion(3, 5, 0);
      let shots = 0;
      const field = new Field(WIDTH, HEIGHT);
      const parts = [new Controls(input), placement, motion, field, new Magazine(() => shots++)];
      const behaviours = [new Helm(), new Mover(), new Gun()];
      const ship = new Entity();
      for (const part of [...parts, ...behaviours]) ship.addComponent(part);
      if (without >= 0) {
        ship.removeComponent(parts[without]);
        if (back) ship.addComponent(parts[without]);
      }
      press(input, "ArrowRight", "ArrowUp", "Space");
      input.update();
      const state = (): number[] => [placement.angle, motion.vy, placement.pose.x, shots];
      const before = state();
      for (const behaviour of behaviours) behaviour.update();
      return state().map((value, i) => value !== before[i]);
    };
    // Turned, pushed, moved, shot.
    const all = [true, true, true, true];
    assertEquals(act(-1, false), all);
    // Controls, placement, motion, field, magazine.
    const left = [
      [false, false, true, false],
      [false, false, false, false],
      [false, false, false, false],
      [true, true, false, true],
      [true, true, true, false],
    ];
    left.forEach((expected, i) => {
      assertEquals(act(i, false), expected, `${i}`);
      assertEquals(act(i, true), all, `${i}`);
    });
  });

  quietly("down or S brakes", () => {
    const speedAfter = (code: string): number => {
      const { game, ship, input } = alone();
      press(input, "KeyW");
      until(game, 30, () => game.updates === 20);
      letGo(input, "KeyW");
      press(input, code);
      game.update();
      assertEquals(ship.helm.braking, code !== "KeyB");
      until(game, 30, () => game.updates === 50);
      assertEquals(ship.motion.vx, 0);
      return -ship.motion.vy;
    };
    const drifting = speedAfter("KeyB");
    const braked = speedAfter("ArrowDown");
    assert(braked > 0 && braked < 0.4 * drifting, `${braked} of ${drifting}`);
    assertEquals(speedAfter("KeyS"), braked);
  });

  quietly("a bullet hits a plate that lies between two of its places", () => {
    const plate = box(80, 2);
    let passed = 0;
    for (let offset = 0; offset < 8; offset++) {
      const { game, ship, input } = alone();
      const { x, y } = ship.placement.pose;
      const at = { x, y: y - 100 - offset };
      addBox(game, [80, 2], at.x, at.y);
      press(input, "Space");
      letGo(input, "Space");
      let touched = false;
      for (let i = 0; i < 30 && game.score === 0; i++) {
        game.update();
        for (const { placement } of game.bullets) {
          touched ||= containsPoint(plate, pose(at.x, at.y), placement.pose);
        }
      }
      assertEquals([game.score, game.bullets.length], [100, 0]);
      if (!touched) passed++;
    }
    assert(passed > 0, "no case in which the places alone would have missed");
  });

  quietly("a hit cuts along the way of the bullet and the parts fly apart", () => {
    const { game, ship, input } = alone();
    const { x, y } = ship.placement.pose;
    addBox(game, [80, 40], x, y - 100, 0, -10);
    press(input, "Space");
    until(game, 30, () => game.asteroids.length === 2);
    const [p, q] = game.asteroids;
    assertAlmostEquals(p.area + q.area, 3200, 1e-9);
    assertAlmostEquals(p.area, 1600, 1e-9);
    assertEquals(Math.sign(p.motion.vx), -Math.sign(q.motion.vx));
    assertAlmostEquals(p.motion.vy, -10, 1e-12);
  });

  quietly("asteroids meet across the border of the field", () => {
    const { game } = alone();
    addBox(game, [40, 40], 15, 100, -30);
    addBox(game, [40, 40], WIDTH - 26, 100, 30);
    until(game, 60, () => game.contacts.length > 0);
    assertAlmostEquals(game.contacts[0].normal.x, -1, 1e-12);
    const [p, q] = game.asteroids;
    assertAlmostEquals(p.motion.vx, 27, 1e-9);
    assertAlmostEquals(q.motion.vx, -27, 1e-9);
  });

  quietly("lives, the pause before the next ship, and the end", () => {
    const game = new AsteroidsGame(9);
    until(game, 6000, () => game.lives === 2);
    assertEquals(game.ship, null);
    until(game, 6000, () => game.ship !== null);
    assert(game.ship !== null && game.ship.shield.left > 0);
    until(game, 40_000, () => game.over);
    assertEquals([game.lives, game.ship], [0, null]);
    const { score } = game;
    for (let i = 0; i < 100; i++) game.update();
    assertEquals(game.score, score);
  });

  quietly("the next ship waits for room on both of its sides", () => {
    for (const side of [-1, 1]) {
      const game = new AsteroidsGame(9);
      until(game, 6000, () => game.lives === 2);
      clear(game);
      // A wall 70 away from the nose, and from one half of the ship, but not from the other wing.
      const wall = addBox(game, [40, 60], WIDTH / 2 + side * 90, HEIGHT / 2);
      for (let i = 0; i < 200; i++) game.update();
      assertEquals(game.ship, null, `${side}`);
      game.removeAsteroid(wall);
      addBox(game, [40, 60], WIDTH / 2 + side * 105, HEIGHT / 2);
      until(game, 2, () => game.ship !== null);
    }
  });

  quietly(
    "the next ship does not wait for ever for room that never comes, and has its shield",
    () => {
      const game = new AsteroidsGame(9);
      until(game, 6000, () => game.lives === 2);
      clear(game);
      addBox(game, [80, 60], WIDTH / 2, HEIGHT / 2);
      const lost = game.updates;
      until(game, 375, () => game.ship !== null);
      assert(game.updates - lost > 225, `after ${game.updates - lost} updates`);
      until(game, 150, () => game.ship?.shield.left === 1);
      assertEquals(game.lives, 2);
    },
  );

  quietly("the next level has one asteroid more", () => {
    const game = new AsteroidsGame(1);
    const first = game.asteroids.length;
    clear(game);
    until(game, 100, () => game.level === 2);
    assertEquals(game.asteroids.length, first + 1);
  });

  quietly("asteroids of the next level do not break a ship where they appear", () => {
    let near = 0;
    for (let seed = 0; seed < 20; seed++) {
      const { game, ship } = alone(seed);
      ship.placement.pose.x = 0;
      until(game, 100, () => game.level === 2);
      assertEquals(ship.shield.left, 150);
      const distances = game.asteroids.map(({ placement: { pose }, solid }) =>
        Math.hypot(pose.x - ship.placement.pose.x, pose.y - ship.placement.pose.y) - solid.reach
      );
      if (Math.min(...distances) < 0) near++;
      until(game, 150, () => game.updates === 200);
      assertEquals(game.lives, 3);
    }
    assert(near > 0, "no asteroid appeared on the ship");
  });
});

describe("Afterglow", () => {
  it("keeps each item once, however often the same update is drawn, and for its time only", () => {
    const glow = new Afterglow<object>(3);
    const [a, b, c] = [{}, {}, {}];
    for (let draw = 0; draw < 1000; draw++) assertEquals(glow.show([a, b], 7), [a, b]);
    assertEquals(glow.size, 2);
    assertEquals(glow.show([c], 8), [a, b, c]);
    assertEquals(glow.show([], 9), [a, b, c]);
    assertEquals(glow.show([], 10), [c]);
    assertEquals(glow.show([], 2), []);
  });
});

describe("split()", () => {
  it("cuts into two parts with the area of the whole", () => {
    for (let n = 3; n < 12; n++) {
      const whole = regularPolygon(n, 20);
      for (const offset of [0, 3.7, -11, 19.9]) {
        const normal = { x: 0.6, y: 0.8 };
        const [p, q] = split(whole, { x: offset * normal.x, y: offset * normal.y }, normal);
        const sum = (p === null ? 0 : area(p)) + (q === null ? 0 : area(q));
        assertAlmostEquals(sum, area(whole), 1e-9);
        for (const point of p?.points ?? []) {
          assert(point.x * normal.x + point.y * normal.y >= offset - 1e-9);
        }
      }
    }
  });

  it("leaves one side empty when the line passes by", () => {
    const whole = regularPolygon(5, 20);
    const [p, q] = split(whole, { x: 30, y: 0 }, { x: 1, y: 0 });
    assertEquals(p, null);
    assertEquals(q?.points.length, 5);
  });
});

describe("bounce()", () => {
  const square = regularPolygon(4, 10);
  const body = (x: number, y: number, motion: Motion, mass: number): Asteroid =>
    new Asteroid(new Placement(x, y, 0.3), motion, square, mass, mass * 30);

  it("keeps momentum and angular momentum, and loses energy only by restitution", () => {
    const a = body(100, 100, new Motion(30, 4, 0.5), 2);
    const b = body(112, 105, new Motion(-20, -1, -0.2), 5);
    const found = findContact(square, a.placement.pose, square, b.placement.pose);
    assert(found !== null && found.depth > 0);
    const contact = { ...found, depth: 0 };
    const momenta = (): number[] => {
      let x = 0, y = 0, turn = 0;
      for (const { motion: { vx, vy, spin }, solid: { mass, inertia }, placement } of [a, b]) {
        x += mass * vx;
        y += mass * vy;
        turn += inertia * spin + mass * (placement.pose.x * vy - placement.pose.y * vx);
      }
      return [x, y, turn];
    };
    const energy = (): number =>
      [a, b].reduce(
        (sum, { motion: { vx, vy, spin }, solid }) =>
          sum + solid.mass * (vx * vx + vy * vy) / 2 + solid.inertia * spin * spin / 2,
        0,
      );
    const image = { ...b.placement.pose };
    const before = momenta();
    const energyBefore = energy();
    const speed = bounce(a, b, image, contact);
    assert(speed > 0);
    momenta().forEach((value, i) => assertAlmostEquals(value, before[i], 1e-9));
    assert(energy() < energyBefore && energy() > 0.5 * energyBefore);
    // Parting now: a second bounce only moves them apart.
    const motion = { ...a.motion };
    assert(bounce(a, b, image, { ...contact, depth: 0 }) <= 0);
    assertEquals([a.motion.vx, a.motion.spin], [motion.vx, motion.spin]);
    // The depth moves them apart, each by its share.
    bounce(a, b, image, found);
    const left = findContact(square, a.placement.pose, square, b.placement.pose)?.depth ?? 0;
    assert(left < 1e-12, `still ${left} deep`);
  });
});
