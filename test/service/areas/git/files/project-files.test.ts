/** The files that belong to the content of a commit, and those that an import fetches first. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { longestSummary } from "../../../../../src/document/repository/import-limits.ts";
import { findProjectFiles } from "../../../../../src/service/areas/git/files/project-files.ts";
import { getOid, type ReadableClone } from "../../../../../src/service/engines/git/clone.ts";
import { openListed } from "../../../../../src/service/engines/git/listed-folder.ts";
import { temporaryFolder } from "../../../../support/machine/folder.ts";

/** @param files contents by path; a number is the size of a file that cannot be read */
function open(files: Readonly<Record<string, string | number>>) {
  const folder = temporaryFolder();
  const entries = Object.entries(files).map(([path, content]) => {
    const oid = getOid(Buffer.from(path));
    if (typeof content === "number") return { path, oid, size: content };
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    return { path, oid, size: Buffer.byteLength(content) };
  });
  const paths = new Map(entries.map(({ path, oid }) => [oid, path]));
  const measured: (string | undefined)[][] = [];
  const listed = openListed({ url: folder, folder, commit: "c1", files: entries });
  const clone: ReadableClone = {
    ...listed,
    async sizes(oids) {
      measured.push(oids.map((oid) => paths.get(oid)));
      return listed.sizes(oids);
    },
  };
  return {
    /** The paths of the files that were measured at once, and so fetched together. */
    measured,
    find: (directory = "") => findProjectFiles(clone, "c1", directory),
  };
}

const summary = "* [Home](README.md)\n";
const home = { "README.md": "# Home\n" };
const missing = (readme: string, list: string) =>
  `The repository has neither ${readme} nor ${list}. Add at least one of them.`;

describe("a project", () => {
  test.each<[string, string, Record<string, string>, string | undefined]>([
    ["of the whole repository", "", { ...home, "docs/a.md": "" }, undefined],
    ["of a folder", "docs", { "docs/README.md": "", "a.md": "" }, undefined],
    ["of an inner folder", "docs/en", { "docs/en/README.md": "", "docs/a.md": "" }, undefined],
    ["with a table of contents only", "", { "SUMMARY.md": summary }, undefined],
    ["with names in another case", "", { "readme.MD": "", "summary.md": "" }, undefined],
    ["of a missing folder", "docs", home, "The repository has no folder docs."],
    [
      "of a file",
      "docs",
      { docs: "", "docs.md": "", "docs-2/README.md": "" },
      "The repository has no folder docs.",
    ],
    ["without files", "", {}, missing("README.md", "SUMMARY.md")],
    [
      "without a first page and a table of contents",
      "docs",
      { ...home, "SUMMARY.md": summary, "docs/a.md": "" },
      missing("docs/README.md", "docs/SUMMARY.md"),
    ],
    [
      "without the files that its settings name",
      "",
      { ...home, ".gitbook.yaml": "root: docs\nstructure:\n  readme: A.md\n  summary: B.md\n" },
      missing("docs/A.md", "docs/B.md"),
    ],
  ])("%s is read, or refused with the reason", async (_, directory, files, error) => {
    const found = open(files).find(directory);
    if (error === undefined) await expect(found).resolves.toBeDefined();
    else await expect(found).rejects.toMatchObject({ reason: "failed", message: error });
  });

  test("has the files below its root, and the paths and redirects of its settings", async () => {
    const { find } = open({
      "a.md": "",
      "docs/.gitbook.yaml":
        "root: text\nstructure:\n  readme: HOME.md\n  summary: lists/ALL.md\nredirects:\n  old: a.md\n",
      "docs/b.md": "",
      "docs/text/HOME.md": "# Home\n",
      "docs/text/lists/ALL.md": "* [Listed](../a.md)\n",
      "docs/text/a.md": "",
      "docs/text/guide/README.md": "",
    });
    const project = await find("docs");
    expect([...project.files.keys()]).toEqual([
      ...["HOME.md", "lists/ALL.md", "a.md", "guide/README.md"],
    ]);
    expect(project).toMatchObject({
      paths: { root: "docs/text", readme: "docs/text/HOME.md", summary: "docs/text/lists/ALL.md" },
      redirects: { old: "a.md" },
      outlineFolder: "lists",
      parts: [{ items: [{ title: "Listed", address: "../a.md" }] }],
    });
    expect(project.entries).toHaveLength(7);
    expect(["", "guide", "lists"].map(project.findReadme)).toEqual([
      ...["HOME.md", "guide/README.md", undefined],
    ]);
  });

  test("without a table of contents lists its folders, from its first page", async () => {
    const { parts } = await open({ "a.md": "", "index.md": "", ...home }).find();
    expect(parts).toEqual([
      {
        items: ["README.md", "a.md", "index.md"].map((address) =>
          expect.objectContaining({ address }),
        ),
      },
    ]);
  });

  test.each([
    [[], []],
    [["SUMMARY.md"], ["SUMMARY.md"]],
    [[".gitbook.yaml"], [".gitbook.yaml"]],
    [
      ["SUMMARY.md", ".gitbook.yaml"],
      ["SUMMARY.md", ".gitbook.yaml"],
    ],
    [["docs/SUMMARY.md", "docs/.gitbook.yaml"], []],
  ])("with the further files %j has the special files %j", async (paths, special) => {
    const more = Object.fromEntries(paths.map((path) => [path, ""]));
    const project = await open({ ...home, ...more }).find();
    expect(project.special.map(({ path }) => path)).toEqual(special);
  });

  test.each(["SUMMARY.md", ".gitbook.yaml"])("has a limit for the size of %s", async (path) => {
    const read = (size: number) => open({ ...home, [path]: size }).find();
    const tooLarge = {
      reason: "too-large",
      message: `${path} exceeds the limit of ${longestSummary} bytes.`,
    };
    await expect(read(longestSummary + 1)).rejects.toMatchObject(tooLarge);
    // The file itself does not exist here.
    await expect(read(longestSummary)).rejects.toMatchObject({
      message: expect.stringContaining(`Cannot read ${path}`),
    });
  });
});

