// The kernel unchanged, for the parity tests. Every export takes byte addresses.

export { intersects, penetration, signedDistance } from "../src/kernel/pair";
export { resume } from "../src/kernel/resume";
export { collide, collideEdge } from "../src/kernel/manifold";
export { linearCast } from "../src/kernel/cast";
export { rayCircle, rayPolygon, rayRounded } from "../src/kernel/ray";
export { boundReach, measureSweep, placeSweep, prepareSweep } from "../src/kernel/toi";
