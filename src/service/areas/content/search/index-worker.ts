/**
 * Computation of the search index entries of pages, in a worker thread for large pages and in the
 * main thread for small ones.
 */
import type { Document } from "../../../../contract/document.model.ts";
import { outputLimits } from "../../../../contract/limits.ts";
import { mapNodes } from "../../../../document/walk.ts";
import { type Budget, runWithin } from "../../../../json/budget.ts";
import {
  audiences,
  type IndexAudience,
  type IndexedPage,
} from "../../../database/search/engine.ts";
import { toPostgresTerms } from "../../../database/search/postgres.ts";
import { toSqliteTerms } from "../../../database/search/sqlite.ts";
import type { ConditionScope } from "../../../engines/condition.ts";
import { type Evaluation, evaluateDocument } from "../../../engines/evaluate-document.ts";
import { listWords } from "../../../engines/language/stemmers.ts";
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
    const sections = [...whole, ...(plain ? list(plain, audiences.visitors) : [])];
    const texts = whole.map(({ heading, body }) => `${heading} ${body}`);
    result.push({ space, page, stamp, sections, words: listCorrections([title, ...texts], words) });
  }
  return result;
}

/** @returns the document unchanged if its values are too long, so that it can still be found */
async function evaluate(
  document: Document,
  scope: ConditionScope,
  evaluation: Evaluation,
): Promise<Document> {
  const work = (budget: Budget) => evaluateDocument(document, scope, evaluation, budget);
  const evaluated = await runWithin(outputLimits.text, work);
  return "result" in evaluated ? evaluated.result : document;
}

/** The text that is the same for all visitors. */
function removeExpressions(document: Document): Document {
  const nodes = mapNodes(document.nodes, (node) =>
    node.type === "if" || node.type === "expression" ? [] : node,
  );
  return { ...document, nodes };
}
