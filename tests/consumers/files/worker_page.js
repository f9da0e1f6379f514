/** Has a worker play the scene. */
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => console.log(data);
worker.onerror = (event) => console.error(event.message);
