/** Invites: links that let people in, and the outcome of inviting by email. */
import * as z from "zod/mini";
import { collection } from "./collection.model.ts";
import { page, role } from "./shared.model.ts";
import { space } from "./space.model.ts";

/** A link to the organization has a role; one to a collection or space has a level there. */
export const invite = z.looseObject({
  object: z.literal("invite"),
  id: z.string(),
  role: z.optional(z.nullable(role)),
  level: z.optional(z.nullable(role)),
  space: z.optional(space),
  collection: z.optional(collection),
  /** Whether it gives the caller nothing new. */
  redundant: z.optional(z.boolean()),
});

export const invites = page(invite);

const rule = "must be an email address, or an object with one and a role";
const refusal = (issue: { readonly input?: unknown }) =>
  `${rule}, not ${JSON.stringify(issue.input)}`;
const email = z.email({ error: refusal }).check(z.maxLength(254));
const memberRole = z.nullable(z.enum(["admin", "create", "review", "edit", "comment", "read"]));

/** Addresses, each perhaps with a role of its own. */
export const invitedEmails = z
  .array(z.union([email, z.strictObject({ email, role: memberRole })], { error: refusal }))
  .check(z.minLength(1), z.maxLength(1000));

export const invitedUsers = z.looseObject({
  /** The ids of those who are now members and were not before. */
  users: z.array(z.string()),
  /** How many were invited: those, and the users who have to accept first. */
  invited: z.number(),
  /** The emails of users who have an account already, and are members once they accept. */
  pending: z.optional(z.array(z.string())),
  /** Those who are members already, and do not sign in by single sign-on. */
  failedSSOEmails: z.optional(z.array(z.string())),
});

/** Joining by a link answers an empty object. */
export const emptyAnswer = z.looseObject({});
