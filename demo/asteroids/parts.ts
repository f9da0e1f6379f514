/**
 * The components that the ship, the asteroids and the bullets are made of.
 *
 * @module
 */
import { type ConvexShape, type Pose, pose, setAngle, type Vec2 } from "@narrowphase/gjk2d";
import {
  type Component,
  Entity,
  HeavyComponent,
  type Input,
  LightComponent,
} from "../engine/mod.ts";

/** Length of an update in seconds. */
export const STEP = 1 / 60;

const TURN = 2 * Math.PI;

/** A component that does something at every update. */
export interface Behaviour extends Component {
  update(): void;
}

function isBehaviour(component: Component): component is Behaviour {
  return "update" in component;
}

// ---- Lightweight: data

/** The devices of the player. */
export class Controls extends LightComponent {
  readonly input: Input;

  constructor(input: Input) {
    super();
    this.input = input;
  }
}

/** The field. Things that leave it on one side return on the other. */
export class Field extends LightComponent {
  readonly width: number;
  readonly height: number;

  constructor(width: number, height: number) {
    super();
    this.width = width;
    this.height = height;
  }

  /** The difference of two coordinates by the shortest way round. */
  shortest(difference: number, size: number): number {
    return difference > size / 2
      ? difference - size
      : difference < -size / 2
      ? difference + size
      : difference;
  }

  /**
   * The image of `at` that is nearest to `to`.
   *
   * @param out Receives it.
   */
  image(at: Readonly<Pose>, to: Readonly<Vec2>, out: Pose): Pose {
    out.x = to.x + this.shortest(at.x - to.x, this.width);
    out.y = to.y + this.shortest(at.y - to.y, this.height);
    out.cos = at.cos;
    out.sin = at.sin;
    return out;
  }
}

/** Position and direction, now and at the last update. */
export class Placement extends LightComponent {
  angle: number;
  readonly pose: Pose;
  readonly before: Pose;

  constructor(x: number, y: number, angle: number) {
    super();
    this.angle = angle;
    this.pose = pose(x, y, angle);
    this.before = { ...this.pose };
  }

  turnTo(angle: number): void {
    this.angle = angle > Math.PI ? angle - TURN : angle < -Math.PI ? angle + TURN : angle;
    setAngle(this.pose, this.angle);
  }
}

/** Velocity in pixels per second, spin in radians per second. */
export class Motion extends LightComponent {
  vx: number;
  vy: number;
  spin: number;

  constructor(vx: number, vy: number, spin: number) {
    super();
    this.vx = vx;
    this.vy = vy;
    this.spin = spin;
  }
}

/** The convex parts that collide, and the mass and inertia. */
export class Solid extends LightComponent {
  readonly parts: readonly ConvexShape[];
  /** All parts lie within this distance of the origin. */
  readonly reach: number;
  readonly mass: number;
  readonly inertia: number;

  constructor(parts: readonly ConvexShape[], mass: number, inertia: number) {
    super();
    this.parts = parts;
    this.mass = mass;
    this.inertia = inertia;
    let reach2 = 0;
    for (const { points } of parts) {
      for (const { x, y } of points) reach2 = Math.max(reach2, x * x + y * y);
    }
    this.reach = Math.sqrt(reach2);
  }
}

/** Number of updates left until it ends. */
export class Countdown extends LightComponent {
  left: number;

  constructor(left: number) {
    super();
    this.left = left;
  }
}

// ---- Heavyweight: behaviour

/** Moves an entity with a placement and a motion. */
export class Mover extends HeavyComponent implements Behaviour {
  #placement: Placement | null = null;
  #motion: Motion | null = null;
  #field: Field | null = null;

  override componentAdded(component: Component): void {
    if (component instanceof Placement) this.#placement = component;
    if (component instanceof Motion) this.#motion = component;
    if (component instanceof Field) this.#field = component;
  }

