import { expect, test } from "vitest";
import { type PreparedRequest, requestByHand } from "../../src/client/request.ts";
import { isLogged } from "../../src/client/write-log.ts";
import { getMethod, isAudited } from "../../src/contract/endpoint.ts";
import { everyOperation } from "../../src/contract/every-operation.ts";

const base = new URL("https://api.example/v1");

test.each(["GET", "POST", "PUT", "PATCH", "DELETE"] as const)(
  "the history has the operations with the method %s that change something and are audited",
  (method) => {
    const request = requestByHand({ method, path: "/orgs" }, base);
    const operations = everyOperation.filter((one) => getMethod(one) === method);
    const logged = operations.filter((endpoint) => {
      const prepared: PreparedRequest = { ...request, of: { endpoint, input: {} } };
      return isLogged(prepared);
    });
    expect(logged).toEqual(operations.filter((one) => isAudited(one) && one.reads !== true));
    expect(logged.length > 0).toBe(method !== "GET");
  },
);

test.each([
  ["GET", false],
  ["HEAD", false],
  ["OPTIONS", false],
  ["POST", true],
  ["PUT", true],
  ["PATCH", true],
  ["DELETE", true],
] as const)("a %s that was written by hand is in the history: %s", (method, isKept) => {
  expect(isLogged(requestByHand({ method, path: "/orgs" }, base))).toBe(isKept);
});
