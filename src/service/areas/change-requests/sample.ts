/** Seeding of change requests and discussions of the sample workspace, each on behalf of its author. */

import { parseMarkdown } from "../../../document/markdown.ts";
import type { SampleContext } from "../../core/area.ts";
import type { Actor } from "../../core/handlers.ts";
import {
  type ChangeRequestAccess,
  readChangeRequest,
} from "../../core/rows/change-request-rows.ts";
import { type Discussion, getDiscussion } from "../comments/discussion.ts";
import { changeReactions } from "../comments/reactions.ts";
import { postReply } from "../comments/replies.ts";
import { changeComment, postComment } from "../comments/threads.ts";
import { insertChangeRequest } from "./create.ts";
import { editContent } from "./edit/edit.ts";
import { mergeWithoutRules } from "./merge.ts";
import { requestReviews, submitReview } from "./review.ts";
import {
  type SampleChangeRequest,
  type SampleComment,
  type SampleDiscussion,
  sampleSpaces,
} from "./sample-data.ts";

const hour = 60 * 60 * 1000;

/** Acts as the user with the email address, a number of hours ago. */
type As = (email: string, hoursAgo: number) => Actor;

export async function seedChangeRequests(seeding: SampleContext): Promise<void> {
  const as: As = (email, hoursAgo) => ({
    db: seeding.db,
    newId: seeding.newId,
    enqueue: seeding.enqueue,
    now: new Date(seeding.now.getTime() - hoursAgo * hour),
    caller: seeding.people.get(email) ?? seeding.owner,
    // URLs are not stored, but built for each response.
    base: "",
  });
  for (const sampleSpace of sampleSpaces) await seedSpace(seeding, sampleSpace, as);
}

async function seedSpace(
  { db, organization }: SampleContext,
  { space: title, comments = [], changeRequests = [] }: SampleDiscussion,
  as: As,
): Promise<void> {
  const row = await db
    .selectFrom("spaces")
    .selectAll()
    .where("organization_id", "=", organization)
    .where("title", "=", title)
    .executeTakeFirstOrThrow();
  const space = { row, role: "admin" as const };
  for (const sample of changeRequests) await seedChangeRequest(space, sample, as);
  const discussion = getDiscussion({ base: "" }, { space });
  for (const comment of comments) await seedComment(discussion, comment, as);
}

async function seedChangeRequest(
  space: ChangeRequestAccess["space"],
  sample: SampleChangeRequest,
  as: As,
): Promise<void> {
  const author = as(sample.by, sample.hoursAgo);
  const { id } = await insertChangeRequest(author, space.row.id, sample.subject);
  const current = () => readChangeRequest(author.db, space.row.id, id);
  if (sample.changes) await editContent(author, await current(), sample.changes);
  if (sample.reviewers)
    await requestReviews(
      author,
      { space, row: await current() },
      sample.reviewers.map(createIdLookup(as)),
    );
  for (const { by, hoursAgo, status, text } of sample.reviews ?? []) {
    const review = { status, ...(text !== undefined && { comment: { markdown: text } }) };
    await submitReview(as(by, hoursAgo), { space, row: await current() }, review);
  }
  const discussion = getDiscussion(author, { space, row: await current() });
  for (const comment of sample.comments ?? []) await seedComment(discussion, comment, as);
  if (sample.description !== undefined) {
    const description = JSON.stringify(parseMarkdown(sample.description));
    await author.db
      .updateTable("change_requests")
      .set({ description })
      .where("id", "=", id)
      .execute();
  }
  if (sample.status === "merged")
    await mergeWithoutRules(as("", sample.hoursAgo - 5), await current());
  else if (sample.status !== "draft") {
    await author.db
      .updateTable("change_requests")
      .set({ status: sample.status })
      .where("id", "=", id)
      .execute();
  }
}

function createIdLookup(as: As): (email: string) => string {
  return (email) => as(email, 0).caller;
}

async function seedComment(discussion: Discussion, comment: SampleComment, as: As): Promise<void> {
  const { by, hoursAgo, text, replies = [], reactions = [], resolved } = comment;
  const row = await postComment(as(by, hoursAgo), discussion, { body: { markdown: text } });
  for (const reply of replies) {
    await postReply(as(reply.by, reply.hoursAgo), row, { markdown: reply.text });
  }
  for (const reaction of reactions) {
    const addedReactions = [reaction.emoji];
    await changeReactions(as(reaction.by, hoursAgo - 1), row.id, { addedReactions });
  }
  if (resolved) {
    await changeComment(as(resolved.by, resolved.hoursAgo), discussion, row, { resolved: true });
  }
}
