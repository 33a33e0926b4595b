/** The files that an export makes of the content of a space, and those that stay as they are. */
import { beforeAll, describe, expect, test } from "vitest";
import type { ContentReference } from "../../../../../src/contract/content-reference.model.ts";
import { parseMarkdown } from "../../../../../src/document/markdown.ts";
import { parseReference } from "../../../../../src/document/reference-address.ts";
import { encodeFile, putEncoded } from "../../../../../src/service/areas/content/files/blobs.ts";
import { putDocument } from "../../../../../src/service/areas/content/texts/documents.ts";
import type {
  ContentPage,
  ContentTree,
} from "../../../../../src/service/areas/content/tree/tree.ts";
import { MovedBlocks } from "../../../../../src/service/areas/git/export/moved-blocks.ts";
import { planProject } from "../../../../../src/service/areas/git/export/write-project.ts";
import { withReferences } from "../../../../../src/service/areas/git/files/references.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { createGitRows, type GitRows, openGitPlatform } from "../../../../support/git/git-rows.ts";
import { page, tree } from "../../../../support/organizations/content.ts";

let rows: GitRows;

beforeAll(async () => {
  const platform = await openGitPlatform();
  rows = await createGitRows(platform);
  return () => platform.workspace.service.close();
});

/** Stores a text, in which URLs such as `/pages/<id>` are references. */
async function put(markdown: string): Promise<string> {
  const resolve = (ref: ContentReference) => (ref.kind === "url" && parseReference(ref.url)) || ref;
  return putDocument(rows.db, rows.spaceId, withReferences(parseMarkdown(markdown), resolve));
}

/** Stores a file. */
async function store(id: string, name: string, content = name, location?: string) {
  const bytes = Buffer.from(content);
  const { hash, size } = encodeFile(bytes);
  await putEncoded(rows.db, rows.spaceId, encodeFile(bytes));
  return { id, name, contentType: "text/plain", hash, size, ...(location && { location }) };
}

interface Given {
  readonly now: ContentTree;
  readonly before?: ContentTree;
  /** Former locations by id. */
  readonly known?: Readonly<Record<string, string>>;
  /** The files of the branch. */
  readonly base?: Readonly<Record<string, string>>;
  /** The folder of the content. */
  readonly root?: string;
}

async function write({ now, before, known = {}, base = {}, root = "" }: Given) {
  const blocks: Record<string, number> = {};
  const inside = (path: string) => (root === "" ? path : `${root}/${path}`);
  const { files, pathsBefore } = await planProject({
    ...{ db: rows.db, spaceId: rows.spaceId, now, before, moved: new MovedBlocks() },
    known: new Map(Object.entries(known)),
    paths: {
      ...{ settings: ".gitbook.yaml", root, readme: inside("README.md") },
      summary: inside("SUMMARY.md"),
    },
    printed: (thing, count) => {
      blocks[thing] = count;
    },
  });
  const written: Record<string, string> = {};
  for (const [path, file] of files) {
    const text = base[path];
    written[path] = Buffer.from(
      await file.write(text === undefined ? undefined : Buffer.from(text)),
    ).toString();
  }
  const things = Object.fromEntries([...files].map(([path, { thing }]) => [path, thing]));
  const unchanged = [...files].flatMap(([path, file]) => (file.isUnchanged ? [path] : []));
  return { written, things, unchanged: unchanged.toSorted(), pathsBefore, blocks };
}

const home = page("home", { title: "Home", location: "README.md" });
const list = (...lines: readonly string[]) =>
  `# Table of contents\n\n${["* [Home](README.md)", ...lines].map((line) => `${line}\n`).join("")}`;

