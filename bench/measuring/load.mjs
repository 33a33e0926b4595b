/** Load generator with many connections. Requests are prepared bytes; responses are only counted. */
import { connect } from "node:net";
import { median } from "./processes.mjs";

/** @typedef {{ method: string, path: string, body: string }} Asked */
/** @typedef {{ rate: number, slowest: number }} Load responses per second; 99th percentile in ms */

/**
 * @param {string} address
 * @param {readonly (string | Asked)[]} asked requests to send in turn; a path is a GET request
 * @param {{ token: string, connections: number, seconds: number }} options
 * @returns {Promise<Load>}
 */
export async function load(address, asked, { token, connections, seconds }) {
  const { hostname, port, host } = new URL(address);
  const requests = asked.map((one) => {
    const { method, path, body } =
      typeof one === "string" ? { method: "GET", path: one, body: "" } : one;
    const head = [
      `${method} ${path} HTTP/1.1`,
      `host: ${host}`,
      `authorization: Bearer ${token}`,
      ...(body === ""
        ? []
        : ["content-type: application/json", `content-length: ${Buffer.byteLength(body)}`]),
    ];
    return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
  });
  const end = performance.now() + seconds * 1000;
  /** @type {number[]} */
  const times = [];
  let turn = 0;
  const one = () =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let start = 0;
      let rest = "";
      const ask = () => {
        start = performance.now();
        if (start >= end) {
          socket.destroy();
          resolve(undefined);
        } else socket.write(requests[turn++ % requests.length] ?? "");
      };
      socket.setNoDelay(true);
      socket.on("connect", ask);
      socket.on("error", reject);
      // Latin-1 decoding keeps lengths equal to those in the header.
      socket.setEncoding("latin1");
      socket.on("data", (chunk) => {
        rest += chunk;
        const head = rest.indexOf("\r\n\r\n");
        if (head === -1) return;
        const length = /content-length: (\d+)/i.exec(rest.slice(0, head))?.[1];
        if (!rest.startsWith("HTTP/1.1 200") || length === undefined) {
          reject(new Error(`The answer is none to count: ${rest.slice(0, 200)}`));
        } else if (rest.length >= head + 4 + Number(length)) {
          times.push(performance.now() - start);
          rest = "";
          ask();
        }
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  const sorted = times.toSorted((a, b) => a - b);
  return {
    rate: times.length / seconds,
    slowest: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
  };
}

/**
 * Alternates between several loads, so that other activity on the machine affects all of them.
 * @param {readonly (() => Promise<Load>)[]} loads
 * @param {number} rounds
 */
export async function loadInTurns(loads, rounds) {
  const results = loads.map(() => /** @type {Load[]} */ ([]));
  for (let round = -1; round < rounds; round++) {
    for (const [index, run] of loads.entries()) {
      const result = await run();
      // The first round warms up.
      if (round >= 0) results[index]?.push(result);
    }
  }
  return results.map((rows) => ({
    rate: median(rows.map(({ rate }) => rate)),
    slowest: median(rows.map(({ slowest }) => slowest)),
  }));
}
