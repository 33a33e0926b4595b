/** Seeds the change requests and discussions of the sample workspace, each as the person whose it is. */

import { parseMarkdown } from "../../../document/markdown.ts";
import type { Acting } from "../../core/caller.ts";
import { type Found, readChangeRequest } from "../../core/change-request-rows.ts";
import type { Seeding } from "../../core/seeding.ts";
import { type Place, placeIn } from "../comments/places.ts";
import { changeReactions } from "../comments/reactions.ts";
import { postReply } from "../comments/replies.ts";
import { changeComment, postComment } from "../comments/threads.ts";
import { beginChangeRequest } from "./create.ts";
import { editContent } from "./edit.ts";
import { mergeNow } from "./merge.ts";
import { giveReview, requestReviews } from "./reviews.ts";
import {
  desks,
  type SampleChangeRequest,
  type SampleComment,
  type SampleDesk,
} from "./sample-data.ts";

const hour = 60 * 60 * 1000;

/** Someone at a time in the past, by the email and how many hours ago. */
type As = (email: string, hoursAgo: number) => Acting;

/** @param people the ids of the people of the sample, by email */
export async function seedDesks(seeding: Seeding): Promise<void> {
  const as: As = (email, hoursAgo) => ({
    db: seeding.db,
    newId: seeding.newId,
    enqueue: seeding.enqueue,
    now: new Date(seeding.now.getTime() - hoursAgo * hour),
    caller: seeding.people.get(email) ?? seeding.owner,
    // No address is kept: answers make them anew.
    base: "",
  });
  for (const desk of desks) await seedDesk(seeding, desk, as);
}

async function seedDesk(
  { db, organization }: Seeding,
  { space: title, comments = [], changeRequests = [] }: SampleDesk,
  as: As,
): Promise<void> {
  const row = await db
    .selectFrom("spaces")
    .selectAll()
    .where("organization_id", "=", organization)
    .where("title", "=", title)
    .executeTakeFirstOrThrow();
  const space = { row, role: "admin" as const };
  for (const made of changeRequests) await seedChangeRequest(space, made, as);
  const place = placeIn({ base: "" }, { space });
  for (const comment of comments) await seedComment(place, comment, as);
}

async function seedChangeRequest(
  space: Found["space"],
  made: SampleChangeRequest,
  as: As,
): Promise<void> {
  const author = as(made.by, made.hoursAgo);
  const { id } = await beginChangeRequest(author, space.row.id, made.subject);
  const current = () => readChangeRequest(author.db, space.row.id, id);
  if (made.changes) await editContent(author, await current(), made.changes);
  if (made.asks)
    await requestReviews(author, { space, row: await current() }, made.asks.map(idIn(as)));
  for (const { by, hoursAgo, status, says } of made.reviews ?? []) {
    const review = { status, ...(says !== undefined && { comment: { markdown: says } }) };
    await giveReview(as(by, hoursAgo), { space, row: await current() }, review);
  }
  const place = placeIn(author, { space, row: await current() });
  for (const comment of made.comments ?? []) await seedComment(place, comment, as);
  if (made.description !== undefined) {
    const description = JSON.stringify(parseMarkdown(made.description));
    await author.db
      .updateTable("change_requests")
      .set({ description })
      .where("id", "=", id)
      .execute();
  }
  if (made.status === "merged") await mergeNow(as("", made.hoursAgo - 5), await current());
  else if (made.status !== "draft") {
    await author.db
      .updateTable("change_requests")
      .set({ status: made.status })
      .where("id", "=", id)
      .execute();
  }
}

function idIn(as: As): (email: string) => string {
  return (email) => as(email, 0).caller;
}

async function seedComment(place: Place, comment: SampleComment, as: As): Promise<void> {
  const { by, hoursAgo, says, replies = [], reactions = [], resolved } = comment;
  const row = await postComment(as(by, hoursAgo), place, { body: { markdown: says } });
  for (const reply of replies) {
    await postReply(as(reply.by, reply.hoursAgo), row, { markdown: reply.says });
  }
  for (const reaction of reactions) {
    const addedReactions = [reaction.emoji];
    await changeReactions(as(reaction.by, hoursAgo - 1), row.id, { addedReactions });
  }
  if (resolved) {
    await changeComment(as(resolved.by, resolved.hoursAgo), place, row, { resolved: true });
  }
}
