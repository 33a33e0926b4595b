/** Comments and replies of a space. */
import * as z from "zod/mini";
import { document } from "./document.model.ts";
import { createPageModel, createPermissionsModel, open, time, url } from "./shared.model.ts";
import { user } from "./user.model.ts";

/**
 * Text in one of two formats; an empty object has none. It is a record, because a strict object
 * would attract the errors of the other forms.
 */
export const body = z.union([
  z.strictObject({ markdown: z.string() }),
  z.strictObject({ document }),
  z.record(z.string(), z.never()),
]);
export type CommentBody = z.infer<typeof body>;

const reaction = z.looseObject({
  emoji: z.string(),
  count: z.number(),
  users: z.array(z.looseObject({ user, reactedAt: time })),
});

/** Fields that comments and replies share. */
const textFields = {
  id: z.string(),
  postedBy: user,
  postedAt: time,
  editedAt: z.optional(time),
  reactions: z.array(reaction),
  body,
  urls: z.looseObject({ location: url }),
  permissions: createPermissionsModel(["view", "edit", "reply", "delete"]),
};

export const comment = z.looseObject({
  object: z.literal("comment"),
  ...textFields,
  replies: z.number(),
  repliers: z.array(z.looseObject({ updatedAt: time, count: z.number(), user })),
  target: z.looseObject({
    space: z.string(),
    revision: z.string(),
    page: z.optional(z.looseObject({ id: z.string() })),
    node: z.optional(z.looseObject({ id: z.string() })),
    tableCell: z.optional(z.looseObject({ record: z.string(), definition: z.string() })),
    changeRequest: z.optional(z.string()),
    review: z.optional(z.string()),
  }),
  status: open(["open", "resolved"]),
  resolvedAt: z.optional(time),
  resolvedBy: z.optional(user),
});

export const reply = z.looseObject({ object: z.literal("comment-reply"), ...textFields });

export const comments = createPageModel(comment);
export const replies = createPageModel(reply);
