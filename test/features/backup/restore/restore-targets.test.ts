/** The choice of the spaces that a backup restores, and where and with which settings. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { BackedUpSpace } from "../../../../src/features/backup/backed-up-space.ts";
import type {
  RestoreJournal,
  SpaceState,
} from "../../../../src/features/backup/restore/restore-journal.ts";
import {
  createCollection,
  createSpace,
  findMissingCollections,
  finishSpace,
  resolveRestoreMode,
} from "../../../../src/features/backup/restore/restore-targets.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { openScriptedClient } from "../../../support/network/scripted-client.ts";
import { openBackupPlatform } from "../../../support/platforms/backup-platform.ts";

interface Space {
  readonly id: string;
  readonly title: string;
  readonly organization: string;
  readonly mergeRules: unknown;
}

async function start(toRules: (owner: string) => object = () => ({ type: "none" })) {
  const platform = await openBackupPlatform();
  const { json, run, newOrganization, owner } = platform;
  const mergeRules = toRules(owner);
  const { id: spaceId } = await json<Space>("space create --title Notes");
  const rules = join(temporaryFolder(), "rules.json");
  writeFileSync(rules, JSON.stringify({ mergeRules }));
  const update = await run(`space update ${spaceId} --input ${rules}`);
  expect(update.code, update.stderr).toBe(0);
  const folder = join(temporaryFolder(), "backup");
  await json(`backup create ${folder} --space ${spaceId}`);
  const other = await newOrganization();
  const restore = async (flags = "", expectedCode = 0) => {
    const { code, stderr } = await run(`backup restore ${folder} --yes ${flags}`.trim());
    expect(code, stderr).toBe(expectedCode);
    return stderr;
  };
  const spaces = async (organization: string) =>
    (await json<Space[]>(`space list --all --org ${organization}`)).filter(
      ({ title }) => title === "Notes",
    );
  return { ...platform, mergeRules, spaceId, other, restore, spaces };
}

describe("the space of a backup", () => {
  slowTest("that was transferred to another organization is restored as a new one", async () => {
    const { json, organization, spaceId, other, restore, spaces } = await start();
    await json(`space transfer ${spaceId} --to ${other} --yes`);
    const before = await json<Space>(`space get ${spaceId}`);
    await restore();
    expect(await json<Space>(`space get ${spaceId}`)).toEqual(before);
    const [restored, ...more] = await spaces(organization);
    expect(more).toEqual([]);
    expect(restored).toMatchObject({ title: "Notes", organization });
    expect(restored?.id).not.toBe(spaceId);
  });

  slowTest("that still exists is used", async () => {
    const { organization, spaceId, restore, spaces } = await start();
    await restore();
    expect((await spaces(organization)).map(({ id }) => id)).toEqual([spaceId]);
  });
});

describe("in another organization, merge rules", () => {
  const refused = "The merge rules were not restored because they name users";
  const review = { rule: "require_at_least_one_review" };
  const byUsers = (owner: string) => ({ rule: "require_specific_reviewers", users: [owner] });

  test.each([
    ["without users are restored", () => [review], true],
    ["of users are not restored", (owner: string) => [byUsers(owner)], false],
    [
      "some of which name users are not restored",
      (owner: string) => [review, byUsers(owner)],
      false,
    ],
  ])("%s", async (_, toRules, isRestored) => {
    const { mergeRules, other, restore, spaces } = await start((owner) => ({
      type: "rules",
      rules: toRules(owner),
    }));
    const stderr = await restore(`--to ${other}`, isRestored ? 0 : 9);
    const [restored] = await spaces(other);
    expect(stderr.includes(refused)).toBe(!isRestored);
    if (isRestored) expect(restored?.mergeRules).toEqual(mergeRules);
    else expect(restored?.mergeRules).not.toEqual(mergeRules);
  });
});

/** A target, a journal that records its notes, and the requests of a platform. */
function openTarget({
  answer,
  isSame = true,
  isResumed = false,
  collections = [],
  finished = [],
  state = {},
}: {
  readonly answer?: (line: string) => unknown;
  readonly isSame?: boolean;
  readonly isResumed?: boolean;
  readonly collections?: readonly (readonly [string, string])[];
  readonly finished?: readonly string[];
  readonly state?: object;
} = {}) {
  const { client, sent } = openScriptedClient(({ line }) => answer?.(line) ?? { id: "N1" });
  const notes: unknown[] = [];
  const journal = createPartial<RestoreJournal>({
    mark: "m4rk",
    isResumed,
    collections: new Map(collections),
    finishedCollections: new Set(finished),
    getState: (key: string) => ({
      key,
      step: "begun",
      ids: new Map(),
      refused: new Set(),
      ...state,
    }),
    note: async (...one: readonly unknown[]) => void notes.push(one),
    noteCollection: async (...one: readonly unknown[]) => void notes.push(one),
  });
  const target = { client, organizationId: "O1", isSame };
  return { target, journal, sent, notes };
}

