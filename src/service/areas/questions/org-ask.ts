/** Handlers for questions to the language model about the content of an organization. */
import type * as contract from "../../../contract/org-ask.ts";
import type { Role } from "../../../contract/roles.ts";
import { requireMembership } from "../../core/access/access.ts";
import { isVisibleTo } from "../../core/access/visible.ts";
import { EventStream } from "../../core/event-stream.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { refuseBlank } from "../../core/titles.ts";
import type { ModelCaller } from "../../engines/language/chat-model.ts";
import { searchSpaces } from "../content/search/search.ts";
import { selectReachedSpaces } from "../workspace/list-spaces.ts";
import { recordUse } from "./ai-usage.ts";
import {
  formatAnswer,
  listSources,
  mostPages,
  requireModel,
  type SourcePage,
  streamDrafts,
  streamQuestions,
  toAnswerEvent,
  toSourcePages,
} from "./answer-stream.ts";
import { listTitles, mostSpaces } from "./page-titles.ts";
import {
  buildQuestionPrompt,
  buildRecommendationPrompt,
  type Passage,
  parseAnswer,
  parseQuestions,
} from "./prompts.ts";

export const handlers = {
  async ask({ organizationId, query, previousQueries = [], format = "markdown" }, call) {
    const { model, pages, passages } = await prepareAnswer(call, organizationId, query);
    if (pages.length === 0) return {};
    const asked = { question: query, earlierQuestions: previousQueries };
    const text = await model.complete(
      getMember(call, organizationId),
      buildQuestionPrompt(asked, passages),
    );
    await recordUse(call, organizationId, "ask");
    const { markdown, followups, cited } = parseAnswer(text, pages.length);
    return {
      answer: {
        answer: await formatAnswer(markdown, format, call),
        followupQuestions: [...followups],
        sources: listSources(pages, cited),
      },
    };
  },

  /** Without an event if no page matches. */
  async streamAsk({ organizationId, query, format = "markdown" }, call) {
    const { model, pages, passages } = await prepareAnswer(call, organizationId, query);
    const messages = buildQuestionPrompt({ question: query }, passages);
    return new EventStream(async function* (signal) {
      if (pages.length === 0) return;
      const texts = model.stream(getMember(call, organizationId), messages, signal);
      for await (const draft of streamDrafts(texts, { count: pages.length, format })) {
        if (draft.isComplete) await recordUse(call, organizationId, "ask");
        yield await toAnswerEvent(draft, { pages, format, asker: call });
      }
    });
  },

  async questions({ organizationId }, call) {
    const { role } = await requireMembership(call, organizationId);
    const model = await requireModel(call, organizationId);
    const pages = await listReadableTitles(call, organizationId, role);
    if (pages.length === 0) return { questions: [] };
    const text = await model.complete(
      getMember(call, organizationId),
      buildRecommendationPrompt(pages),
    );
    await recordUse(call, organizationId, "recommended-questions");
    return { questions: [...parseQuestions(text)] };
  },

  async streamQuestions({ organizationId }, call) {
    const { role } = await requireMembership(call, organizationId);
    const model = await requireModel(call, organizationId);
    const pages = await listReadableTitles(call, organizationId, role);
    const messages = buildRecommendationPrompt(pages);
    return new EventStream(async function* (signal) {
      if (pages.length === 0) return;
      yield* streamQuestions(model, { caller: getMember(call, organizationId), messages }, signal);
      await recordUse(call, organizationId, "recommended-questions");
    });
  },
} satisfies Handlers<typeof contract>;

function getMember({ caller: user }: Call, organization: string): ModelCaller {
  return { kind: "member", user, organization };
}

/** The model, and the best pages of a search with the permissions of the caller. */
async function prepareAnswer(call: Call, organizationId: string, query: string) {
  const { role } = await requireMembership(call, organizationId);
  refuseBlank("query", query);
  const model = await requireModel(call, organizationId);
  const spaces = await selectReadableSpaces(call, organizationId, role).execute();
  const search = { query, limit: mostPages };
  const { items } = await searchSpaces(call, spaces, organizationId, search);
  const pages: readonly SourcePage[] = await toSourcePages(call.db, items);
  const passages: readonly Passage[] = pages.map(({ passage }) => passage);
  return { model, pages, passages };
}

/** Titles and descriptions of pages that the caller may read. */
async function listReadableTitles(
  call: Call,
  organizationId: string,
  role: Role | null,
): Promise<readonly object[]> {
  const spaces = await selectReadableSpaces(call, organizationId, role)
    .orderBy("created_at")
    .orderBy("id")
    .limit(mostSpaces)
    .execute();
  return listTitles(call.db, spaces);
}

/** The spaces that the caller may read; for an installation, also within its selection. */
function selectReadableSpaces(
  { db, caller, agent }: Call,
  organizationId: string,
  role: Role | null,
) {
  return db
    .selectFrom("spaces")
    .select(["id", "title", "revision_id", "language"])
    .where("organization_id", "=", organizationId)
    .where("deleted_at", "is", null)
    .where(isVisibleTo(caller, role, "spaces"))
    .where(selectReachedSpaces(agent));
}