describe("the table of contents", () => {
  test.each<[string, readonly ContentPage[], string]>([
    [
      "has nested pages",
      [page("a", { title: "A", pages: [page("b", { title: "B" })] })],
      list("* [A](a/README.md)", "  * [B](a/b.md)"),
    ],
    [
      "has groups, and separates pages after a group",
      [
        page("g", { type: "group", title: "My group", slug: "my-group", pages: [page("a")] }),
        page("h", { type: "group", title: "Other", slug: "own", pages: [] }),
        page("b"),
      ],
      `${list()}\n## My group\n\n* [a](my-group/a.md)\n\n## Other <a href="#own" id="own"></a>\n\n***\n\n* [b](b.md)\n`,
    ],
    [
      "has links with their URLs, and to pages with a fragment",
      [
        page("a"),
        page("l1", { type: "link", title: "Site", target: { kind: "url", url: "https://x.test" } }),
        page("l2", { type: "link", title: "Page", target: { kind: "page", page: "a" } }),
        page("l3", {
          type: "link",
          title: "Anchor",
          target: { kind: "anchor", page: "a", anchor: "x" },
        }),
        page("l4", {
          type: "link",
          title: "Other",
          target: { kind: "page", page: "a", space: "S2" },
        }),
        page("l5", { type: "link", title: "Nothing" }),
      ],
      list(
        "* [a](a.md)",
        "* [Site](https://x.test)",
        "* [Page](a.md#)",
        "* [Anchor](a.md#x)",
        "* [Other](/spaces/S2/pages/a)",
      ),
    ],
    [
      "has no computed pages",
      [page("c", { type: "computed", computed: { type: "x", props: {} } }), page("a")],
      list("* [a](a.md)"),
    ],
  ])("%s", async (_, pages, expected) => {
    const { written } = await write({ now: tree([home, ...pages]) });
    expect(written["SUMMARY.md"]).toBe(expected);
  });

  test.each<[string, readonly ContentPage[], boolean]>([
    ["the same pages", [home, page("a")], true],
    ["other settings of a page", [home, page("a", { description: "About" })], true],
    ["another title", [home, page("a", { title: "B" })], false],
    ["another order", [page("a"), home], false],
    ["another page", [home, page("a"), page("b")], false],
    ["one page less", [home], false],
  ])("is unchanged with %s: %#", async (_, pages, isUnchanged) => {
    const before = tree([home, page("a")]);
    const { unchanged } = await write({ now: tree(pages), before, known: { a: "a.md" } });
    expect(unchanged.includes("SUMMARY.md")).toBe(isUnchanged);
  });

  test("keeps lines that lead to the same pages", async () => {
    const base = { "SUMMARY.md": "- [Home](./README.md)\n- [A]( a.md )\n" };
    const known = { a: "a.md" };
    const before = tree([home, page("a", { title: "A" })]);
    const now = tree([home, page("a", { title: "A" }), page("b", { title: "B" })]);
    const { written } = await write({ now, before, known, base });
    expect(written["SUMMARY.md"]).toBe("- [Home](./README.md)\n- [A]( a.md )\n- [B](b.md)\n");
  });
});

