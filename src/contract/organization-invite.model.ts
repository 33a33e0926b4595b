/** Invite links, and results of invitations by email. */
import * as z from "zod/mini";
import { writeJson } from "../json/exact-writing.ts";
import { collection } from "./collection.model.ts";
import { createPageModel, role } from "./shared.model.ts";
import { space } from "./space.model.ts";

/** A link to the organization has a role; a link to a collection or space has a level there. */
export const invite = z.looseObject({
  object: z.literal("invite"),
  id: z.string(),
  role: z.optional(z.nullable(role)),
  level: z.optional(z.nullable(role)),
  space: z.optional(space),
  collection: z.optional(collection),
  /** Whether the invite adds no access for the authenticated user. */
  redundant: z.optional(z.boolean()),
});

export const invites = createPageModel(invite);

const rule = "must be an email address, or an object with one and a role";
const formatInviteError = (issue: { readonly input?: unknown }) =>
  `${rule}, not ${writeJson(issue.input)}`;
const email = z.email({ error: formatInviteError }).check(z.maxLength(254));
const memberRole = z.nullable(z.enum(["admin", "create", "review", "edit", "comment", "read"]));

/** Email addresses, optionally with a role. */
export const invitedEmails = z
  .array(
    z.union([email, z.strictObject({ email, role: memberRole })], { error: formatInviteError }),
  )
  .check(z.minLength(1), z.maxLength(1000));

export const invitedUsers = z.looseObject({
  /** Ids of the new members. */
  users: z.array(z.string()),
  /** Number of invited users: new members and users who must accept first. */
  invited: z.number(),
  /** Email addresses of users with an account, who become members when they accept. */
  pending: z.optional(z.array(z.string())),
  /** Existing members for whom single sign-on is not required. */
  failedSSOEmails: z.optional(z.array(z.string())),
});

/** Joining by a link returns an empty object. */
export const emptyAnswer = z.looseObject({});
