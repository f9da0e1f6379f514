/** Has a worker ask the threads. */
const worker = new Worker(new URL("./threads_web.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => console.log(data);
worker.onerror = (event) => console.error(event.message);
