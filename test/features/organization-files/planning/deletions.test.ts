import { describe, expect, test } from "vitest";
import { UsageError } from "../../../../src/errors.ts";
import type { LockRecord } from "../../../../src/features/organization-files/lock.ts";
import { listDeletions } from "../../../../src/features/organization-files/planning/deletions.ts";
import type {
  DesiredResource,
  Live,
} from "../../../../src/features/organization-files/resource.ts";
import type { FilesPlanInput, PlanStep } from "../../../../src/features/organization-files/step.ts";
import {
  byLiveKey,
  desired,
  live,
  locked,
  step,
  wanted,
} from "../../../support/organizations/plan-parts.ts";

interface Case {
  readonly lock: Readonly<Record<string, LockRecord>>;
  readonly live: readonly Live[];
  readonly files?: readonly DesiredResource[];
  readonly listed: readonly string[];
  readonly steps?: readonly PlanStep[];
  readonly input?: Partial<FilesPlanInput>;
}

/** The deleted addresses with the kind and note of their steps, further notes, and the addresses in the lock. */
function list({
  lock,
  live: current,
  files = [],
  listed,
  steps = [],
  input = { prune: true, maxDeletes: "100%" },
}: Case) {
  const records = new Map(Object.entries(lock));
  const result = listDeletions({
    input: { organizationId: "O1", folder: "org", ...input },
    wanted: wanted(files, { listed: new Set(listed) }),
    locked: records,
    live: byLiveKey(current),
    caller: "U-me",
    steps,
  });
  return {
    steps: result.steps.map(({ does, address, kind, id, note }) => [does, kind, address, id, note]),
    notes: result.notes,
    locked: [...records.keys()],
  };
}

const space = (id: string) => ({ record: locked("space", id), live: live("space", id) });

describe("removed resources", () => {
  const all: Case = {
    lock: {
      "spaces/a": locked("space", "S1"),
      "spaces/kept": locked("space", "S2"),
      "spaces/gone": locked("space", "S3"),
      "spaces/safe": locked("space", "S4", {}, { protect: true }),
      "teams/t": locked("team", "T1"),
      organization: locked("organization", "O1"),
      "sites/s/x": locked("link", "L1"),
      "sites/gone/x": locked("link", "L2"),
    },
    live: [
      live("space", "S1"),
      live("space", "S2"),
      live("space", "S4"),
      live("team", "T1"),
      live("link", "L1"),
      live("link", "L2"),
      live("organization", "O1"),
    ],
    files: [desired("space", "spaces/kept")],
    listed: ["spaces", "sites/s"],
  };
  const kept =
    "spaces/safe is no longer in the files, but was not deleted because it is protected.";

  test("are deleted with --prune, if the files have the list", () => {
    expect(list(all)).toEqual({
      steps: [
        [
          "delete",
          "space",
          "spaces/a",
          "S1",
          "The space can be restored within 7 days: tome space restore 'Title S1'",
        ],
        ["delete", "link", "sites/s/x", "L1", "The deletion of the external link is permanent."],
      ],
      notes: [kept],
      locked: Object.keys(all.lock).filter((address) => address !== "spaces/gone"),
    });
    expect(list({ ...all, listed: ["teams"] }).steps.map(([, , address]) => address)).toEqual([
      "teams/t",
    ]);
  });

  test("are only named without --prune, at most five", () => {
    expect(list({ ...all, input: {} })).toMatchObject({
      steps: [],
      notes: [kept, "No longer in the files: spaces/a, sites/s/x. Use --prune to delete them."],
    });
    const many = (count: number) => {
      const spaces = Array.from({ length: count }, (_, at) => space(`S${at}`));
      const lock = Object.fromEntries(spaces.map(({ record }, at) => [`spaces/${at}`, record]));
      return list({
        lock,
        live: spaces.map((one) => one.live),
        listed: ["spaces"],
        input: { prune: false },
      }).notes;
    };
    expect(many(5)).toEqual([expect.stringContaining("spaces/3, spaces/4. Use --prune")]);
    expect(many(6)).toEqual([expect.stringContaining("spaces/4 and 1 more. Use --prune")]);
    expect(many(0)).toEqual([]);
  });
});