describe("the file of a page", () => {
  test.each<[string, Partial<ContentPage>, boolean]>([
    ["nothing", {}, true],
    ["its position", { pages: [page("c", { location: "c.md" })] }, true],
    ["its title", { title: "Other" }, false],
    ["its slug", { slug: "other" }, false],
    ["its description", { description: "About" }, false],
    ["its location", { location: "moved/a.md" }, false],
    ["its Git data", { git: { oid: "x", path: "a.md" } }, true],
  ])("changes with %s: %#", async (_, changes, isUnchanged) => {
    const a = page("a", { location: "a.md" });
    const now = tree([home, { ...a, ...changes }]);
    const { unchanged } = await write({ now, before: tree([home, a]) });
    expect(unchanged.includes(changes.location ?? "a.md")).toBe(isUnchanged);
    const first = await write({ now });
    expect(first.unchanged).toEqual([]);
  });

  test("changes with the folder of the page above it", async () => {
    const build = (slug: string) => tree([home, page("a", { slug, pages: [page("b")] })]);
    const { unchanged, written } = await write({ now: build("y"), before: build("x") });
    expect([unchanged, Object.keys(written).toSorted()]).toEqual([
      ...[["README.md"], ["README.md", "SUMMARY.md", "y/README.md", "y/b.md"]],
    ]);
  });

  test("changes with the paths of its links and of its covers", async () => {
    const document = await put("[b](/pages/b) and ![f](/files/f).\n");
    const ref = { kind: "page", page: "b" } as const;
    const pages = (location: string) => [
      home,
      page("a", { location: "a.md", document }),
      page("light", { location: "light.md", cover: { ref, yPos: 0 } }),
      page("dark", { location: "dark.md", cover: { refDark: ref, yPos: 0 } }),
      page("other", { location: "other.md", cover: { yPos: 0 } }),
      page("b", { location }),
    ];
    const before = tree(pages("b.md"));
    const same = await write({ now: before, before });
    expect(same.unchanged).toEqual([
      ...["README.md", "SUMMARY.md", "a.md", "b.md", "dark.md", "light.md", "other.md"],
    ]);
    const moved = await write({ now: tree(pages("deep/b.md")), before });
    expect(moved.unchanged).toEqual(["README.md", "other.md"]);
    expect(moved.written["a.md"]).toContain("[b](deep/b.md)");
    expect(moved.written["light.md"]).toContain("cover: deep/b.md");
  });

  test("is written over that of the branch, or anew if that is not possible", async () => {
    const document = await put("**Text** here.\n\nMore.\n");
    const now = tree([
      page("a", { title: "A", location: "a.md", document }),
      page("b", { title: "B", location: "b.md", document }),
      page("c", { title: "C", location: "c.md", document: await put("# First\n") }),
      page("d", { title: "D", location: "d.md" }),
    ]);
    const base = {
      "a.md": "A\n=\n\n__Text__ here.\n",
      "c.md": "Text.\n",
      "d.md": "# D\n\nText.\n",
    };
    const { written, blocks, things } = await write({ now, before: now, base });
    expect(written).toMatchObject({
      "a.md": "A\n=\n\n__Text__ here.\n\nMore.\n",
      "b.md": "# B\n\n**Text** here.\n\nMore.\n",
      "c.md": "# C\n\n# First\n",
      "d.md": "# D\n",
    });
    expect(blocks).toEqual({ a: 0, b: 1, c: 1, d: 0 });
    expect(things).toEqual({
      "a.md": "a",
      "b.md": "b",
      "c.md": "c",
      "d.md": "d",
      "SUMMARY.md": undefined,
    });
  });

  slowTest("keeps URLs that lead to the same page in another spelling", async () => {
    const document = await put(
      "[a](/pages/b) **x** [b](/pages/b) [c](/pages/b) [d](/pages/i) [e](/pages/j)\n\nNew.\n",
    );
    const text = "[a](b.md) __x__ [b](/b) [c](gone) [d](deep/) [e](/jay)\n";
    const now = tree(
      [
        page("a", { title: "A", location: "a.md", document }),
        page("b", { title: "B", location: "b.md" }),
        page("i", { title: "I", location: "deep/README.md" }),
        page("j", { title: "J", slug: "jay", location: "other-name.md" }),
      ],
      { redirects: { gone: "b.md" } },
    );
    const { written } = await write({ now, before: now, base: { "a.md": `# A\n\n${text}` } });
    expect(written["a.md"]).toBe(`# A\n\n${text}\nNew.\n`);
  });
});

describe("other files", () => {
  test("are written with their contents, and change with them or with their location", async () => {
    const [a, b, other] = [
      await store("a", "a.txt", "A", "files/a.txt"),
      await store("b", "b.txt", "B"),
      await store("a", "a.txt", "Other", "files/a.txt"),
    ];
    const before = tree([home], { files: [a, b] });
    const same = await write({ now: before, before });
    expect(same.written).toMatchObject({ "files/a.txt": "A", ".gitbook/assets/b.txt": "B" });
    expect(same.unchanged).toEqual(
      expect.arrayContaining([".gitbook/assets/b.txt", "files/a.txt"]),
    );
    expect(same.things).toMatchObject({ "files/a.txt": "a", ".gitbook/assets/b.txt": "b" });
    const changed = await write({ now: tree([home], { files: [other, b] }), before });
    expect([changed.written["files/a.txt"], changed.unchanged.includes("files/a.txt")]).toEqual([
      ...["Other", false],
    ]);
    const moved = tree([home], { files: [{ ...a, location: "x.txt" }, b] });
    const movedFiles = await write({ now: moved, before });
    expect(movedFiles.unchanged).toEqual([".gitbook/assets/b.txt", "README.md", "SUMMARY.md"]);
    expect((await write({ now: before })).unchanged).toEqual([]);
  });

  test("of lost contents cannot be written", async () => {
    const file = { id: "x", name: "x", contentType: "text/plain", hash: "gone", size: 1 };
    await expect(write({ now: tree([home], { files: [file] }) })).rejects.toThrow(
      `The file gone of space ${rows.spaceId} is missing.`,
    );
  });

  test("are the variables and the redirects, of which the first are written", async () => {
    const more = { variables: { a: 1 }, redirects: { old: "README.md" } };
    const { written, unchanged } = await write({ now: tree([home], more), root: "docs" });
    expect(written).toMatchObject({
      "docs/.gitbook/vars.yaml": "a: 1\n",
      ".gitbook.yaml": "redirects:\n  old: README.md\n",
      "docs/SUMMARY.md": list(),
      "docs/README.md": "# Home\n",
    });
    expect(unchanged).toEqual([]);
    const same = await write({ now: tree([home], more), before: tree([home], more) });
    expect(same.unchanged).toEqual([
      ...[".gitbook.yaml", ".gitbook/vars.yaml", "README.md", "SUMMARY.md"],
    ]);
    expect(Object.keys((await write({ now: tree([home]) })).written).toSorted()).toEqual([
      ...["README.md", "SUMMARY.md"],
    ]);
  });
});

