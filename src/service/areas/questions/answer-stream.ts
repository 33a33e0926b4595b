/** Answers of the language model, from pages that the caller may read, as they are written. */

import type { Document } from "../../../contract/document.model.ts";
import type { Output } from "../../../contract/endpoint.ts";
import type { ask } from "../../../contract/org-ask.ts";
import type { PageResult } from "../../../contract/search.model.ts";
import { ApiError } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import { parseText } from "../../engines/documents.ts";
import type { ChatMessage, ChatModel, ModelCaller } from "../../engines/language/chat-model.ts";
import type { RequestContextKey } from "../../engines/threads/caller.ts";
import { type ParsedAnswer, type Passage, parseAnswer, parseQuestions } from "./prompts.ts";

export type Answer = NonNullable<Output<typeof ask>["answer"]>;
export type AnswerFormat = "document" | "markdown";

/** @throws ApiError 501 without a model, 403 if the organization has disabled AI features */
export async function requireModel(
  { db, outside }: Pick<Call, "db" | "outside">,
  organizationId: string,
): Promise<ChatModel> {
  if (outside.model === undefined) {
    throw new ApiError(
      501,
      "No language model is configured on the local platform. Set TOME_MODEL_URL and TOME_MODEL.",
      { hint: "tome help environment" },
    );
  }
  const { ai } = await db
    .selectFrom("organizations")
    .select("ai")
    .where("id", "=", organizationId)
    .executeTakeFirstOrThrow();
  if (ai === 1) return outside.model;
  throw new ApiError(
    403,
    "AI features are disabled in this organization. An admin can enable them: tome org update --ai.",
  );
}

/** A page for the model, which the caller may read. */
export interface SourcePage {
  readonly page: string;
  readonly space: string;
  readonly revision: string;
  readonly sections: readonly string[];
  readonly passage: Passage;
}

/** Pages of a space in a search result. */
export interface SpacePages {
  readonly id: string;
  readonly title: string;
  readonly pages: readonly PageResult[];
}

/** The maximum number of pages for the model. */
export const mostPages = 8;
/** Maximum length of the text of a page, in characters; a section has at most 1,000. */
const longestText = 4000;

/** The best pages of a search, best first. */
export async function toSourcePages(
  db: Queries,
  spaces: readonly SpacePages[],
): Promise<readonly SourcePage[]> {
  const best = spaces
    .flatMap((space) => space.pages.map((page) => ({ space, page })))
    .toSorted((one, other) => (other.page.score ?? 0) - (one.page.score ?? 0))
    .slice(0, mostPages);
  if (best.length === 0) return [];
  const rows = await db
    .selectFrom("spaces")
    .select(["id", "revision_id"])
    .where("id", "in", [...new Set(best.map(({ space }) => space.id))])
    .execute();
  const revisions = new Map(rows.map((row) => [row.id, row.revision_id]));
  return best.map(({ space, page }) => {
    const sections = page.sections ?? [];
    const text = sections.map(({ title, body }) => `${title}\n${body}`).join("\n\n");
    return {
      page: page.id,
      space: space.id,
      revision: revisions.get(space.id) ?? "",
      sections: sections.map(({ id }) => id),
      passage: { title: page.title, space: space.title, text: text.slice(0, longestText) },
    };
  });
}

/** The cited pages; all pages that the model received if it cites none. */
export function selectSources(
  pages: readonly SourcePage[],
  cited: readonly number[],
): readonly SourcePage[] {
  return cited.length === 0 ? pages : pages.filter((_, index) => cited.includes(index));
}

export function listSources(
  pages: readonly SourcePage[],
  cited: readonly number[],
): Answer["sources"] {
  return selectSources(pages, cited).map(({ page, space, revision, sections, passage }) => {
    const number = pages.findIndex((one) => one.page === page && one.space === space) + 1;
    const use = cited.length > 0 ? `Cited as [${number}]` : "Searched";
    const reason = `${use}: "${passage.title}" in "${passage.space}"`;
    return { type: "page" as const, page, space, revision, sections: [...sections], reason };
  });
}

/** @throws ApiError 413 for a text of the model that takes too much time or memory as a document */
export async function formatAnswer(
  markdown: string,
  format: AnswerFormat,
  asker: RequestContextKey,
): Promise<Answer["answer"]> {
  return format === "markdown"
    ? { markdown }
    : { document: await parseAnswerText(markdown, asker) };
}

/** The model may have been told to write a text that takes long to parse, so it draws on a limit. */
export async function parseAnswerText(
  markdown: string,
  asker: RequestContextKey,
): Promise<Document> {
  const { document } = await parseText(markdown, asker);
  return JSON.parse(document);
}

/**
 * The part of a text by which it grows until it is presented again, so that all presentations of a
 * long text together are a multiple of its length. To parse a document takes longer.
 */
const growth = { markdown: 1 / 32, document: 1 / 8 } as const;

/** An answer so far. */
export interface AnswerDraft extends ParsedAnswer {
  readonly isComplete: boolean;
}

/** The answer after each part of the text; the last draft is complete. */
export async function* streamDrafts(
  texts: AsyncIterable<string>,
  { count, format }: { readonly count: number; readonly format: AnswerFormat },
): AsyncGenerator<AnswerDraft, void> {
  let text = "";
  let presented = 0;
  let markdown = "";
  for await (const part of texts) {
    text += part;
    if (text.length - presented < text.length * growth[format]) continue;
    presented = text.length;
    const draft = parseAnswer(text, count, false);
    if (draft.markdown === markdown) continue;
    markdown = draft.markdown;
    yield { ...draft, isComplete: false };
  }
  yield { ...parseAnswer(text, count), isComplete: true };
}

interface AnswerContext {
  readonly pages: readonly SourcePage[];
  readonly format: AnswerFormat;
  readonly asker: RequestContextKey;
}

/** Sources are complete in the last event; before, they are the pages cited so far. */
export async function toAnswerEvent(
  { markdown, followups, cited, isComplete }: AnswerDraft,
  { pages, format, asker }: AnswerContext,
): Promise<{ readonly type: "answer"; readonly answer: Answer }> {
  const sources = isComplete || cited.length > 0 ? listSources(pages, cited) : [];
  return {
    type: "answer",
    answer: {
      answer: await formatAnswer(markdown, format, asker),
      followupQuestions: [...followups],
      sources,
    },
  };
}

/** The suggested questions, each when its line is complete. */
export async function* streamQuestions(
  model: ChatModel,
  { caller, messages }: { readonly caller: ModelCaller; readonly messages: readonly ChatMessage[] },
  signal: AbortSignal,
): AsyncGenerator<{ readonly question: string }, void> {
  const sent = new Set<string>();
  let rest = "";
  function* selectNew(text: string) {
    for (const question of parseQuestions(text, sent)) {
      sent.add(question);
      yield { question };
    }
  }
  for await (const part of model.stream(caller, messages, signal)) {
    const end = part.lastIndexOf("\n") + 1;
    if (end === 0) {
      rest += part;
    } else {
      yield* selectNew(rest + part.slice(0, end));
      rest = part.slice(end);
    }
  }
  yield* selectNew(rest);
}
