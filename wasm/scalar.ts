// The kernel as it is, for the parity tests: every export takes byte addresses.

export { intersects, signedDistance } from "../src/kernel/pair";
export { collide, collideEdge } from "../src/kernel/manifold";
