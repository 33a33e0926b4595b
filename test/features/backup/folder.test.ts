/** The folder of a backup: its replacement, the reuse of files, and the recovery from interruptions. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  findBackup,
  loadManifest,
  openNewBackup,
  readAtMost,
  readRecorded,
  readRecordedJson,
} from "../../../src/features/backup/folder.ts";
import { verify } from "../../../src/features/backup/verify.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const header = {
  tome: "1.2.3",
  platform: "https://a.example",
  organization: { id: "O1", title: "Acme" },
  begin: "2026-01-01T00:00:00Z",
  end: "2026-01-01T00:01:00Z",
  spaces: [],
  unread: [],
  cannotBeRestored: [{ what: "insights", why: "they are counted again" }],
};

function openFolder() {
  const parent = temporaryFolder();
  const folder = join(parent, "backup");
  const locks: string[] = [];
  const context = {
    cwd: parent,
    lockFile: async (path: string) => {
      locks.push(`lock ${path.slice(parent.length + 1)}`);
      return async () => void locks.push("release");
    },
  };
  const open = (origin = "a O1") => openNewBackup(context as never, "backup", origin);
  /** A complete backup with these files. */
  const create = async (
    files: Readonly<Record<string, string>>,
    sources: readonly string[] = [],
  ) => {
    const backup = await open();
    for (const [path, text] of Object.entries(files)) {
      await backup.add(path, text, sources.includes(path) ? `source of ${path}` : undefined);
    }
    await backup.finish(header);
    await backup.close();
  };
  const list = () => readdirSync(parent).sort();
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  return { parent, folder, context, open, create, list, read, locks };
}

