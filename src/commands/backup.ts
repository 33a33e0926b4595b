/** `tome backup`. */
import * as collection from "../contract/collection.ts";
import * as comment from "../contract/comment.ts";
import * as commentReply from "../contract/comment-reply.ts";
import * as cr from "../contract/cr.ts";
import { flag, id, list, optional, text } from "../contract/fields.ts";
import * as organization from "../contract/organization.ts";
import * as revision from "../contract/revision.ts";
import * as space from "../contract/space.ts";
import { noun, task } from "./verb.ts";

const folder = text("Folder of the backup", { placeholder: "folder" });

const otherPlatform = optional(flag("Accept a backup from another platform"));

const content = [
  revision.get,
  revision.pageDocument,
  revision.reusableContentDocument,
  revision.files,
  comment.list,
  commentReply.list,
] as const;

export const commands = noun({
  does: "Copies of the spaces of an organization, and the way back from them",
  verbs: {
    create: task({
      does: "Copy the spaces of an organization into a folder; later runs fetch only what changed",
      fields: {
        folder,
        organizationId: id("org"),
        space: optional(list(id("space", "Space to copy; all unless given"), "Spaces to copy")),
      },
      arguments: ["folder"],
      sends: [organization.get, collection.list, space.list, ...content],
      examples: ["backup create backup", "backup create handbook --space Handbook"],
      load: () => import("../features/backup/create.ts").then((m) => m.create),
    }),
    diff: task({
      does: "Compare a backup with what the platform has now",
      fields: { folder, otherPlatform },
      arguments: ["folder"],
      list: true,
      finds: true,
      sends: [space.list, revision.get, comment.list],
      examples: ["backup diff backup"],
      load: () => import("../features/backup/diff.ts").then((m) => m.diff),
    }),
    restore: task({
      does: "Bring spaces back from a backup, through change requests, and compare what came of it",
      fields: {
        folder,
        space: optional(
          list(
            text("Space to bring back, by its key, id or title; all unless given", {
              placeholder: "key",
            }),
            "Spaces to bring back",
          ),
        ),
        to: optional(
          id("org", "Organization that receives them; the one of the backup unless given", {
            flag: "to",
          }),
        ),
        asChangeRequest: optional(
          flag("Leave the change requests open, for somebody to look at and merge"),
        ),
        otherPlatform,
      },
      arguments: ["folder"],
      list: true,
      writes: true,
      asks: true,
      sends: [
        collection.list,
        collection.create,
        collection.update,
        space.list,
        space.get,
        space.restore,
        space.create,
        space.update,
        cr.list,
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
      load: () => import("../features/backup/restore.ts").then((m) => m.restore),
    }),
    verify: task({
      does: "Check that each file of a backup is as it was written; nothing is sent",
      fields: { folder },
      arguments: ["folder"],
      list: true,
      finds: true,
      examples: ["backup verify backup"],
      load: () => import("../features/backup/verify.ts").then((m) => m.verify),
    }),
  },
});
