/**
 * The threads of a host: whether there can be any, and workers of the web or of Node behind one face.
 *
 * @module
 */
import { checkObject, show } from "../math/check.ts";
import { textOf, type WorkerMessage } from "./parallel_layout.ts";

/** What a {@linkcode ParallelBatch} needs of a worker: it may be one of the web or of `node:worker_threads`. */
export interface ParallelWorker {
  /** Sends it a message. */
  postMessage(message: unknown): void;
  /** Ends it. */
  terminate(): unknown;
}

/** Where workers come from: the address of their module, or a function that makes one. */
export type WorkerSource = string | URL | (() => ParallelWorker);

/** A worker, whatever kind the host has. */
export interface Thread {
  post(news: WorkerMessage): void;
  end(): void;
  /** Whether the process is to wait for it. */
  hold(held: boolean): void;
}

/** A worker of `node:worker_threads`, as far as it is needed. */
interface NodeWorker extends ParallelWorker {
  ref(): void;
  unref(): void;
  on(event: "message" | "error" | "exit", listener: (argument: unknown) => void): void;
}

/** What there is of Node: all of it in Node, Deno and Bun, nothing in browsers. */
interface Host {
  process?: {
    getBuiltinModule?(name: string): {
      Worker: new (address: URL, options?: { execArgv: string[] }) => NodeWorker;
      availableParallelism?(): number;
    } | undefined;
    execArgv?: string[];
  };
  navigator?: { hardwareConcurrency?: number };
  Worker?: typeof Worker;
}

function findNodeModule(
  name: string,
): ReturnType<NonNullable<NonNullable<Host["process"]>["getBuiltinModule"]>> {
  try {
    return (globalThis as Host).process?.getBuiltinModule?.(name);
  } catch {
    return undefined; // a stand-in for Node
  }
}

/** As many as the host says; 1 where it does not. */
export function countCores(): number {
  return (globalThis as Host).navigator?.hardwareConcurrency ??
    findNodeModule("node:os")?.availableParallelism?.() ?? 1;
}

/** Why there can be no threads here, or `null`. */
export function findThreadRefusal(): string | null {
  if (typeof SharedArrayBuffer !== "function") {
    return "SharedArrayBuffer is missing (in browsers it takes cross-origin isolation)";
  }
  const host = globalThis as Host;
  if (findNodeModule("node:worker_threads") === undefined && typeof host.Worker !== "function") {
    return "there are no workers here";
  }
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 1, 0);
  } catch {
    return "this thread must not wait: use the batch in a worker";
  }
  return null;
}

/** The worker's module lies beside this one, as it does in the package. */
function findWorker(): URL {
  const here: unknown = import.meta.url;
  if (typeof here !== "string") {
    throw new Error("the library does not know its address");
  }
  return new URL(here.endsWith(".ts") ? "./parallel_worker.ts" : "./parallel_worker.js", here);
}

/** What makes a worker, of the module beside this one unless something else is given. */
export function makerOf(worker: WorkerSource | undefined): () => ParallelWorker {
  if (typeof worker === "function") return worker;
  const address = new URL(worker ?? findWorker());
  const node = findNodeModule("node:worker_threads");
  if (node === undefined) return () => new Worker(address, { type: "module" });
  // Only files and texts can be run directly; a text can import anything.
  const runnable = address.protocol === "file:" || address.protocol === "data:"
    ? address
    : new URL(`data:text/javascript,${encodeURIComponent(`import "${address.href}";`)}`);
  // Of a program that is given as text workers inherit what kind of text it is, which no file may have.
  const isText = (globalThis as Host).process?.execArgv?.some((flag) =>
    flag.startsWith("--input-type")
  );
  return () => new node.Worker(runnable, isText ? { execArgv: [] } : undefined);
}

/**
 * Starts a worker, of which the process does not wait for the end.
 *
 * @param make From `makerOf`, or the caller's
 * @param heard Gets each message of it
 * @param gone Is told why it has ended
 */
export function startThread(
  make: () => ParallelWorker,
  heard: (text: string) => void,
  gone: (why: string) => void,
): Thread {
  const made = make();
  checkObject("create batch", "what options.worker returns", made, "a worker");
  if (typeof made.postMessage !== "function" || typeof made.terminate !== "function") {
    throw new TypeError(
      `Cannot create batch: what options.worker returns is ${show(made)}, must be a worker`,
    );
  }
  const node = made as NodeWorker;
  if (typeof node.on === "function") {
    node.on("message", (text) => heard(String(text)));
    node.on("error", (error) => gone(textOf(error)));
    node.on("exit", (code) => gone(`exit code ${code}`));
  } else {
    const worker = made as Worker;
    worker.onmessage = ({ data }: MessageEvent<string>): void => heard(data);
    worker.onerror = (event): void => {
      event.preventDefault();
      gone(event.message || "its module cannot be loaded (a bundle needs options.worker)");
    };
  }
  // Workers of the web have neither, but for Bun's.
  node.unref?.();
  return {
    post: (news) => made.postMessage(news),
    end: () => void made.terminate(),
    hold: (held) => held ? node.ref?.() : node.unref?.(),
  };
}