describe("a new backup", () => {
  test("appears as a whole, with a manifest of its files in order", async () => {
    const { open, list, read, folder, locks } = openFolder();
    const backup = await open();
    expect(backup.earlier).toBeUndefined();
    await backup.add("spaces/b.json", "b");
    await backup.add("a.json", Buffer.from("aa"), "source");
    expect(String(await backup.read("a.json"))).toBe("aa");
    await expect(backup.add("a.json", "again")).rejects.toThrow("The backup has two files a.json.");
    expect(list()).toEqual(["backup.unfinished-0001"]);
    const manifest = await backup.finish(header);
    await backup.close();
    expect(manifest.files.map(({ path, size, source }) => [path, size, source])).toEqual([
      ["a.json", 2, "source"],
      ["spaces/b.json", 1, undefined],
    ]);
    expect(await loadManifest(folder)).toEqual(manifest);
    expect([list(), read("spaces/b.json")]).toEqual([["backup"], "b"]);
    expect(readdirSync(folder).sort()).toEqual(["a.json", "manifest.json", "spaces"]);
    expect(locks).toEqual(["lock backup", "release"]);
  });

  test("replaces the earlier one and reuses its files", async () => {
    const { create, open, list, read, folder } = openFolder();
    await create({ "a.json": "a", "old/b.json": "b", "old/c.json": "c" }, ["a.json", "old/b.json"]);
    const backup = await open();
    expect(backup.earlier?.files).toHaveLength(3);
    expect(String(await backup.keep("new/b.json", "source of old/b.json"))).toBe("b");
    expect(await backup.keep("x.json", "another source")).toBeUndefined();
    expect(String(await backup.readEarlier("old/c.json"))).toBe("c");
    expect(await backup.readEarlier("none.json")).toBeUndefined();
    await backup.finish(header);
    await backup.close();
    expect([list(), read("new/b.json"), existsSync(join(folder, "a.json"))]).toEqual([
      ["backup"],
      "b",
      false,
    ]);
  });

  test("does not reuse damaged files", async () => {
    const { create, open, folder } = openFolder();
    await create({ "a.json": "a" }, ["a.json"]);
    writeFileSync(join(folder, "a.json"), "b");
    const backup = await open();
    expect(await backup.keep("a.json", "source of a.json")).toBeUndefined();
    expect(await backup.readEarlier("a.json")).toBeUndefined();
    await backup.close();
  });

  test("returns a folder to the files of the earlier one", async () => {
    const { create, open, read, folder } = openFolder();
    await create({ "s/a.json": "old", "s/b.json": "b", "s-2/a.json": "other" }, ["s/a.json"]);
    const backup = await open();
    await backup.add("s/a.json", "new");
    await backup.add("s/n.json", "new");
    await backup.add("s-2/a.json", "newer");
    await backup.goBack("s");
    await backup.finish(header);
    await backup.close();
    expect([read("s/a.json"), read("s/b.json"), read("s-2/a.json")]).toEqual(["old", "b", "newer"]);
    expect(readdirSync(join(folder, "s")).sort()).toEqual(["a.json", "b.json"]);
    const manifest = await loadManifest(folder);
    expect(manifest.files.map(({ path, source }) => [path, source])).toEqual([
      ["s-2/a.json", undefined],
      ["s/a.json", "source of s/a.json"],
      ["s/b.json", undefined],
    ]);
  });

  test("continues an interrupted one of the same organization", async () => {
    const { open, list } = openFolder();
    const first = await open();
    await first.add("a.json", "a", "source");
    await first.close();
    const other = await open("a O2");
    expect(await other.keep("a.json", "source")).toBeUndefined();
    await other.close();
    const second = await open();
    expect(list()).toEqual([
      "backup.unfinished-0001",
      "backup.unfinished-0002",
      "backup.unfinished-0003",
    ]);
    expect(String(await second.keep("a.json", "source"))).toBe("a");
    await second.finish(header);
    await second.close();
    expect(list()).toEqual(["backup"]);
  });

  test("ignores an incomplete line of an interrupted one", async () => {
    const { open, parent } = openFolder();
    const first = await open();
    await first.add("a.json", "a", "source");
    await first.close();
    const notes = join(parent, "backup.unfinished-0001", ".fetched");
    writeFileSync(notes, `${readFileSync(notes, "utf8")}{"path":"b.json","source":"b"`);
    const second = await open();
    expect(String(await second.keep("a.json", "source"))).toBe("a");
    expect(await second.keep("b.json", "b")).toBeUndefined();
    await second.close();
  });

  test("restores an earlier one whose replacement was interrupted", async () => {
    const { create, open, context, folder, parent, list } = openFolder();
    await create({ "a.json": "a" });
    renameSync(folder, `${folder}.replaced`);
    expect(await findBackup(context, "backup")).toBe(`${folder}.replaced`);
    const backup = await open();
    expect(backup.earlier?.files).toHaveLength(1);
    await backup.close();
    expect(list()).toContain("backup");
    // A complete folder takes precedence.
    await create({ "b.json": "b" });
    mkdirSync(join(parent, "backup.replaced"));
    expect(await findBackup(context, "backup")).toBe(folder);
    await expect(open()).rejects.toThrow("backup.replaced is not a backup");
  });

  test.each<readonly [string, (parent: string) => void, string]>([
    [
      "other files",
      (parent) => {
        mkdirSync(join(parent, "backup"));
        writeFileSync(join(parent, "backup", "mine"), "");
      },
      "backup is not empty and is not a backup. Specify another folder.",
    ],
    [
      "a file in place of the folder",
      (parent) => writeFileSync(join(parent, "backup"), ""),
      "backup is not a folder. Specify another path.",
    ],
    [
      "a file in place of an unfinished one",
      (parent) => writeFileSync(join(parent, "backup.unfinished-0001"), ""),
      "backup.unfinished-0001",
    ],
  ])("is refused for %s", async (_, prepare, message) => {
    const { parent, open, locks } = openFolder();
    prepare(parent);
    await expect(open()).rejects.toThrow(message);
    expect(locks).toEqual(["lock backup", "release"]);
  });

  test("is refused for a file beside those of the earlier one", async () => {
    const { create, open, folder } = openFolder();
    await create({ "s/a.json": "a" });
    writeFileSync(join(folder, "mine.txt"), "");
    await expect(open()).rejects.toThrow(
      "backup/mine.txt is not part of the backup and would be deleted, because a new backup replaces the folder. Move it elsewhere.",
    );
    expect(existsSync(join(folder, "mine.txt"))).toBe(true);
  });

  test("is refused for the current folder and those above it, but not beside it", async () => {
    const parent = temporaryFolder();
    const cwd = join(parent, "notes");
    mkdirSync(cwd);
    const context = { cwd, lockFile: async () => async () => {} } as never;
    for (const folder of [".", "..", parent, "/", "inside/..", "../notes/."]) {
      await expect(openNewBackup(context, folder, "a")).rejects.toThrow(
        "A backup replaces its folder, which must not contain the current folder.",
      );
    }
    // Names that begin like that of the current folder, or are the beginning of it.
    for (const folder of ["inside", "../notes-2", "../note", "../n"]) {
      await (await openNewBackup(context, folder, "a")).close();
    }
  });
});

describe("a file of a backup", () => {
  test("is read only if its size and checksum match", async () => {
    const { create, folder } = openFolder();
    await create({ "a.json": '{"a":1}', "b.json": "{" });
    const [a, b] = (await loadManifest(folder)).files;
    if (a === undefined || b === undefined) throw new Error("The files are missing.");
    expect(String(await readRecorded(folder, a))).toBe('{"a":1}');
    expect(await readRecordedJson(folder, a)).toEqual({ a: 1 });
    await expect(readRecordedJson(folder, b)).rejects.toThrow("b.json is not valid JSON");
    for (const wrong of [{ size: 6 }, { size: 8 }, { sha256: "00" }, { path: "none.json" }]) {
      await expect(readRecorded(folder, { ...a, ...wrong })).rejects.toMatchObject({
        message: expect.stringMatching(/is missing or damaged\. No changes were made\.$/),
        hint: `tome backup verify ${folder}`,
      });
    }
    for (const size of [-1, 1.5, 512 * 1024 * 1024 + 1, 6]) {
      expect(await readAtMost(folder, "a.json", size)).toBeUndefined();
    }
    expect((await readAtMost(folder, "a.json", 7))?.length).toBe(7);
  });

  test("is not found in another folder", async () => {
    const { context } = openFolder();
    await expect(findBackup(context, "backup")).rejects.toMatchObject({
      message: "backup is not a backup: it does not contain manifest.json.",
      hint: "tome backup create backup",
    });
  });
});

