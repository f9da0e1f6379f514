/** The part of sat.js 0.9.0 that the benchmarks use; the package has no types of its own. */
export class Vector {
  x: number;
  y: number;
  constructor(x?: number, y?: number);
}
export class Circle {
  pos: Vector;
  r: number;
  constructor(pos: Vector, r: number);
}
export class Polygon {
  pos: Vector;
  constructor(pos: Vector, points: Vector[]);
}
export class Response {
  overlap: number;
  clear(): this;
}
declare const SAT: {
  Vector: typeof Vector;
  Circle: typeof Circle;
  Polygon: typeof Polygon;
  Response: typeof Response;
  testCircleCircle(a: Circle, b: Circle, response?: Response): boolean;
  testCirclePolygon(a: Circle, b: Polygon, response?: Response): boolean;
  testPolygonCircle(a: Polygon, b: Circle, response?: Response): boolean;
  testPolygonPolygon(a: Polygon, b: Polygon, response?: Response): boolean;
};
export default SAT;
