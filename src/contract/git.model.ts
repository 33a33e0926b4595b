/** The Git repository of a space, and the last import or export. */
import * as z from "zod/mini";
import { open, time } from "./shared.model.ts";

const sync = {
  /** Owner and name: `acme/docs`. */
  repoName: z.optional(z.string()),
  installationProvider: z.optional(open(["github", "gitlab", "github-legacy"])),
  /** The name of the integration that keeps them in sync. */
  integration: z.optional(z.string()),
  /** Without user name and password. */
  url: z.optional(z.string()),
  updatedAt: z.optional(time),
};

/** As a space has it. */
export const gitSync = z.looseObject(sync);

/** How far an import, export or plan is. */
const progress = z.looseObject({
  phase: open(["fetch", "read", "merge", "write", "push"]),
  /** Pages or files. */
  done: z.optional(z.number()),
  total: z.optional(z.number()),
});

const counts = z.looseObject({
  added: z.number(),
  changed: z.number(),
  /** In another place; it may also be changed. */
  moved: z.number(),
  removed: z.number(),
});

/** What an import changes in the space, or an export in the repository. */
export const gitReport = z.looseObject({
  /** The commit that was read, or that an export makes; absent if it is only planned. */
  commit: z.optional(z.string()),
  pages: counts,
  /** All else: files, reusable contents, the table of contents, settings. */
  files: counts,
  /** The first of them, one for each thing. */
  changes: z.array(
    z.looseObject({
      object: open([
        "page",
        "file",
        "reusable-content",
        "table-of-contents",
        "variables",
        "redirects",
      ]),
      change: open(["added", "changed", "moved", "removed"]),
      id: z.optional(z.string()),
      title: z.optional(z.string()),
      /** Of a page of the space that an import gives another title. */
      formerTitle: z.optional(z.string()),
      /** In the repository, from its root; absent for what has no file. */
      path: z.optional(z.string()),
      /** Its former path, if that is another one. */
      from: z.optional(z.string()),
      /** The fields of the page or file that change. */
      fields: z.optional(z.array(z.string())),
      /** Of a text that an export changes. */
      lines: z.optional(z.looseObject({ added: z.number(), removed: z.number() })),
    }),
  ),
  /** How many changes there are beyond those; absent if there are none. */
  more: z.optional(z.number()),
  /** What was changed on both sides in ways that contradict; absent if there is nothing of the kind. */
  conflicts: z.optional(
    z.array(
      z.looseObject({
        title: z.string(),
        path: z.optional(z.string()),
        reason: z.optional(z.string()),
      }),
    ),
  ),
  /** Pages of the space that were there before, and keep their ids; of an import. */
  kept: z.optional(z.number()),
  /** What the space has that the repository has not, which the next export writes; of an import. */
  ahead: z.optional(z.number()),
  /** Files that only the branch has changed, which the next import brings; of an export. */
  behind: z.optional(z.number()),
  /** Of the files that were read or written. */
  bytes: z.number(),
  /** How many blocks of pages an export prints; all others are written as they were read. */
  blocks: z.optional(z.number()),
  /** Lines of text that an export adds and removes. */
  lines: z.optional(z.looseObject({ added: z.number(), removed: z.number() })),
  /** How long each part of the work took, in milliseconds, in their order. */
  phases: z.array(z.looseObject({ phase: z.string(), milliseconds: z.number() })),
});

/** Only this platform has it. */
export const gitPlan = z.looseObject({
  object: z.literal("git-plan"),
  id: z.string(),
  direction: open(["import", "export"]),
  state: open(["pending", "success", "failure"]),
  createdAt: time,
  /** Why it failed: an import or export would fail as well. */
  error: z.optional(z.string()),
  progress: z.optional(progress),
  report: z.optional(gitReport),
});

/** The rest is this platform's own: an import or export answers before it has begun. */
export const gitInfo = z.looseObject({
  ...sync,
  ref: z.optional(z.string()),
  operation: z.optional(open(["import", "export"])),
  /** `skipped` is what was caused before the last one that was done. */
  state: z.optional(open(["pending", "running", "success", "failure", "skipped"])),
  /** Why it failed or was skipped. */
  error: z.optional(z.string()),
  /** What is wrong with the settings in the repository, a sentence each; absent if nothing is. */
  warnings: z.optional(z.array(z.string())),
  /** The revision and the commit that were the same after the last success. */
  revision: z.optional(z.string()),
  commit: z.optional(z.string()),
  /** How far it is, while it runs. */
  progress: z.optional(progress),
  /** What the last success changed. */
  report: z.optional(gitReport),
});
