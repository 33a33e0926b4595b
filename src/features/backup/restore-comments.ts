/** Posts the open comments of a backup again, each once: what is there already is left as it is. */
import type { Client, JsonObject } from "../../context.ts";
import * as comment from "../../contract/comment.ts";
import * as commentReply from "../../contract/comment-reply.ts";
import { Problem } from "../../errors.ts";
import { objectIn, objectsIn, textIn } from "../../json/values.ts";
import { readAll } from "../read-all.ts";
import { idIn, type RestoredSpace, type Restoring } from "./restored-space.ts";

export async function postComments(restoring: Restoring, restored: RestoredSpace): Promise<void> {
  const { client, journal } = restoring;
  const { backup, state } = restored;
  if (state.step !== "merged") return;
  if (backup.comments.length > 0) {
    const spaceId = state.id ?? "";
    const live = await readAll(client, comment.list, { spaceId, status: "all" });
    for (const { comment: said, replies } of backup.comments) {
      const one = objectIn(said);
      const known = live.find((each) => each.id === one.id || isRepeated(one, each));
      const id = known === undefined ? await post(restoring, restored, one) : textIn(known.id);
      if (id === undefined) continue;
      await reply(client, { spaceId, commentId: id }, objectsIn(replies));
    }
  }
  await journal.note(state.key, { step: "comments" });
}

/** The text with who said it, as it is posted by somebody else now. */
function repeated({ postedBy, postedAt, body }: JsonObject): string {
  const name = textIn(objectIn(postedBy).displayName)
    .replace(/[^\p{L}\p{M}\p{N} .'-]/gu, " ")
    .trim();
  const day = textIn(postedAt).slice(0, 10);
  return `${name || "Somebody"} wrote on ${day}:\n\n${toMarkdown(body)}`;
}

function toMarkdown(body: JsonObject[string] | undefined): string {
  return textIn(objectIn(body).markdown);
}

/** As the platform may print Markdown in its own way, only the words count. */
function isRepeated(said: JsonObject, live: JsonObject): boolean {
  const words = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return words(toMarkdown(live.body)) === words(repeated(said));
}

/** @returns undefined if the platform does not take it */
async function post(
  { client, journal }: Restoring,
  restored: RestoredSpace,
  said: JsonObject,
): Promise<string | undefined> {
  const { state } = restored;
  const target = objectIn(said.target);
  const page = idIn(restored, textIn(objectIn(target.page).id));
  const node = textIn(objectIn(target.node).id);
  const { record, definition } = objectIn(target.tableCell);
  const input = {
    spaceId: state.id ?? "",
    body: { markdown: repeated(said) },
    ...(page !== undefined && { page }),
  };
  const within =
    typeof record === "string" && typeof definition === "string"
      ? { tableCell: { record, definition } }
      : node !== "" && { node };
  try {
    const exactly = page !== undefined && within ? { ...input, ...within } : input;
    return textIn(objectIn((await client.call(comment.create, exactly)).value).id);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const refused = `The comment "${toMarkdown(said.body).slice(0, 60)}": ${error.message}`;
    await journal.note(state.key, { refused });
    return undefined;
  }
}

async function reply(
  client: Client,
  ids: { readonly spaceId: string; readonly commentId: string },
  replies: readonly JsonObject[],
): Promise<void> {
  if (replies.length === 0) return;
  const live = await readAll(client, commentReply.list, ids);
  for (const said of replies) {
    if (live.some((each) => each.id === said.id || isRepeated(said, each))) continue;
    await client.call(commentReply.create, { ...ids, body: { markdown: repeated(said) } });
  }
}
