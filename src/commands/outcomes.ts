/** What the answers of acts say was done, where that may be other than what was asked for. */

import { Unsettled } from "../errors.ts";
import { type JsonObject, objectIn } from "../json/values.ts";

/** The sentence that an answer makes, or the end that it stands for; the verb's own where undefined. */
export type Outcome = (answer: JsonObject, input: JsonObject) => string | Unsettled | undefined;

/** Where a moved thing is, as the answer says. */
export function landed(called: string): Outcome {
  return ({ id, title, parent }) => {
    if (parent === undefined) return undefined;
    const place = parent === null ? "at the top level" : `in the collection ${parent}`;
    return `Moved the ${called} "${title}" (${id}); it is ${place}.`;
  };
}

/** @param wanted whether it was to be published */
export function publishedAs(wanted: boolean): Outcome {
  return ({ id, title, published }) => {
    if (typeof published !== "boolean" || published === wanted) return undefined;
    const state = wanted ? "is not published" : "is still published";
    return new Unsettled(
      "failed",
      `The platform answered without an error, and the docs site "${title}" (${id}) ${state}.`,
      `tome site get ${id}`,
    );
  };
}

/** A space that still has the time of its deletion was not restored. */
export const restored: Outcome = ({ id, title, deletedAt }) =>
  deletedAt === undefined || deletedAt === null
    ? undefined
    : new Unsettled(
        "failed",
        `The platform answered without an error, and the space "${title}" (${id}) is still deleted.`,
        `tome space get ${id}`,
      );

/** The role that a member has now. */
export const roleNow: Outcome = ({ role }, { userId }) =>
  role === undefined ? undefined : `The role of ${userId} is ${role ?? "guest"} now.`;

/** Whether a member signs in by single sign-on now. */
export const signsInBySso: Outcome = ({ sso }, { userId }) =>
  sso === false
    ? new Unsettled(
        "failed",
        `The platform answered without an error, and ${userId} does not sign in by single sign-on.`,
        `tome member get ${userId}`,
      )
    : undefined;

/** How a comment stands. */
export const commentNow: Outcome = ({ status }, { commentId }) =>
  typeof status === "string" ? `Changed the comment ${commentId}; it is ${status}.` : undefined;

/** How far an installation is. */
export const installedAs: Outcome = ({ id, status }, { integrationName }) =>
  typeof status === "string" && status !== "active"
    ? `Installed ${integrationName} as ${id}; it is ${status}, and does not work yet.`
    : undefined;

/** Who was asked for a review. */
export const askedForReview: Outcome = ({ users }) => {
  if (!Array.isArray(users)) return undefined;
  const names = users.map((one) => {
    const { displayName, id } = objectIn(objectIn(one).user);
    return String(displayName ?? id ?? "a team");
  });
  return names.length === 0
    ? "Nobody was asked for a review."
    : `Asked for a review: ${names.join(", ")}.`;
};

/** Who was let in by email, and who could not be. */
export const invited: Outcome = ({ invited: count, failedSSOEmails: failed }) => {
  if (!Array.isArray(failed) || failed.length === 0) return undefined;
  return new Unsettled(
    "partial",
    `People who are members now and were not before: ${count}. These were not made to sign in by single sign-on, as they are members already: ${failed.join(", ")}.`,
    "tome member sso <user>",
  );
};

/**
 * What the answer has otherwise than it was asked for: one sentence for each such field, to follow the
 * one that says what was done. Only plain values that stand under the same name in both are held
 * against each other.
 */
export function unlike(fields: readonly string[], input: JsonObject, answer: JsonObject): string {
  return fields
    .filter((name) => isPlain(input[name]) && isPlain(answer[name]) && input[name] !== answer[name])
    .map(
      (name) =>
        ` The platform has ${name} as ${JSON.stringify(answer[name])}, not as ${JSON.stringify(input[name])}.`,
    )
    .join("");
}

function isPlain(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
