/** Git synchronization of a space: repository, last import or export, and plans. */
import * as z from "zod/mini";
import { open, time } from "./shared.model.ts";

const sync = {
  /** Owner and name: `acme/docs`. */
  repoName: z.optional(z.string()),
  /** The id of the space if it has no Git installation; absent on older platforms. */
  installationId: z.optional(z.string()),
  installationStatus: z.optional(open(["unauthenticated", "active", "pending"])),
  /** `git` is returned only by the local platform. */
  installationProvider: z.optional(open(["github", "gitlab", "github-legacy", "git"])),
  /** Name of the integration that synchronizes them. */
  integration: z.optional(z.string()),
  /** Without user name and password. */
  url: z.optional(z.string()),
  updatedAt: z.optional(time),
};

/** Repository of a space. */
export const gitSync = z.looseObject(sync);

/** Progress of an import, export or plan. */
const progress = z.looseObject({
  phase: open(["fetch", "read", "merge", "write", "push"]),
  /** Pages or files. */
  done: z.optional(z.number()),
  total: z.optional(z.number()),
});

const counts = z.looseObject({
  added: z.number(),
  changed: z.number(),
  /** Moved; it may also be changed. */
  moved: z.number(),
  removed: z.number(),
});

/** Changes of an import in the space, or of an export in the repository. */
export const gitReport = z.looseObject({
  /** The commit that was read or created by an export; absent in a plan. */
  commit: z.optional(z.string()),
  pages: counts,
  /** Other content: files, reusable contents, the table of contents, settings. */
  files: counts,
  /** The first changes, one for each resource. */
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
      /** New title that an import gives a page. */
      formerTitle: z.optional(z.string()),
      /** Path in the repository, from its root; absent for content without a file. */
      path: z.optional(z.string()),
      /** Previous path, if it differs. */
      from: z.optional(z.string()),
      /** Changed fields of the page or file. */
      fields: z.optional(z.array(z.string())),
      /** Changes of a text by an export. */
      lines: z.optional(z.looseObject({ added: z.number(), removed: z.number() })),
    }),
  ),
  /** Number of omitted changes; absent if there are none. */
  more: z.optional(z.number()),
  /** Content with conflicting changes on both sides; absent if there is none. */
  conflicts: z.optional(
    z.array(
      z.looseObject({
        title: z.string(),
        path: z.optional(z.string()),
        reason: z.optional(z.string()),
        /** Blocks of the text with conflicts, as Markdown; other blocks are merged. */
        blocks: z.optional(
          z.array(
            z.looseObject({
              id: z.string(),
              type: z.string(),
              reason: z.string(),
              base: z.string(),
              /** Absent if this side deleted the block. */
              space: z.optional(z.string()),
              repository: z.optional(z.string()),
            }),
          ),
        ),
      }),
    ),
  ),
  /** Of an import: pages of the space that existed before and keep their ids. */
  kept: z.optional(z.number()),
  /** Of an import: content that only the space has, which the next export writes. */
  ahead: z.optional(z.number()),
  /** Of an export: files that only the branch has changed, which the next import reads. */
  behind: z.optional(z.number()),
  /** Size of the files that were read or written. */
  bytes: z.number(),
  /** Number of blocks that an export reformats; others keep their source text. */
  blocks: z.optional(z.number()),
  /** Lines of text that an export adds and removes. */
  lines: z.optional(z.looseObject({ added: z.number(), removed: z.number() })),
  /** Duration of each step in milliseconds, in order. */
  phases: z.array(z.looseObject({ phase: z.string(), milliseconds: z.number() })),
});

/** Returned only by the local platform. */
export const gitPlan = z.looseObject({
  object: z.literal("git-plan"),
  id: z.string(),
  direction: open(["import", "export"]),
  state: open(["pending", "success", "failure"]),
  createdAt: time,
  /** Reason of a failure, which would also affect the import or export. */
  error: z.optional(z.string()),
  progress: z.optional(progress),
  report: z.optional(gitReport),
});

const syncPoint = z.looseObject({
  at: time,
  revision: z.optional(z.string()),
  commit: z.optional(z.string()),
});

/**
 * The remaining fields are returned only by the local platform, which responds before an import or
 * export starts.
 */
export const gitInfo = z.looseObject({
  ...sync,
  ref: z.optional(z.string()),
  /** Folder of the last success in the repository; absent for its root. */
  repoProjectDirectory: z.optional(z.string()),
  /** The last import or export. */
  operation: z.optional(
    z.looseObject({
      state: open(["running", "failure", "success", "timeout"]),
      direction: open(["import", "export"]),
      startedAt: time,
      endedAt: z.optional(time),
      error: z.optional(z.string()),
    }),
  ),
  /** `skipped`: the triggering event is older than the last sync. */
  state: z.optional(open(["pending", "running", "success", "failure", "skipped"])),
  /** Reason of a failure or skip. */
  error: z.optional(z.string()),
  /** Errors in the repository's settings, one sentence each; absent if there are none. */
  warnings: z.optional(z.array(z.string())),
  /** Revision and commit that were equal after the last success. */
  revision: z.optional(z.string()),
  commit: z.optional(z.string()),
  /** Progress while it is running. */
  progress: z.optional(progress),
  /** Changes of the last success. */
  report: z.optional(gitReport),
  lastImport: z.optional(syncPoint),
  lastExport: z.optional(syncPoint),
  /** Work that a connected space waits for; absent if there is none. */
  pending: z.optional(open(["import", "export", "sync"])),
  /** Time of the last comparison of the branch with the space. */
  checkedAt: z.optional(time),
  nextCheckAt: z.optional(time),
  /** Problem of the connection, with the command or setting that fixes it. */
  problem: z.optional(
    z.looseObject({
      reason: z.string(),
      message: z.string(),
      fix: z.string(),
      since: time,
      attempts: z.number(),
    }),
  ),
  /** The last import found that the branch's history was rewritten. */
  rewritten: z.optional(z.looseObject({ from: z.string(), to: z.string(), at: time })),
});
