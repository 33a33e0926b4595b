/**
 * Computation of the search index entries of pages, in a worker thread for large pages and in the
 * main thread for small ones.
 */
import type { Document } from "../../../../contract/document.model.ts";
import { mappedNodes } from "../../../../document/walk.ts";
import {
  audiences,
  type IndexAudience,
  type IndexedPage,
} from "../../../database/search/engine.ts";
import { postgresTerms } from "../../../database/search/postgres.ts";
import { sqliteTerms } from "../../../database/search/sqlite.ts";
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
  const listTerms = isShared ? postgresTerms : sqliteTerms;
  return pages.map(({ page, title, description, stamp, body }) => {
    const document: Document = body === undefined ? emptyDocument : JSON.parse(body);
    const list = (some: Document, audience: IndexAudience) =>
      listSections(some, description).map((section) => ({
        ...section,
        audience,
        terms: listTerms(title, section, words),
      }));
    const plain = body?.includes('"expression"') ? removeExpressions(document) : undefined;
    const whole = list(document, plain ? audiences.members : audiences.everyone);
    const sections = [...whole, ...(plain ? list(plain, audiences.visitors) : [])];
    const texts = whole.map(({ heading, body }) => `${heading} ${body}`);
    return { space, page, stamp, sections, words: listCorrections([title, ...texts], words) };
  });
}

/** The text that is the same for all visitors. */
function removeExpressions(document: Document): Document {
  const nodes = mappedNodes(document.nodes, (node) =>
    node.type === "if" || node.type === "expression" ? [] : node,
  );
  return { ...document, nodes };
}
