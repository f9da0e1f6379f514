/**
 * A small game engine after the design of Entropy Interactive's articles: buffered input, entities
 * of components, a log. The loop and its timing are the library's `GameLoop`. What needs a page is
 * not here, so that a game can do without one: `game_window.ts`, the window that a game is drawn in
 * and hears from, and `dom_input.ts`.
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