describe("members", () => {
  const member = (id: string, role: string) => live("member", id, { role });
  const lock = {
    "members/me@x.org": locked("member", "U-me"),
    "members/ada@x.org": locked("member", "U-ada"),
    "members/bob@x.org": locked("member", "U-bob"),
    "members/new@x.org": locked("member", "U-new"),
  };
  const invited = live("invitation", "U-new");
  const all = [member("U-me", "admin"), member("U-ada", "admin"), member("U-bob", "edit"), invited];
  const own =
    "members/me@x.org is no longer in the files, but was not deleted because it is your own account.";

  test("except the caller are removed, and invitations are withdrawn", () => {
    const { steps, notes } = list({ lock, live: all, listed: ["members"] });
    expect(steps.map(([, kind, address]) => [kind, address])).toEqual([
      ["member", "members/ada@x.org"],
      ["member", "members/bob@x.org"],
      ["invitation", "members/new@x.org"],
    ]);
    expect(steps.at(-1)?.at(-1)).toBe("The invitation will be withdrawn.");
    expect(notes).toEqual([
      own,
      "members/new@x.org has not accepted the invitation, which will be withdrawn.",
    ]);
    expect(list({ lock, live: all, listed: ["members"], input: {} }).notes).toEqual([
      own,
      "No longer in the files: members/ada@x.org, members/bob@x.org, members/new@x.org. Use --prune to delete them.",
    ]);
  });

  test("do not include the last admin", () => {
    const few = [
      member("U-me", "edit"),
      member("U-ada", "admin"),
      member("U-bob", "edit"),
      live("team", "T", { role: "admin" }),
    ];
    expect(list({ lock, live: few, listed: ["members"] })).toMatchObject({
      steps: [["delete", "member", "members/bob@x.org", "U-bob", expect.any(String)]],
      notes: [
        own,
        "members/ada@x.org is no longer in the files, but was not deleted because it is the last admin.",
      ],
    });
  });

  const active = (role: string) => ({ role, disabled: false });
  const disabled = (role: string) => ({ role, disabled: true });
  test.each([
    ["the only one", [active("edit"), active("admin"), active("edit")], ["bob"]],
    ["the last but one", [active("admin"), active("admin"), active("edit")], ["ada", "bob"]],
    ["the last one of several", [active("edit"), active("admin"), active("admin")], ["ada"]],
    ["the only active one", [active("edit"), active("admin"), disabled("admin")], ["bob"]],
    ["a disabled one", [active("admin"), disabled("admin"), active("edit")], ["ada", "bob"]],
    ["only disabled ones", [active("edit"), disabled("admin"), disabled("admin")], ["ada", "bob"]],
  ])("do not include an admin who is needed: %s", (_, [me, ada, bob], deleted) => {
    const people = [
      live("member", "U-me", me),
      live("member", "U-ada", ada),
      live("member", "U-bob", bob),
    ];
    const { steps, notes } = list({ lock, live: people, listed: ["members"] });
    expect(steps.map(([, , address]) => address)).toEqual(
      deleted.map((name) => `members/${name}@x.org`),
    );
    const kept = ["ada", "bob"].filter((name) => !deleted.includes(name));
    expect(notes.filter((note) => note.includes("the last admin"))).toEqual(
      kept.map(
        (name) =>
          `members/${name}@x.org is no longer in the files, but was not deleted because it is the last admin.`,
      ),
    );
  });

  test("and invitations count together for the limit", () => {
    const input = { prune: true, maxDeletes: "2" };
    expect(() => list({ lock, live: all, listed: ["members"], input })).toThrow(
      new UsageError(
        "3 of 4 managed members would be deleted, but --max-deletes permits 2. No changes were made. If the files are complete, use --max-deletes 3.",
      ),
    );
  });
});

