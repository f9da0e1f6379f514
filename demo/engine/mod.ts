/**
 * A small game engine after the design of Entropy Interactive's articles: buffered input, entities
 * made of components, and a log. The loop and its timing are the library's `GameLoop`. Modules that
 * need a page are not exported here, so that a game can do without one: `game_window.ts`, the
 * window in which a game is drawn and from which it gets input, and `dom_input.ts`.
 *
 * @module
 */
export { type Component, Entity, HeavyComponent, LightComponent } from "./entity.ts";
export { EventQueue } from "./event_queue.ts";
export {
  Input,
  Keyboard,
  type KeyEvent,
  Mouse,
  type MouseEvent,
  MouseWheel,
  type WheelEvent,
} from "./input.ts";
export {
  type Level,
  logger,
  type LogStream,
  logStream,
  minimumLevel,
  setLogStream,
  setMinimumLevel,
} from "./log.ts";
export { Random } from "./random.ts";
export { type RecordedEvent, Recorder, type Recording, Replay } from "./recording.ts";
export { StateHash } from "./state_hash.ts";