const backedUp = (space: object) =>
  createPartial<BackedUpSpace>({
    entry: createPartial<BackedUpSpace["entry"]>({ id: "S1", key: "guide" }),
    space: space as BackedUpSpace["space"],
  });

describe("the mode of a restore", () => {
  test.each<[string, unknown, object, boolean, string]>([
    ["exists", { organization: "O1" }, {}, true, "in place"],
    ["is deleted", { organization: "O1", deletedAt: "2026-01-01" }, {}, true, "deleted"],
    ["was restored", { organization: "O1", deletedAt: null }, {}, true, "in place"],
    ["is elsewhere", { organization: "O2" }, {}, true, "new"],
    ["does not exist", 404, {}, true, "new"],
    ["is gone", 410, {}, true, "new"],
    ["was created by this restore", { organization: "O1" }, { isNew: true }, true, "new"],
    ["is for another organization", { organization: "O1" }, {}, false, "new"],
  ])("of a space that %s", async (_, live, state, isSame, mode) => {
    const { target, sent } = openTarget({ answer: () => live, isSame });
    const full: SpaceState = {
      ...{ key: "guide", step: "begun", ids: new Map(), refused: new Set() },
      ...state,
    };
    expect(await resolveRestoreMode(target, backedUp({}), full)).toBe(mode);
    expect(sent).toEqual(isSame && !("isNew" in state) ? ["GET /spaces/S1"] : []);
  });

  test("of a space that cannot be read is an error", async () => {
    const { target } = openTarget({ answer: () => 403 });
    const state: SpaceState = { key: "guide", step: "begun", ids: new Map(), refused: new Set() };
    await expect(resolveRestoreMode(target, backedUp({}), state)).rejects.toMatchObject({
      status: 403,
    });
  });
});

describe("the missing collections", () => {
  const all = [{ id: "C3", parent: "C2" }, { id: "C2", parent: "C1" }, { id: "C1" }, { id: "C4" }];
  const find = async (
    needed: "all" | readonly (string | undefined)[],
    {
      live = [],
      ...options
    }: Parameters<typeof openTarget>[0] & { readonly live?: readonly string[] } = {},
  ) => {
    const { target, journal, sent } = openTarget({
      ...options,
      answer: () => ({ items: live.map((id) => ({ id })) }),
    });
    const spaces =
      needed === "all" ? needed : needed.map((parent) => backedUp({ ...(parent && { parent }) }));
    const missing = await findMissingCollections(target, all, spaces, journal);
    return { ids: missing.map(({ id }) => id), known: [...journal.collections], sent };
  };

  test("are those of the spaces with their parents, parents first", async () => {
    expect((await find(["C3", undefined, "C3", "none"])).ids).toEqual(["C1", "C2", "C3"]);
    expect((await find("all")).ids).toEqual(["C1", "C2", "C3", "C4"]);
    expect((await find([])).ids).toEqual([]);
  });

  test("do not exist and are not finished", async () => {
    const { ids, known } = await find("all", {
      live: ["C1", "X"],
      finished: ["C2"],
      collections: [["C1", "N1"]],
    });
    expect(ids).toEqual(["C3", "C4"]);
    // A recorded id stays.
    expect(known).toEqual([
      ["C1", "N1"],
      ["X", "X"],
    ]);
  });

  test("of another organization are not looked up", async () => {
    const { ids, sent } = await find(["C4"], { isSame: false, live: ["C4"] });
    expect([ids, sent]).toEqual([["C4"], []]);
  });
});

