/** `tome backup`. */
import * as collection from "../contract/collection.ts";
import * as comment from "../contract/comment.ts";
import * as commentReply from "../contract/comment-reply.ts";
import * as cr from "../contract/cr.ts";
import * as organization from "../contract/organization.ts";
import * as revision from "../contract/revision.ts";
import * as space from "../contract/space.ts";
import { boolean, id, list, optional, text } from "./fields.ts";
import { custom, noun } from "./verb.ts";

const folder = text("Folder of the backup", { placeholder: "folder" });

const otherPlatform = optional(boolean("Accept a backup from another platform"));

const content = [
  revision.get,
  revision.pageDocument,
  revision.reusableContentDocument,
  revision.files,
  comment.list,
  commentReply.list,
] as const;

export const commands = noun({
  summary: "Back up spaces to a folder and restore them",
  verbs: {
    create: custom({
      summary: "Back up the spaces of an organization, fetching only changes",
      fields: {
        folder,
        organizationId: id("org"),
        space: optional(list(id("space"), "Space to back up; default all")),
        otherPlatform,
      },
      arguments: ["folder"],
      operations: [organization.get, collection.list, space.list, ...content],
      examples: ["backup create backup", "backup create handbook --space Handbook"],
      load: () => import("../features/backup/create.ts").then((m) => m.create),
    }),
    diff: custom({
      summary: "Compare a backup with the platform",
      fields: { folder, otherPlatform },
      arguments: ["folder"],
      list: true,
      hasFindings: true,
      operations: [space.list, revision.get, comment.list],
      examples: ["backup diff backup"],
      load: () => import("../features/backup/diff.ts").then((m) => m.diff),
    }),
    restore: custom({
      summary: "Restore spaces from a backup through change requests",
      fields: {
        folder,
        space: optional(
          list(
            text("Space to restore, by key, id or title; default all", {
              placeholder: "key",
            }),
            "Spaces to restore",
          ),
        ),
        to: optional(
          id("org", "Organization to restore to; default the backup's organization", {
            flag: "to",
          }),
        ),
        asChangeRequest: optional(boolean("Leave the change requests open for review")),
        otherPlatform,
        again: optional(
          boolean("Restore another copy of spaces already restored from this backup"),
        ),
      },
      arguments: ["folder"],
      list: true,
      isWrite: true,
      mayPrompt: true,
      operations: [
        collection.list,
        collection.create,
        collection.update,
        space.list,
        space.get,
        space.restore,
        space.create,
        space.update,
        cr.list,
        cr.listInOrganization,
        cr.get,
        cr.create,
        cr.update,
        cr.edit,
        cr.merge,
        revision.get,
        revision.pageDocument,
        comment.list,
        comment.create,
        commentReply.list,
        commentReply.create,
      ],
      examples: [
        "backup restore backup --to Acme",
        "backup restore backup --space handbook --as-change-request",
      ],
      load: () => import("../features/backup/restore/restore.ts").then((m) => m.restore),
    }),
    verify: custom({
      summary: "Verify the checksums of a backup offline",
      fields: { folder },
      arguments: ["folder"],
      list: true,
      hasFindings: true,
      examples: ["backup verify backup"],
      load: () => import("../features/backup/verify.ts").then((m) => m.verify),
    }),
  },
});
