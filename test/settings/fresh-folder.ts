/** A separate settings folder for each test, which collects warnings. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { SettingsFolder } from "../../src/settings/private-files.ts";

export interface FreshFolder extends SettingsFolder {
  readonly warnings: string[];
}

/** An empty folder that is removed after the test; links in its path are resolved. */
export function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "tome-settings-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A settings folder that does not exist yet. */
export function freshFolder(): FreshFolder {
  const warnings: string[] = [];
  return {
    path: join(temporaryFolder(), "tome"),
    warnings,
    warn: (text) => warnings.push(text),
  };
}

export function put(folder: SettingsFolder, name: string, content: unknown): string {
  mkdirSync(folder.path, { recursive: true, mode: 0o700 });
  const path = join(folder.path, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  chmodSync(path, 0o600);
  return path;
}

export function content(folder: SettingsFolder, name: string): unknown {
  return JSON.parse(readFileSync(join(folder.path, name), "utf8"));
}

export function mode(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}
