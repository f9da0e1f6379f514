/**
 * A worker that says how long a package takes until it can be used: in a worker nothing of it has
 * been loaded, compiled or run before.
 *
 * @module
 */

/** What to load, and which of its functions to call until it is ready. */
export interface Load {
  url: string;
  ready: "import" | "init" | "space";
}

// Deno's types of a page have no worker's `self`.
const worker = globalThis as unknown as {
  onmessage: (event: { data: Load }) => Promise<void>;
  postMessage(ms: number): void;
};

worker.onmessage = async ({ data: { url, ready } }) => {
  const start = performance.now();
  const found = await import(url);
  if (ready === "init") await (found.init ?? found.default.init)();
  if (ready === "space") new found.SpaceSimulation().step(1 / 60);
  worker.postMessage(performance.now() - start);
};
