/**
 * Asteroids without a screen: `update()` advances it by a sixtieth of a second. Everything depends
 * only on the seed and the input, so a recording plays again bit for bit.
 *
 * @module
 */
import {
  area,
  centroid,
  convexHull,
  type ConvexShape,
  distance,
  IDENTITY,
  inverseRotateVector,
  inverseTransformPoint,
  massProperties,
  polygon,
  type Pose,
  rayCast,
  transformPoint,
  type Vec2,
} from "@narrowphase/gjk2d";
import { sincos } from "@narrowphase/gjk2d/math";
import { Entity, Input, logger, Random, StateHash } from "../engine/mod.ts";
import { bounce, type Contact, findContact } from "./contact.ts";
import {
  Asteroid,
  Bullet,
  Controls,
  Field,
  Magazine,
  Motion,
  Placement,
  Ship,
  Solid,
  STEP,
} from "./parts.ts";
import { split } from "./split.ts";

/** Size of the field in pixels. */
export const WIDTH = 640;
/** Size of the field in pixels. */
export const HEIGHT = 480;

/** The arrow: nose, right wing, notch, left wing. Not convex, so it collides as two triangles. */
export const ARROW: readonly Readonly<Vec2>[] = [
  { x: 0, y: -30 },
  { x: 20, y: 20 },
  { x: 0, y: 10 },
  { x: -20, y: 20 },
];
/** The arrow is drawn and collides at this size. */
export const ARROW_SCALE = 0.55;

const LIVES = 3;
const FIRST_ASTEROIDS = 4;
const MUZZLE_SPEED = 460;
const BULLET_LIFE = 62;
const SHIELD = 150;
const RESPAWN = 75;
const LEVEL_PAUSE = 90;
/** Fragments with less area than this turn to dust. */
const DUST = 330;
/** How fast fragments part, in pixels per second. */
const PARTING = 34;
/** No asteroid may be nearer to the place where the ship reappears. */
const ROOM = 70;
/**
 * Number of updates that a ship waits for this much room. During the same number again it accepts
 * less and less, and finally none, because its shield protects it. Without a ship nobody shoots,
 * and a crowded field would never clear.
 */
const PATIENCE = 150;

/** Events of an update that can be seen or heard. */
export type GameEvent =
  | { type: "shot"; x: number; y: number }
  | { type: "split"; x: number; y: number; area: number }
  | { type: "bump"; contact: Contact; speed: number }
  | { type: "crash"; x: number; y: number }
  | { type: "level" }
  | { type: "over" };

const log = {
  game: logger("Game"),
  ship: logger("Ship"),
};

/** The parts of the arrow as convex polygons. */
function arrowParts(): ConvexShape[] {
  const [nose, right, notch, left] = ARROW.map((p) => ({
    x: ARROW_SCALE * p.x,
    y: ARROW_SCALE * p.y,
  }));
  return [polygon([nose, right, notch]), polygon([nose, notch, left])];
}

/** A game. */
export class AsteroidsGame {
  readonly input: Input;
  readonly random: Random;
  readonly field = new Field(WIDTH, HEIGHT);
  ship: Ship | null = null;
  asteroids: Asteroid[] = [];
  bullets: Bullet[] = [];
  level = 0;
  lives = LIVES;
  score = 0;
  /** Updates done. */
  updates = 0;
  /** Whether the last ship is lost. */
  over = false;
  /** What the last update did. */
  events: GameEvent[] = [];
  /** The contacts of the last update. */
  contacts: Contact[] = [];

  readonly #root = new Entity();
  readonly #hash = new StateHash();
  readonly #parts = arrowParts();
  #wait = 0;
  #nextLevel = 0;

  /**
   * Starts a game.
   *
   * @param seed Of the random numbers.
   * @param input Devices; `update()` of the game updates them.
   */
  constructor(seed: number, input: Input = new Input()) {
    this.input = input;
    this.random = new Random(seed);
    log.game.info("Starting up game with seed {seed}", { seed });
    this.#root.addComponent(new Controls(input));
    this.#root.addComponent(this.field);
    this.#root.addComponent(new Magazine((at, motion) => this.#fire(at, motion)));
    this.#startLevel();
    this.#launch();
  }

