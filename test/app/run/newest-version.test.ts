import { expect, test } from "vitest";
import { fetchNewestVersion } from "../../../src/app/run/newest-version.ts";
import { UsageError } from "../../../src/errors.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

test.each([
  "http://registry.example",
  "http://localhost.example",
  "http://127.0.0.1.example",
  "http://sub.localhost.example/npm",
  "ftp://localhost",
  "https://user@registry.example",
  "https://:word@registry.example",
  "registry.example",
])("the registry %s is refused before a request", async (registry) => {
  const refusal = await fetchNewestVersion({ npm_config_registry: registry }).catch(
    (error) => error,
  );
  expect(refusal).toBeInstanceOf(UsageError);
  expect(refusal.message).toBe("npm_config_registry must be an https URL without a password.");
});

test.each([
  [200, { version: "12.3.4" }, "12.3.4"],
  [200, { version: "next" }, /returned status 200 and no version/],
  [404, { error: "not found" }, /is not published at/],
  [500, { version: "12.3.4" }, /returned status 500 and no version/],
])("a registry on this machine that responds with %d %j", async (status, body, expected) => {
  const server = await serve((_, response) => answerJson(response, status, body));
  const registry = `${server.url}/npm/`;
  const result = await fetchNewestVersion({ npm_config_registry: registry }).catch(
    (error) => error.message,
  );
  expect(result).toMatch(expected);
  expect(server.seen.map(({ url }) => url)).toEqual([
    expect.stringMatching(/^\/npm\/[^/]+\/latest$/),
  ]);
});
