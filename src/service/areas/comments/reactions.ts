/** Reactions to comments and replies: each user has each emoji at most once. */
import type { get } from "../../../contract/comment.ts";
import type { Output } from "../../../contract/endpoint.ts";
import { ApiError } from "../../../errors.ts";
import type { Actor, Call } from "../../core/handlers.ts";
import { loadUsersById } from "../../core/rows/users.ts";
import type { Queries } from "../../database/tables.ts";

/** The changes that a request makes to the caller's own reactions. */
export interface ReactionChanges {
  readonly addedReactions?: readonly string[];
  readonly removedReactions?: readonly string[];
}

export type Reaction = Output<typeof get>["reactions"][number];

/**
 * Adds and removes reactions of the caller. Adding an existing reaction and removing a missing one
 * have no effect.
 * @throws ApiError 400 for a blank emoji, and for one that is both added and removed
 */
export async function changeReactions(
  call: Actor,
  subjectId: string,
  { addedReactions = [], removedReactions = [] }: ReactionChanges,
): Promise<void> {
  checkChanges(addedReactions, removedReactions);
  if (addedReactions.length > 0) {
    const reacted_at = call.now.toISOString();
    await call.db
      .insertInto("reactions")
      .values(
        [...new Set(addedReactions)].map((emoji) => ({
          subject_id: subjectId,
          emoji,
          user_id: call.caller,
          reacted_at,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (removedReactions.length > 0) {
    await call.db
      .deleteFrom("reactions")
      .where("subject_id", "=", subjectId)
      .where("user_id", "=", call.caller)
      .where("emoji", "in", removedReactions)
      .execute();
  }
}

function checkChanges(added: readonly string[], removed: readonly string[]): void {
  for (const [field, emojis] of Object.entries({
    addedReactions: added,
    removedReactions: removed,
  })) {
    if (emojis.some((emoji) => emoji.trim() === "")) {
      throw new ApiError(400, `${field} must not contain a blank emoji.`, { field });
    }
  }
  const both = added.find((emoji) => removed.includes(emoji));
  if (both !== undefined) {
    throw new ApiError(
      400,
      `The reaction ${both} is both added and removed. Specify it only once.`,
      {
        field: "removedReactions",
      },
    );
  }
}

/** @returns the reactions to each comment or reply, oldest first */
export async function readReactions(
  call: Pick<Call, "db" | "base">,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Reaction[]>> {
  const bySubject = new Map<string, Reaction[]>();
  if (subjectIds.length === 0) return bySubject;
  const rows = await call.db
    .selectFrom("reactions")
    .selectAll()
    .where("subject_id", "in", subjectIds)
    .orderBy("reacted_at")
    .orderBy("emoji")
    .orderBy("user_id")
    .execute();
  const getUser = await loadUsersById(
    call,
    rows.map((row) => row.user_id),
  );
  for (const row of rows) {
    const reactions = bySubject.get(row.subject_id) ?? [];
    bySubject.set(row.subject_id, reactions);
    let reaction = reactions.find(({ emoji }) => emoji === row.emoji);
    if (!reaction) {
      reaction = { emoji: row.emoji, count: 0, users: [] };
      reactions.push(reaction);
    }
    reaction.count++;
    reaction.users.push({ user: getUser(row.user_id), reactedAt: row.reacted_at });
  }
  return bySubject;
}

export async function deleteReactions(db: Queries, subjectIds: readonly string[]): Promise<void> {
  if (subjectIds.length === 0) return;
  await db.deleteFrom("reactions").where("subject_id", "in", subjectIds).execute();
}
