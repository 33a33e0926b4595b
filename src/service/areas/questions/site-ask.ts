/** Handlers for questions to the language model about the content of a site. */
import type { Input } from "../../../contract/endpoint.ts";
import type { SiteSearchScope } from "../../../contract/search.model.ts";
import type * as contract from "../../../contract/site-ask.ts";
import type { CoreChannel } from "../../../contract/site-question-values.ts";
import { ApiError } from "../../../errors.ts";
import { authorize } from "../../core/access/access.ts";
import { EventStream } from "../../core/event-stream.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { refuseBlank } from "../../core/titles.ts";
import { printText } from "../../engines/documents.ts";
import type { ChatModel, ModelCaller } from "../../engines/language/chat-model.ts";
import { readTree } from "../content/revisions.ts";
import { searchSpaces } from "../content/search/search.ts";
import { getTreeIndex, isHidden } from "../content/tree/tree-index.ts";
import { selectSearchedSpaces } from "../site-lookup/site-content.ts";
import { requireSite, type SiteAccess } from "../sites/queries.ts";
import { recordUse } from "./ai-usage.ts";
import {
  type AnswerDraft,
  type AnswerFormat,
  mostPages,
  requireModel,
  type SourcePage,
  selectSources,
  streamDrafts,
  streamQuestions,
  toAnswerEvent,
  toSourcePages,
} from "./answer-stream.ts";
import { listTitles } from "./page-titles.ts";
import {
  buildQuestionPrompt,
  buildRecommendationPrompt,
  type PromptedQuestion,
} from "./prompts.ts";
import { requireAnswer, selectAnswerRows } from "./question-rows.ts";
import { recordAnswer } from "./record-answer.ts";
import { listResponseEvents, streamResponseEvents } from "./response-events.ts";
import type { SiteAnswerTable } from "./tables.ts";

/** In characters, as in the contract. */
const longestQuestion = 512;
const mostMessages = 20;
/** In characters of a message that is a document. */
const longestMessage = 2048;
/** In characters of all messages as JSON. */
const longestInput = 128 * 1024;
/** Earlier questions of a conversation that the model receives. */
const mostEarlierQuestions = 10;

export const handlers = {
  /** Without an event if no page matches. */
  async ask({ organizationId, siteId, question, scope, context, format = "markdown" }, call) {
    const access = await requireSite(call, organizationId, siteId);
    refuseBlank("question", question);
    const asked = { question, goal: context?.goal };
    const conversation = await prepareQuestion(call, access, { asked, scope });
    return new EventStream(async function* (signal) {
      for await (const draft of streamAnswer(conversation, format, signal)) {
        if (conversation.pages.length > 0) {
          yield await toAnswerEvent(draft, { pages: conversation.pages, format, asker: call });
        }
      }
    });
  },

  async suggest({ organizationId, siteId, siteSpaceId, spaceId }, call) {
    const access = await requireSite(call, organizationId, siteId);
    const model = await requireModel(call, organizationId);
    const scope: SiteSearchScope =
      siteSpaceId === undefined
        ? { mode: "all" }
        : { mode: "specific", siteSpaceIds: [siteSpaceId] };
    const spaces = (await selectSearchedSpaces(call, access, scope)).filter(
      ({ id }) => spaceId === undefined || id === spaceId,
    );
    const pages = await listTitles(call.db, spaces, (page) => !isHidden(page));
    const messages = buildRecommendationPrompt(pages);
    return new EventStream(async function* (signal) {
      if (pages.length === 0) return;
      yield* streamQuestions(model, { caller: getModelCaller(call, access), messages }, signal);
      await recordUse(call, organizationId, "recommended-questions");
    });
  },

  async respond(input, call) {
    const { organizationId, siteId, previousResponseId } = input;
    const access = await requireSite(call, organizationId, siteId);
    const asked = await readMessages(input, call);
    const previous =
      previousResponseId === undefined
        ? undefined
        : await requireAnswer(call, access, previousResponseId, "previousResponseId");
    const earlierQuestions = previous ? await listEarlierQuestions(call, access, previous) : [];
    const conversation = await prepareQuestion(call, access, {
      asked: { ...asked, earlierQuestions },
      scope: { mode: "all" },
      channel: input.channel?.type,
      previous,
    });
    return new EventStream((signal) =>
      streamResponseEvents(streamAnswer(conversation, "document", signal), {
        messageId: call.newId(),
        responseId: conversation.id,
        previous: previous?.id,
        isFound: conversation.pages.length > 0,
        asker: call,
      }),
    );
  },

  async response({ organizationId, siteId, responseId }, call) {
    const access = await requireSite(call, organizationId, siteId);
    authorize(access.role, "streamExistingAIResponseInSite");
    const row = await requireAnswer(call, access, responseId, "responseId");
    return new EventStream(() => listResponseEvents(row, call));
  },
} satisfies Handlers<typeof contract>;

/** A question with everything that is needed to answer it after the request was handled. */
interface PreparedQuestion {
  readonly call: Call;
  readonly access: SiteAccess;
  readonly model: ChatModel;
  /** The id of the answer. */
  readonly id: string;
  readonly asked: PromptedQuestion;
  readonly pages: readonly SourcePage[];
  readonly language: string;
  readonly channel: CoreChannel;
  readonly previous: Pick<SiteAnswerTable, "id" | "thread_id"> | undefined;
}

