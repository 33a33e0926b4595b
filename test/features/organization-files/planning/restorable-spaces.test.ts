import { expect, test } from "vitest";
import type { Context } from "../../../../src/context.ts";
import { NetworkError } from "../../../../src/errors.ts";
import { findRestorableSpaces } from "../../../../src/features/organization-files/planning/restorable-spaces.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { openScriptedClient } from "../../../support/network/scripted-client.ts";
import {
  byLiveKey,
  desired,
  live,
  locked,
  resourceIds,
  wanted,
} from "../../../support/organizations/plan-parts.ts";

const lock = new Map([
  ["spaces/live", locked("space", "S1")],
  ["spaces/deleted", locked("space", "S2")],
  ["spaces/purged", locked("space", "S3")],
  ["spaces/hidden", locked("space", "S4")],
  ["teams/t", locked("team", "T1")],
  ["sites/s/y", locked("site-space", "Y1")],
  ["sites/s/p", locked("section", "P1")],
  ["sites/s/z", locked("site-space", "Y2")],
  ["sites/s/other", locked("site-space", "Y3")],
  ["sites/t/y", locked("site-space", "Y4")],
]);
const files = wanted([
  desired("space", "spaces/live"),
  desired("space", "spaces/deleted"),
  desired("space", "spaces/purged"),
  desired("space", "spaces/hidden"),
  desired("space", "spaces/new"),
  desired("team", "teams/t"),
  desired("group", "sites/s/g"),
  desired("section", "sites/s/p", { group: "sites/s/g" }),
  desired("site-space", "sites/s/y", { space: "spaces/deleted", section: "sites/s/p" }),
  desired("site-space", "sites/s/z", { space: "spaces/deleted", section: null }),
  desired("site-space", "sites/s/new", { space: "spaces/deleted" }),
  desired("site-space", "sites/s/other", { space: "spaces/purged" }),
  desired("link", "sites/u/link", { space: "spaces/deleted" }),
  desired("site-space", "sites/t/y", { space: "spaces/live" }),
]);

async function find(responses: Readonly<Record<string, unknown>>) {
  const { client, sent } = openScriptedClient(({ line }) => responses[line] ?? 404);
  const context = { client: async () => client } as Context;
  const current = byLiveKey([live("space", "S1"), live("site-space", "Y2")]);
  const state = { wanted: files, locked: lock, live: current, ids: resourceIds(lock) };
  const { spaces, parts, containers } = await findRestorableSpaces(context, state);
  return { spaces: [...spaces], parts: [...parts], containers: [...containers], sent };
}

test("deleted spaces of the lock are restored with their parts of sites", async () => {
  const deleted = { id: "S2", deletedAt: "2026-01-01T00:00:00.000Z" };
  const found = await find({
    "GET /spaces/S2": deleted,
    "GET /spaces/S4": { id: "S4", deletedAt: null },
  });
  expect(found).toEqual({
    spaces: [["spaces/deleted", "S2"]],
    parts: [
      ["sites/s/y", "Y1"],
      ["sites/s/p", "P1"],
    ],
    containers: ["sites/s/g", "sites/s"],
    sent: ["GET /spaces/S2", "GET /spaces/S3", "GET /spaces/S4"],
  });
});

test("without a deleted space, nothing is restored", async () => {
  const found = await find({ "GET /spaces/S2": 403 });
  expect(found).toMatchObject({ spaces: [], parts: [], containers: [] });
});

test("another error than a refusal ends the plan", async () => {
  const context = createPartial<Context>({
    client: async () => ({
      call: () => Promise.reject(new NetworkError("The connection was closed.", { arrived: "no" })),
    }),
  });
  const state = { wanted: files, locked: lock, live: new Map(), ids: resourceIds(lock) };
  await expect(findRestorableSpaces(context, state)).rejects.toThrow(NetworkError);
});