  /** Advances the game by `STEP` seconds. */
  update(): void {
    this.events = [];
    this.contacts = [];
    this.input.update();
    this.updates++;
    if (!this.over) this.#advance();
    this.#note();
  }

  /** Sixteen hexadecimal digits that stand for everything that happened so far. */
  digest(): string {
    return this.#hash.digest();
  }

  #advance(): void {
    this.ship?.update();
    for (const bullet of this.bullets) bullet.update();
    for (const asteroid of this.asteroids) asteroid.update();
    this.#bump();
    this.#shoot();
    this.#crash();
    for (const bullet of this.bullets.filter((b) => b.life.left <= 0)) this.#drop(bullet);

    if (this.ship === null && --this.#wait <= 0 && this.#hasRoom()) this.#launch();
    if (this.asteroids.length === 0 && --this.#nextLevel <= 0) this.#startLevel();
  }

  // ---- Making things

  #startLevel(): void {
    this.level++;
    this.#nextLevel = LEVEL_PAUSE;
    log.game.info("Level {level}", { level: this.level });
    this.events.push({ type: "level" });
    // A ship that is still flying may be at the border, where they appear.
    if (this.ship !== null) this.ship.shield.left = SHIELD;
    const { random } = this;
    for (let i = 0; i < FIRST_ASTEROIDS + this.level - 1; i++) {
      // On the border of the field, which is far from the middle.
      const along = random.next();
      const at = i % 2 === 0 ? { x: 0, y: along * HEIGHT } : { x: along * WIDTH, y: 0 };
      const way = sincos(random.between(-Math.PI, Math.PI));
      const speed = random.between(25, 45 + 8 * this.level);
      const motion = new Motion(speed * way.cos, speed * way.sin, random.between(-0.9, 0.9));
      this.addAsteroid(this.#boulder(random.between(34, 56)), at, 0, motion);
    }
  }

  /** A convex polygon of about a dozen points around a circle. */
  #boulder(radius: number): ConvexShape {
    const points: Vec2[] = [];
    const count = 12;
    for (let i = 0; i < count; i++) {
      const t = sincos(2 * Math.PI * (i + this.random.between(-0.45, 0.45)) / count);
      const r = radius * this.random.between(0.82, 1);
      points.push({ x: r * t.cos, y: r * t.sin });
    }
    return polygon(convexHull(points));
  }

  /**
   * Adds an asteroid.
   *
   * @param shape In the frame given by `at` and `angle`. Its own frame will have the centroid as
   * origin.
   */
  addAsteroid(shape: ConvexShape, at: Vec2, angle: number, motion: Motion): Asteroid {
    const c = centroid(shape);
    const own = polygon(shape.points.map((p) => ({ x: p.x - c.x, y: p.y - c.y })));
    const { mass, inertia } = massProperties(own, 1);
    const turned = new Placement(at.x, at.y, angle);
    const middle = transformPoint(turned.pose, c);
    const placement = new Placement(around(middle.x, WIDTH), around(middle.y, HEIGHT), angle);
    const asteroid = new Asteroid(placement, motion, own, mass, inertia);
    this.#root.addComponent(asteroid);
    this.asteroids.push(asteroid);
    return asteroid;
  }

  /** Takes an asteroid away. */
  removeAsteroid(asteroid: Asteroid): void {
    this.#root.removeComponent(asteroid);
    this.asteroids.splice(this.asteroids.indexOf(asteroid), 1);
  }

  #hasRoom(): boolean {
    if (this.over) return false;
    const room = ROOM * Math.min(1, 2 + this.#wait / PATIENCE);
    const image: Pose = { ...IDENTITY };
    const middle = { x: WIDTH / 2, y: HEIGHT / 2 };
    const spot = new Placement(middle.x, middle.y, 0).pose;
    return this.asteroids.every(({ shape, placement }) => {
      this.field.image(placement.pose, middle, image);
      return this.#parts.every((part) => distance(part, spot, shape, image).distance >= room);
    });
  }

