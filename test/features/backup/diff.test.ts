/** Differences between a backup and the platform. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import {
  openSmallOrganization,
  type SmallOrganization,
  space,
  toId,
} from "../../support/organizations/small-organization.ts";
import { openBackupPlatform } from "../../support/platforms/backup-platform.ts";

interface Page {
  readonly id: string;
  readonly pages?: readonly Page[];
}

/** A backup of a new space with three pages. */
async function start(flags = (spaceId: string) => `--space ${spaceId}`) {
  const { run, json } = await openBackupPlatform();
  const { id: spaceId } = await json<{ id: string }>("space create --title Notes");
  const change = async (...edits: readonly string[]) => {
    const { id } = await json<{ id: string }>(`cr create --space ${spaceId} --subject Words`);
    for (const edit of edits) await json(`cr edit ${id} --space ${spaceId} ${edit}`);
    await json(`cr merge ${id} --space ${spaceId}`);
  };
  await change("--new --title One", "--new --title Two", "--new --title Three");
  const { pages } = await json<{ pages: readonly Page[] }>(`page list --space ${spaceId}`);
  const folder = join(temporaryFolder(), "backup");
  const back = () => json(`backup create ${folder} ${flags(spaceId)}`.trim());
  await back();
  const diff = async () => {
    const { code, stdout, stderr } = await run(
      `backup diff ${folder} --json change,kind,title,what`,
    );
    expect([0, 10], stderr).toContain(code);
    return JSON.parse(stdout);
  };
  return { json, spaceId, folder, pages: pages.map(({ id }) => id), change, back, diff };
}

slowTest(
  "a page that was moved, renamed or changed is listed with the changed fields",
  async () => {
    const { pages, change, diff } = await start();
    const [one, two, three] = pages;
    expect(await diff()).toEqual([]);
    await change(
      `--page ${two} --into ${one}`,
      `--page ${three} --title Four`,
      "--new --title Five",
    );
    const changed = (title: string, what: string) => ({
      change: "changed",
      kind: "page",
      title,
      what,
    });
    expect(await diff()).toEqual([
      changed("Two", "parent"),
      changed("Four", "title"),
      { change: "added", kind: "page", title: "Five", what: null },
    ]);
  },
);

slowTest("a space is reported as removed once: until the backup records its deletion", async () => {
  const { json, spaceId, back, diff } = await start(() => "");
  await json(`space delete ${spaceId} --yes`);
  expect(await diff()).toEqual([{ change: "removed", kind: "space", title: "Notes", what: null }]);
  await back();
  expect(await diff()).toEqual([]);
});

slowTest("a reply to a comment, and a resolved comment, are changes", async () => {
  const { json, spaceId, pages, back, diff } = await start();
  const space = `--space ${spaceId}`;
  const write = async (body: string) =>
    (await json<{ id: string }>(`comment create ${space} --page ${pages[0]} --body ${body}`)).id;
  const [first, second] = [await write("First"), await write("Second")];
  await back();
  expect(await diff()).toEqual([]);
  await json(`comment reply create ${first} ${space} --body Yes`);
  expect(await diff()).toEqual([
    { change: "changed", kind: "comment", title: "First", what: null },
  ]);
  await json(`comment delete ${second} ${space} --yes`);
  expect(await diff()).toEqual([
    { change: "changed", kind: "comment", title: "First", what: null },
    { change: "removed", kind: "comment", title: "Second", what: null },
  ]);
});

