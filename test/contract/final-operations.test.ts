import { describe, expect, test } from "vitest";
import { type Endpoint, getMethod } from "../../src/contract/endpoint.ts";
import { isFinalOperation, isFinalRequest } from "../../src/contract/final-operations.ts";
import { findInverse } from "../../src/contract/inverses.ts";
import { endpoints } from "../support/requests/made.ts";

const named = (operation: string, route: Endpoint["route"] = "POST /x") => ({
  operation,
  route,
  summary: "",
  input: {},
});

describe("isFinalOperation", () => {
  test.each([
    ["deleteSpaceById", "POST /x", true],
    ["removeUserFromSpace", "POST /x", true],
    ["purgeCache", "POST /x", true],
    ["revokeToken", "POST /x", true],
    ["transferSpace", "POST /x", true],
    ["publishSite", "POST /x", true],
    ["unpublishSite", "POST /x", true],
    ["mergeChangeRequest", "POST /x", true],
    ["bulkDelete", "POST /x", true],
    ["uninstallIntegration", "DELETE /x", true],
    ["uninstallIntegration", "POST /x", false],
    ["updateSpaceById", "PATCH /x", false],
    ["getPublishedContentSite", "GET /x", false],
    ["listMergedRequests", "GET /x", false],
  ] as const)("%s as %s is final: %j", (operation, route, isFinal) => {
    expect(isFinalOperation(named(operation, route))).toBe(isFinal);
  });

  test("every operation that deletes without a way back is final", () => {
    const lost = endpoints.filter((endpoint) => {
      const inverse = findInverse(endpoint.operation);
      return getMethod(endpoint) === "DELETE" && inverse !== undefined && "noInverse" in inverse;
    });
    expect(lost.length).toBeGreaterThan(20);
    expect(lost.filter((endpoint) => !isFinalOperation(endpoint))).toEqual([]);
  });
});

describe("isFinalRequest", () => {
  test.each<[string, string, Readonly<Record<string, unknown>>, boolean]>([
    ["DELETE", "/spaces/S1", {}, true],
    ["DELETE", "/nothing", {}, true],
    ["POST", "/spaces/S1/transfer", {}, true],
    ["POST", "/orgs/O1/sites/S1/publish", {}, true],
    ["POST", "/spaces/S1/change-requests/C1/merge", {}, true],
    ["PATCH", "/spaces/S1", { title: "Guide" }, false],
    ["GET", "/spaces/S1/transfer", {}, false],
    ["POST", "/nothing", {}, false],
    ["PATCH", "/orgs/O1/sites/S1", { visibility: "public" }, true],
    ["PATCH", "/orgs/O1/sites/S1", { visibility: "unlisted" }, true],
    ["PUT", "/nothing", { visibility: "public" }, true],
    ["PATCH", "/orgs/O1/sites/S1", { visibility: "share-link" }, false],
    // A new site is not published yet.
    ["POST", "/orgs/O1/sites", { visibility: "public" }, false],
  ])("%s %s with %j is final: %j", async (method, path, body, isFinal) => {
    expect(await isFinalRequest(method, path, body)).toBe(isFinal);
  });
});
