import { describe, expect, test } from "vitest";
import { isSafeName, openNames, refuseUnsafeNames } from "../../src/files/safe-names.ts";

function refuse(names: readonly string[]): string {
  try {
    refuseUnsafeNames(names);
    return "accepted";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

const empty = "has an empty part";
const elsewhere = "leads to another folder";
const windows = "contains \\ or :, which have a special meaning on Windows";
const sign = "contains a character that Windows does not allow";
const invisible = "contains an invisible character";
const ending = "contains a part that ends with a dot or space, which Windows removes";
const device = "is a reserved device name on Windows";
const git = "is inside the .git folder of a repository";

describe("refuseUnsafeNames", () => {
  test.each<[name: string, problem: string | undefined]>([
    ["", empty],
    ["a//b", empty],
    ["/a", empty],
    ["a/", empty],
    [".", elsewhere],
    ["a/../b", elsewhere],
    ["...a", undefined],
    ["a\\b", windows],
    ["a:b", windows],
    ...[...'<>"|?*'].map((one): [string, string] => [`a${one}b`, sign]),
    ["a\u0007b", invisible],
    ["a\u200db", invisible],
    ["a\ud800b", invisible],
    ["a\u2028b", invisible],
    ["a\u2029b", invisible],
    ["a.", ending],
    ["a /b", ending],
    ["CON", device],
    ["a/nul.txt", device],
    ["com1.md", device],
    ["lpt².md", device],
    ["conin$", device],
    ["conout$", device],
    ["clock$.a", device],
    ["prn", device],
    ["aux", device],
    ["console", undefined],
    ["com", undefined],
    ["acon", undefined],
    [".git/config", git],
    ["a/.GIT", git],
    ["git~1", git],
    [".github", undefined],
    ["a.git", undefined],
    ["git~12", undefined],
    ["ü".repeat(127), undefined],
    ["ü".repeat(128), "contains a part of more than 255 bytes"],
    ["a".repeat(255), undefined],
    ["a".repeat(256), "contains a part of more than 255 bytes"],
    [Array(32).fill("a").join("/"), undefined],
    [Array(33).fill("a").join("/"), "is nested deeper than 32 folders"],
    [Array(5).fill("a".repeat(204)).join("/"), undefined],
    [`${Array(5).fill("a".repeat(204)).join("/")}a`, "is longer than 1024 characters"],
  ])("%j: %j", (name, problem) => {
    const shown = JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
    const message =
      problem === undefined
        ? "accepted"
        : `The file name ${shown} ${problem}. Nothing was written.`;
    // A safe name before it does not hide it.
    expect(refuse(["before.md", name])).toBe(message);
  });

  test.each([
    [["a.md", "A.md"], '"A.md" collides with "a.md" on some systems'],
    [["é.md", "é.md"], '"é.md" collides with "é.md" on some systems'],
    [["ß", "SS"], '"SS" collides with "ß" on some systems'],
    [["a/b.md", "A"], '"A" collides with "a/b.md" on some systems'],
    [["a/b/c.md", "a/B"], '"a/B" collides with "a/b/c.md" on some systems'],
    [["A", "a/b.md"], '"a/b.md" requires a folder with the name of the file "A"'],
    [["x/A", "x/a/b/c.md"], '"x/a/b/c.md" requires a folder with the name of the file "x/A"'],
    [["a/b.md", "a/c.md", "A/d.md", "b.md"], undefined],
    [
      ["a".repeat(100), "A".repeat(100)],
      `"${"A".repeat(100)}" collides with "${"a".repeat(100)}" on some systems`,
    ],
  ])("of %j: %s", (names, problem) => {
    expect(refuse(names)).toBe(
      problem === undefined ? "accepted" : `The file name ${problem}. Nothing was written.`,
    );
  });
});

test.each([
  ["page.md", true],
  ["", false],
  ["a/b", false],
  ["..", false],
  ["nul", false],
])("isSafeName(%j) is %j", (name, isSafe) => {
  expect(isSafeName(name)).toBe(isSafe);
});

describe("openNames", () => {
  test.each([
    ["Guide", "Guide"],
    [" . Guide. ", "Guide"],
    ["a/b:c", "a-b-c"],
    ["Über (new) +1_x.y", "Über (new) +1_x.y"],
    ["u\u0308", "ü"],
    ["a".repeat(61), "a".repeat(60)],
    [`${"a".repeat(59)} b`, "a".repeat(59)],
    [`${"😀".repeat(59)}ab`, `${"-".repeat(59)}a`],
    ["---", "page"],
    ["", "page"],
    ["CON", "page"],
    ["\u0301", "page"],
    ["識別", "識別"],
  ])("%j becomes %j", (wanted, name) => {
    expect(openNames().take(wanted, ".md", "page")).toBe(name);
  });

  test("refuses a stem that is unsafe only with its extension", () => {
    expect(openNames().take("x", "?", "page")).toBe("page");
  });

  test("numbers a name that is taken with or without its extension", () => {
    const names = openNames();
    expect([
      names.take("Guide", ".md", "page"),
      names.take("guide", ".md", "page"),
      names.take("GUIDE", "", "page"),
      names.take("guide.md", "", "page"),
      names.take("guide", ".md", "page"),
      names.take("", ".md", "page"),
      names.take("?", ".txt", "page"),
    ]).toEqual(["Guide", "guide-2", "GUIDE-3", "guide.md-2", "guide-4", "page", "page-2"]);
  });
});
