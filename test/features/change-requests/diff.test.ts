/** The output forms of the comparison of a change request. */
import { expect, test } from "vitest";
import { IncompleteError } from "../../../src/errors.ts";
import { diff } from "../../../src/features/change-requests/diff.ts";
import {
  drawLines,
  ids,
  openReviewed,
} from "../../support/organizations/reviewed-change-request.ts";

function buildChange(type: string, id: string, more: object = {}, attributes?: object) {
  const page = { id, title: `Title ${id}`, path: `path-${id}`, type: "document", ...more };
  return { type, page, ...(attributes && { attributes }) };
}

const changes = [
  buildChange("page_edited", "P1", {}, { icon: { before: null, after: "x" } }),
  buildChange("page_edited", "P7", {}, { document: { before: "d1", after: "d2" } }),
  buildChange("page_created", "P2"),
  buildChange("page_deleted", "P3"),
  buildChange("page_moved", "P4"),
  buildChange("page_created", "P5", { type: "group", path: "" }),
  buildChange("page_deleted", "P6", { type: "link" }),
  { type: "file_created", file: { name: "a.png" } },
  { type: "reusable_content_edited", reusableContent: { title: "Note" } },
];
const world = {
  changes,
  texts: {
    "old P7": "one\ntwo\n",
    "new P7": "one\nthree\n",
    "new P2": "fresh\n",
    "old P3": "gone\n",
  },
  trees: {
    old: [{ id: "P4", path: "former" }],
    new: [{ id: "P4", path: "path-P4" }],
  },
};

const comments = `# change request 7 "Words"
# page "path-P1": icon {"before":null,"after":"x"}
# document "path-P2": added, title "Title P2"
# group "Title P5": added, title "Title P5"
# link "path-P6": removed
# file "a.png": added
# reusable content "Note": edited, its text is not compared
`;
const patches = {
  P7: `diff --git a/path-P7.md b/path-P7.md
--- a/path-P7.md
+++ b/path-P7.md
@@ -1,2 +1,2 @@
 one
-two
+three
`,
  P2: `diff --git a/path-P2.md b/path-P2.md
new file mode 100644
--- /dev/null
+++ b/path-P2.md
@@ -0,0 +1,1 @@
+fresh
`,
  P3: `diff --git a/path-P3.md b/path-P3.md
deleted file mode 100644
--- a/path-P3.md
+++ /dev/null
@@ -1,1 +0,0 @@
-gone
`,
  P4: `diff --git a/former.md b/path-P4.md
rename from former.md
rename to path-P4.md
`,
};
const patch = `${comments}${patches.P7}${patches.P2}${patches.P3}${patches.P4}`;

async function run(flags: Omit<Parameters<typeof diff>[1], keyof typeof ids> = {}, more = {}) {
  return (await diff(openReviewed({ ...world, ...more }).context, { ...ids, ...flags })) ?? {};
}

test("a pipe and --format patch get a patch with comments", async () => {
  const piped = await run({}, { screen: false });
  expect(piped).toEqual({ text: patch, unsettled: undefined });
  expect(await run({ format: "patch" })).toEqual(piped);
  expect(await run({ format: "patch" }, { changes: [] })).toEqual({ text: "" });
  const file = { type: "file_created", file: { name: "a.png" } };
  expect(await run({ format: "patch" }, { changes: [file] })).toEqual({
    text: '# change request 7 "Words"\n# file "a.png": added\n',
  });
});

test("data contain the patch of each page", async () => {
  const build = (id: string, counts: readonly [number, number], text: string, more = {}) => ({
    id,
    type: "document",
    title: `Title ${id}`,
    path: `path-${id}`,
    fields: {},
    added: counts[0],
    removed: counts[1],
    patch: text,
    ...more,
  });
  const icon = { icon: { before: null, after: "x" } };
  const [, iconComment, newComment, groupComment, linkComment] = comments.split(/(?<=\n)/);
  expect(await run({}, { screen: false, choice: { jq: "." } })).toEqual({
    record: {
      changeRequest: { id: "R1", number: 7, subject: "Words", status: "open" },
      pages: [
        build("P1", [0, 0], `${iconComment}`, { changes: ["edited"], fields: icon }),
        build("P7", [1, 1], patches.P7, { changes: ["edited"] }),
        build("P2", [1, 0], `${newComment}${patches.P2}`, { changes: ["added"] }),
        build("P3", [0, 1], patches.P3, { changes: ["removed"] }),
        build("P4", [0, 0], patches.P4, { changes: ["moved"], previousPath: "former" }),
        build("P5", [0, 0], `${groupComment}`, { changes: ["added"], type: "group", path: "" }),
        build("P6", [0, 0], `${linkComment}`, { changes: ["removed"], type: "link" }),
      ],
      others: [
        { kind: "file", word: "added", name: "a.png" },
        { kind: "reusable content", word: "edited", name: "Note" },
      ],
      conflicts: [],
      more: 0,
    },
    unsettled: undefined,
  });
});

test.each([
  [{ stat: true }, { screen: false }],
  [{}, { screen: false, choice: { columns: ["id"] } }],
  [{}, { screen: true, choice: { format: "table" } }],
])("the flags %j in %j select rows", async (flags, more) => {
  const result = await run(flags, more);
  const build = (name: string, change: string, added = 0, removed = 0) => ({
    ...{ added, removed, changes: [change], kind: "page", name },
    id: name.slice(-2),
  });
  expect(result).toMatchObject({
    none: "No changes.",
    list: [
      [
        build("path-P1", "edited"),
        build("path-P7", "edited", 1, 1),
        build("path-P2", "added", 1),
        build("path-P3", "removed", 0, 1),
        build("path-P4", "moved"),
        build("Title P5", "added"),
        build("path-P6", "removed"),
        { changes: ["added"], kind: "file", name: "a.png" },
        { changes: ["edited"], kind: "reusable content", name: "Note" },
      ],
    ],
  });
  expect("unsettled" in result && typeof result.unsettled === "function").toBe(true);
});

test("a terminal gets a view", async () => {
  const readView = async (flags = {}) => {
    const result = await diff(openReviewed(world).context, { ...ids, ...flags });
    return drawLines(result !== undefined && "view" in result ? result.view : undefined);
  };
  const lines = await readView();
  expect(lines.slice(0, 2)).toEqual([
    "<bold Words>  #7, open",
    "Changed: 7 pages, 1 file and 1 reusable content.",
  ]);
  expect(lines).toContain("<green + fresh>");
  expect(await readView({ stat: true })).not.toContain("<green + fresh>");
});

test("--fail changes fails if there are changes", async () => {
  const summary = "The change request changes 7 pages, 1 file and 1 reusable content.";
  for (const flags of [{}, { format: "patch" as const }]) {
    expect(await run({ ...flags, fail: "changes" })).toMatchObject({
      unsettled: new IncompleteError("findings", summary),
    });
    expect(await run(flags)).toMatchObject({ unsettled: undefined });
    expect(await run({ ...flags, fail: "changes" }, { changes: [] })).toMatchObject({
      unsettled: undefined,
    });
  }
});

test("omitted changes are an error of their own", async () => {
  expect(await run({}, { more: 4 })).toMatchObject({
    unsettled: new IncompleteError(
      "partial",
      "The platform omitted 4 changes. They are not compared.",
    ),
  });
});

test("one page is compared without the other content", async () => {
  expect(await run({ format: "patch", page: "path-P3" })).toEqual({
    text: `# change request 7 "Words"\n${patches.P3}`,
  });
});
