/**
 * A second caller of a platform: asks for one space again and again, and notes how long each answer takes.
 * A thread of its own, so that what the first caller does holds up nothing here.
 */
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const { url, token, path } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const pause = 5;
/** @type {number[]} */
let times = [];
let begun = Number.NaN;

parentPort?.on("message", (/** @type {"begin" | "end"} */ word) => {
  if (word === "begin") times = [];
  else {
    // What is not answered yet counts with what it has waited so far.
    if (!Number.isNaN(begun)) times.push(performance.now() - begun);
    parentPort?.postMessage(times.toSorted((a, b) => a - b));
  }
});

function ask() {
  begun = performance.now();
  const next = () => {
    times.push(performance.now() - begun);
    begun = Number.NaN;
    setTimeout(ask, pause);
  };
  request(`${url}${path}`, { agent, headers: { authorization: `Bearer ${token}` } })
    .on("response", (answer) => answer.resume().on("end", next))
    .on("error", next)
    .end();
}

ask();
parentPort?.postMessage("asking");
