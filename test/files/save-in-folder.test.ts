import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { saveInFolder } from "../../src/files/save-in-folder.ts";
import { amount, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

const careful = { force: false };

function listed(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();
}

/** A folder to save into, inside one whose other content is compared. */
function start() {
  const outside = temporaryFolder();
  writeFileSync(join(outside, "neighbour"), "untouched");
  const folder = join(outside, "target");
  const save = (names: readonly string[], how = careful) =>
    saveInFolder(
      folder,
      names.map((name) => ({ name, content: `content of ${name}` })),
      how,
    );
  const surroundings = () => listed(outside).filter((name) => !name.startsWith("target/"));
  return { outside, folder, save, surroundings };
}

test("files are saved below the folder, which is created with their parent folders", async () => {
  const { folder, save } = start();
  const names = ["openapi.yaml", "schemas/pet.yaml", "schemas/deep/er.json", "größe/名前.json"];
  expect(await save(names)).toEqual(names);
  expect(listed(folder)).toEqual(names.toSorted());
  expect(readFileSync(join(folder, "schemas/pet.yaml"), "utf8")).toBe(
    "content of schemas/pet.yaml",
  );
});

const unsafe = [
  "",
  "/etc/passwd",
  "//server/share",
  "..",
  "../neighbour",
  "a/../../neighbour",
  "a/..",
  "./a",
  ".",
  "a//b",
  "a/",
  "..\\neighbour",
  "a\\b",
  "C:a",
  "C:\\a",
  "C:/a",
  "\\\\server\\share",
  "a:stream",
  "a::$DATA",
  "nul",
  "NUL.txt",
  "con",
  "a/COM1",
  "lpt9.yaml",
  "COM¹",
  "CONIN$",
  "a\0b",
  "a\nb",
  "a\u001b[2Jb",
  "a\u202eb",
  "a\u200bb",
  "a\u2028b",
  "\ud800",
  "a.",
  "a ",
  "a./b",
  "a?",
  'a"b',
  "a|b",
  "a*",
  "<a>",
  ".git/config",
  "a/.GIT/hooks/post-checkout",
  "git~1/config",
  "a".repeat(256),
  `${"a/".repeat(33)}b`,
  "ä".repeat(200),
];

test.each(unsafe)(
  "a file is not saved under the name %j, and neither are the others",
  async (name) => {
    const { folder, save, surroundings } = start();
    await expect(save(["good.yaml", name])).rejects.toMatchObject({ name: "UsageError" });
    expect(existsSync(folder)).toBe(false);
    expect(surroundings()).toEqual(["neighbour"]);
  },
);

test.each([
  [["a.yaml", "A.yaml"]],
  [["a.yaml", "a.yaml"]],
  [["ä.yaml", "a\u0308.yaml"]],
  [["straße", "STRASSE"]],
  [["ﬁle", "file"]],
  [["a", "a/b"]],
  [["a/b", "a"]],
  [["A/b", "a/B"]],
  [["K", "\u212a"]],
])("names that some file systems treat as equal are refused: %j", async (names) => {
  const { save } = start();
  await expect(save(names)).rejects.toMatchObject({ name: "UsageError" });
});

slowTest("nothing is written outside the folder for any names", async () => {
  const part = fc.oneof(
    fc.constantFrom("..", ".", "", "a", "A", "nul", "~", "C:", ".git", "a.", "-rf", "%2e%2e"),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  const name = fc
    .tuple(fc.array(part, { minLength: 1, maxLength: 5 }), fc.constantFrom("/", "\\"))
    .map(([parts, separator]) => parts.join(separator));
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 3 }), async (names) => {
      const { outside, folder, save, surroundings } = start();
      await save(names).catch((error) => expect(error.name).toBe("UsageError"));
      expect(surroundings()).toEqual(["neighbour"]);
      for (const found of existsSync(folder) ? listed(folder) : []) {
        expect(realpathSync(join(folder, found)).startsWith(realpathSync(outside))).toBe(true);
      }
    }),
    { numRuns: amount({ short: 60, all: 300, full: 3000 }) },
  );
});