describe("the files that are fetched together", () => {
  const list = (count: number, extension: string) =>
    Array.from({ length: count }, (_, index) => `img/${index}.${extension}`);
  const pictures = ["a.png", "a.JPG", "a.jpeg", "a.gif", "a.svg", "a.webp", "a.avif"];

  test.each<[string, readonly string[], readonly string[]]>([
    ["are Markdown files", ["a.md", "b/c.MARKDOWN"], ["a.md", "b/c.MARKDOWN"]],
    ["are the table of contents", ["SUMMARY.md"], ["SUMMARY.md"]],
    ["are pictures", pictures, pictures],
    ["are up to 200 pictures", list(200, "png"), list(200, "png")],
    ["are no more than 200 pictures", [...list(201, "png"), "a.md"], ["a.md"]],
    [
      "are files of the platform, also with many pictures",
      [...list(201, "png"), ".gitbook/assets/a.png", "docs/.gitbook/assets/b"],
      [".gitbook/assets/a.png", "docs/.gitbook/assets/b"],
    ],
    ["are no other files", ["a.c", "a.png.txt", "png", "a.mdx", "x.gitbook/a", ".gitbook"], []],
    ["are no large number of other files", list(300, "c"), []],
  ])("%s", async (_, paths, expected) => {
    const files = Object.fromEntries(paths.map((path) => [path, ""]));
    const { find, measured } = open({ ...home, ...files });
    await find();
    expect([...new Set(measured[0])].sort()).toEqual([...expected, "README.md"].sort());
  });

  test("are a table of contents with another ending, and no files outside the content", async () => {
    const { find, measured } = open({
      ".gitbook.yaml": "root: docs\nstructure:\n  summary: LIST.txt\n",
      "a.md": "",
      "docs/LIST.txt": summary,
      "docs/README.md": "",
    });
    await find();
    expect(measured).toEqual([
      [".gitbook.yaml"],
      ["docs/LIST.txt", "docs/README.md"],
      ["docs/LIST.txt"],
    ]);
  });
});
