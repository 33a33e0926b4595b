/** The pool is slow to load, so a single request must not load it. */
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { openTransport } from "../../../src/client/transport/transport.ts";
import { getClient } from "../../support/network/client.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

const loadedModules = () => Object.keys(createRequire(import.meta.url).cache).join("\n");

test("undici is loaded by the first request of a pool, and not before", async () => {
  const server = await serve((_, response) => answerJson(response, 200, {}));
  const environment = { HTTP_PROXY: "http://proxy.invalid", NO_PROXY: "127.0.0.1" };
  const direct = getClient(server.url, { transport: openTransport({ environment }) });
  await direct.send({ method: "GET", path: "/orgs" });
  const pooled = getClient(server.url, { transport: openTransport({ many: true, environment }) });
  expect(loadedModules()).not.toContain("undici");
  await pooled.send({ method: "GET", path: "/orgs" });
  expect(loadedModules()).toContain("undici");
});