describe("a new collection", () => {
  const one = { id: "C1", title: "Guides", description: "All", defaultLevel: "read", parent: "C0" };

  test("has a temporary title until its id is recorded", async () => {
    const { target, journal, sent, notes } = openTarget({ collections: [["C0", "N0"]] });
    await createCollection(target, one, journal);
    expect(sent).toEqual([
      ["POST /orgs/O1/collections", { title: "Restoring m4rk C1", parent: "N0" }],
      ["PATCH /collections/N1", { title: "Guides", description: "All", defaultLevel: "read" }],
    ]);
    expect(notes).toEqual([
      ["C1", "N1", "made"],
      ["C1", "N1", "finished"],
    ]);
  });

  test.each<[object, object]>([
    [{ description: "" }, {}],
    [{ description: 7 }, {}],
    [{ defaultLevel: null }, { defaultLevel: null }],
    [{ defaultLevel: "owner" }, {}],
  ])("with %j has the settings %j", async (settings, expected) => {
    const { target, journal, sent } = openTarget();
    await createCollection(target, { id: "C1", title: "Guides", ...settings }, journal);
    expect(sent[0]).toEqual(["POST /orgs/O1/collections", { title: "Restoring m4rk C1" }]);
    expect(sent[1]).toEqual(["PATCH /collections/N1", { title: "Guides", ...expected }]);
  });

  test("of an interrupted restore is found by its record or its temporary title", async () => {
    const recorded = openTarget({ isResumed: true, collections: [["C1", "N7"]] });
    await createCollection(recorded.target, { id: "C1", title: "Guides" }, recorded.journal);
    expect(recorded.sent).toEqual([["PATCH /collections/N7", { title: "Guides" }]]);
    const items = [
      { id: "N8", title: "Guides" },
      { id: "N9", title: "Restoring m4rk C1" },
    ];
    const found = openTarget({
      isResumed: true,
      answer: (line) => (line.startsWith("GET") ? { items } : {}),
    });
    await createCollection(found.target, { id: "C1", title: "Guides" }, found.journal);
    expect(found.sent[1]).toEqual(["PATCH /collections/N9", { title: "Guides" }]);
    expect(found.sent).toHaveLength(2);
    const first = openTarget({
      answer: (line) => (line.startsWith("GET") ? { items } : { id: "N1" }),
    });
    await createCollection(first.target, { id: "C1", title: "Guides" }, first.journal);
    expect(first.sent[0]).toEqual(["POST /orgs/O1/collections", { title: "Restoring m4rk C1" }]);
  });
});

describe("a new space", () => {
  test("has its default level before it has content", async () => {
    const { target, journal, sent, notes } = openTarget({ collections: [["C1", "N5"]] });
    const space = { parent: "C1", language: "de", defaultLevel: null, title: "Guide" };
    await createSpace(target, backedUp(space), journal);
    expect(sent).toEqual([
      ["POST /orgs/O1/spaces", { title: "Restoring m4rk guide", parent: "N5", language: "de" }],
      ["PATCH /spaces/N1", { defaultLevel: null }],
    ]);
    expect(notes).toEqual([["guide", { id: "N1", isNew: true }]]);
  });

  test("has no unknown language, parent or level", async () => {
    const { target, journal, sent } = openTarget();
    const space = { parent: "C1", language: "xx", defaultLevel: "owner" };
    await createSpace(target, backedUp(space), journal);
    expect(sent).toEqual([
      ["POST /orgs/O1/spaces", { title: "Restoring m4rk guide" }],
      ["PATCH /spaces/N1", {}],
    ]);
  });

  test("of an interrupted restore is found by its temporary title", async () => {
    const items = [{ id: "S8", title: "Restoring m4rk guide" }];
    const { target, journal, sent, notes } = openTarget({
      isResumed: true,
      answer: (line) => (line.startsWith("GET") ? { items } : {}),
    });
    await createSpace(target, backedUp({}), journal);
    expect(sent[1]).toEqual(["PATCH /spaces/S8", {}]);
    expect(notes).toEqual([["guide", { id: "S8", isNew: true }]]);
  });
});

