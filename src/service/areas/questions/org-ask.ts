/** Handlers for questions to the language model about the content of an organization. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/org-ask.ts";
import type { Role } from "../../../contract/roles.ts";
import { ApiError } from "../../../errors.ts";
import { requireMembership } from "../../core/access/access.ts";
import { visibleTo } from "../../core/access/visible.ts";
import type { Call, Handlers } from "../../core/handlers.ts";
import { refuseBlank } from "../../core/titles.ts";
import type { ChatModel } from "../../engines/language/chat-model.ts";
import { readTree } from "../content/revisions.ts";
import { searchOrganization } from "../content/search/search.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import { recordUse } from "./ai-usage.ts";
import {
  buildQuestionPrompt,
  buildRecommendationPrompt,
  type Passage,
  parseAnswer,
  parseQuestions,
} from "./prompts.ts";

type Answer = NonNullable<Output<typeof contract.ask>["answer"]>;

export const handlers = {
  async ask({ organizationId, query, previousQueries = [], format = "markdown" }, call) {
    const { role } = await requireMembership(call, organizationId);
    refuseBlank("query", query);
    const model = await requireModel(call, organizationId);
    const pages = await findPages(call, organizationId, role, query);
    if (pages.length === 0) return {};
    const messages = buildQuestionPrompt(
      query,
      previousQueries,
      pages.map(({ passage }) => passage),
    );
    const text = await model.complete(organizationId, messages);
    await recordUse(call, organizationId, "ask");
    const { markdown, followups, cited } = parseAnswer(text, pages.length);
    return {
      answer: {
        answer: await formatAnswer(markdown, format),
        followupQuestions: [...followups],
        sources: listSources(pages, cited),
      },
    };
  },

  async questions({ organizationId }, call) {
    const { role } = await requireMembership(call, organizationId);
    const model = await requireModel(call, organizationId);
    const pages = await listTitles(call, organizationId, role);
    if (pages.length === 0) return { questions: [] };
    const text = await model.complete(organizationId, buildRecommendationPrompt(pages));
    await recordUse(call, organizationId, "recommended-questions");
    return { questions: [...parseQuestions(text)] };
  },
} satisfies Handlers<typeof contract>;

/** @throws ApiError 501 without a model, 403 if the organization has disabled AI features */
async function requireModel({ db, outside }: Call, organizationId: string): Promise<ChatModel> {
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
interface SourcePage {
  readonly page: string;
  readonly space: string;
  readonly revision: string;
  readonly sections: readonly string[];
  readonly passage: Passage;
}

const mostPages = 8;
/** Maximum length of the text of a page, in characters; a section has at most 1,000. */
const longestText = 4000;

/** The best pages of a search with the permissions of the caller, best first. */
async function findPages(
  call: Call,
  organizationId: string,
  role: Role | null,
  query: string,
): Promise<readonly SourcePage[]> {
  const { items } = await searchOrganization(call, organizationId, role, {
    query,
    limit: mostPages,
  });
  const best = items
    .flatMap((space) => space.pages.map((page) => ({ space, page })))
    .toSorted((one, other) => (other.page.score ?? 0) - (one.page.score ?? 0))
    .slice(0, mostPages);
  if (best.length === 0) return [];
  const rows = await call.db
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
function listSources(pages: readonly SourcePage[], cited: readonly number[]): Answer["sources"] {
  return pages.flatMap(({ page, space, revision, sections, passage }, index) => {
    if (cited.length > 0 && !cited.includes(index)) return [];
    const use = cited.length > 0 ? `Cited as [${index + 1}]` : "Searched";
    const reason = `${use}: "${passage.title}" in "${passage.space}"`;
    return [{ type: "page" as const, page, space, revision, sections: [...sections], reason }];
  });
}

async function formatAnswer(
  markdown: string,
  format: "document" | "markdown",
): Promise<Answer["answer"]> {
  if (format === "markdown") return { markdown };
  const { parseMarkdown } = await import("../../../document/markdown.ts");
  return { document: parseMarkdown(markdown) };
}

/** Limits of the pages from which questions are suggested. */
const mostSpaces = 10;
const mostTitlesOfSpace = 20;

/** Titles and descriptions of pages that the caller may read. */
async function listTitles(
  { db, caller }: Call,
  organizationId: string,
  role: Role | null,
): Promise<readonly object[]> {
  const spaces = await db
    .selectFrom("spaces")
    .select(["id", "title", "revision_id"])
    .where("organization_id", "=", organizationId)
    .where("deleted_at", "is", null)
    .where(visibleTo(caller, role, "spaces"))
    .orderBy("created_at")
    .orderBy("id")
    .limit(mostSpaces)
    .execute();
  const titles: object[] = [];
  for (const { title: space, revision_id } of spaces) {
    const { pages } = getTreeIndex(await readTree(db, revision_id));
    const documents = [...pages.values()].filter(({ page }) => page.type === "document");
    for (const { page } of documents.slice(0, mostTitlesOfSpace)) {
      titles.push({ title: page.title, description: page.description, space });
    }
  }
  return titles;
}
