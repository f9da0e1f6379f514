/**
 * A door that opens while somebody is near, and coins that are picked up: sensors and their events. Run with
 * `deno run examples/sensors.ts`, or `node sensors.ts` from Node 22.18 on.
 *
 * @module
 */
import { box, circle, pose, Space } from "@narrowphase/gjk2d";

const ACTOR = 1, SENSOR = 2;

/** What happened, in words. */
export function play(steps = 200): string[] {
  const space = new Space(), log: string[] = [];
  const sensor = { sensor: true, category: SENSOR, mask: ACTOR };
  space.add(box(4, 4), pose(6, 0), { ...sensor, data: "door" });
  for (const x of [2, 4, 9]) space.add(circle(0.25), pose(x, 0), { ...sensor, data: "coin" });
  const actor = { category: ACTOR, mask: SENSOR };
  const hero = space.add(circle(0.5), pose(0, 0), { ...actor, data: "hero" });
  const cat = space.add(circle(0.25), pose(12, 1), { ...actor, data: "cat" });
  let near = 0;
  for (let step = 0; step < steps; step++) {
    space.setTransform(hero, 0.06 * step, 0, 0);
    space.setTransform(cat, 12 - 0.05 * step, 1, 0);
    space.update();
    const taken: number[] = [];
    // The lower id comes first: here the sensor, since sensors were added first.
    space.began.sensors.forEach((zone, who) => {
      if (space.data(zone) === "door") {
        if (near++ === 0) log.push(`${space.data(who)} opens the door`);
      } else if (who === hero) taken.push(zone);
    });
    space.ended.sensors.forEach((zone) => {
      if (space.has(zone) && space.data(zone) === "door" && --near === 0) {
        log.push("the door closes");
      }
    });
    for (const coin of taken) {
      log.push(`hero takes a coin at ${space.getPose(coin).x}`);
      space.remove(coin); // after the events, which name ids
    }
  }
  return log;
}

if (import.meta.main) { for (const line of play()) console.log(line); }
