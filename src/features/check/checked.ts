/** What a check comes to before levels, allowances and baselines are applied. */
import { relative, resolve } from "node:path";
import type { Unsettled } from "../../errors.ts";
import type { RawFinding } from "./rule.ts";

/** What one kind of check has found, and what it could not look at. */
export interface Checked {
  readonly found: readonly RawFinding[];
  /** "412 pages": what was looked at. */
  readonly looked: string;
  /** Titles of spaces by their ids. */
  readonly titles: ReadonlyMap<string, string>;
  /** What was left out on purpose, as sentences. */
  readonly notes?: readonly string[] | undefined;
  /** Why this is no whole answer. */
  readonly unread?: Unsettled | undefined;
}

/** The name of a file for messages, from where the person is. */
export function named(cwd: string, folder: string, path: string): string {
  return relative(cwd, resolve(cwd, folder, path)).replaceAll("\\", "/") || path;
}
