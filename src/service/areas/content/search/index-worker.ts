/**
 * Computation of the search index entries of pages, in a worker thread for large pages and in the
 * main thread for small ones.
 */
import type { Document } from "../../../../contract/document.model.ts";
import { outputLimits } from "../../../../contract/limits.ts";
import type { ConditionScope } from "../../../../document/condition.ts";
import { mapNodes } from "../../../../document/walk.ts";
import { type Budget, runWithin } from "../../../../json/budget.ts";
import {
  audiences,
  type IndexAudience,
  type IndexedPage,
  type IndexedSection,
  type SectionWithTerms,
} from "../../../database/search/engine.ts";
import { toPostgresTerms } from "../../../database/search/postgres.ts";
import { toSqliteTerms } from "../../../database/search/sqlite.ts";
import {
  type Evaluation,
  evaluateDocument,
  listVisitorPaths,
} from "../../../engines/evaluate-document.ts";
import { listWords, type ToStems } from "../../../engines/language/stemmers.ts";
import { emptyDocument } from "../texts/documents.ts";
import { listCorrections } from "./corrections.ts";
import { listSections } from "./sections.ts";

export interface UnindexedPage {
  readonly page: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly stamp: string;
  /** A document as JSON. */
  readonly body?: string | undefined;
  /** The values of expressions that do not depend on the visitor; absent without expressions. */
  readonly scope?: ConditionScope | undefined;
}

export interface Unindexed {
  readonly space: string;
  readonly language: string | null;
  /** Whether the index is in PostgreSQL. */
  readonly isShared: boolean;
  readonly pages: readonly UnindexedPage[];
}

/** The text of pages with conditions, for a visitor. */
export interface VisitorPage {
  readonly page: string;
  readonly sections: readonly VisibleSection[];
  /** The values of the visitor that determine this text. */
  readonly paths: readonly ValuePath[];
}

/** Names from `visitor` down. */
export type ValuePath = readonly string[];

export type VisibleSection = Omit<SectionWithTerms, "audience">;

/** Pages for a visitor, in the form of the index. Pages that are too long to be shown have no sections. */
export async function readVisiblePages({
  language,
  isShared,
  pages,
}: Omit<Unindexed, "space">): Promise<VisitorPage[]> {
  const words = await listWords(language);
  const listTerms = isShared ? toPostgresTerms : toSqliteTerms;
  const result: VisitorPage[] = [];
  for (const { page, title, description, body, scope = {} } of pages) {
    const source: Document = body === undefined ? emptyDocument : JSON.parse(body);
    const document = await tryEvaluate(source, scope, "visitor");
    const sections = document ? listSections(document, description) : [];
    const toTerms = (section: IndexedSection) => listTerms(title, section, words);
    result.push({
      page,
      sections: sections.map((section) => ({ ...section, terms: toTerms(section) })),
      paths: await listVisitorPaths(source),
    });
  }
  return result;
}

export async function indexPages({
  space,
  language,
  isShared,
  pages,
}: Unindexed): Promise<IndexedPage[]> {
  const words = await listWords(language);
  const listTerms = isShared ? toPostgresTerms : toSqliteTerms;
  const result: IndexedPage[] = [];
  for (const { page, title, description, stamp, body, scope } of pages) {
    const source: Document = body === undefined ? emptyDocument : JSON.parse(body);
    const list = (some: Document, audience: IndexAudience) =>
      listSections(some, description).map((section) => ({
        ...section,
        audience,
        terms: listTerms(title, section, words),
      }));
    // Members also find the text of conditions that are false.
    const document = scope ? await evaluate(source, scope, "values") : source;
    const plain = scope && removeExpressions(await evaluate(source, scope, "deterministic-only"));
    const whole = list(document, plain ? audiences.members : audiences.everyone);
    const open = plain ? list(plain, audiences.visitors) : whole;
    const openWords = collectWords(title, open, words);
    const conditional = plain ? collectWords(title, whole, words) : [];
    const sections = plain ? [...whole, ...open] : whole;
    result.push({ space, page, stamp, sections, words: { open: openWords, conditional } });
  }
  return result;
}

function collectWords(
  title: string,
  sections: readonly IndexedSection[],
  words: ToStems,
): readonly string[] {
  return listCorrections(
    [title, ...sections.map(({ heading, body }) => `${heading} ${body}`)],
    words,
  );
}

/** @returns the document unchanged if its values are too long, so that it can still be found */
async function evaluate(
  document: Document,
  scope: ConditionScope,
  evaluation: Evaluation,
): Promise<Document> {
  return (await tryEvaluate(document, scope, evaluation)) ?? document;
}

/** @returns undefined if its values are too long */
async function tryEvaluate(
  document: Document,
  scope: ConditionScope,
  evaluation: Evaluation,
): Promise<Document | undefined> {
  const work = (budget: Budget) => evaluateDocument(document, scope, evaluation, budget);
  const evaluated = await runWithin(outputLimits.text, work);
  return "result" in evaluated ? evaluated.result : undefined;
}

/** The text that is the same for all visitors. */
function removeExpressions(document: Document): Document {
  const nodes = mapNodes(document.nodes, (node) =>
    node.type === "if" || node.type === "expression" ? [] : node,
  );
  return { ...document, nodes };
}
