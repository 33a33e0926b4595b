/** Events of a response in a conversation with the language model. */
import type { Document } from "../../../contract/document.model.ts";
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/site-ask.ts";
import type { RequestContextKey } from "../../engines/threads/caller.ts";
import { type AnswerDraft, parseAnswerText } from "./answer-stream.ts";
import type { SiteAnswerTable } from "./tables.ts";

type ResponseEvent = Output<typeof contract.respond>;
type Blocks = Document["nodes"];

export interface ResponseHead {
  readonly messageId: string;
  readonly responseId: string;
  /** The id of the preceding response of the conversation. */
  readonly previous?: string | undefined;
  /** Whether a page matches the question. */
  readonly isFound: boolean;
  readonly asker: RequestContextKey;
}

const notFound = "No page of this site matches the question.";
/** A response has one step, because the model calls no tools. */
const stepIndex = 0;

export async function* streamResponseEvents(
  drafts: AsyncIterable<AnswerDraft>,
  { messageId, responseId, previous, isFound, asker }: ResponseHead,
): AsyncGenerator<ResponseEvent, void> {
  yield { type: "response_start", messageId };
  yield { type: "response_step_start", messageId, stepIndex, phase: "final_answer" };
  let last: AnswerDraft | undefined;
  let sent: Blocks = [];
  for await (const draft of drafts) {
    last = draft;
    const blocks = await parseBlocks(draft.markdown, asker);
    yield* listBlockEvents(messageId, sent, blocks);
    sent = blocks;
  }
  if (!isFound) yield* listBlockEvents(messageId, [], await parseBlocks(notFound, asker));
  if (last !== undefined && last.followups.length > 0) {
    const suggestions = [...last.followups];
    yield { type: "response_followup_suggestion", messageId, suggestions };
  }
  yield getFinish(messageId, responseId, previous);
}

/** The events of a stored answer. */
export async function* listResponseEvents(
  row: Pick<SiteAnswerTable, "id" | "answer" | "previous_id">,
  asker: RequestContextKey,
): AsyncGenerator<ResponseEvent, void> {
  const messageId = row.id;
  yield { type: "response_start", messageId };
  yield { type: "response_step_start", messageId, stepIndex, phase: "final_answer" };
  yield* listBlockEvents(messageId, [], await parseBlocks(row.answer || notFound, asker));
  yield getFinish(messageId, row.id, row.previous_id ?? undefined);
}

function getFinish(messageId: string, id: string, previous: string | undefined): ResponseEvent {
  const response = { id, ...(previous !== undefined && { previous }) };
  return { type: "response_finish", messageId, responseId: id, response };
}

/** Only the last block of an unfinished text changes: an update of it, and the blocks after it. */
function* listBlockEvents(
  messageId: string,
  sent: Blocks,
  blocks: Blocks,
): Generator<ResponseEvent, void> {
  const type = "response_document";
  const last = blocks[sent.length - 1];
  if (last !== undefined && JSON.stringify(last) !== JSON.stringify(sent.at(-1))) {
    yield { type, messageId, stepIndex, operation: "update", blocks: [last] };
  }
  const added = blocks.slice(sent.length);
  if (added.length > 0) {
    yield { type, messageId, stepIndex, operation: "insert", blocks: [...added] };
  }
}

async function parseBlocks(markdown: string, asker: RequestContextKey): Promise<Blocks> {
  return (await parseAnswerText(markdown, asker)).nodes;
}