describe("reusable contents", () => {
  const at = (name: string) => `.gitbook/includes/${name}.md`;

  test("have the file that they had, or a free name of their title", async () => {
    const contents = [
      { id: "r1", title: "Note", location: at("own") },
      { id: "r2", title: "Note" },
      { id: "r3", title: "NOTE" },
      { id: "r4", title: "Known" },
      { id: "r5", title: "Outside", location: "../x.md" },
      { id: "r6", title: "Twin", location: at("own") },
      { id: "r7", title: "***" },
      { id: "r8", title: "X", location: at("Upper") },
      { id: "r9", title: "Upper" },
    ];
    const { things } = await write({
      now: tree([home], { reusableContents: contents }),
      known: { r4: at("former"), r6: at("own") },
    });
    expect(
      Object.entries(things)
        .filter(([, id]) => id?.startsWith("r"))
        .toSorted(),
    ).toEqual(
      [
        [at("own"), "r1"],
        [at("note"), "r2"],
        [at("note-1"), "r3"],
        [at("former"), "r4"],
        [at("outside"), "r5"],
        [at("twin"), "r6"],
        [at("content"), "r7"],
        [at("Upper"), "r8"],
        [at("upper-1"), "r9"],
      ].toSorted(),
    );
  });

  test("change with their fields, their location and the paths of their links", async () => {
    const document = await put("[a](/pages/a)\n");
    const content = { id: "r", title: "R", location: at("r"), document };
    const build = (changes: object, location = "a.md") =>
      tree([home, page("a", { location })], { reusableContents: [{ ...content, ...changes }] });
    const before = build({});
    for (const [now, path, isUnchanged] of [
      [build({}), at("r"), true],
      [build({ git: { oid: "x", path: "r" } }), at("r"), true],
      [build({ title: "S" }), at("r"), false],
      [build({ frontMatter: { a: 1 } }), at("r"), false],
      [build({ document: await put("Other.\n") }), at("r"), false],
      [build({ location: at("s") }), at("s"), false],
      [build({}, "deep/a.md"), at("r"), false],
    ] as const) {
      const { unchanged } = await write({ now, before });
      expect([now, unchanged.includes(path)]).toEqual([now, isUnchanged]);
    }
    expect((await write({ now: before })).unchanged).toEqual([]);
  });

  test("are written over their file, and included by its path", async () => {
    const document = await put("**Text** here.\n\nMore.\n");
    const including = await put('{% include "/reusable-contents/r" %}\n');
    const now = tree([page("a", { title: "A", location: "deep/a.md", document: including })], {
      reusableContents: [{ id: "r", title: "R", location: at("r"), document }],
    });
    const base = { [at("r")]: "__Text__ here.\n" };
    const { written, blocks } = await write({ now, before: now, base });
    expect(written[at("r")]).toBe("__Text__ here.\n\nMore.\n");
    expect(written["deep/a.md"]).toBe('# A\n\n{% include "../.gitbook/includes/r.md" %}\n');
    expect(blocks).toEqual({ a: 1, r: 0 });
    const empty = tree([home], { reusableContents: [{ id: "r", title: "R", location: at("r") }] });
    expect((await write({ now: empty })).written[at("r")]).toBe("");
  });
});

test("the paths of the last synchronized content are those of its files, in the folder of the content", async () => {
  const before = tree([page("a", { location: "a.md" })], {
    reusableContents: [{ id: "r", title: "R" }],
    files: [await store("f", "f.txt")],
  });
  const { pathsBefore } = await write({ now: tree([]), before, root: "docs" });
  expect(pathsBefore.toSorted()).toEqual([
    ...["docs/.gitbook/assets/f.txt", "docs/.gitbook/includes/r.md", "docs/.gitbook/vars.yaml"],
    ...["docs/SUMMARY.md", "docs/a.md"],
  ]);
  expect((await write({ now: before })).pathsBefore).toEqual([]);
});
