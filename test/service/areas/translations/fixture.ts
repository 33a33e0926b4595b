/** Translations of a space whose runs a test divides into reading and writing. */
import { onTestFinished } from "vitest";
import * as space from "../../../../src/contract/space.ts";
import * as translation from "../../../../src/contract/translation.ts";
import { parseMarkdown, writeMarkdown } from "../../../../src/document/markdown.ts";
import {
  commitRevision,
  publishRevision,
  readTree,
} from "../../../../src/service/areas/content/revisions.ts";
import { getDocument, putDocument } from "../../../../src/service/areas/content/texts/documents.ts";
import type {
  ContentPage,
  ContentTree,
  ReusableContent,
} from "../../../../src/service/areas/content/tree/tree.ts";
import { createTranslationJob } from "../../../../src/service/areas/translations/run.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import type { Queries } from "../../../../src/service/database/tables.ts";
import { inTransaction } from "../../../../src/service/database/transaction.ts";
import type { JobRequest, LongJobCall } from "../../../../src/service/jobs/job.ts";
import type { ServiceOptions } from "../../../../src/service/service.ts";
import { getEffect } from "../../../support/platforms/job-kinds.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

/** A page or reusable content of a test, with its text as Markdown. */
export interface Draft extends Partial<Omit<ContentPage, "pages" | "document">> {
  readonly id: string;
  readonly text?: string;
  readonly pages?: readonly Draft[];
}

export interface Content extends Partial<Omit<ContentTree, "pages" | "reusableContents">> {
  readonly pages: readonly Draft[];
  readonly shared?: readonly Draft[];
}

export const guide: Content = {
  pages: [
    { id: "start", title: "Start", description: "First steps.", text: "Begin here." },
    { id: "more", title: "More", text: "All commands.", pages: [{ id: "inner", title: "Inner" }] },
  ],
  shared: [{ id: "note", title: "Note", text: "Read this." }],
};

/** A translation whose runs the test divides into their two parts. */
export async function startTranslation(content: Content = guide, options: ServiceOptions = {}) {
  // Requests do not run jobs.
  const workspace = await openWorkspace({ jobRole: "none", ...options });
  onTestFinished(() => workspace.service.close());
  const { db } = workspace;
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const source = await workspace.ok(admin, space.create, { organizationId, title: "Guide" });
  const create = async (language: "de" | "fr") =>
    workspace.ok(admin, translation.create, {
      ...{ organizationId, language, source: { space: source.id, language: "en" } },
    });
  const named = { organizationId, translationId: (await create("fr")).id };
  const other = { organizationId, translationId: (await create("de")).id };
  const jobs: JobRequest[] = [];
  const sent: (readonly string[])[] = [];
  const job = createTranslationJob({
    async translate(texts) {
      sent.push(texts);
      return texts.map((text) => `fr ${text}`);
    },
  });
  const callOn = (queries: Queries) =>
    ({
      ...{ db: queries, now: workspace.now, newId: createId },
      enqueue: async (request) => void jobs.push(request),
      signal: new AbortController().signal,
      requirePermission: async () => {},
    }) as LongJobCall;
  /** @returns the second part of a run, which writes what the first one has read */
  const prepare = async () => {
    const effect = getEffect(await job.prepare({ translationId: named.translationId }, callOn(db)));
    return () => inTransaction(db, (transaction) => effect(callOn(transaction)));
  };
  const request = async (user = admin) => void (await workspace.ok(user, translation.run, named));
  const get = () => workspace.ok(admin, translation.get, named);
  const run = async () => {
    await request();
    await (await prepare())();
    return get();
  };
  const getTree = async (spaceId: string) => {
    const { revision } = await workspace.ok(admin, space.get, { spaceId });
    return readTree(db, revision);
  };
  const store = async (spaceId: string, text: string | undefined) =>
    text === undefined ? {} : { document: await putDocument(db, spaceId, parseMarkdown(text)) };
  async function write(spaceId: string, { pages, shared = [], ...rest }: Content) {
    const toPage = async ({
      text,
      pages: children = [],
      ...fields
    }: Draft): Promise<ContentPage> => ({
      ...{ type: "document", slug: fields.id, title: fields.id, ...fields },
      ...(await store(spaceId, text)),
      pages: await inSequence(children, toPage),
    });
    const toReusable = async ({
      text,
      id,
      title = id,
      location,
    }: Draft): Promise<ReusableContent> => ({
      ...{ id, title, ...(location !== undefined && { location }) },
      ...(await store(spaceId, text)),
    });
    const tree: ContentTree = {
      ...{ files: [], variables: {}, ...rest },
      pages: await inSequence(pages, toPage),
      reusableContents: await inSequence(shared, toReusable),
    };
    await commit(spaceId, tree);
  }
  /** Changes one page at the top level, and leaves the others as they are. */
  async function edit(spaceId: string, { id, text, title, description }: Draft) {
    const tree = await getTree(spaceId);
    const fields = {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(await store(spaceId, text)),
    };
    const pages = tree.pages.map((page) => (page.id === id ? { ...page, ...fields } : page));
    await commit(spaceId, { ...tree, pages });
  }
  async function commit(spaceId: string, tree: ContentTree) {
    const { revision: parent } = await workspace.ok(admin, space.get, { spaceId });
    const revision = await commitRevision(callOn(db), {
      ...{ space: spaceId, parents: [parent], type: "edits", tree, author: null },
    });
    await publishRevision(callOn(db), revision);
  }
  /** The content of a space, with its texts as Markdown and without times. */
  async function show(spaceId: string): Promise<Content> {
    const { pages, reusableContents, ...rest } = await getTree(spaceId);
    const read = async ({ document }: { readonly document?: string }) =>
      document === undefined
        ? {}
        : { text: writeMarkdown(await getDocument(db, spaceId, document)).trim() };
    const toDraft = async (page: ContentPage): Promise<Draft> => {
      const { document: _, createdAt: __, updatedAt: ___, pages: children, ...fields } = page;
      const own = { ...fields, ...(await read(page)) };
      return { ...own, pages: await Promise.all(children.map(toDraft)) };
    };
    return {
      ...rest,
      pages: await Promise.all(pages.map(toDraft)),
      shared: await Promise.all(
        reusableContents.map(async ({ document, ...one }) => ({
          ...one,
          ...(await read(document === undefined ? {} : { document })),
        })),
      ),
    };
  }
  const showResult = async () => show((await get()).result?.space ?? "");
  await write(source.id, content);
  return {
    ...{ workspace, db, organizationId, admin, source: source.id, named, other, jobs, sent },
    ...{ prepare, request, get, run, write, edit, commit, getTree, show, showResult },
  };
}

async function inSequence<Item, Result>(
  items: readonly Item[],
  change: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await change(item));
  return results;
}

/** What a run makes of a source without corrections of the result. */
export function translate({ pages, shared = [], ...rest }: Content): Content {
  const one = ({ text, title = "", description, git: _, ...draft }: Draft): Draft => ({
    ...draft,
    title: `fr ${title}`,
    ...(description !== undefined && { description: `fr ${description}` }),
    ...(text !== undefined && { text: `fr ${text}` }),
    ...(draft.pages && { pages: draft.pages.map(one) }),
  });
  return { ...rest, pages: pages.map(one), shared: shared.map(one) };
}
