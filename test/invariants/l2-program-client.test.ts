/** L2: calls of a program are validated before they are sent, to its own URL with its own token. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyOperation } from "../../src/contract/every-operation.ts";
import { UsageError } from "../../src/errors.ts";
import { createClient } from "../../src/library/library.ts";
import { report, slowTest } from "../support/generators/amount.ts";
import { answerJson, serve } from "../support/network/loopback.ts";
import { callOperation, isListResult } from "../support/network/program-client.ts";

const others = ["TOME_TOKEN", "TOME_BASE_URL", "GITBOOK_TOKEN", "GITBOOK_ENDPOINT", "TOME_PROFILE"];
const before = Object.fromEntries(others.map((name) => [name, process.env[name]]));

beforeAll(() => {
  for (const name of others) process.env[name] = `canary-of-${name}`;
});

afterAll(() => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

async function call(client: object, operation: string, input: unknown): Promise<unknown> {
  const result = callOperation(client, operation, input);
  return isListResult(result) ? result[Symbol.asyncIterator]().next() : result;
}

slowTest("invalid input of any operation is refused, and nothing is sent", async () => {
  const server = await serve((_seen, response) => answerJson(response, 200, {}));
  const client = createClient({ baseUrl: server.url, token: "own" });
  let refused = 0;
  for (const { operation, input } of everyOperation) {
    const faulty: unknown[] = [{ noSuchMember: 1 }];
    const [first] = Object.keys(input);
    if (first !== undefined) faulty.push({ [first]: { not: "this" } });
    for (const given of faulty) {
      await expect(call(client, operation, given), operation).rejects.toThrow(UsageError);
      refused++;
    }
  }
  expect(server.seen).toEqual([]);
  const sent = `${server.seen.length} sent`;
  report("L2", `${refused} faulty inputs of ${everyOperation.length} operations, ${sent}`);
});

test("the given token is sent only to the given base URL, and no token of the environment is sent", async () => {
  const server = await serve((_seen, response) => answerJson(response, 200, {}));
  const [own, none] = [
    createClient({ baseUrl: server.url, token: "own" }),
    createClient({ baseUrl: server.url }),
  ];
  await call(own, "getAuthenticatedUser", {});
  await call(none, "getAuthenticatedUser", {});
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer own",
    undefined,
  ]);
  const foreign = server.seen.filter((request) => JSON.stringify(request).includes("canary"));
  expect(foreign).toEqual([]);
  const sent = `${server.seen.length} requests with a token and without one`;
  report("L2", `${sent}, ${foreign.length} with a token of the environment`);
});
