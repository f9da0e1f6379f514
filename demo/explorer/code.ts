/**
 * A scene as code that runs: paste it into a file beside an installed package.
 *
 * @module
 */
import { convexHull } from "@narrowphase/gjk2d";
import { type Body, type Motion, radians, type Scene, type View } from "./scene.ts";

const CALLS: Record<View, string> = {
  distance: "signedDistance",
  steps: "gjkTrace",
  contact: "collide",
  ray: "rayCast",
  cast: "shapeCast",
  impact: "timeOfImpact",
};

/** The shape of a body, and the functions that make it. */
function shapeCode({ kind, size: s, sides, round, points }: Body): [code: string, names: string[]] {
  switch (kind) {
    case "circle":
      return [`circle(${s})`, ["circle"]];
    case "box":
      return [`box(${2.4 * s}, ${1.6 * s})`, ["box"]];
    case "ngon":
      return [`regularPolygon(${sides}, ${1.3 * s})`, ["regularPolygon"]];
    case "capsule":
      return [
        `capsule({ x: ${-0.9 * s}, y: 0 }, { x: ${0.9 * s}, y: 0 }, ${round * s})`,
        ["capsule"],
      ];
    case "rounded":
      return [
        `polygon(regularPolygon(${sides}, ${s}).points, { radius: ${round * s} })`,
        ["polygon", "regularPolygon"],
      ];
    case "ellipse":
      return [`ellipse(${1.4 * s}, ${0.8 * s})`, ["ellipse"]];
    case "hull": {
      const corners = convexHull(points.map(({ x, y }) => ({ x: x * s, y: y * s })));
      return [`polygon([${corners.map(pointCode).join(", ")}])`, ["polygon"]];
    }
  }
}

function pointCode({ x, y }: { x: number; y: number }): string {
  return `{ x: ${x}, y: ${y} }`;
}

function poseCode(body: Body): string {
  const turn = radians(body.angle);
  return `pose(${body.x}, ${body.y}${turn === 0 ? "" : `, ${turn}`})`;
}

function sweepCode(from: string, body: Body, by: Motion): string {
  const to = poseCode({
    ...body,
    x: body.x + by.x,
    y: body.y + by.y,
    angle: body.angle + by.angle,
  });
  return `{ localCenter: { x: 0, y: 0 }, from: ${from}, to: ${to} }`;
}

/** The scene as a module that prints the answer of its view. */
export function codeOf(scene: Scene): string {
  const [a, namesA] = shapeCode(scene.a);
  const [b, namesB] = shapeCode(scene.b);
  const call = CALLS[scene.view];
  const lines = [
    `const a = ${a};`,
    `const poseA = ${poseCode(scene.a)};`,
    `const b = ${b};`,
    `const poseB = ${poseCode(scene.b)};`,
    "",
  ];
  const names = new Set([...namesA, ...namesB, "pose", call]);
  switch (scene.view) {
    case "steps":
      lines.push(
        "for (const { stage, direction, support, region, verdict } of gjkTrace(a, poseA, b, poseB)) {",
        "  console.log(stage, direction, support.point, region, verdict);",
        "}",
      );
      break;
    case "contact":
      lines.push(
        `const { normal, pointCount, points } = collide(a, poseA, b, poseB, { margin: ${scene.margin} });`,
        "console.log(normal, points.slice(0, pointCount));",
      );
      break;
    case "ray":
      lines.push(
        `const origin = ${pointCode(scene.ray)};`,
        `const way = { x: ${scene.ray.dx}, y: ${scene.ray.dy} };`,
        "console.log(rayCast(a, poseA, origin, way), rayCast(b, poseB, origin, way));",
      );
      break;
    case "cast":
      lines.push(`console.log(shapeCast(a, poseA, b, poseB, ${pointCode(scene.cast)}));`);
      break;
    case "impact":
      lines.push(
        `const sweepA = ${sweepCode("poseA", scene.a, scene.moveA)};`,
        `const sweepB = ${sweepCode("poseB", scene.b, scene.moveB)};`,
        "console.log(timeOfImpact(a, sweepA, b, sweepB));",
      );
      break;
    default:
      lines.push(
        "const { status, distance, normal, pointA, pointB } = signedDistance(a, poseA, b, poseB);",
        "console.log(status, distance, normal, pointA, pointB);",
      );
  }
  return [
    `import { ${[...names].sort().join(", ")} } from "@narrowphase/gjk2d";`,
    "",
    ...lines,
    "",
  ].join("\n");
}