describe("a removed and an added resource", () => {
  const lock = { "spaces/old": locked("space", "S1") };
  const current = [live("space", "S1", {}, { title: "Handbook" })];
  const create = (title: string, more: Partial<PlanStep> = {}) => [
    step("create", "space", "spaces/new", { title, ...more }),
  ];
  const both = (steps: readonly PlanStep[], prune: boolean) =>
    list({ lock, live: current, listed: ["spaces"], steps, input: { prune, maxDeletes: "100%" } });

  test.each([
    ["the same title", create("Handbook"), false, "change the title of the new one"],
    ["the same title", create("Handbook"), true, "apply without --prune first"],
    ["another title", create("Other"), true, "apply without --prune first"],
  ])("with %s may be a rename", (_, steps, prune, advice) => {
    expect(() => both(steps, prune)).toThrow(
      new UsageError(
        `spaces/old was removed from the files and spaces/new was added. If they are the same space, add "moved: old" to spaces/new. Otherwise, ${advice}. No changes were made.`,
      ),
    );
  });

  test.each([
    ["another title without --prune", create("Other"), false],
    ["another kind", create("Handbook", { kind: "team" }), true],
    ["an update", create("Handbook", { does: "update" }), true],
    ["no step", [], true],
  ])("with %s are no rename", (_, steps, prune) => {
    expect(both(steps, prune).steps).toHaveLength(prune ? 1 : 0);
  });

  test("have the same title rather than the first one", () => {
    const steps = [
      ...create("Other"),
      step("create", "space", "spaces/third", { title: "Handbook" }),
    ];
    expect(() => both(steps, true)).toThrow("and spaces/third was added");
  });

  test.each(["team", "collection", "site"] as const)("of the kind %s may be a rename", (kind) => {
    const address = `${kind}s/old`;
    const one = { [address]: locked(kind, "X") };
    const steps = [step("create", kind, `${kind}s/new`)];
    expect(() => list({ lock: one, live: [live(kind, "X")], listed: [`${kind}s`], steps })).toThrow(
      'add "moved: old"',
    );
  });

  test("of a kind without content is no rename", () => {
    const one = { "webhooks/old": locked("webhook", "X") };
    const steps = [step("create", "webhook", "webhooks/new")];
    expect(
      list({ lock: one, live: [live("webhook", "X")], listed: ["webhooks"], steps }).steps,
    ).toHaveLength(1);
  });
});

