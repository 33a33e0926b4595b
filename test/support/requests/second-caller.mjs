/**
 * A second caller of a platform in another process. It repeats a small request in a thread, so that the
 * first caller does not delay it.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { parentPort, Worker, workerData } from "node:worker_threads";

/**
 * @typedef {object} Wait
 * @property {number} milliseconds from the request to the end of the response
 * @property {number} worked the CPU time of the platform's main thread in milliseconds, which does
 *   not depend on the load of the machine; 0 if unavailable
 */

/**
 * @typedef {object} Asked
 * @property {string} url
 * @property {string} token
 * @property {string} path
 * @property {number} pid the process of the platform
 */

/**
 * Creates a token of another member, because fairness applies between different callers.
 * @param {string} url the base URL of the platform
 * @param {string} admin the admin token
 */
export async function tokenOfAnother(url, admin) {
  const response = await fetch(`${url}/_tome/token`, {
    method: "POST",
    headers: { authorization: `Bearer ${admin}`, "content-type": "application/json" },
    body: JSON.stringify({ role: "read" }),
  });
  const { token } = await response.json();
  return String(token);
}

/** Marks worker threads of this file. */
const role = "second caller";
const pause = 5;

/**
 * @param {Asked} asked
 * @returns the second caller, which has started
 */
export async function callBeside({ url, token, path, pid }) {
  const thread = new Worker(new URL(import.meta.url), {
    workerData: { role, asked: { url, token, path, pid } },
  });
  /** @returns {Promise<Wait[]>} */
  const hear = async () => (await once(thread, "message"))[0];
  await hear();
  return {
    /** The waits since the last call, shortest first. */
    async waits() {
      thread.postMessage("waits");
      return (await hear()).sort((one, other) => one.milliseconds - other.milliseconds);
    },
    end: () => thread.terminate(),
  };
}

/** @param {readonly Wait[]} waits shortest first */
export function getSummary(waits) {
  const at = (/** @type {number} */ share) =>
    waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]?.milliseconds ?? 0;
  return {
    p99: at(0.99),
    longest: at(1),
    mostWorked: waits.reduce((most, { worked }) => Math.max(most, worked), 0),
  };
}

/** @param {number} pid @returns the CPU time of its main thread in milliseconds */
function computedBy(pid) {
  try {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    return 0;
  }
}

/** @param {Asked} asked */
function askForEver({ url, token, path, pid }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${token}` };
  /** @type {Wait[]} */
  let waits = [];
  let begun = 0;
  let computed = 0;
  const wait = () => ({
    milliseconds: performance.now() - begun,
    worked: computedBy(pid) - computed,
  });
  const ask = () => {
    begun = performance.now();
    computed = computedBy(pid);
    const next = () => {
      waits.push(wait());
      begun = 0;
      setTimeout(ask, pause);
    };
    request(`${url}${path}`, { agent, headers })
      .on("response", (answer) => {
        if (answer.statusCode !== 200)
          throw new Error(`The second caller got ${answer.statusCode}.`);
        answer.resume().on("end", next);
      })
      .on("error", next)
      .end();
  };
  parentPort?.on("message", () => {
    // A pending request counts with its current waiting time.
    parentPort?.postMessage(begun === 0 ? waits : [...waits, wait()]);
    waits = [];
  });
  ask();
  parentPort?.postMessage([]);
}

if (workerData?.role === role) askForEver(workerData.asked);