describe("a small organization", () => {
  const group = (id: string, more: object = {}) => ({ id, type: "group", title: id, ...more });
  const target = { kind: "url", url: "https://a.example" };
  const old = {
    pages: [
      group("P1", { pages: [group("P2")] }),
      { id: "P3", type: "link", title: "Link", target },
      group("P4", { updatedAt: "1" }),
      group("P5", { documentId: "D1", updatedAt: "1" }),
      group("P6"),
    ],
    files: [
      { id: "F1", name: "a.png", size: 1, downloadURL: "https://f/1" },
      { id: "F2", name: "b.png", size: 2 },
    ],
  };

  /** The differences of a change of the content or of the space, as rows of texts. */
  async function differ(
    change: {
      readonly content?: object;
      readonly spaces?: readonly object[];
      readonly first?: Partial<SmallOrganization>;
      readonly comments?: readonly object[];
    },
    first: readonly object[] = [space(1)],
  ) {
    // The files have no bytes, so that the backup names them as unread.
    const { create, diff, manifest } = await openSmallOrganization({
      spaces: first,
      contents: { R1: { pages: old.pages } },
      ...change.first,
    });
    await create();
    const { end } = manifest();
    const revision = change.content === undefined ? "R1" : "R9";
    const { code, record, stderr } = await diff({
      spaces: change.spaces ?? [space(1, { revision })],
      contents: { R1: { pages: old.pages }, R9: { pages: old.pages, ...change.content } },
      comments: change.comments ?? [],
    });
    const rows = record.map((row: Readonly<Record<string, string | null>>) => [
      row.change,
      row.kind,
      row.title,
      row.space,
      row.what,
      row.id,
    ]);
    return { code, rows, stderr, end };
  }
  const page = (change: string, id: string, what: string | null, title = id) => [
    change,
    "page",
    title,
    "Guide 1",
    what,
    id,
  ];

  slowTest("without changes has no differences", async () => {
    const { code, rows, stderr } = await differ({ spaces: [space(1, { updatedAt: "2" })] });
    expect([code, rows, stderr]).toEqual([0, [], ""]);
    expect((await differ({ content: {} })).rows).toEqual([]);
  });

  slowTest("lists added, removed, moved and changed pages with their fields", async () => {
    const pages = [
      group("P1", { title: "One", emoji: "x" }),
      group("P2"),
      { id: "P3", type: "link", title: "Link", target: { ...target, url: "https://b.example" } },
      group("P4", { updatedAt: "2" }),
      group("P5", { documentId: "D2", updatedAt: "2" }),
      group("P7"),
    ];
    const { code, rows, stderr, end } = await differ({ content: { pages } });
    expect(code).toBe(10);
    expect(rows).toEqual([
      page("changed", "P1", "title, emoji", "One"),
      page("changed", "P2", "parent"),
      page("changed", "P3", "target", "Link"),
      page("changed", "P4", "text"),
      page("changed", "P5", "text"),
      page("removed", "P6", null),
      page("added", "P7", null),
    ]);
    expect(stderr).toContain(`7 items changed since the backup of ${end}.`);
  });

  test.each<[string, object, object, string | undefined]>([
    [
      "the time of a page with other fields",
      { updatedAt: "1" },
      { updatedAt: "2", title: "New" },
      "title",
    ],
    [
      "the time of a page with the same document",
      { documentId: "D1", updatedAt: "1" },
      { documentId: "D1", updatedAt: "2" },
      undefined,
    ],
    ["the type of a page", {}, { type: "link" }, "type"],
    [
      "the computed content of a page",
      { computed: { source: "a" } },
      { computed: { source: "b" } },
      "target",
    ],
    ["nothing", { title: "P" }, { title: "P" }, undefined],
  ])("compares %s", async (_, before, after, what) => {
    const first = { contents: { R1: { pages: [group("P1", before)] } } };
    const now = group("P1", { ...before, ...after });
    const { rows } = await differ({ first, content: { pages: [now] } });
    expect(rows.map((row: readonly unknown[]) => row[4])).toEqual(what === undefined ? [] : [what]);
  });

  slowTest("lists the settings of a space, and spaces that were added or removed", async () => {
    const { rows } = await differ(
      {
        spaces: [
          space(1, { title: "Manual", emoji: "x", visibility: "public", urls: { app: "y" } }),
          space(3),
          space(4, { deletedAt: "2026-01-01" }),
        ],
      },
      [space(1), space(2)],
    );
    const one = (change: string, title: string, what: string | null, number: number) => [
      change,
      "space",
      title,
      title,
      what,
      toId(number),
    ];
    expect(rows).toEqual([
      one("changed", "Guide 1", "title, emoji, visibility", 1),
      one("removed", "Guide 2", null, 2),
      one("added", "Guide 3", null, 3),
    ]);
  });

  slowTest("lists added, changed and removed comments by their text", async () => {
    const comment = (id: string, markdown: string, more: object = {}) => ({
      id,
      body: { markdown },
      replies: 0,
      ...more,
    });
    const long = "long ".repeat(20);
    const before = [
      comment("C1", "One"),
      comment("C2", "Two"),
      comment("C3", "Three"),
      comment("C4", "Four"),
    ];
    const { rows } = await differ({
      first: { comments: before, spaces: [space(1, { comments: 4 })] },
      spaces: [space(1, { comments: 4 })],
      comments: [
        comment("C1", "One", { reactions: [{}] }),
        comment("C2", "Two", { editedAt: "2026-01-01" }),
        comment("C4", "Four", { replies: 1 }),
        comment("C5", long),
      ],
    });
    const row = (change: string, id: string, title: string) => [
      change,
      "comment",
      title,
      "Guide 1",
      null,
      id,
    ];
    expect(rows).toEqual([
      row("changed", "C2", "Two"),
      row("removed", "C3", "Three"),
      row("changed", "C4", "Four"),
      row("added", "C5", long.slice(0, 60)),
    ]);
  });

  test("compares only the spaces of the backup", async () => {
    const { create, diff } = await openSmallOrganization();
    await create(["--space", toId(1)]);
    expect((await diff({ spaces: [space(1)] })).record).toEqual([]);
    expect((await diff({ spaces: [space(1), space(2), space(3)] })).record).toEqual([]);
  });
});