  #launch(): void {
    const mass = this.#parts.reduce((sum, part) => sum + massProperties(part, 1).mass, 0);
    this.ship = new Ship(
      new Placement(WIDTH / 2, HEIGHT / 2, 0),
      new Solid(this.#parts, mass, mass),
      SHIELD,
    );
    this.#root.addComponent(this.ship);
    log.ship.debug("Launched, {lives} left", { lives: this.lives });
  }

  #fire({ pose }: Placement, { vx, vy }: Motion): void {
    const nose = transformPoint(pose, { x: ARROW_SCALE * ARROW[0].x, y: ARROW_SCALE * ARROW[0].y });
    const bullet = new Bullet(
      new Placement(around(nose.x, WIDTH), around(nose.y, HEIGHT), 0),
      new Motion(vx + MUZZLE_SPEED * pose.sin, vy - MUZZLE_SPEED * pose.cos, 0),
      BULLET_LIFE,
    );
    this.#root.addComponent(bullet);
    this.bullets.push(bullet);
    this.events.push({ type: "shot", x: nose.x, y: nose.y });
  }

  // ---- Collisions

  /** Asteroids bounce off each other. */
  #bump(): void {
    const { asteroids, field } = this;
    const image: Pose = { ...IDENTITY };
    for (let i = 0; i < asteroids.length; i++) {
      const a = asteroids[i];
      for (let j = i + 1; j < asteroids.length; j++) {
        const b = asteroids[j];
        field.image(b.placement.pose, a.placement.pose, image);
        const dx = image.x - a.placement.pose.x;
        const dy = image.y - a.placement.pose.y;
        const reach = a.solid.reach + b.solid.reach;
        if (dx * dx + dy * dy > reach * reach) continue;
        const contact = findContact(a.shape, a.placement.pose, b.shape, image);
        if (contact === null) continue;
        const speed = bounce(a, b, image, contact);
        for (const { pose } of [a.placement, b.placement]) {
          pose.x = around(pose.x, WIDTH);
          pose.y = around(pose.y, HEIGHT);
        }
        this.contacts.push(contact);
        if (speed > 0) this.events.push({ type: "bump", contact, speed });
      }
    }
  }

  /** Bullets hit the first asteroid on their path in this update. */
  #shoot(): void {
    const { field } = this;
    const image: Pose = { ...IDENTITY };
    for (const bullet of [...this.bullets]) {
      const { before } = bullet.placement;
      const way = { x: STEP * bullet.motion.vx, y: STEP * bullet.motion.vy };
      let first = Infinity;
      let victim: Asteroid | null = null;
      for (const asteroid of this.asteroids) {
        field.image(asteroid.placement.pose, before, image);
        const hit = rayCast(asteroid.shape, image, before, way);
        if (hit !== null && hit.fraction < first) {
          first = hit.fraction;
          victim = asteroid;
        }
      }
      if (victim === null) continue;
      field.image(victim.placement.pose, before, image);
      const at = { x: before.x + first * way.x, y: before.y + first * way.y };
      const local = inverseTransformPoint(image, at);
      const along = inverseRotateVector(image, way);
      this.#drop(bullet);
      this.#break(victim, local, along);
    }
  }

  /** Asteroids break the ship, and break on it. */
  #crash(): void {
    const { ship, field } = this;
    if (ship === null || ship.shield.left > 0) return;
    const image: Pose = { ...IDENTITY };
    const { pose } = ship.placement;
    for (const asteroid of this.asteroids) {
      field.image(asteroid.placement.pose, pose, image);
      for (const part of ship.solid.parts) {
        const contact = findContact(part, pose, asteroid.shape, image);
        if (contact === null) continue;
        this.contacts.push(contact);
        this.events.push({ type: "crash", x: pose.x, y: pose.y });
        this.#root.removeComponent(ship);
        this.ship = null;
        this.lives--;
        this.#wait = RESPAWN;
        log.ship.warning("Lost at ({x}, {y}), {lives} left", {
          x: Math.round(pose.x),
          y: Math.round(pose.y),
          lives: this.lives,
        });
        const local = inverseTransformPoint(image, contact.point);
        this.#break(asteroid, local, inverseRotateVector(image, contact.normal));
        // The asteroid that broke the last ship counts, too.
        if (this.lives === 0) {
          this.over = true;
          this.events.push({ type: "over" });
          log.game.info("Over with {score} points", { score: this.score });
        }
        return;
      }
    }
  }

  /** Splits an asteroid along a line through a point of its frame, or turns it to dust. */
  #break(asteroid: Asteroid, at: Vec2, along: Vec2): void {
    const { shape, placement, motion } = asteroid;
    this.removeAsteroid(asteroid);
    this.score += asteroid.area > 3000 ? 20 : asteroid.area > 1000 ? 50 : 100;
    this.events.push({
      type: "split",
      x: placement.pose.x,
      y: placement.pose.y,
      area: asteroid.area,
    });

    // Cut along the path of the bullet or across it, whichever leaves the rounder parts.
    const length = Math.sqrt(along.x * along.x + along.y * along.y);
    let normal = { x: -along.y / length, y: along.x / length };
    let parts = cut(shape, at, normal);
    const across = { x: along.x / length, y: along.y / length };
    const other = cut(shape, at, across);
    if (roundness(other) > roundness(parts)) {
      normal = across;
      parts = other;
    }
    parts.forEach((part, i) => {
      if (part === null || area(part) < DUST) return;
      const { cos, sin } = placement.pose;
      const side = i === 0 ? PARTING : -PARTING;
      // The velocity of the whole asteroid at the part's centroid, v + ω × r, plus some away from
      // the cut.
      const c = centroid(part);
      const rx = cos * c.x - sin * c.y;
      const ry = sin * c.x + cos * c.y;
      const nx = cos * normal.x - sin * normal.y;
      const ny = sin * normal.x + cos * normal.y;
      const moving = new Motion(
        motion.vx - motion.spin * ry + side * nx,
        motion.vy + motion.spin * rx + side * ny,
        motion.spin + this.random.between(-0.8, 0.8),
      );
      this.addAsteroid(part, placement.pose, placement.angle, moving);
    });
  }

  #drop(bullet: Bullet): void {
    this.#root.removeComponent(bullet);
    this.bullets.splice(this.bullets.indexOf(bullet), 1);
  }

  #note(): void {
    const hash = this.#hash;
    for (
      const actor of [
        ...(this.ship === null ? [] : [this.ship]),
        ...this.asteroids,
        ...this.bullets,
      ]
    ) {
      const { pose } = actor.placement;
      const { vx, vy, spin } = actor.motion;
      for (const value of [pose.x, pose.y, pose.cos, pose.sin, vx, vy, spin]) hash.add(value);
    }
    for (const { shape } of this.asteroids) {
      for (const { x, y } of shape.points) {
        hash.add(x);
        hash.add(y);
      }
    }
    for (const value of [this.score, this.lives, this.level, ...this.random.state()]) {
      hash.add(value);
    }
  }
}

function around(value: number, size: number): number {
  return value < 0 ? value + size : value >= size ? value - size : value;
}

/**
 * Splits at right angles to `normal`, not quite as far out as the hit, so that a graze does more
 * than chip.
 */
function cut(shape: ConvexShape, at: Vec2, normal: Vec2): [ConvexShape | null, ConvexShape | null] {
  const off = 0.4 * (at.x * normal.x + at.y * normal.y);
  return split(shape, { x: off * normal.x, y: off * normal.y }, normal);
}

/** Area over squared extent of the less round part. */
function roundness(parts: readonly (ConvexShape | null)[]): number {
  let least = Infinity;
  for (const part of parts) {
    if (part === null) return 0;
    const c = centroid(part);
    let extent = 0;
    for (const { x, y } of part.points) {
      extent = Math.max(extent, (x - c.x) * (x - c.x) + (y - c.y) * (y - c.y));
    }
    least = Math.min(least, area(part) / extent);
  }
  return least;
}