describe("the last step", () => {
  const rules = { type: "rules", rules: [{ rule: "require_specific_reviewers", users: ["U1"] }] };
  const refused =
    "The merge rules were not restored because they name users who may not be members of this organization.";
  const state = { step: "comments", isNew: true, id: "N1" };

  test.each<[string, object, boolean, object, readonly unknown[]]>([
    [
      "all settings",
      { title: "Guide", emoji: "x", editMode: "locked", mergeRules: rules },
      true,
      { title: "Guide", emoji: "x", editMode: "locked", mergeRules: rules },
      [],
    ],
    [
      "live editing",
      { title: "Guide", emoji: "", editMode: "live" },
      true,
      { title: "Guide", editMode: "live" },
      [],
    ],
    [
      "unknown settings",
      { title: "Guide", emoji: 7, editMode: "other", mergeRules: { type: "x" } },
      true,
      { title: "Guide" },
      [],
    ],
    [
      "rules without users elsewhere",
      { title: "Guide", mergeRules: { type: "none" } },
      false,
      { title: "Guide", mergeRules: { type: "none" } },
      [],
    ],
    [
      "rules with users elsewhere",
      { title: "Guide", mergeRules: rules },
      false,
      { title: "Guide" },
      [["guide", { refused }]],
    ],
  ])("of a new space sets %s", async (_, space, isSame, body, notes) => {
    const opened = openTarget({ isSame, state });
    await finishSpace(opened.target, backedUp(space), opened.journal);
    expect(opened.sent).toEqual([["PATCH /spaces/N1", body]]);
    expect(opened.notes).toEqual([...notes, ["guide", { step: "done" }]]);
  });

  test("of an existing space changes no settings", async () => {
    const opened = openTarget({ state: { ...state, isNew: false } });
    await finishSpace(opened.target, backedUp({ title: "Guide" }), opened.journal);
    expect([opened.sent, opened.notes]).toEqual([[], [["guide", { step: "done" }]]]);
  });

  test.each(["begun", "merged", "done"])("is not the one after %s", async (step) => {
    const opened = openTarget({ state: { ...state, step } });
    await finishSpace(opened.target, backedUp({ title: "Guide" }), opened.journal);
    expect([opened.sent, opened.notes]).toEqual([[], []]);
  });
});

slowTest(
  "spaces are chosen by key, id or title, and an unknown one is refused before any request",
  async () => {
    const { run, json, asked } = await openBackupPlatform();
    const notes = await json<{ id: string }>("space create --title Notes");
    const guides = await json<{ id: string }>("space create --title Guides");
    const folder = join(temporaryFolder(), "backup");
    await json(`backup create ${folder} --space ${notes.id} --space ${guides.id}`);
    const planned = async (flags: string) => {
      const { code, stdout, stderr } = await run(
        `backup restore ${folder} --dry-run --json ${flags}`,
      );
      expect(code, stderr).toBe(0);
      return ["Notes", "Guides"].filter((title) => {
        const { id } = title === "Notes" ? notes : guides;
        return stdout.includes(id);
      });
    };
    for (const name of ["notes", "Notes", notes.id]) {
      expect(await planned(`--space ${name}`), name).toEqual(["Notes"]);
    }
    expect(await planned("--space notes --space Guides")).toEqual(["Notes", "Guides"]);
    expect(await planned("")).toEqual(["Notes", "Guides"]);
    for (const flags of ["--space Other", "--space notes --space Other"]) {
      const { code, stderr } = await run(`backup restore ${folder} --yes ${flags}`);
      expect(code).toBe(2);
      expect(stderr).toContain(`No space Other found in ${folder}. Available spaces: `);
      expect(stderr).toMatch(/: (guides, notes|notes, guides)\.$/m);
      expect(asked()).toEqual([]);
    }
  },
);
