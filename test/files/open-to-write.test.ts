/** Output files that the user names. */
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findMemoryFolder } from "../../scripts/testing/memory-folder.mjs";
import { FileRefusedError } from "../../src/files/file-rules.ts";
import { openToWrite } from "../../src/files/open-to-write.ts";

const folders = [...new Set([tmpdir(), findMemoryFolder()])];

function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, "tome-output-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function write(path: string): void {
  const handle = openToWrite(path, path, constants.O_WRONLY);
  writeSync(handle, "text");
  closeSync(handle);
}

describe.each(folders)("a file in %s", (parent) => {
  test("is created if it is missing", () => {
    const path = join(makeFolder(parent), "report.xml");
    write(path);
    expect(readFileSync(path, "utf8")).toBe("text");
  });

  test("is not written through a link", () => {
    const folder = makeFolder(parent);
    symlinkSync(join(folder, "target"), join(folder, "report.xml"));
    expect(() => write(join(folder, "report.xml"))).toThrow(FileRefusedError);
  });
});

test.runIf(process.platform !== "win32")(
  "a stream of the process is opened through its link",
  () => {
    expect(() => write("/dev/null")).not.toThrow();
    const path = join(makeFolder(tmpdir()), "output");
    const output = openSync(path, "w");
    write(`/dev/fd/${output}`);
    closeSync(output);
    expect(readFileSync(path, "utf8")).toBe("text");
  },
);
