import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { saveFile } from "../../../src/app/run/files.ts";
import { UsageError } from "../../../src/errors.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

const machineIn = (cwd: string) => ({ cwd, stdin: Readable.from([]) });

const bytes = new TextEncoder().encode("new");

test("a file is saved completely, without leaving other files", async () => {
  const folder = temporaryFolder();
  await saveFile("a.pdf", bytes, false, machineIn(folder));
  expect(readdirSync(folder)).toEqual(["a.pdf"]);
  expect(readFileSync(join(folder, "a.pdf"), "utf8")).toBe("new");
});

test("an existing file is not replaced without --force", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "a.pdf");
  writeFileSync(path, "old");
  const refused = saveFile(path, bytes, false, machineIn(folder));
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow(/a\.pdf already exists\. Use --force/);
  expect(readFileSync(path, "utf8")).toBe("old");
  expect(readdirSync(folder)).toEqual(["a.pdf"]);
  await saveFile(path, bytes, true, machineIn(folder));
  expect(readFileSync(path, "utf8")).toBe("new");
});

test("an unwritable path is named with the reason", async () => {
  const folder = temporaryFolder();
  await expect(saveFile("no/such/a.pdf", bytes, false, machineIn(folder))).rejects.toThrow(
    "The file no/such/a.pdf cannot be written: no such file or directory.",
  );
});
