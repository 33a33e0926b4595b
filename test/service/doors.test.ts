import { expect, test } from "vitest";
import type { WireRequest } from "../../src/contract/wire.ts";
import { createDoorway, type Door } from "../../src/service/doors.ts";
import { openSealer } from "../../src/service/sealing.ts";
import { openWorkspace } from "../support/workspace.ts";

const base = "http://127.0.0.1:4000";

/** Answers what it was told of whoever came. */
const told: Door["load"] = async () => async (visit) => ({
  status: 200,
  headers: {},
  body: JSON.stringify([visit.path, visit.query.get("key"), visit.base, visit.request.method]),
});

const doorway = createDoorway([
  { route: "GET /things/{thingId}/open", load: told },
  { route: "POST /things/{thingId}/close", load: told },
]);

async function come(method: WireRequest["method"], path: string, query = "") {
  const { db, now } = await openWorkspace();
  const opened = doorway({ method, url: base + path, headers: {} }, path, query);
  const ground = { db, sealer: openSealer(undefined), now, base };
  return opened && JSON.parse(String((await opened.open(ground)).body));
}

test("A door gets the names of its path, decoded, and the query", async () => {
  expect(await come("GET", "/things/a%20b/open", "key=1")).toEqual([
    { thingId: "a b" },
    "1",
    base,
    "GET",
  ]);
  expect(await come("POST", "/things/a/close")).toEqual([{ thingId: "a" }, null, base, "POST"]);
});

test("HEAD comes to the door of GET", async () => {
  expect(await come("HEAD", "/things/a/open")).toEqual([{ thingId: "a" }, null, base, "HEAD"]);
});

test("Every other address, and every other method, needs a token", async () => {
  for (const [method, path] of [
    ["GET", "/things/a"],
    ["GET", "/things/a/open/more"],
    ["GET", "/things/a/close"],
    ["POST", "/things/a/open"],
    ["DELETE", "/things/a/open"],
    ["PUT", "/things/a/close"],
    ["GET", "/v1/orgs"],
  ] as const) {
    expect(await come(method, path)).toBeUndefined();
  }
});
