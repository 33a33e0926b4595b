/** Results of write commands whose response may differ from the request. */

import { IncompleteError } from "../errors.ts";
import { writeJson } from "../json/exact-writing.ts";
import { asObject, type JsonObject } from "../json/values.ts";

/** The sentence or error for a response; undefined for the default sentence of the verb. */
export type OutcomeText = (
  answer: JsonObject,
  input: JsonObject,
) => string | IncompleteError | undefined;

/** Parent of a moved resource, according to the response. */
export function describeMove(called: string): OutcomeText {
  return ({ id, title, parent }) => {
    if (parent === undefined) return undefined;
    const where = parent === null ? "to the top level" : `into the collection ${parent}`;
    return `Moved the ${called} "${title}" (${id}) ${where}.`;
  };
}

/** @param expected whether the site should be published */
export function describePublication(expected: boolean): OutcomeText {
  return ({ id, title, published }) => {
    if (typeof published !== "boolean" || published === expected) return undefined;
    const state = expected ? "is not published" : "is still published";
    return new IncompleteError(
      "failed",
      `The platform returned success, but the site "${title}" (${id}) ${state}.`,
      `tome site get ${id}`,
    );
  };
}

/** A site that visitors open with a share link, the first of which the platform creates itself. */
export function describeSharing(action: string): OutcomeText {
  return ({ id, title, visibility }, { visibility: requested }) =>
    requested === "share-link" && visibility === requested
      ? `${action} the site "${title}" (${id}). Visitors need a share link. The platform creates one that does not expire if the site has none.`
      : undefined;
}

/** A space with a deletion time was not restored. */
export const describeRestoration: OutcomeText = ({ id, title, deletedAt }) =>
  deletedAt === undefined || deletedAt === null
    ? undefined
    : new IncompleteError(
        "failed",
        `The platform returned success, but the space "${title}" (${id}) is still deleted.`,
        `tome space get ${id}`,
      );

/** Role of a member, and whether the member is disabled. */
export const describeMembership: OutcomeText = (
  { role, disabled },
  { userId, disabled: requested },
) => {
  if (typeof requested === "boolean" && disabled !== requested) {
    const state = requested ? "is not disabled" : "is still disabled";
    return new IncompleteError(
      "failed",
      `The platform returned success, but ${userId} ${state}.`,
      `tome member get ${userId}`,
    );
  }
  if (role === undefined) return undefined;
  const now = `Changed the role of ${userId} to ${role ?? "guest"}`;
  return disabled === true ? `${now}. The member is disabled.` : `${now}.`;
};

/** Whether single sign-on is required for a member. */
export const signsInBySso: OutcomeText = ({ sso }, { userId }) =>
  sso === false
    ? new IncompleteError(
        "failed",
        `The platform returned success, but single sign-on is not required for ${userId}.`,
        `tome member get ${userId}`,
      )
    : undefined;

/** Status of a comment. */
export const describeComment: OutcomeText = ({ status }, { commentId }) =>
  typeof status === "string" ? `Changed the comment ${commentId} (${status}).` : undefined;

/** Status of an installation. */
export const describeInstallation: OutcomeText = ({ id, status }, { integrationName }) =>
  typeof status === "string" && status !== "active"
    ? `Installed ${integrationName} as ${id} (${status}). It does not work yet.`
    : undefined;

/** Requested reviewers. */
export const describeReviewRequest: OutcomeText = ({ users }, { changeRequestId }) => {
  if (!Array.isArray(users)) return undefined;
  const names = users.map((one) => {
    const { displayName, id } = asObject(asObject(one).user);
    return String(displayName ?? id ?? "a team");
  });
  return names.length === 0
    ? "No reviews requested."
    : `Requested a review of change request ${changeRequestId} from ${names.join(", ")}.`;
};

/** Invited users, and those who could not be invited with single sign-on. */
export const describeInvitation: OutcomeText = ({
  users,
  invited: count,
  pending,
  failedSSOEmails: failed,
}) => {
  const joined = Array.isArray(users) ? users.length : count;
  const waiting = Array.isArray(pending) ? pending : [];
  const text =
    waiting.length === 0
      ? `Added members: ${joined}.`
      : `Added members: ${joined}. These users must accept the invitation first (tome user invitation accept): ${waiting.join(", ")}.`;
  if (!Array.isArray(failed) || failed.length === 0) return text;
  return new IncompleteError(
    "partial",
    `${text} Single sign-on was not required for these existing members: ${failed.join(", ")}.`,
    "tome member sso <user>",
  );
};

/**
 * One sentence for each field whose value in the response differs from the request. Compares only
 * plain values with the same name in both.
 */
export function describeDifferences(
  fields: readonly string[],
  input: JsonObject,
  answer: JsonObject,
): string {
  return fields
    .filter(
      (name) => isPlain(input[name]) && isPlain(answer[name]) && !isSame(input[name], answer[name]),
    )
    .map(
      (name) =>
        ` The platform returned ${writeJson(answer[name])} for ${name} instead of ${writeJson(input[name])}.`,
    )
    .join("");
}

/** A time has several notations: 2026-01-31T09:30:00Z and 2026-01-31T10:30:00.000+01:00. */
function isSame(sent: unknown, returned: unknown): boolean {
  if (sent === returned) return true;
  const times = [sent, returned].map((one) =>
    typeof one === "string" && /^\d{4}-\d\d-\d\dT/.test(one) ? Date.parse(one) : Number.NaN,
  );
  return times[0] === times[1];
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
