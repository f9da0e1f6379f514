import type { Pose } from "../math/pose.ts";
import type { Shape } from "../shapes/shape.ts";
import type { DistanceResult } from "./result.ts";
export function smoothSignedDistance(_a: Shape, _pa: Readonly<Pose>, _b: Shape, _pb: Readonly<Pose>, _out: DistanceResult | null): DistanceResult { throw new Error("being written"); }
export function smoothDistance(_a: Shape, _pa: Readonly<Pose>, _b: Shape, _pb: Readonly<Pose>, _out: DistanceResult): DistanceResult { throw new Error("being written"); }