describe("the limit", () => {
  const spaces = (count: number) => {
    const lock = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`spaces/${at}`, locked("space", `S${at}`)]),
    );
    return {
      lock,
      live: Object.values(lock).map(({ id }) => live("space", id)),
      listed: ["spaces"],
    };
  };
  const deleting = (
    total: number,
    deleted: number,
    input: Partial<FilesPlanInput> = { prune: true },
  ) => {
    const one = spaces(total);
    const files = Object.keys(one.lock)
      .slice(deleted)
      .map((address) => desired("space", address));
    return () => list({ ...one, files, input }).steps.length;
  };
  test("is 30 % of ten or more resources by default, and prevents that all are deleted", () => {
    expect(deleting(10, 3)()).toBe(3);
    expect(deleting(10, 4)).toThrow(
      "4 of 10 managed spaces would be deleted, but --max-deletes permits 3.",
    );
    expect(deleting(9, 8)()).toBe(8);
    expect(deleting(9, 9)).toThrow("9 of 9 managed spaces");
    expect(deleting(10, 4, { prune: true, maxDeletes: "4" })()).toBe(4);
    // Resources of other kinds do not count.
    const nine = spaces(9);
    const lock = { ...nine.lock, "teams/t": locked("team", "T") };
    const files = Object.keys(nine.lock)
      .slice(8)
      .map((address) => desired("space", address));
    expect(list({ ...nine, lock, files, input: { prune: true } }).steps).toHaveLength(8);
  });

  test("applies to entries of lists without --prune", () => {
    const entries = (count: number, word = "members") =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${word}/u${at}`, "member"]));
    const change = (deleted: number) => [
      ...Array.from({ length: deleted }, (_, at) => ({
        field: `members/u${at}`,
        from: "member",
        to: null,
        side: "pending" as const,
      })),
      { field: "members/new", from: null, to: "owner", side: "pending" as const },
      { field: "title", from: "A", to: null, side: "pending" as const },
    ];
    const updating = (deleted: number, maxDeletes?: string) => () =>
      list({
        lock: {},
        live: [],
        listed: [],
        steps: [
          step("update", "team", "teams/t", {
            changes: change(deleted),
            live: live("team", "T", { ...entries(10), ...entries(30, "grants"), title: "A" }),
          }),
        ],
        input: { ...(maxDeletes !== undefined && { maxDeletes }) },
      }).notes;
    expect(updating(3)()).toEqual([]);
    expect(updating(4)).toThrow(
      "4 of 10 entries of members in teams/t would be deleted, but --max-deletes permits 3.",
    );
    expect(updating(4, "4")()).toEqual([]);
    // All entries of a short list may be removed, because an empty list is explicit.
    const emptied = step("update", "team", "teams/t", {
      changes: [{ field: "members/u0", from: "member", to: null, side: "pending" }],
      live: live("team", "T", entries(1)),
    });
    expect(list({ lock: {}, live: [], listed: [], steps: [emptied], input: {} }).notes).toEqual([]);
  });
});

describe("site spaces", () => {
  const part = (id: string, section: string | null) => live("site-space", id, { section });
  const lock = {
    "sites/s/p": locked("section", "P1"),
    "sites/s/a": locked("site-space", "Y1"),
    "sites/s/b": locked("site-space", "Y2"),
  };
  const section = live("section", "P1");
  const files = [desired("section", "sites/s/p")];

  test("of a deleted section need no step", () => {
    const current = [section, part("Y1", "sites/s/p"), part("Y2", null)];
    const { steps, notes } = list({ lock, live: current, listed: ["sites/s"] });
    expect(steps.map(([, , address]) => address)).toEqual(["sites/s/p", "sites/s/b"]);
    expect(notes).toEqual([]);
  });

  const { "sites/s/p": _, ...parts } = lock;
  const stays = (part: string, id: string) =>
    `${part} (${id}) stays in id:P9, which is not in the files, because a section must have a space. It is deleted with the section.`;
  test.each<readonly [string, Partial<Case>, readonly string[], readonly string[]]>([
    [
      "all of a section in the files",
      { live: [part("Y1", "sites/s/p"), part("Y2", "sites/s/p")], files },
      ["sites/s/a", "sites/s/b"],
      [],
    ],
    [
      "all of a section outside the files",
      { live: [part("Y1", "id:P9"), part("Y2", "id:P9")] },
      [],
      [stays("sites/s/a", "Y1"), stays("sites/s/b", "Y2")],
    ],
    [
      "some of a section outside the files",
      { live: [part("Y1", "id:P9"), part("Y2", "id:P9"), part("Y3", "id:P9")] },
      ["sites/s/a", "sites/s/b"],
      [],
    ],
    [
      "the last one of another section",
      {
        live: [part("Y1", "id:P9"), part("Y3", "id:P8"), live("link", "Y4", { section: "id:P9" })],
      },
      [],
      [stays("sites/s/a", "Y1")],
    ],
    [
      "the last one with an added one",
      {
        live: [part("Y1", "id:P9")],
        steps: [
          step("create", "site-space", "sites/s/n", {
            wanted: desired("site-space", "sites/s/n", { section: "id:P9" }),
          }),
        ],
      },
      ["sites/s/a"],
      [],
    ],
    [
      "the last one with an updated one",
      {
        live: [part("Y1", "id:P9")],
        steps: [
          step("update", "site-space", "sites/s/n", {
            wanted: desired("site-space", "sites/s/n", { section: "id:P9" }),
          }),
        ],
      },
      [],
      [stays("sites/s/a", "Y1")],
    ],
    [
      "outside of sections",
      { live: [part("Y1", null), part("Y2", null)] },
      ["sites/s/a", "sites/s/b"],
      [],
    ],
  ])("%s", (_, more, deleted, notes) => {
    const result = list({ lock: parts, live: [], listed: ["sites/s"], ...more });
    expect(result.steps.map(([, , address]) => address)).toEqual(deleted);
    expect(result.notes).toEqual(notes);
  });

  test("that are replaced are deleted without --prune, and named by their replacement", () => {
    const aside = { "sites/s/a@Y1": locked("site-space", "Y1") };
    const moved = list({ lock: aside, live: [part("Y1", null)], listed: ["sites/s"], input: {} });
    expect(moved).toEqual({
      steps: [["delete", "site-space", "sites/s/a@Y1", "Y1", undefined]],
      notes: [],
      locked: ["sites/s/a@Y1"],
    });
    expect(
      list({ lock: aside, live: [part("Y1", "id:P9")], listed: ["sites/s"], input: {} }).notes,
    ).toEqual([stays("sites/s/a", "Y1")]);
    expect(list({ lock: aside, live: [part("Y1", null)], listed: ["sites/s"] }).steps).toHaveLength(
      1,
    );
  });
});