describe("the verification", () => {
  async function run(change: (folder: string) => void = () => {}, more: object = {}) {
    const { folder, context, open } = openFolder();
    const backup = await open();
    await backup.add("a.json", "aaaa");
    await backup.add("b.json", "bbbb");
    await backup.finish({ ...header, ...more });
    await backup.close();
    change(folder);
    const { context: scripted } = openScriptedContext({ more: { cwd: context.cwd } });
    const result = await verify(scripted, { folder: "backup" });
    if (result === undefined || !("list" in result)) throw new Error(JSON.stringify(result));
    const rows = [];
    for await (const page of result.list) rows.push(...page);
    return {
      rows,
      none: result.none,
      notes: result.notes?.(),
      findings: result.findings?.(),
      unsettled: result.unsettled?.(),
    };
  }

  test("passes for an unchanged backup", async () => {
    expect(await run()).toEqual({
      rows: [],
      none: "All 2 files in backup match the manifest (8 bytes).",
      notes: [
        "The backup of Acme was completed at 2026-01-01T00:01:00Z.",
        "Cannot be restored:",
        "- insights: they are counted again",
        "Examined 2 files.",
      ],
      findings: [],
      unsettled: undefined,
    });
    const unread = [{ list: "the members", reason: "Refused." }];
    const { notes } = await run(undefined, { unread, organization: { id: "O1", title: "" } });
    expect(notes?.slice(0, 3)).toEqual([
      "The backup of O1 was completed at 2026-01-01T00:01:00Z.",
      "Could not be read for the backup:",
      "- the members: Refused.",
    ]);
  });

  test.each<readonly [string, (folder: string) => void, readonly string[], string]>([
    [
      "a larger file",
      (folder) => writeFileSync(join(folder, "a.json"), "aaaaa"),
      ["damaged", "a.json", "it cannot be read or is larger than recorded"],
      "1 file in backup does not match the manifest. First: a.json is damaged.",
    ],
    [
      "a smaller file",
      (folder) => writeFileSync(join(folder, "a.json"), "aaa"),
      ["damaged", "a.json", "it has 3 bytes instead of 4"],
      "1 file in backup does not match the manifest. First: a.json is damaged.",
    ],
    [
      "other bytes",
      (folder) => writeFileSync(join(folder, "b.json"), "bbba"),
      ["damaged", "b.json", "its checksum does not match"],
      "1 file in backup does not match the manifest. First: b.json is damaged.",
    ],
    [
      "a missing file",
      (folder) => renameSync(join(folder, "a.json"), `${folder}.json`),
      ["missing", "a.json", "the file does not exist"],
      "1 file in backup does not match the manifest. First: a.json is missing.",
    ],
    [
      "another file",
      (folder) => writeFileSync(join(folder, "c.json"), ""),
      ["unknown", "c.json", "it is not in the manifest"],
      "1 file in backup does not match the manifest. First: c.json is unknown.",
    ],
    [
      "a changed manifest",
      (folder) =>
        writeFileSync(
          join(folder, "manifest.json"),
          readFileSync(join(folder, "manifest.json"), "utf8").replace("Acme", "Bcme"),
        ),
      ["damaged", "manifest.json", "its digest does not match"],
      "1 file in backup does not match the manifest. First: manifest.json is damaged.",
    ],
  ])("finds %s", async (_, change, [status, file, why], message) => {
    const { rows, findings, unsettled, notes } = await run(change);
    expect(rows).toEqual([{ status, file, why }]);
    expect(findings).toEqual([
      {
        rule: `backup-file-${status}`,
        level: "error",
        message: `${file} is ${status}: ${why}.`,
        location: { file },
      },
    ]);
    expect(unsettled).toMatchObject({ how: "findings", message });
    if (status === "unknown") expect(notes?.at(-1)).toContain("1 file that is not in the manifest");
    if (file === "manifest.json") {
      expect(notes).toEqual(["Examined the manifest, skipped all files."]);
    }
  });

  test("counts several files", async () => {
    const { unsettled } = await run((folder) => {
      for (const name of ["a.json", "b.json"]) writeFileSync(join(folder, name), "x");
    });
    expect(unsettled?.message).toBe(
      "2 files in backup do not match the manifest. First: a.json is damaged.",
    );
  });
});

test.each(["file/backup", "gone", "gone/backup"])("%s is not a backup", async (name) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "file"), "");
  await expect(findBackup({ cwd }, name)).rejects.toMatchObject({
    message: `${name} is not a backup: it does not contain manifest.json.`,
  });
});
