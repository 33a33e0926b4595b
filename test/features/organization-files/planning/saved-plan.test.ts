import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Context } from "../../../../src/context.ts";
import { ApiError, UsageError } from "../../../../src/errors.ts";
import {
  checkSavedPlan,
  readSavedPlan,
  savePlan,
} from "../../../../src/features/organization-files/planning/saved-plan.ts";
import type { FilesPlan } from "../../../../src/features/organization-files/step.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import {
  filesPlan,
  locked,
  organizationFolder,
  step,
} from "../../../support/organizations/plan-parts.ts";

/** A folder with saved plans. */
function open() {
  const cwd = temporaryFolder();
  const context = createPartial<Context>({
    cwd,
    version: "1.2.3",
    redactions: { value: <T>(value: T) => value },
    saveFile: async (path: string, bytes: Buffer) => writeFileSync(join(cwd, path), bytes),
    readDocument: async (path: string) => JSON.parse(readFileSync(join(cwd, path), "utf8")),
  });
  return { context, cwd };
}

const lock = {
  platform: "https://a.example",
  organization: "O1",
  serial: 4,
  things: new Map([["spaces/b", locked("space", "S2")]]),
};
const steps = [
  step("create", "space", "spaces/a", {
    changes: [{ field: "title", from: null, to: "A", side: "pending" }],
  }),
];
const digests = new Map([
  ["org.yaml", "22"],
  ["content.yaml", "11"],
]);
const plan = filesPlan({
  input: {
    organizationId: "O1",
    folder: "sub/org",
    prune: true,
    maxDeletes: "5",
    adopt: ["spaces/a=new"],
  },
  folder: organizationFolder({ digests }),
  lock,
  lockBefore: lock,
  steps,
});

test("a plan is saved without values, and read with its options", async () => {
  const { context, cwd } = open();
  await savePlan(context, "p.json", plan);
  const saved = JSON.parse(readFileSync(join(cwd, "p.json"), "utf8"));
  const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(saved).toEqual({
    tome: "plan",
    format: 1,
    version: "1.2.3",
    platform: "https://a.example",
    organization: "O1",
    folder: "sub/org",
    options: { prune: true, maxDeletes: "5", adopt: ["spaces/a=new"] },
    files: { "content.yaml": "11", "org.yaml": "22" },
    lock: digest,
    digest,
    steps: [{ does: "create", address: "spaces/a", title: "Title spaces/a" }],
  });
  expect(Object.keys(saved.files)).toEqual(["content.yaml", "org.yaml"]);
  expect(await readSavedPlan(context, "p.json")).toEqual({
    path: "p.json",
    input: { folder: "sub/org", prune: true, maxDeletes: "5", adopt: ["spaces/a=new"] },
    organization: "O1",
    platform: "https://a.example",
    version: "1.2.3",
    files: saved.files,
    lock: saved.lock,
    steps: saved.digest,
  });
});

test("a plan of the current folder without options and lock", async () => {
  const { context, cwd } = open();
  await savePlan(context, "p.json", filesPlan({ input: { organizationId: "O1", folder: "." } }));
  const saved = JSON.parse(readFileSync(join(cwd, "p.json"), "utf8"));
  expect(saved).toMatchObject({
    folder: ".",
    lock: "",
    options: { prune: false, maxDeletes: null, adopt: [] },
  });
  const { input } = await readSavedPlan(context, "p.json");
  expect(input).toEqual({ folder: ".", prune: false, adopt: [] });
});

test.each([{ tome: "backup", format: 1 }, { tome: "plan", format: 2 }, {}, []])(
  "%j is not a plan",
  async (value) => {
    const { context, cwd } = open();
    writeFileSync(join(cwd, "p.json"), JSON.stringify(value));
    await expect(readSavedPlan(context, "p.json")).rejects.toThrow(
      new UsageError("p.json is neither a folder nor a plan saved with tome plan --save."),
    );
  },
);

const next = "tome plan sub/org --prune --max-deletes 5 --adopt spaces/a=new --save p.json";
test.each<readonly [string, Partial<FilesPlan>, string | undefined, string]>([
  ["is unchanged", {}, undefined, "1.2.3"],
  [
    "is for another platform",
    { platform: "https://b.example" },
    "is for https://a.example",
    "1.2.3",
  ],
  [
    "is for another organization",
    { input: { ...plan.input, organizationId: "O2" } },
    "is for the organization O1",
    "1.2.3",
  ],
  ["was saved by another version", {}, "was saved by tome 1.2.3, and this is 1.2.4", "1.2.4"],
  [
    "has other files",
    { folder: organizationFolder({ digests: new Map([["org.yaml", "22"]]) }) },
    "does not match the files in sub/org",
    "1.2.3",
  ],
  [
    "has another lock",
    { lockBefore: { ...lock, serial: 5 } },
    "was already applied, or another plan was applied after it",
    "1.2.3",
  ],
  [
    "has no lock",
    { lockBefore: undefined },
    "was already applied, or another plan was applied after it",
    "1.2.3",
  ],
])("a plan that %s", async (_, more, reason, version) => {
  const { context } = open();
  await savePlan(context, "p.json", plan);
  const saved = await readSavedPlan(context, "p.json");
  const check = () => checkSavedPlan({ ...context, version }, saved, { ...plan, ...more });
  if (reason === undefined) expect(check()).toBeUndefined();
  else {
    expect(check).toThrow(
      new UsageError(`p.json ${reason}. Create a new plan. No changes were made.`, next),
    );
  }
});

test("a plan whose steps would differ is a conflict", async () => {
  const { context } = open();
  await savePlan(context, "p.json", plan);
  const saved = await readSavedPlan(context, "p.json");
  expect(() => checkSavedPlan(context, saved, { ...plan, steps: [] })).toThrow(
    new ApiError(
      409,
      "The organization has changed since p.json was saved. Create a new plan. No changes were made.",
      { hint: next },
    ),
  );
});
