/** Raw result of a check, before levels, allowances and baselines are applied. */
import { relative, resolve } from "node:path";
import type { IncompleteError } from "../../errors.ts";
import type { ExaminedCount } from "../safety-checks/examined-count.ts";
import type { RawFinding } from "./rule.ts";

export interface CheckResult {
  readonly found: readonly RawFinding[];
  /** The checked content: "412 pages". */
  readonly looked: string;
  /** The counts of the checked content. */
  readonly examined: readonly ExaminedCount[];
  /** Titles of spaces by id. */
  readonly titles: ReadonlyMap<string, string>;
  /** The reason that the result is incomplete. */
  readonly unread?: IncompleteError | undefined;
}

/** The path of a file relative to the current directory, for messages. */
export function formatCheckedPath(cwd: string, folder: string, path: string): string {
  return relative(cwd, resolve(cwd, folder, path)).replaceAll("\\", "/") || path;
}
