/**
 * A concave body on a chain: a cup with a window, cut into convex parts, stands on hilly ground and holds a ball.
 * Prints what touches what and draws it. Run it: `deno run examples/concave.ts`
 *
 * @module
 */
import {
  chain,
  circle,
  compound,
  decompose,
  type ManifoldList,
  manifolds,
  massProperties,
  outline,
  polygon,
  type Polyline,
  pose,
  type Vec2,
} from "@narrowphase/gjk2d";

/** A cup, open at the top, seen from the side. */
const RIM: Vec2[] = [
  { x: -2, y: 3 },
  { x: -2, y: 0.5 },
  { x: -1.5, y: 0 },
  { x: 1.5, y: 0 },
  { x: 2, y: 0.5 },
  { x: 2, y: 3 },
  { x: 1.5, y: 3 },
  { x: 1.5, y: 1 },
  { x: -1.5, y: 1 },
  { x: -1.5, y: 3 },
];
/** A hole in its foot. */
const WINDOW: Vec2[] = [
  { x: -0.75, y: 0.375 },
  { x: 0.75, y: 0.375 },
  { x: 0.5, y: 0.75 },
  { x: -0.5, y: 0.75 },
];

export const cup = compound(decompose(RIM, { holes: [WINDOW] }).map((points) => polygon(points)));
export const cupPose = pose(0.5, -0.03125);

export const ball = circle(0.75);
export const ballPose = pose(1.26, 1.71);

/** Ground runs from right to left, so that its front is above. */
export const ground = chain([
  { x: 8, y: 2 },
  { x: 4, y: 0.5 },
  { x: 2.5, y: 0 },
  { x: -4, y: 0 },
  { x: -8, y: 1 },
]);
const here = pose();

/** The contacts of a pair, one line each. */
export function describe(name: string, { count, manifolds }: ManifoldList): string[] {
  return manifolds.slice(0, count).flatMap(({ partA, partB, normal, points, pointCount }) =>
    points.slice(0, pointCount).map(({ point, separation }) =>
      `${name}: part ${partA} and part ${partB} at (${point.x.toFixed(3)}, ${
        point.y.toFixed(3)
      }), ` +
      `normal (${normal.x.toFixed(2)}, ${normal.y.toFixed(2)}), separation ${separation.toFixed(4)}`
    )
  );
}

/** Everything that touches. */
export function contacts(): string[] {
  return [
    ...describe("ground, cup", manifolds(ground, here, cup, cupPose)),
    ...describe("cup, ball", manifolds(cup, cupPose, ball, ballPose)),
    ...describe("ground, ball", manifolds(ground, here, ball, ballPose)),
  ];
}

/** Letters for a picture: the outlines, without the edges between the parts of the cup. */
export function draw(width = 72, height = 22): string {
  const rows = Array.from({ length: height }, () => new Array<string>(width).fill(" "));
  const plot = (lines: readonly Polyline[], letter: string): void => {
    for (const { points, closed } of lines) {
      const n = points.length;
      for (let k = 0; k < (closed ? n : n - 2); k += 2) {
        const [x, y, u, v] = [points[k], points[k + 1], points[(k + 2) % n], points[(k + 3) % n]];
        for (let t = 0; t <= 1; t += 1 / 256) {
          const column = Math.round((x + t * (u - x) + 4.5) * width / 9);
          const row = Math.round((4 - (y + t * (v - y))) * height / 5);
          if (rows[row]?.[column] !== undefined) rows[row][column] = letter;
        }
      }
    }
  };
  plot(outline(ground, here), "~");
  plot(outline(cup, cupPose), "#");
  plot(outline(ball, ballPose, 0.01), "o");
  return rows.map((row) => row.join("").trimEnd()).join("\n");
}

if (import.meta.main) {
  const { mass, center } = massProperties(cup, 1);
  console.log(
    `cup: ${cup.parts.length} parts, mass ${mass}, center (${center.x}, ${center.y.toFixed(3)})`,
  );
  for (const line of contacts()) console.log(line);
  console.log(draw());
}