interface ConversationOptions {
  readonly asked: PromptedQuestion;
  readonly scope: SiteSearchScope;
  readonly channel?: CoreChannel | undefined;
  readonly previous?: PreparedQuestion["previous"];
}

/** Searches the pages that the caller may read or, for a visitor, that the site shows. */
async function prepareQuestion(
  call: Call,
  access: SiteAccess,
  { asked, scope, channel = call.visitor ? "site" : "api", previous }: ConversationOptions,
): Promise<PreparedQuestion> {
  const model = await requireModel(call, access.row.organization_id);
  const spaces = await selectSearchedSpaces(call, access, scope);
  const { items } = await searchSpaces(call, spaces, access.row.id, {
    query: asked.question,
    limit: mostPages,
  });
  const shown = await Promise.all(
    items.map(async ({ id, title, pages }) => {
      const space = spaces.find((one) => one.id === id);
      if (!space) return { id, title, pages: [] };
      const tree = getTreeIndex(await readTree(call.db, space.revision_id));
      // The search of a site does not show hidden pages either.
      return { id, title, pages: pages.filter((page) => !isHidden(tree.pages.get(page.id))) };
    }),
  );
  const pages = await toSourcePages(call.db, shown);
  const best = spaces.find(({ id }) => id === pages[0]?.space) ?? spaces[0];
  const language = best?.language ?? "und";
  return { call, access, model, id: call.newId(), asked, pages, language, channel, previous };
}

/** The drafts of an answer, which is recorded after its last one. */
async function* streamAnswer(
  conversation: PreparedQuestion,
  format: AnswerFormat,
  signal: AbortSignal,
): AsyncGenerator<AnswerDraft, void> {
  const { call, access, model, asked, pages } = conversation;
  if (pages.length === 0) {
    await record(conversation, "", []);
    return;
  }
  const messages = buildQuestionPrompt(
    asked,
    pages.map(({ passage }) => passage),
  );
  const texts = model.stream(getModelCaller(call, access), messages, signal);
  for await (const draft of streamDrafts(texts, { count: pages.length, format })) {
    if (draft.isComplete) {
      await recordUse(call, access.row.organization_id, "ask");
      await record(conversation, draft.markdown, draft.cited);
    }
    yield draft;
  }
}

async function record(
  { call, access, id, asked, pages, language, channel, previous }: PreparedQuestion,
  answer: string,
  cited: readonly number[],
): Promise<void> {
  // Questions in a preview are not those of visitors.
  if (call.visitor?.previewer !== undefined) return;
  await recordAnswer(call, {
    id,
    siteId: access.row.id,
    organizationId: access.row.organization_id,
    question: asked.question,
    answer,
    sources: selectSources(pages, cited),
    // The model may quote a page without citing it.
    uncited: pages.filter((_, index) => cited.length > 0 && !cited.includes(index)),
    isCited: cited.length > 0,
    language,
    channel,
    previous,
  });
}

/** Visitors of a site must not delay the members of its organization. */
function getModelCaller({ caller, visitor }: Call, { row }: SiteAccess): ModelCaller {
  const { id: site, organization_id: organization } = row;
  return visitor === undefined
    ? { kind: "member", user: caller, organization }
    : { kind: "visitors", site, organization };
}

/**
 * The last message as the question, and the messages before it.
 * @throws ApiError 400 without a question, 501 for tools and attachments
 */
async function readMessages(
  { input, tools = [], toolCall }: Input<typeof contract.respond>,
  asker: Call,
): Promise<PromptedQuestion> {
  if (tools.length > 0 || toolCall !== undefined) {
    throw new ApiError(501, "The language model of the local platform calls no tools. Omit tools.");
  }
  if (input.some(({ attachments = [] }) => attachments.length > 0)) {
    throw new ApiError(501, "The local platform does not send attachments to the language model.");
  }
  if (JSON.stringify(input).length > longestInput) {
    throw new ApiError(413, `input has more than ${longestInput} characters as JSON.`, {
      field: "input",
    });
  }
  const last = input.at(-1);
  if (input.length > mostMessages || last?.role !== "user") {
    const rule = `must have 1 to ${mostMessages} messages, and the last one must be of the user`;
    throw new ApiError(400, `input ${rule}.`, { field: "input" });
  }
  const conversation: { role: string; text: string }[] = [];
  for (const { role, content } of input) {
    const text =
      typeof content === "string" ? content : await printText(JSON.stringify(content), asker);
    conversation.push({ role, text: text.slice(0, longestMessage) });
  }
  const question = (conversation.pop()?.text ?? "").trim().slice(0, longestQuestion);
  if (question === "") throw new ApiError(400, "input must not be blank.", { field: "input" });
  return { question, conversation };
}

/**
 * Earlier answers are not sent to the model: another visitor, who may see other content, may have
 * received them. The questions of answers that the caller may not read are omitted.
 */
async function listEarlierQuestions(
  call: Call,
  access: SiteAccess,
  { thread_id }: Pick<SiteAnswerTable, "thread_id">,
): Promise<readonly string[]> {
  const rows = await selectAnswerRows(call, access)
    .where("site_answers.thread_id", "=", thread_id)
    .orderBy("site_answers.created_at", "desc")
    .orderBy("site_answers.id", "desc")
    .limit(mostEarlierQuestions)
    .execute();
  return rows.map(({ raw_question }) => raw_question).reverse();
}
