import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { type Served, serve } from "../support/platforms/served.ts";

const second = 1000;
const sockets = amount({ short: 60, full: 1000 });
/** The platform's own timeout is long; the short run sets a shorter one. */
const patience = amount({ short: 1, full: 0 }) === 0 ? undefined : { head: 400, whole: 800 };

interface Slow {
  /** Milliseconds from the connection to its end. */
  readonly ended: Promise<number>;
}

/** Sends a few bytes at intervals, and never the complete request. */
function slow({ server }: Served, beginning: string, drop: string): Slow {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const begun = performance.now();
  const drops = setInterval(() => socket.write(drop), 200);
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {}).write(beginning);
  socket.resume();
  return {
    ended: new Promise((resolve) => {
      socket.on("close", () => {
        clearInterval(drops);
        resolve(performance.now() - begun);
      });
    }),
  };
}

function slowSockets(served: Served): readonly Slow[] {
  const { host } = new URL(served.server.url);
  const head = `POST /v1/orgs HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${served.server.token}\r\n`;
  const bodied = `${head}Content-Type: application/json\r\n`;
  const kinds: readonly (readonly [string, string])[] = [
    ["", "G"],
    [head, "X"],
    [head, "X-A: b\r\n"],
    [`${bodied}Content-Length: 100000\r\n\r\n`, " "],
    [`${bodied}Transfer-Encoding: chunked\r\n\r\n`, "1\r\n \r\n"],
    ["GET /v1/user HTTP/1.1\r\n", ""],
  ];
  return Array.from({ length: sockets }, (_, index) => {
    const [beginning, drop] = kinds[index % kinds.length] ?? ["", ""];
    return slow(served, beginning, drop);
  });
}

slowTest("requests that never end are ended, and other requests are not delayed", async () => {
  const served = await serve({}, { patience });
  const slowOnes = slowSockets(served);
  const ends = Promise.all(slowOnes.map(({ ended }) => ended));
  const times: number[] = [];
  let over = false;
  void ends.then(() => {
    over = true;
  });
  while (!over) {
    const begun = performance.now();
    expect((await served.send("GET /v1/user")).status).toBe(200);
    times.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const slowest = Math.max(...(await ends));
  const { tables } = await served.service.admin.export();
  expect(tables.organizations).toHaveLength(1);
  const p99 = times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0;
  report(
    "S11",
    `${sockets} slow sockets ended within ${(slowest / second).toFixed(1)} s; meanwhile ${times.length} requests, p99 ${p99.toFixed(0)} ms`,
  );
});

const gigabyte = 1024 ** 3;

/** Writes until the other side closes. @returns the number of accepted bytes, and the response */
async function pour(served: Served, head: string, wrap: (data: Buffer) => Buffer) {
  const { hostname, port, host } = new URL(served.server.url);
  const socket: Socket = connect(Number(port), hostname);
  let said = "";
  let ended = false;
  socket.on("data", (data) => {
    said += data.toString("latin1");
  });
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve())).then(() => {
    ended = true;
  });
  socket.write(
    `POST /v1/orgs HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${served.server.token}\r\nContent-Type: application/json\r\n${head}\r\n\r\n`,
  );
  const piece = wrap(Buffer.alloc(256 * 1024, 32));
  let sent = 0;
  while (!ended && sent < gigabyte) {
    const flows = socket.write(piece);
    sent += piece.length;
    if (!flows) {
      await Promise.race([closed, new Promise((resolve) => socket.once("drain", resolve))]);
    }
  }
  socket.end();
  await closed;
  return { sent: socket.bytesWritten, said };
}

test("a body of a gigabyte is refused at the limit, with or without Content-Length, and uses no memory", async () => {
  const served = await serve({}, { patience: { head: 2 * second, whole: 4 * second } });
  await served.send("GET /v1/user");
  const before = process.memoryUsage.rss();
  const told = await pour(served, `Content-Length: ${gigabyte}`, (data) => data);
  const untold = await pour(served, "Transfer-Encoding: chunked", (data) =>
    Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from("\r\n")]),
  );
  for (const { said, sent } of [told, untold]) {
    // A client that keeps sending may be disconnected before the refusal arrives.
    expect(said).toMatch(/^(HTTP\/1\.1 413 |$)/);
    expect(sent).toBeLessThan(200 * 1024 * 1024);
  }
  expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
  expect((await served.send("GET /v1/user")).status).toBe(200);
  report("S11", `1 GB told and untold: refused after ${told.sent} and ${untold.sent} bytes`);
});
