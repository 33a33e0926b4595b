import { describe, expect, test } from "vitest";
import {
  readSettings,
  redirectSource,
  redirectTarget,
} from "../../../src/document/repository/settings.ts";

test.each<[string, string | undefined, object]>([
  ["", undefined, { root: "", readme: "README.md", summary: "SUMMARY.md" }],
  ["", "", { root: "", readme: "README.md", summary: "SUMMARY.md" }],
  ["p", undefined, { root: "p", readme: "p/README.md", summary: "p/SUMMARY.md" }],
  ["", "root: ./docs/", { root: "docs", readme: "docs/README.md", summary: "docs/SUMMARY.md" }],
  ["p", "root: /docs", { root: "p/docs", readme: "p/docs/README.md" }],
  ["", "root: //docs/../x", { root: "x" }],
  ["", "root: .", { root: "" }],
  ["", "structure:\n  readme: ./a.md", { readme: "a.md", summary: "SUMMARY.md" }],
  ["", "root: d\nstructure:\n  summary: b/c.md", { readme: "d/README.md", summary: "d/b/c.md" }],
])("the settings of the folder %j with the text %j have paths", (folder, text, expected) => {
  const { paths, faults } = readSettings(folder, text);
  expect(paths).toMatchObject(expected);
  expect(paths.settings).toBe(folder === "" ? ".gitbook.yaml" : "p/.gitbook.yaml");
  expect(faults).toEqual([]);
});

describe("an invalid path has its default and is named", () => {
  const values = ["..", "../x", "a/../../x", "3", "[x]", ".git", ".git/x"];

  test.each(values)("%s", (value) => {
    const text = `root: ${value}\nstructure:\n  readme: ${value}\n  summary: ${value}\n`;
    const { paths, faults } = readSettings("p", text);
    expect(paths).toMatchObject({
      root: "p",
      readme: "p/README.md",
      summary: "p/SUMMARY.md",
    });
    expect(faults.map(({ reason, at, message }) => [reason, at.join("."), message])).toEqual(
      ["root", "structure.readme", "structure.summary"].map((name) => [
        "failed",
        name,
        `${name} of .gitbook.yaml is not a folder inside the project. Use a path such as ./docs.`,
      ]),
    );
  });
});

test.each<[string, string, string, string]>([
  [
    "roots: x",
    "mistake",
    "roots",
    ".gitbook.yaml has the unknown field roots. Allowed fields: root, structure, redirects.",
  ],
  [
    "structure:\n  sumary: x",
    "mistake",
    "structure.sumary",
    ".gitbook.yaml has the unknown field structure.sumary. Allowed fields: structure.readme, structure.summary.",
  ],
  [
    "structure: x",
    "mistake",
    "structure",
    "structure of .gitbook.yaml must have the fields readme and summary.",
  ],
  [
    "structure: [x]",
    "mistake",
    "structure",
    "structure of .gitbook.yaml must have the fields readme and summary.",
  ],
  ["- root", "failed", "", ".gitbook.yaml must consist of names and values, such as root: ./docs."],
  ["root", "failed", "", ".gitbook.yaml must consist of names and values, such as root: ./docs."],
  [
    "redirects: x",
    "failed",
    "redirects",
    "redirects of .gitbook.yaml must consist of lines such as previous/page: new-folder/page.md.",
  ],
  [
    "redirects: [x]",
    "failed",
    "redirects",
    "redirects of .gitbook.yaml must consist of lines such as previous/page: new-folder/page.md.",
  ],
  [
    "redirects:\n  a: b\n  c:",
    "failed",
    "redirects.c",
    "redirects of .gitbook.yaml must consist of lines such as previous/page: new-folder/page.md. The redirect from c has no file.",
  ],
  [
    "redirects:\n  a: 3",
    "failed",
    "redirects.a",
    "redirects of .gitbook.yaml must consist of lines such as previous/page: new-folder/page.md. The redirect from a has no file.",
  ],
])("the settings %j have one error (%s at %j)", (text, reason, at, message) => {
  expect(readSettings("", text).faults).toEqual([
    { reason, at: at === "" ? [] : at.split("."), message },
  ]);
});

test.each(["", "{}", "null", "structure:", "redirects:", "root:", "# only a comment"])(
  "the settings %j have no errors and no redirects",
  (text) => {
    expect(readSettings("", text)).toMatchObject({ faults: [], redirects: {} });
  },
);

test("redirects with a file are kept, even if another has none", () => {
  expect(readSettings("", "redirects:\n  a: b.md\n  c: 3\n").redirects).toEqual({ a: "b.md" });
});

test.each<[number, readonly string[]]>([
  [1000, []],
  [1001, ["too-large: .gitbook.yaml has 1001 redirects; the maximum is 1000."]],
])("%i redirects: %j", (count, expected) => {
  const lines = Array.from({ length: count }, (_, at) => `  old-${at}: new.md\n`);
  const { faults, redirects } = readSettings("", `redirects:\n${lines.join("")}`);
  expect(faults.map(({ reason, message }) => `${reason}: ${message}`)).toEqual(expected);
  expect(Object.keys(redirects)).toHaveLength(count);
});

test.each<[number, readonly string[]]>([
  [65_536, []],
  [65_537, ["failed: .gitbook.yaml cannot be read: it has more than 65536 characters."]],
])("settings with %i characters: %j", (length, expected) => {
  const { faults } = readSettings("", `root: docs #${"x".repeat(length - 12)}`);
  expect(faults.map(({ reason, message }) => `${reason}: ${message}`)).toEqual(expected);
});

test.each<[string, string | undefined]>([
  ["old", "old"],
  ["./old", "old"],
  [".//././old/./x", "old/./x"],
  ["/old", undefined],
  ["../old", "../old"],
  [".old", ".old"],
])("the source %s of a redirect is the path %s", (from, path) => {
  expect(redirectSource(from)).toBe(path);
});

test.each<[string, string]>([
  ["a.md", "a.md"],
  ["./a.md#b", "a.md"],
  ["/./a.md#b#c\nd", "a.md"],
  ["../a.md", "../a.md"],
  ["#b", ""],
])("the target %j of a redirect is the file %s", (to, file) => {
  expect(redirectTarget(to)).toBe(file);
});
