/** The folder of an exported site: files of others stay, and an interrupted replacement is completed. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Context } from "../../../../src/context.ts";
import { openNewExport } from "../../../../src/features/sites/export/export-folder.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";
import { listFiles } from "./conditional-site.ts";

function open() {
  const root = temporaryFolder();
  const locks: string[] = [];
  const context = createPartial<Context>({
    cwd: root,
    lockFile: async (path: string) => {
      locks.push(`lock ${path.slice(root.length)}`);
      return async () => void locks.push("release");
    },
  });
  const put = (files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
  };
  /** An export with these files; each contains its name. */
  const exportFiles = async (...names: readonly string[]) => {
    const target = await openNewExport(context, "out/site");
    try {
      for (const name of names) await target.write(name, name);
      await target.finish(names);
    } finally {
      await target.close();
    }
  };
  const list = (folder = "out/site") =>
    [...listFiles(join(root, folder)).keys()].filter((name) => name !== ".tome-site.json").sort();
  return { root, context, locks, put, exportFiles, list };
}

describe("the folder of an export", () => {
  test("has the files of the newest export and those of others", async () => {
    const { root, put, exportFiles, list, locks } = open();
    await exportFiles("index.html", "a/b/index.html", "a/c.md");
    put({
      "out/site/.git/config": "git",
      "out/site/a/own.txt": "own",
      "out/site/a/d/own.txt": "own",
      "out/site/CNAME": "docs.example.com",
    });
    symlinkSync("CNAME", join(root, "out/site/link"));
    await exportFiles("index.html", "z.html");
    expect(list()).toEqual(
      [".git/config", "CNAME", "a/d/own.txt", "a/own.txt", "index.html", "z.html"].sort(),
    );
    expect(readlinkSync(join(root, "out/site/link"))).toBe("CNAME");
    expect(existsSync(join(root, "out/site/a/b"))).toBe(false);
    expect(existsSync(join(root, "out/site.exporting"))).toBe(false);
    expect(existsSync(join(root, "out/site.replaced"))).toBe(false);
    expect(locks).toEqual(["lock /out/site", "release", "lock /out/site", "release"]);
  });

  test("can be empty before, and a file can be written twice", async () => {
    const { root, context, exportFiles, list } = open();
    mkdirSync(join(root, "out/site"), { recursive: true });
    await exportFiles("a.html");
    expect(list()).toEqual(["a.html"]);
    const target = await openNewExport(context, "out/site");
    await target.write("b.html", "one");
    await target.write("b.html", "two");
    expect((await target.read("b.html")).toString()).toBe("two");
    await target.finish(["b.html"]);
    await target.close();
    expect(readFileSync(join(root, "out/site/b.html"), "utf8")).toBe("two");
  });

  test("keeps the earlier export if the new one is not finished", async () => {
    const { root, context, exportFiles, list } = open();
    await exportFiles("a.html");
    const target = await openNewExport(context, "out/site");
    await target.write("b.html", "b");
    await target.close();
    expect(list()).toEqual(["a.html"]);
    expect(existsSync(join(root, "out/site.exporting"))).toBe(false);
  });

  test.each([
    ["CNAME", ["CNAME"]],
    ["docs", ["docs/index.html"]],
    ["a/own", ["a/own/index.html"]],
  ])("refuses a new file in place of %s, which is not of the export", async (name, files) => {
    const { root, put, exportFiles, list } = open();
    await exportFiles("a/index.html");
    put({ [`out/site/${name}`]: "own" });
    await expect(exportFiles(...files)).rejects.toThrow(
      `out/site/${name} is not of the earlier export and would be replaced. Move it elsewhere.`,
    );
    expect(list()).toEqual([name, "a/index.html"].sort());
    expect(existsSync(join(root, "out/site.exporting"))).toBe(false);
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ["a file", { "out/site": "x" }, "out/site is not a folder. Specify another path."],
    [
      "a folder of others",
      { "out/site/x": "x" },
      "out/site is not empty and is not the export of a site. Specify another folder.",
    ],
    [
      "a folder beside it",
      { "out/site.exporting/x": "x" },
      "exists, and an export needs this name until it is complete. Move it elsewhere.",
    ],
    [
      "a file beside it",
      { "out/site.exporting": "x" },
      "exists, and an export needs this name until it is complete. Move it elsewhere.",
    ],
    [
      "a replaced folder of others",
      { "out/site.replaced/x": "x" },
      "is not an export, and an export needs this name during the replacement. Move it elsewhere.",
    ],
  ])("is refused for %s, which stays", async (_, files, message) => {
    const { root, put, exportFiles, locks } = open();
    put(files);
    await expect(exportFiles("a.html")).rejects.toThrow(message);
    for (const name of Object.keys(files)) expect(readFileSync(join(root, name), "utf8")).toBe("x");
    expect(locks).toEqual(["lock /out/site", "release"]);
  });

  test.each(["out/site", "out", "."])(
    "is refused if it contains the current folder: %s",
    async (folder) => {
      const { root, context } = open();
      mkdirSync(join(root, "out/site"), { recursive: true });
      const inside = createPartial<Context>({ ...context, cwd: join(root, "out/site") });
      await expect(openNewExport(inside, join(root, folder))).rejects.toThrow(
        "An export replaces its folder, which must not contain the current folder. Specify another folder.",
      );
    },
  );

  test.each(["../x", "/x", "a/../x"])("has no file named %s", async (name) => {
    const { context } = open();
    const target = await openNewExport(context, "out/site");
    await expect(target.write(name, "x")).rejects.toThrow();
    await target.close();
  });
});

describe("an interrupted export", () => {
  test("before its end is removed", async () => {
    const { put, exportFiles, list } = open();
    put({ "out/site.exporting/.tome-site.json": "{}", "out/site.exporting/old.html": "x" });
    await exportFiles("a.html");
    expect(list()).toEqual(["a.html"]);
  });

  test("between the two renames is undone first", async () => {
    const { root, context, put, exportFiles, list } = open();
    await exportFiles("a.html");
    put({ "out/site/CNAME": "own" });
    renameSync(join(root, "out/site"), join(root, "out/site.replaced"));
    await (await openNewExport(context, "out/site")).close();
    expect(list()).toEqual(["CNAME", "a.html"]);
    expect(existsSync(join(root, "out/site.replaced"))).toBe(false);
  });

  test("after the renames gets the other files of the earlier one", async () => {
    const { root, context, put, exportFiles, list } = open();
    await exportFiles("old.html");
    put({ "out/site/CNAME": "own" });
    renameSync(join(root, "out/site"), join(root, "out/site.replaced"));
    put({
      "out/site/new.html": "new",
      "out/site/.tome-site.json": readFileSync(
        join(root, "out/site.replaced/.tome-site.json"),
        "utf8",
      ).replace("old.html", "new.html"),
    });
    await (await openNewExport(context, "out/site")).close();
    expect(list()).toEqual(["CNAME", "new.html"]);
    expect(existsSync(join(root, "out/site.replaced"))).toBe(false);
  });

  test("with an empty replaced folder continues", async () => {
    const { root, exportFiles, list } = open();
    mkdirSync(join(root, "out/site.replaced"), { recursive: true });
    await exportFiles("a.html");
    expect(list()).toEqual(["a.html"]);
  });
});
