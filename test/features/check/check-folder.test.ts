/** Findings in a local folder, and files that could not be read. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const tome = openTome();

function put(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const settings = { "README.md": "# Start\n", ".gitbook.yaml": "root: ../up\n" };

test.each<[string, number, boolean]>([
  ["", 10, false],
  ["rules:\n  settings-invalid: error\n", 10, false],
  ["rules:\n  settings-invalid: warning\n", 9, true],
  ["rules:\n  settings-invalid: off\n", 9, true],
])("settings that stop the check are an error, or unread: %j", async (rules, code, isUnread) => {
  const cwd = put({ ...settings, ".tome.check.yaml": rules });
  const ran = await tome("check --repo .", { cwd, env: { NO_COLOR: "1" } });
  expect([ran.code, ran.stderr.includes("1 file could not be read.")]).toEqual([code, isUnread]);
});

test("unreadable files are reported with the first reason, and the others are checked", async () => {
  const cwd = put({ "README.md": "# Start\n\n[Gone](gone.md)\n", "outside/x": "x" });
  const docs = join(cwd, "docs");
  mkdirSync(docs);
  writeFileSync(join(docs, "README.md"), "# Start\n\n[Gone](gone.md)\n");
  symlinkSync("../outside/x", join(docs, "a.md"));
  const one = await tome("check --repo docs", { cwd, env: { NO_COLOR: "1" } });
  expect(one.stdout).toContain("gone.md");
  expect(one.stderr).toMatch(/1 file could not be read\. (?!First)/);
  symlinkSync("../outside/x", join(docs, "b.md"));
  const two = await tome("check --repo docs", { cwd, env: { NO_COLOR: "1" } });
  expect(two.stderr).toMatch(/2 files could not be read\. First: /);
});

test("report files of the check are not part of the folder", async () => {
  const cwd = put({ "README.md": "# Start\n", "report.md": "# Old\n" });
  const count = async (line: string) =>
    /Examined (\d+) files?/.exec((await tome(line, { cwd })).stderr)?.[1];
  expect(await count("check --repo .")).toBe("2");
  expect(await count("check --repo . --report sarif=report.md")).toBe("1");
});
