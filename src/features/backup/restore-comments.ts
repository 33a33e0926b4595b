/** Restoration of open comments, which skips comments that already exist. */
import type { ApiClient, JsonObject } from "../../context.ts";
import * as comment from "../../contract/comment.ts";
import * as commentReply from "../../contract/comment-reply.ts";
import { ApiError } from "../../errors.ts";
import { objectIn, objectsIn, textIn } from "../../json/values.ts";
import { readAll } from "../read-all.ts";
import { idIn, type RestoreContext, type RestoredSpace } from "./restored-space.ts";

export async function postComments(
  restoring: RestoreContext,
  restored: RestoredSpace,
): Promise<void> {
  const { client, journal } = restoring;
  const { backup, state } = restored;
  if (state.step !== "merged") return;
  if (backup.comments.length > 0) {
    const spaceId = state.id ?? "";
    const live = await readAll(client, comment.list, { spaceId, status: "all" });
    for (const { comment: value, replies } of backup.comments) {
      const original = objectIn(value);
      const existing = live.find((each) => each.id === original.id || isRepeated(original, each));
      const id =
        existing === undefined ? await post(restoring, restored, original) : textIn(existing.id);
      if (id === undefined) continue;
      await reply(client, { spaceId, commentId: id }, objectsIn(replies));
    }
  }
  await journal.note(state.key, { step: "comments" });
}

/** The text of a restored comment, which names the original author because another user posts it. */
function formatRepost({ postedBy, postedAt, body }: JsonObject): string {
  const name = textIn(objectIn(postedBy).displayName)
    .replace(/[^\p{L}\p{M}\p{N} .'-]/gu, " ")
    .trim();
  const day = textIn(postedAt).slice(0, 10);
  return `${name || "Unknown user"} wrote on ${day}:\n\n${toMarkdown(body)}`;
}

function toMarkdown(body: JsonObject[string] | undefined): string {
  return textIn(objectIn(body).markdown);
}

/** Compares only the words, because the platform may reformat Markdown. */
function isRepeated(original: JsonObject, live: JsonObject): boolean {
  const words = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return words(toMarkdown(live.body)) === words(formatRepost(original));
}

/** @returns undefined if the platform refuses the comment */
async function post(
  { client, journal }: RestoreContext,
  restored: RestoredSpace,
  original: JsonObject,
): Promise<string | undefined> {
  const { state } = restored;
  const target = objectIn(original.target);
  const page = idIn(restored, textIn(objectIn(target.page).id));
  const node = textIn(objectIn(target.node).id);
  const { record, definition } = objectIn(target.tableCell);
  const input = {
    spaceId: state.id ?? "",
    body: { markdown: formatRepost(original) },
    ...(page !== undefined && { page }),
  };
  const within =
    typeof record === "string" && typeof definition === "string"
      ? { tableCell: { record, definition } }
      : node !== "" && { node };
  try {
    const fullInput = page !== undefined && within ? { ...input, ...within } : input;
    return textIn(objectIn((await client.call(comment.create, fullInput)).value).id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const refused = `The comment "${toMarkdown(original.body).slice(0, 60)}": ${error.message}`;
    await journal.note(state.key, { refused });
    return undefined;
  }
}

async function reply(
  client: ApiClient,
  ids: { readonly spaceId: string; readonly commentId: string },
  replies: readonly JsonObject[],
): Promise<void> {
  if (replies.length === 0) return;
  const live = await readAll(client, commentReply.list, ids);
  for (const original of replies) {
    if (live.some((each) => each.id === original.id || isRepeated(original, each))) continue;
    await client.call(commentReply.create, { ...ids, body: { markdown: formatRepost(original) } });
  }
}
