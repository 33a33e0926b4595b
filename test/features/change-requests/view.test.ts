/** The view and the record of a change request. */
import { expect, test } from "vitest";
import { view } from "../../../src/features/change-requests/view.ts";
import {
  drawLines,
  ids,
  openReviewed,
} from "../../support/organizations/reviewed-change-request.ts";

type World = Parameters<typeof openReviewed>[0];

async function draw(world: World = {}): Promise<string[]> {
  const result = await view(openReviewed(world).context, ids);
  return drawLines(result !== undefined && "view" in result ? result.view : undefined);
}

/** The lines below a title, until an empty line. */
function cutSection(lines: readonly string[], title: string): readonly string[] {
  const start = lines.findIndex((line) => line.startsWith(`<bold ${title}>`));
  const rest = lines.slice(start);
  const end = rest.indexOf("");
  return end === -1 ? rest : rest.slice(0, end);
}

function buildChange(type: string, id: string) {
  return { type, page: { id, title: `Title ${id}`, path: `path-${id}`, type: "document" } };
}

test("a change request without content has an entry for everything", async () => {
  expect(await draw()).toEqual([
    "<bold Words>  #7",
    '<green open> by Ada <dim 2026-01-02T03:04:05.000Z>, in the space "Handbook" <dim (S1)>',
    "",
    "<bold Changes>  nothing",
    "",
    "<bold Conflicts>  none",
    "",
    "<bold Reviews>  none, and none requested",
    "",
    "<bold Merge rules>  none",
    "",
    "<bold Comments>  0 open",
    "",
    "<bold Next>",
    "  all requirements are met",
    "    <cyan tome cr merge R1>",
  ]);
});

test.each<readonly [World, readonly string[]]>([
  [
    {
      cr: {
        status: "merged",
        subject: "",
        mergedBy: { displayName: "Bob" },
        mergedAt: "2026-02-02T00:00:00.000Z",
      },
    },
    [
      "<bold (no subject)>  #7",
      'merged by Bob <dim 2026-02-02T00:00:00.000Z>, in the space "Handbook" <dim (S1)>',
    ],
  ],
  [
    { cr: { status: "draft", createdBy: {}, outdated: true } },
    [
      "<bold Words>  #7",
      '<yellow draft> by an unknown user <dim 2026-01-02T03:04:05.000Z>, in the space "Handbook" <dim (S1)>, <yellow behind its space>',
    ],
  ],
])("the head of %j", async (world, expected) => {
  expect((await draw(world)).slice(0, 2)).toEqual(expected);
});

test("the first twelve lines of the description are shown", async () => {
  const lines = Array.from({ length: 13 }, (_, at) => `line ${at}`);
  const all = await draw({ cr: { description: lines.join("\n") } });
  expect(all.slice(2, 17)).toEqual(["", ...lines.slice(0, 12), "<dim …>", ""]);
  const short = await draw({ cr: { description: lines.slice(1).join("\n") } });
  expect(short.slice(2, 16)).toEqual(["", ...lines.slice(1), ""]);
});

test("the first ten changes are shown, and the others are counted", async () => {
  const pages = Array.from({ length: 9 }, (_, at) => buildChange("page_edited", `P${at}`));
  const file = { type: "file_created", file: { name: "a.png" } };
  const changes = [...pages, file];
  expect(cutSection(await draw({ changes }), "Changes")).toEqual([
    "<bold Changes>  9 pages and 1 file",
    ...pages.map((_, at) => `  path-P${at}  <yellow edited>`),
    "  <bold a.png>  file, <green added>",
  ]);
  const eleven = [buildChange("page_created", "P9"), ...changes];
  const more = cutSection(await draw({ changes: eleven, more: 3 }), "Changes");
  expect(more).toHaveLength(12);
  expect(more.at(-1)).toBe("<dim   and 4 more>");
  expect(cutSection(await draw({ changes: eleven }), "Changes").at(-1)).toBe("<dim   and 1 more>");
});

test("the newest review of each user is shown, and whether it is outdated", async () => {
  const build = (id: string, status: string, createdAt: string, more = {}) => ({
    reviewer: { id, ...(id !== "U4" && { displayName: `Name ${id}` }) },
    status,
    createdAt,
    ...more,
  });
  const reviews = [
    build("U2", "approved", "2026-01-05"),
    build("U2", "changes-requested", "2026-01-04"),
    build("U3", "changes-requested", "2026-01-03", { outdated: true }),
  ];
  const requested = [
    { user: { id: "U2", displayName: "Name U2" }, createdAt: "2026-01-06" },
    { user: { id: "U4" }, createdAt: "2026-01-07" },
  ];
  expect(cutSection(await draw({ reviews, requested }), "Reviews")).toEqual([
    "<bold Reviews>",
    "  Name U3  <yellow requested changes>, <yellow before the latest changes>  <dim 2026-01-03>",
    "  Name U2  <green approved>  <dim 2026-01-05>",
    "  U4  <yellow review requested>  <dim 2026-01-07>",
  ]);
});

