/** A temporary folder, removed after the test, or after all tests of the file. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atEnd } from "./at-end.ts";

export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "tome-service-"));
  atEnd(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
