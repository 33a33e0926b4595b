import { expect, test } from "vitest";
import { UsageError } from "../../../src/errors.ts";
import {
  describeRestoring,
  formatFilesCommand,
  getActionName,
  toExpectedStep,
  toStepRecord,
} from "../../../src/features/organization-files/step.ts";
import { desired, locked, resourceIds, step } from "../../support/organizations/plan-parts.ts";

const ids = resourceIds(new Map([["spaces/a", locked("space", "S1")]]));

test.each([
  [{}, [], "tome apply org"],
  [{ prune: false }, [], "tome apply org"],
  [
    { prune: true, maxDeletes: "0" },
    ["--save", "x"],
    "tome apply org --prune --max-deletes 0 --save x",
  ],
  [
    { adopt: ["spaces/a=Hand book", "teams/t=new"] },
    [],
    "tome apply org --adopt spaces/a=id:S1 --adopt teams/t=new",
  ],
])("the command with %j", (options, more, command) => {
  const input = { organizationId: "O1", folder: "org", ...options };
  expect(formatFilesCommand("apply", { input, ids }, ...more)).toBe(command);
});

test.each([
  ["invitation", "The invitation will be withdrawn."],
  ["section", "The deletion of the section is permanent."],
  ["space", "The space can be restored within 7 days: tome space restore 'It'\\''s'"],
] as const)("a deleted %s", (kind, sentence) => {
  expect(describeRestoring(kind, "It's")).toBe(sentence);
});

test.each([
  [step("create", "space", "spaces/a"), "create"],
  [step("create", "space", "spaces/a", { restores: "S1" }), "restore"],
  [step("create", "site-space", "sites/s/a", { returnsAs: "Y1" }), "restore"],
  [step("delete", "space", "spaces/a"), "delete"],
])("the action of a step: %#", (one, name) => {
  expect(getActionName(one)).toBe(name);
  expect(toStepRecord(one)).toEqual({
    does: name,
    address: one.address,
    kind: one.kind,
    title: one.title,
    id: null,
    changes: [],
    note: null,
  });
});

test("the record of a step has its changes, id and note, and nothing else", () => {
  const change = { field: "title", from: "A", to: "B", side: "drift" } as const;
  const extra = { ...change, more: 1 };
  const one = step("update", "space", "spaces/a", {
    id: "S1",
    note: "N",
    changes: [extra],
    wanted: desired("space", "spaces/a"),
  });
  expect(toStepRecord(one)).toEqual({
    does: "update",
    address: "spaces/a",
    kind: "space",
    title: "Title spaces/a",
    id: "S1",
    changes: [change],
    note: "N",
  });
  expect(toExpectedStep(one)).toBe(one.wanted);
  expect(() => toExpectedStep(step("delete", "space", "spaces/a"))).toThrow(
    new UsageError("spaces/a is not in any file."),
  );
});