test("merge rules are met, missing or decided by the platform", async () => {
  const rules = [
    { rule: "require_change_request_subject" },
    { rule: "require_change_request_description" },
    { rule: "require_specific_reviewers", users: ["U1", "U5", "U6"] },
    { rule: "custom", expression: "a == b" },
    { rule: "custom", expression: "a == b", message: "Ask Bob" },
    { rule: "require_agent_review" },
    { rule: "new_rule" },
  ];
  expect(cutSection(await draw({ rules }), "Merge rules")).toEqual([
    "<bold Merge rules>",
    "  <green met>  it has a subject",
    "  <red missing>  a description is required",
    "  <red missing>  Ada must approve it",
    "  <red missing>  Linus must approve it",
    "  <red missing>  U6 must approve it",
    "  <yellow decided at the merge>  a == b",
    "  <yellow decided at the merge>  Ask Bob",
    "  <yellow decided at the merge>  an agent must review it",
    "  <yellow decided at the merge>  new_rule",
  ]);
});

test.each([
  [["ME", "U2"], "<bold Merge rules>  you can bypass them"],
  [["U2"], "<bold Merge rules>"],
])("the users %j can bypass the rules", async (users, expected) => {
  const rules = [{ rule: "require_change_request_description" }, { rule: "allow_bypass", users }];
  expect(cutSection(await draw({ rules }), "Merge rules")).toEqual([
    expected,
    "  <red missing>  a description is required",
  ]);
});

test("a reviewer who edited the change request does not count for its approval", async () => {
  const reviews = [{ reviewer: { id: "U2" }, status: "approved", createdAt: "2026-01-05" }];
  const rules = [{ rule: "require_at_least_one_approved_review" }];
  const approved = "  <green met>  another user approved it";
  const missing = "  <red missing>  a user who neither created nor edited it must approve it";
  const last = async (world: World) => cutSection(await draw(world), "Merge rules").at(-1);
  expect(await last({ rules, reviews })).toBe(approved);
  expect(await last({ rules, reviews, contributions: { U2: ["R0", "R1"] } })).toBe(missing);
  expect(await last({ rules, reviews, contributions: { U2: ["R0"] } })).toBe(approved);
  const own = [{ reviewer: { id: "U1" }, status: "approved", createdAt: "2026-01-05" }];
  expect(await last({ rules, reviews: own })).toBe(missing);
});

test("contributors are only requested if a rule depends on them", async () => {
  const reviews = [{ reviewer: { id: "U2" }, status: "approved", createdAt: "2026-01-05" }];
  const { context, sent } = openReviewed({ rules: [{ rule: "custom" }], reviews });
  await view(context, ids);
  expect(sent.filter((line) => String(line).includes("contributor"))).toEqual([]);
});

test.each([
  [{}, []],
  [
    { at: "2026-03-01", scheduledBy: { displayName: "Bob" } },
    ["<bold Scheduled merge>  2026-03-01 by Bob"],
  ],
  [
    { at: "2026-03-01", error: "A conflict." },
    ["<bold Scheduled merge>  2026-03-01 by an unknown user, <red failed>", "  A conflict."],
  ],
])("the scheduled merge %j", async (scheduledMerge, expected) => {
  const lines = await draw({ cr: { scheduledMerge, comments: 2 } });
  const start = lines.findIndex((line) => line.startsWith("<bold Scheduled"));
  const end = lines.indexOf("<bold Comments>  2 open");
  expect(start === -1 ? [] : lines.slice(start, end - 1)).toEqual(expected);
});

test("conflicts and next steps are listed", async () => {
  const conflicts = [{ title: "Start", page: "P1" }];
  const lines = await draw({ conflicts, changes: [buildChange("page_edited", "P1")] });
  const shown = cutSection(lines, "Conflicts");
  expect(shown[0]).toBe("<bold Conflicts>");
  expect(shown[1]).toMatch(/^ {2}.*Start/);
  expect(cutSection(lines, "Next").slice(0, 3)).toEqual([
    "<bold Next>",
    "  show the changed text",
    "    <cyan tome cr diff R1>",
  ]);
  expect(cutSection(await draw({ cr: { status: "merged" } }), "Next")).toEqual([
    "<bold Next>  nothing",
  ]);
});

test("data contain everything that the view shows", async () => {
  const world = {
    screen: false,
    cr: { description: "why" },
    changes: [buildChange("page_edited", "P1"), { type: "file_deleted", file: { name: "a" } }],
    requested: [{ user: { id: "U2" }, createdAt: "2026-01-06" }],
    rules: [{ rule: "require_change_request_subject" }],
  };
  const result = await view(openReviewed(world).context, ids);
  expect(result).toMatchObject({
    record: {
      id: "R1",
      spaceTitle: "Handbook",
      summary: "1 page and 1 file",
      pages: [{ id: "P1", type: "document", path: "path-P1", changes: ["edited"] }],
      others: [{ kind: "file", word: "removed", name: "a" }],
      conflicts: [],
      reviewers: [{ id: "U2", name: "U2", verdict: "asked", outdated: false, at: "2026-01-06" }],
      requirements: [
        { rule: "require_change_request_subject", state: "met", says: ["it has a subject"] },
      ],
    },
  });
});