  override componentRemoved(component: Component): void {
    if (component === this.#placement) this.#placement = null;
    if (component === this.#motion) this.#motion = null;
    if (component === this.#field) this.#field = null;
  }

  update(): void {
    const placement = this.#placement;
    const motion = this.#motion;
    const field = this.#field;
    if (placement === null || motion === null || field === null) return;
    const { pose, before } = placement;
    before.x = pose.x;
    before.y = pose.y;
    before.cos = pose.cos;
    before.sin = pose.sin;
    pose.x = wrap(pose.x + STEP * motion.vx, field.width);
    pose.y = wrap(pose.y + STEP * motion.vy, field.height);
    if (motion.spin !== 0) placement.turnTo(placement.angle + STEP * motion.spin);
  }
}

function wrap(value: number, size: number): number {
  return value < 0 ? value + size : value >= size ? value - size : value;
}

/**
 * Whether a key or button is down, or was down during the update: press and release of a short tap
 * may arrive together.
 */
function isUsed<K>(
  device: { isPressed(key: K): boolean; wasPressed(key: K): boolean },
  key: K,
): boolean {
  return device.isPressed(key) || device.wasPressed(key);
}

const TURN_SPEED = 4;
const THRUST = 260;
const DRAG = 0.7;
/** Drag while braking. */
const BRAKE = 2.8;
const NOTCH = Math.PI / 18;

/** The helm of a ship: turns, accelerates and brakes it as the player commands. */
export class Helm extends HeavyComponent implements Behaviour {
  #controls: Controls | null = null;
  #placement: Placement | null = null;
  #motion: Motion | null = null;
  /** Whether the engine burns. */
  thrusting = false;
  /** Whether the ship brakes. */
  braking = false;

  override componentAdded(component: Component): void {
    if (component instanceof Controls) this.#controls = component;
    if (component instanceof Placement) this.#placement = component;
    if (component instanceof Motion) this.#motion = component;
  }

  override componentRemoved(component: Component): void {
    if (component === this.#controls) this.#controls = null;
    if (component === this.#placement) this.#placement = null;
    if (component === this.#motion) this.#motion = null;
  }

  update(): void {
    const placement = this.#placement;
    const motion = this.#motion;
    if (this.#controls === null || placement === null || motion === null) return;
    const { keyboard, wheel } = this.#controls.input;
    const left = isUsed(keyboard, "ArrowLeft") || isUsed(keyboard, "KeyA");
    const right = isUsed(keyboard, "ArrowRight") || isUsed(keyboard, "KeyD");
    const turn = STEP * TURN_SPEED * ((right ? 1 : 0) - (left ? 1 : 0)) + NOTCH * wheel.notches;
    if (turn !== 0) placement.turnTo(placement.angle + Math.min(Math.max(turn, -3), 3));
    this.thrusting = isUsed(keyboard, "ArrowUp") || isUsed(keyboard, "KeyW");
    this.braking = isUsed(keyboard, "ArrowDown") || isUsed(keyboard, "KeyS");
    const push = this.thrusting ? STEP * THRUST : 0;
    // The nose points along -y of the ship, as in its drawing.
    const { cos, sin } = placement.pose;
    const keep = 1 - STEP * (this.braking ? BRAKE : DRAG);
    motion.vx = keep * motion.vx + push * sin;
    motion.vy = keep * motion.vy - push * cos;
  }
}

const RELOAD = 11;

/** Creates bullets. */
export class Magazine extends LightComponent {
  readonly fire: (at: Placement, motion: Motion) => void;

  constructor(fire: (at: Placement, motion: Motion) => void) {
    super();
    this.fire = fire;
  }
}

/** The gun of a ship. */
export class Gun extends HeavyComponent implements Behaviour {
  #controls: Controls | null = null;
  #placement: Placement | null = null;
  #motion: Motion | null = null;
  #magazine: Magazine | null = null;
  #reload = 0;

  override componentAdded(component: Component): void {
    if (component instanceof Controls) this.#controls = component;
    if (component instanceof Placement) this.#placement = component;
    if (component instanceof Motion) this.#motion = component;
    if (component instanceof Magazine) this.#magazine = component;
  }

  override componentRemoved(component: Component): void {
    if (component === this.#controls) this.#controls = null;
    if (component === this.#placement) this.#placement = null;
    if (component === this.#motion) this.#motion = null;
    if (component === this.#magazine) this.#magazine = null;
  }

  update(): void {
    if (this.#reload > 0) this.#reload--;
    const controls = this.#controls;
    if (
      controls === null || this.#placement === null || this.#motion === null ||
      this.#magazine === null
    ) return;
    const { keyboard, mouse } = controls.input;
    const wanted = isUsed(keyboard, "Space") || isUsed(mouse, 0);
    if (!wanted || this.#reload > 0) return;
    this.#reload = RELOAD;
    this.#magazine.fire(this.#placement, this.#motion);
  }
}

/** An entity of the game: its behaviours run in the order in which they were added. */
export class Actor extends Entity {
  readonly placement: Placement;
  readonly motion: Motion;
  readonly #behaviours: Behaviour[] = [];

  constructor(placement: Placement, motion: Motion, ...parts: Component[]) {
    super();
    this.placement = placement;
    this.motion = motion;
    for (const part of [placement, motion, ...parts]) {
      this.addComponent(part);
      if (isBehaviour(part)) this.#behaviours.push(part);
    }
  }

  update(): void {
    for (const behaviour of this.#behaviours) behaviour.update();
  }
}

/** The ship. */
export class Ship extends Actor {
  readonly solid: Solid;
  readonly helm: Helm;
  /** Nothing hurts the ship while it runs. */
  readonly shield: Countdown;

  constructor(placement: Placement, solid: Solid, shield: number) {
    const helm = new Helm();
    const time = new Countdown(shield);
    super(placement, new Motion(0, 0, 0), solid, time, helm, new Gun(), new Mover());
    this.solid = solid;
    this.helm = helm;
    this.shield = time;
  }

  override update(): void {
    if (this.shield.left > 0) this.shield.left--;
    super.update();
  }
}

/** An asteroid: one convex polygon. */
export class Asteroid extends Actor {
  readonly solid: Solid;
  readonly shape: ConvexShape;
  readonly area: number;

  constructor(
    placement: Placement,
    motion: Motion,
    shape: ConvexShape,
    area: number,
    inertia: number,
  ) {
    const solid = new Solid([shape], area, inertia);
    super(placement, motion, solid, new Mover());
    this.solid = solid;
    this.shape = shape;
    this.area = area;
  }
}

/** A bullet: a point that flies until its time is up. */
export class Bullet extends Actor {
  readonly life: Countdown;

  constructor(placement: Placement, motion: Motion, life: number) {
    const time = new Countdown(life);
    super(placement, motion, time, new Mover());
    this.life = time;
  }

  override update(): void {
    this.life.left--;
    super.update();
  }
}
