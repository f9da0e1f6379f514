/**
 * The threads of a host: whether they are available, and web workers and Node workers behind one
 * interface.
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

/** A worker of either kind. */
export interface Thread {
  post(news: WorkerMessage): void;
  end(): void;
  /** Sets whether the process waits for the worker. */
  hold(held: boolean): void;
}

/** The part of a `node:worker_threads` worker that is used. */
interface NodeWorker extends ParallelWorker {
  ref(): void;
  unref(): void;
  on(event: "message" | "error" | "exit", listener: (argument: unknown) => void): void;
}

/** The part of Node's API that is used. Node, Deno and Bun have all of it, browsers nothing. */
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

/** The number of cores that the host reports, or 1 if it reports none. */
export function countCores(): number {
  return (globalThis as Host).navigator?.hardwareConcurrency ??
    findNodeModule("node:os")?.availableParallelism?.() ?? 1;
}

/** Why threads are not available here, or `null` if they are. */
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

/** The address of the worker's module, which lies beside this one, as in the package. */
function findWorker(): URL {
  const here: unknown = import.meta.url;
  if (typeof here !== "string") {
    throw new Error("the library does not know its address");
  }
  return new URL(here.endsWith(".ts") ? "./parallel_worker.ts" : "./parallel_worker.js", here);
}

/**
 * A function that creates a worker, from the module beside this one unless something else is given.
 */
export function makerOf(worker: WorkerSource | undefined): () => ParallelWorker {
  if (typeof worker === "function") return worker;
  const address = new URL(worker ?? findWorker());
  const node = findNodeModule("node:worker_threads");
  if (node === undefined) return () => new Worker(address, { type: "module" });
  // Node runs only files and texts directly; a text can import anything.
  const runnable = address.protocol === "file:" || address.protocol === "data:"
    ? address
    : new URL(`data:text/javascript,${encodeURIComponent(`import "${address.href}";`)}`);
  // If the program was given as text, workers inherit the flag with the kind of text, which is not
  // allowed for files.
  const isText = (globalThis as Host).process?.execArgv?.some((flag) =>
    flag.startsWith("--input-type")
  );
  return () => new node.Worker(runnable, isText ? { execArgv: [] } : undefined);
}

/**
 * Starts a worker. The process does not wait for it to end.
 *
 * @param make From `makerOf`, or the caller's
 * @param heard Gets each message of the worker
 * @param gone Is told why the worker has ended
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
  // Web workers have neither `ref` nor `unref`, except in Bun.
  node.unref?.();
  return {
    post: (news) => made.postMessage(news),
    end: () => void made.terminate(),
    hold: (held) => held ? node.ref?.() : node.unref?.(),
  };
}
