import { expect, test } from "vitest";
import type { WorkJournal } from "../../../../src/context.ts";
import { IncompleteError } from "../../../../src/errors.ts";
import type { Live } from "../../../../src/features/organization-files/resource.ts";
import type { PlanStep } from "../../../../src/features/organization-files/step.ts";
import {
  listJournalCreations,
  refuseUnknown,
  toCreationKey,
} from "../../../../src/features/organization-files/writing/resume.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import {
  byLiveKey,
  desired,
  filesPlan,
  live,
  locked,
  resourceIds,
  step,
} from "../../../support/organizations/plan-parts.ts";

test("a journal has created resources, and creations without a response", () => {
  const before = new Map<string, object>([
    [toCreationKey("space", "spaces/made"), { is: "done", id: "S1" }],
    [toCreationKey("site-space", "sites/s/a b"), { is: "sending", id: "Y1" }],
    [toCreationKey("space", "spaces/sending"), { is: "sending" }],
    [toCreationKey("team", "teams/unknown"), { is: "unknown" }],
    [toCreationKey("space", "spaces/failed"), { is: "failed" }],
    [toCreationKey("member", "members/a@b.c"), { is: "pending" }],
    ["create nothing spaces/x", { is: "sending" }],
    ["update space spaces/x", { is: "sending" }],
    ["to create space spaces/x", { is: "sending" }],
    ["create space", { is: "unknown" }],
  ]);
  const journal = createPartial<WorkJournal>({ before });
  const { made, unknown } = listJournalCreations(journal);
  expect([...made]).toEqual([
    ["spaces/made", { kind: "space", id: "S1" }],
    ["sites/s/a b", { kind: "site-space", id: "Y1" }],
  ]);
  expect([...unknown]).toEqual(["spaces/sending", "teams/unknown"]);
  expect(listJournalCreations(undefined)).toEqual({ made: new Map(), unknown: new Set() });
});

const space = step("create", "space", "spaces/a", {
  wanted: desired("space", "spaces/a", { title: "Handbook" }),
});
const part = step("create", "site-space", "sites/s/y", {
  wanted: desired("site-space", "sites/s/y", { title: "Handbook", space: "spaces/b" }),
});
const named = (kind: Live["kind"], id: string, title: string) => live(kind, id, {}, { title });

test.each<readonly [string, PlanStep, readonly Live[], string | undefined, string]>([
  ["the same title", space, [named("space", "S9", "Handbook")], '"Handbook" (S9)', "S9"],
  [
    "two with the same title",
    space,
    [named("space", "S9", "Handbook"), named("space", "S8", "Handbook")],
    '"Handbook" (S9), "Handbook" (S8)',
    "S9",
  ],
  ["another title", space, [named("space", "S9", "Other")], undefined, ""],
  ["another kind", space, [named("collection", "S9", "Handbook")], undefined, ""],
  ["a managed one", space, [named("space", "S-managed", "Handbook")], undefined, ""],
  ["an update", { ...space, does: "update" }, [named("space", "S9", "Handbook")], undefined, ""],
  [
    "a site space of the same space",
    part,
    [live("site-space", "Y9", { space: "spaces/b" })],
    '"Title Y9" (Y9)',
    "Y9",
  ],
  [
    "a site space of another space",
    part,
    [live("site-space", "Y9", { space: "spaces/c" }, { title: "Handbook" })],
    undefined,
    "",
  ],
])("a creation without a response, and %s", (_, one, current, candidates, id) => {
  const lock = new Map([["spaces/managed", locked("space", "S-managed")]]);
  const ids = resourceIds(lock);
  const input = { organizationId: "O1", folder: "org", prune: true };
  const plan = filesPlan({ input, ids, steps: [one], live: byLiveKey(current) });
  const path = "org/tome.journal.ndjson";
  const check = () => refuseUnknown(plan, new Set([one.address]), path);
  expect(refuseUnknown(plan, new Set(["spaces/other"]), path)).toBeUndefined();
  if (candidates === undefined) expect(check()).toBeUndefined();
  else {
    expect(check).toThrow(
      new IncompleteError(
        "unknown",
        `The request that creates ${one.address} got no response, and a similar resource exists: ${candidates}. Adopt it with --adopt, or delete it first. No changes were made.`,
        `tome apply org --prune --resume ${path} --adopt ${one.address}=id:${id}`,
      ),
    );
  }
});
