import { describe, expect, test } from "vitest";
import { requestByHand } from "../../src/client/request.ts";
import { getMethod, listPathNames, resolvePath } from "../../src/contract/endpoint.ts";
import { everyOperation } from "../../src/contract/every-operation.ts";
import { recognize } from "../../src/history/raw-request.ts";

const base = new URL("https://api.example.com/prefix/v1");

describe("a request that was written by hand", () => {
  test("has the operation and the input of its path and body", async () => {
    const body = JSON.stringify({ title: "Guide" });
    const request = requestByHand({ method: "PATCH", path: "/spaces/S%201", body }, base);
    const recognized = await recognize(request);
    expect(recognized?.endpoint.operation).toBe("updateSpaceById");
    expect(recognized?.input).toEqual({ title: "Guide", spaceId: "S 1" });
  });

  test.each([
    ["PATCH", "/spaces/S1", "no JSON"],
    ["PATCH", "/spaces/S1", "[]"],
    ["PATCH", "/spaces/S1/unknown", "{}"],
    ["PATCH", "/spaces/%ff", "{}"],
  ] as const)("is not recognized for %s %s with %s", async (method, path, body) => {
    expect(await recognize(requestByHand({ method, path, body }, base))).toBeUndefined();
  });

  test.each(
    everyOperation.flatMap((endpoint) =>
      endpoint.wholeBody === undefined || endpoint.reads === true
        ? []
        : [[endpoint.operation, endpoint, endpoint.wholeBody] as const],
    ),
  )("of the operation %s has its whole body as one field", async (operation, endpoint, field) => {
    const path = resolvePath(endpoint).replace(/\{\w+\}/g, "x1");
    for (const value of [{ a: 1 }, [1, 2]]) {
      const body = JSON.stringify(value);
      const recognized = await recognize(
        requestByHand({ method: getMethod(endpoint), path, body }, base),
      );
      expect(recognized?.endpoint.operation).toBe(operation);
      expect(recognized?.input).toEqual({
        [field]: value,
        ...Object.fromEntries(listPathNames(endpoint).map((name) => [name, "x1"])),
      });
    }
  });

  // The secrets of the operation, and those that only the request has, are both kept.
  test.each([
    ["POST", "/orgs/O1/webhooks", { secret: "body-secret", name: "x" }, {}, ["body-secret"]],
    ["PATCH", "/spaces/S1", { title: "x" }, { "x-key": "header-secret" }, ["header-secret"]],
    [
      "POST",
      "/orgs/O1/webhooks",
      { secret: "body-secret" },
      { "x-key": "header-secret", "x-more": "other-secret" },
      ["body-secret", "header-secret", "other-secret"],
    ],
    ["PATCH", "/spaces/S1", { title: "x" }, { accept: "application/json" }, []],
  ] as const)("%s %s with the body %j and the headers %j has the secrets %j", async (...row) => {
    const [method, path, body, headers, expected] = row;
    const raw = { method, path, headers, body: JSON.stringify(body) };
    const { secrets } = (await recognize(requestByHand(raw, base))) ?? {};
    expect([...(secrets?.values ?? [])].sort()).toEqual([...expected].sort());
  });
});
