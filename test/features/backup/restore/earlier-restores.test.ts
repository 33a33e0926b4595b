import { describe, expect, test } from "vitest";
import { NetworkError, UsageError } from "../../../../src/errors.ts";
import type { BackedUpSpace } from "../../../../src/features/backup/backed-up-space.ts";
import {
  checkEarlierRestores,
  computeSourceMark,
  formatSubject,
} from "../../../../src/features/backup/restore/earlier-restores.ts";
import type { RestoreJournal } from "../../../../src/features/backup/restore/restore-journal.ts";
import type { RestoreTarget } from "../../../../src/features/backup/restore/restore-targets.ts";
import { openScriptedClient } from "../../../support/network/scripted-client.ts";

const backedUp = "2026-01-02T03:04:05Z";

test("a subject has the time, the run and the source", () => {
  const mark = computeSourceMark(backedUp, "S1");
  expect(formatSubject(backedUp, "abcd", "S1")).toBe(
    `Restore of the backup of 2026-01-02 03:04 (abcd-${mark})`,
  );
  expect(mark).toMatch(/^[0-9a-f]{8}$/);
  expect(
    new Set([mark, computeSourceMark(backedUp, "S2"), computeSourceMark("2026", "S1")]).size,
  ).toBe(3);
});

interface Case {
  readonly spaces?: readonly (readonly [
    id: string,
    title: string,
    way?: "new" | "changeRequest" | "old",
  ])[];
  readonly collections?: readonly object[];
  readonly live?: readonly object[];
  readonly liveCollections?: readonly object[];
  readonly requests?: readonly object[] | number | Error;
  readonly started?: readonly string[];
  readonly made?: readonly string[];
  readonly again?: boolean;
}

async function check({
  spaces = [],
  collections = [],
  live = [],
  liveCollections = [],
  requests = [],
  started = [],
  made = [],
  again = false,
}: Case) {
  const { client, sent } = openScriptedClient(({ line }) => {
    if (line.startsWith("GET /orgs/O1/spaces")) return { items: live };
    if (line.startsWith("GET /orgs/O1/collections")) return { items: liveCollections };
    if (requests instanceof Error) throw requests;
    return typeof requests === "number" ? requests : { items: requests };
  });
  const selection = {
    spaces: spaces.map(([id, title, way = "new"]) => ({
      backup: { entry: { id, title, key: id } } as BackedUpSpace,
      way: way as never,
    })),
    collections: collections as never,
  };
  const journal = {
    collections: new Map(made.map((id) => [id, "N"])),
    getState: (key: string) => ({ ...(started.includes(key) && { id: "N" }) }),
  } as RestoreJournal;
  const target = { client, organizationId: "O1" } as RestoreTarget;
  const notes = await checkEarlierRestores(target, selection, journal, {
    backedUp,
    command: "tome backup restore b",
    again,
  });
  return { notes, sent: sent.map(String) };
}

const restored = (space: string, source = "S1", time = backedUp) => ({
  space,
  subject: formatSubject(time, "abcd", source),
});
const exists = (kind: string, title: string, id: string) =>
  `A ${kind} named "${title}" already exists (${id}). The restore creates another one.`;
const live = [
  { id: "L1", title: "Handbook" },
  { id: "L2", title: "Other" },
  { id: "L3", title: "Gone", deletedAt: "2026" },
];

