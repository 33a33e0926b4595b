import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openTransport } from "../../src/client/transport/transport.ts";
import * as collection from "../../src/contract/collection.ts";
import { IncompleteError, NetworkError } from "../../src/errors.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { getClient } from "../support/network/client.ts";

const seed = 20_262;
const whole = `HTTP/1.1 201 Created\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 11\r\n\r\n{"id":"c1"}`;

/** Resets the connection of each first attempt at a random byte; executes complete requests. */
async function open(random: () => number) {
  const done = new Map<string, number>();
  const tried = new Set<string>();
  const server = createServer((socket) => {
    const patience = Math.floor(random() * 700);
    let text = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const title = /"title":"(\w+)"/.exec(text)?.[1] ?? "";
      if (title !== "") {
        done.set(title, (done.get(title) ?? 0) + 1);
        if (tried.has(title)) return void socket.end(whole);
        tried.add(title);
        return void socket.resetAndDestroy();
      }
      if (text.length >= patience) socket.resetAndDestroy();
    });
    if (patience < 40) socket.resetAndDestroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, done };
}

test.each([
  ["one request", false],
  ["many requests", true],
])(
  "on %s, a POST that may have arrived is not sent again, and its result is unknown",
  async (_, many) => {
    const server = await open(randomFrom(seed).next);
    const client = getClient(server.url, { transport: openTransport({ many, environment: {} }) });
    const count = amount({ short: 50, full: 1000 });
    const ends = { made: 0, unknown: 0, "not begun": 0 };
    const twice = countFaults();
    for (let at = 0; at < count; at++) {
      const title = `T${at}`;
      const ended = await client.call(collection.create, { organizationId: "o1", title }).then(
        () => "made" as const,
        (error: unknown) => {
          if (error instanceof IncompleteError && error.how === "unknown") return "unknown";
          if (error instanceof NetworkError && error.arrived === "no") return "not begun";
          throw error;
        },
      );
      ends[ended]++;
      const done = server.done.get(title) ?? 0;
      twice.add(done > 1);
      expect([title, done, ended === "not begun" ? done : 0]).toEqual([
        title,
        Math.min(done, 1),
        0,
      ]);
    }
    expect(ends.unknown).toBeGreaterThan(0);
    const told = Object.entries(ends).map(([name, n]) => `${n} ${name}`);
    report(
      "C2",
      `${count} POSTs reset on the way (${many ? "pool" : "direct"}): ${told.join(", ")}, ${twice.total()} twice`,
    );
  },
  600_000,
);
