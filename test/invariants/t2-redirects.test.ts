import { expect, test } from "vitest";
import { openTransport } from "../../src/client/transport/transport.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { report } from "../support/generators/amount.ts";
import { getClient, rejection } from "../support/network/client.ts";
import { serve } from "../support/network/loopback.ts";

const codes = [301, 302, 303, 307, 308];
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

test.each([
  ["one request", false],
  ["many requests", true],
])("on %s, a write is never redirected, and a read at most five times", async (_, many) => {
  const again = countFaults();
  for (const code of codes) {
    for (const method of methods) {
      const server = await serve((_seen, response) =>
        response.writeHead(code, { location: "/v1/again" }).end(),
      );
      const client = getClient(server.url, {
        transport: openTransport({ many, environment: {} }),
      });
      const body = method === "GET" ? undefined : "{}";
      await rejection(client.send({ method, path: "/orgs", body }));
      const sent = server.seen.map((seen) => [seen.method, seen.body]);
      if (method !== "GET") again.add(sent.slice(1));
      expect(sent).toEqual(Array(method === "GET" ? 6 : 1).fill([method, body ?? ""]));
    }
  }
  report(
    "T2",
    `${codes.length} codes x ${methods.length} methods, ${again.total()} changes sent again`,
  );
});
