import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fetchNewestVersion } from "../../../src/app/run/newest-version.ts";
import { NetworkError, UsageError } from "../../../src/errors.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, closedPort, serve } from "../../support/network/loopback.ts";

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

test("the registry is asked for JSON, without a token", async () => {
  const server = await serve((_, response) => answerJson(response, 200, { version: "1.2.3" }));
  await fetchNewestVersion({ npm_config_registry: server.url, TOME_TOKEN: "secret" });
  const sent = server.seen.map(({ method, headers: { accept, authorization } }) => ({
    ...{ method, accept, authorization },
  }));
  expect(sent).toEqual([{ method: "GET", accept: "application/json", authorization: undefined }]);
});

test("a registry with https is asked", async () => {
  const registry = (await closedPort()).replace("http:", "https:");
  const asked = fetchNewestVersion({ npm_config_registry: registry });
  await expect(asked).rejects.toBeInstanceOf(NetworkError);
});

test.each([
  [300_000, "1.2.3"],
  [3_000_000, /returned status 200 and no version/],
])("the version after %d other characters is %s", async (size, expected) => {
  const body = { readme: "x".repeat(size), version: "1.2.3" };
  const server = await serve((_, response) => answerJson(response, 200, body));
  const asked = fetchNewestVersion({ npm_config_registry: server.url });
  expect(await asked.catch((error) => error.message)).toMatch(expected);
});

slowTest("the registry is the one of npm's configuration, and required", async () => {
  const home = temporaryFolder();
  const server = await serve((_, response) => answerJson(response, 200, { version: "1.2.3" }));
  writeFileSync(join(home, ".npmrc"), `registry=${server.url}/\n`);
  expect(await fetchNewestVersion({ HOME: home, PATH: process.env.PATH })).toBe("1.2.3");
  await expect(fetchNewestVersion({ HOME: home, PATH: home })).rejects.toMatchObject({
    message: "No npm registry is configured.",
    hint: "Set npm_config_registry",
  });
});
