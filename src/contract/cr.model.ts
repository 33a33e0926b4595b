/** A change request: proposed changes to a space, with revisions of its own. */
import * as z from "zod/mini";
import { importRun } from "./content-import.model.ts";
import { document } from "./document.model.ts";
import { createPageModel, open, time, url } from "./shared.model.ts";
import { user } from "./user.model.ts";

/** External URLs linked to a change request. */
export const newLinks = z
  .array(
    z.strictObject({
      id: z.optional(z.string().check(z.maxLength(255))),
      ref: z.strictObject({ kind: z.literal("url"), url: z.string().check(z.maxLength(2048)) }),
      title: z.optional(z.string().check(z.maxLength(128))),
    }),
  )
  .check(z.maxLength(10));

export const changeRequest = z.looseObject({
  object: z.literal("change-request"),
  id: z.string(),
  number: z.number(),
  status: open(["draft", "open", "archived", "merged"]),
  subject: z.string(),
  description: z.optional(document),
  createdBy: user,
  createdAt: time,
  updatedAt: time,
  space: z.string(),
  revision: z.string(),
  revisionInitial: z.string(),
  revisionMergedAncestor: z.optional(z.string()),
  revisionMerged: z.optional(z.string()),
  mergedAt: z.optional(time),
  mergedBy: z.optional(user),
  /** Merge at a later time; absent without one, and after a merge. */
  scheduledMerge: z.optional(
    z.looseObject({
      at: time,
      scheduledBy: user,
      status: open(["scheduled", "failed"]),
      /** Reason of the failure. */
      error: z.optional(z.string()),
    }),
  ),
  comments: z.number(),
  outdated: z.boolean(),
  conversationsIssuesCluster: z.optional(z.string()),
  /** The style guide check that created it, and the result of the last check. */
  styleguide: z.optional(
    z.looseObject({
      site: z.string(),
      run: z.string(),
      /** Absent while a check is running. */
      changedPages: z.optional(z.number()),
      /** Time of the last complete check. */
      checkedAt: z.optional(time),
      /** Why the last check failed or did not read all pages. */
      failure: z.optional(z.string()),
    }),
  ),
  /**
   * Imports into this change request that are running or ended within a day; only in the response
   * for a single change request.
   */
  imports: z.optional(z.array(importRun)),
  urls: z.looseObject({ location: url, app: url }),
});

export const changeRequests = createPageModel(changeRequest);

/** Edits or comments of a user in a change request; a user who made both has two entries. */
const contributor = z.looseObject({
  user,
  actionType: open(["edit", "comment"]),
  count: z.int(),
  /** Time of the last one. */
  updatedAt: time,
});

export const contributors = createPageModel(contributor);

/** Texts are Markdown and may be shortened. */
const blockConflict = z.looseObject({
  /** Id of the block in the common ancestor of both sides. */
  id: z.string(),
  type: z.string(),
  reason: open(["edited", "deleted", "ordered"]),
  base: z.string(),
  /** The version of the space; absent if the space deleted the block. */
  space: z.optional(z.string()),
  /** The version of the change request; absent if it deleted the block. */
  changeRequest: z.optional(z.string()),
});

/** Content that a change request and its space changed differently. */
export const conflict = z.looseObject({
  kind: open(["page", "file", "reusable-content", "variable"]),
  id: z.string(),
  title: z.string(),
  path: z.optional(z.string()),
  reason: open(["edited", "deleted", "moved", "ordered"]),
  fields: z.array(z.string()),
  /**
   * Blocks of the text with conflicts; other blocks are merged. Absent if the text is in conflict
   * as a whole.
   */
  blocks: z.optional(z.array(blockConflict)),
});

/** Versions to keep; a choice for a block precedes one for its page, and that one for all content. */
export const conflictChoices = z
  .array(
    z.strictObject({
      keep: z.enum(["space", "cr"]),
      /** Page, file, reusable content or name of a variable; absent for all conflicts. */
      id: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
      block: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
    }),
  )
  .check(z.minLength(1), z.maxLength(1000));

/** A version that a choice discards; its former revision still has it. */
const discarded = z.looseObject({
  kind: open(["page", "file", "reusable-content", "variable"]),
  id: z.string(),
  title: z.string(),
  path: z.optional(z.string()),
  /** The side whose version is discarded. */
  from: open(["space", "cr"]),
  /** The fields that are discarded; absent for a block, and for a page that a side deleted. */
  fields: z.optional(z.array(z.string())),
  block: z.optional(z.string()),
  /** Text of the block as Markdown; absent if the discarded version deleted it. */
  text: z.optional(z.string()),
});

export const resolved = z.looseObject({
  /** New revision of the change request. */
  revision: z.string(),
  result: open(["update"]),
  discarded: z.array(discarded),
});

export const merged = z.looseObject({
  /** New revision of the space. */
  revision: z.string(),
  /** With conflicts the merge has been applied as well; the space may need corrections. */
  result: open(["merge", "conflicts"]),
});

export const pulled = z.looseObject({
  /** New revision of the change request. */
  revision: z.string(),
  /**
   * With conflicts the update has been applied as well; the change request may need corrections.
   */
  result: open(["update", "conflicts"]),
});
