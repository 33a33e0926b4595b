/** A temporary folder for a test, removed afterwards. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "tome-service-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