test("planted links are not followed", async () => {
  const { outside, folder, save } = start();
  mkdirSync(folder);
  symlinkSync(outside, join(folder, "out"));
  symlinkSync(join(outside, "neighbour"), join(folder, "file"));
  symlinkSync(join(outside, "nowhere"), join(folder, "dangling"));
  for (const name of ["out/neighbour", "out/new", "file", "dangling"]) {
    for (const how of [careful, { force: true }]) {
      await expect(save([name], how)).rejects.toThrow("is a link");
    }
  }
  expect(readFileSync(join(outside, "neighbour"), "utf8")).toBe("untouched");
  expect(readdirSync(outside).toSorted()).toEqual(["neighbour", "target"]);
});

test("existing files are kept unless they are to be replaced", async () => {
  const { folder, save } = start();
  mkdirSync(folder);
  writeFileSync(join(folder, "b"), "mine");
  await expect(save(["a", "b"])).rejects.toThrow("--force");
  expect(listed(folder)).toEqual(["b"]);
  expect(await save(["a", "b"], { force: true })).toEqual(["a", "b"]);
  expect(readFileSync(join(folder, "b"), "utf8")).toBe("content of b");
  expect(listed(folder)).toEqual(["a", "b"]);
  expect(await save(["a", "b"])).toEqual([]);
});

test.each([
  ["the same content", "content of a"],
  ["shorter content", "mine"],
  ["longer content", "mine ".repeat(10)],
])(
  "a file with another name and %s is replaced only with force, and the other name is unchanged",
  async (_, content) => {
    const { outside, folder, save } = start();
    mkdirSync(folder);
    writeFileSync(join(outside, "original"), content);
    linkSync(join(outside, "original"), join(folder, "a"));
    await expect(save(["a", "b"])).rejects.toThrow(
      `The file a already exists in ${folder} with different content.`,
    );
    expect(listed(folder)).toEqual(["a"]);
    expect(await save(["a", "b"], { force: true })).toEqual(["a", "b"]);
    expect(readFileSync(join(folder, "a"), "utf8")).toBe("content of a");
    expect(readFileSync(join(outside, "original"), "utf8")).toBe(content);
    expect(lstatSync(join(folder, "a")).nlink).toBe(1);
  },
);

test.each([
  [["a"], "The file a already exists in", "to replace it."],
  [["a", "b"], "The files a, b already exist in", "to replace them."],
  [["a", "b", "c"], "The files a, b, c already exist in", "to replace them."],
  [["a", "b", "c", "d"], "The files a, b, c and 1 more already exist in", "to replace them."],
  [["a", "b", "c", "d", "e"], "The files a, b, c and 2 more already exist in", "to replace them."],
])("the existing files %j are named", async (names, beginning, end) => {
  const { folder, save } = start();
  mkdirSync(folder);
  for (const name of names) writeFileSync(join(folder, name), "mine");
  const saved = save([...names, "new"]);
  await expect(saved).rejects.toThrow(beginning);
  await expect(saved).rejects.toThrow(end);
});

test("a folder in place of a file, and a file in place of a folder, are refused", async () => {
  const { folder, save } = start();
  mkdirSync(join(folder, "a"), { recursive: true });
  writeFileSync(join(folder, "b"), "mine");
  await expect(save(["a"], { force: true })).rejects.toThrow("is not a file");
  await expect(save(["b/c"], { force: true })).rejects.toThrow("is not a folder");
});

test("the folder that the user names can be a link", async () => {
  const { outside, folder } = start();
  mkdirSync(folder);
  symlinkSync(folder, join(outside, "link"));
  await saveInFolder(join(outside, "link"), [{ name: "a", content: "x" }], careful);
  expect(listed(folder)).toEqual(["a"]);
});