describe("checkEarlierRestores", () => {
  const spaces = [["S1", "Handbook"]] as const;

  test("fails without a connection, which is not a refusal", async () => {
    const requests = new NetworkError("No connection.", { arrived: "no" });
    await expect(check({ spaces, live, requests })).rejects.toBe(requests);
  });

  test.each<readonly [string, Case, readonly string[]]>([
    ["nothing exists", { spaces }, []],
    ["a space has the title", { spaces, live }, [exists("space", "Handbook", "L1")]],
    ["a deleted space has the title", { spaces: [["S1", "Gone"]], live }, []],
    ["the space was restored and deleted", { spaces, live: [], requests: [restored("L1")] }, []],
    [
      "another space was restored",
      { spaces, live, requests: [restored("L1", "S2")] },
      [exists("space", "Handbook", "L1")],
    ],
    [
      "another backup was restored",
      { spaces, live, requests: [restored("L1", "S1", "2025-01-02T03:04:05Z")] },
      [exists("space", "Handbook", "L1")],
    ],
    [
      "a subject is longer",
      {
        spaces: [["S1", "New"]],
        live,
        requests: [{ space: "L1", subject: `${restored("L1").subject} x` }],
      },
      [],
    ],
    [
      "it is restored again",
      { spaces, live, requests: [restored("L2")], again: true },
      [exists("space", "Handbook", "L1")],
    ],
    [
      "it is restored into the same space",
      { spaces: [["S1", "Handbook", "old"]], live, requests: [restored("L1")] },
      [],
    ],
    ["the restore continues", { spaces, live, requests: [restored("L1")], started: ["S1"] }, []],
    [
      "a collection has the title",
      {
        collections: [{ id: "C1", title: "Guides" }],
        liveCollections: [{ id: "K1", title: "Guides" }],
      },
      [exists("collection", "Guides", "K1")],
    ],
    [
      "a collection was made by this restore",
      {
        collections: [{ id: "C1", title: "Guides" }],
        liveCollections: [{ id: "K1", title: "Guides" }],
        made: ["C1"],
      },
      [],
    ],
    [
      "change requests cannot be read",
      { spaces, live, requests: 403 },
      [
        "Earlier restores of this backup cannot be detected: Answered with 403.",
        exists("space", "Handbook", "L1"),
      ],
    ],
  ])("if %s", async (_, one, notes) => {
    expect((await check(one)).notes).toEqual(notes);
  });

  test("refuses spaces that were restored, and names at most five", async () => {
    const refusal = (names: string) =>
      new UsageError(
        `${names} No changes were made. To restore another copy, add --again.`,
        "tome backup restore b --again",
      );
    const sentence = (title: string, id: string) =>
      `A space named "${title}" already exists (${id}): it was restored from this backup.`;
    await expect(check({ spaces, live, requests: [restored("L2")] })).rejects.toThrow(
      refusal(sentence("Other", "L2")),
    );
    const many = (count: number) => {
      const at = Array.from({ length: count }, (_, index) => index);
      return check({
        spaces: at.map((index) => [`S${index}`, `T${index}`] as const),
        live: at.map((index) => ({ id: `L${index}`, title: `T${index}` })),
        requests: at.map((index) => restored(`L${index}`, `S${index}`)),
      });
    };
    const five = [0, 1, 2, 3, 4].map((index) => sentence(`T${index}`, `L${index}`)).join(" ");
    await expect(many(5)).rejects.toThrow(refusal(five));
    await expect(many(7)).rejects.toThrow(refusal(`${five} And 2 more.`));
  });

  test("counts further notes", async () => {
    const many = (count: number) =>
      check({
        collections: Array.from({ length: count }, (_, at) => ({ id: `C${at}`, title: "Same" })),
        liveCollections: [{ id: "K1", title: "Same" }],
      });
    expect((await many(5)).notes).toHaveLength(5);
    expect((await many(7)).notes.at(-1)).toBe("2 more titles already exist.");
    expect((await many(7)).notes).toHaveLength(6);
  });

  test("reads change requests in every state, and only for new spaces", async () => {
    const { sent } = await check({ spaces, live });
    const line = sent.find((one) => one.includes("change-requests")) ?? "";
    for (const status of ["draft", "open", "merged", "archived"]) expect(line).toContain(status);
    expect(
      (await check({ collections: [{ id: "C1", title: "A" }] })).sent.some((one) =>
        one.includes("change-requests"),
      ),
    ).toBe(false);
  });
});
