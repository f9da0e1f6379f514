import { assertEquals } from "@std/assert";
import { type LoopGovernor, runGoverned } from "@narrowphase/gjk2d/loop/classic";
import { VirtualTime } from "@narrowphase/gjk2d/loop/testing";

/** The times at which a governed loop begins its frames. */
export async function frames(
  governor: LoopGovernor,
  work: number | ((now: number) => number),
  seconds: number,
  setup: (time: VirtualTime) => void = () => {},
): Promise<number[]> {
  const time = new VirtualTime();
  setup(time);
  const starts: number[] = [];
  const controller = new AbortController();
  const game = {
    update(): void {
      starts.push(time.real);
      time.advance(typeof work === "number" ? work : work(time.real));
    },
    draw(): void {},
  };
  const ended = runGoverned(game, governor, time, time, controller.signal);
  await time.run(seconds * 1000);
  controller.abort();
  assertEquals(await ended, "aborted");
  return starts.filter((t) => t < seconds * 1000);
}
