/** The job that translates the changes of a space since the last run into the result space. */

import { longestSpaceTitle } from "../../../contract/limits.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { formatCount } from "../../../json/pluralize.ts";
import { resolveInheritedLevel, resolveLevel } from "../../core/access/levels.ts";
import { lockTree } from "../../core/locks.ts";
import { readChangeRequest } from "../../core/rows/change-request-rows.ts";
import { rankAfter } from "../../core/rows/siblings.ts";
import { findLivingSpace } from "../../core/rows/space-rows.ts";
import type { Queries, SpaceTable } from "../../database/tables.ts";
import type { Translator } from "../../engines/language/translator.ts";
import type { JobCall, LongJob } from "../../jobs/job.ts";
import { insertChangeRequest } from "../change-requests/create.ts";
import { commitEdit, commitRevision, publishRevision, readTree } from "../content/revisions.ts";
import { beginContent, shareFiles } from "../content/space-content.ts";
import { inSizedBatches } from "../content/texts/document-batches.ts";
import { putStored } from "../content/texts/documents.ts";
import {
  type ContentPage,
  type ContentTree,
  emptyTree,
  type ReusableContent,
} from "../content/tree/tree.ts";
import { getTreeIndex } from "../content/tree/tree-index.ts";
import {
  type Correction,
  type Corrections,
  findCorrections,
  hashTexts,
  readCorrections,
} from "./corrections.ts";
import {
  findChanges,
  findResult,
  readSource,
  type TranslationChanges,
  type TranslationSource,
} from "./find-changes.ts";
import { endRun } from "./requests.ts";
import type { TranslationTable } from "./tables.ts";
import { type TranslatedPieces, translatePages } from "./translate-pages.ts";

export function createTranslationJob(translator: Translator): LongJob {
  return {
    async prepare(payload, call) {
      const { translationId } = payload as { readonly translationId: string };
      const row = await begin(call.db, translationId);
      const source = row && (await readSource(call, row));
      const asked = row?.asked ?? 0;
      if (!row || !source) {
        return (ending) => endRun(ending, translationId, { asked, error: sourceIsGone });
      }
      const changes = await findChanges(call.db, row, source);
      const pieces = await translatePages(translator, call.db, changes, row, call);
      return (ending) => {
        // Uses the platform's clock, which may be set back during the run.
        const duration = Math.max(0, ending.now.getTime() - call.now.getTime());
        return end(ending, row, source, changes, pieces, duration);
      };
    },
  };
}

const sourceIsGone = "The source space was deleted.";

async function begin(db: Queries, id: string): Promise<TranslationTable | undefined> {
  await db.updateTable("translations").set({ status: "running" }).where("id", "=", id).execute();
  return readTranslation(db, id);
}

function readTranslation(db: Queries, id: string): Promise<TranslationTable | undefined> {
  return db.selectFrom("translations").selectAll().where("id", "=", id).executeTakeFirst();
}

async function end(
  call: JobCall,
  row: TranslationTable,
  source: TranslationSource,
  changes: TranslationChanges,
  pieces: TranslatedPieces,
  duration: number,
): Promise<void> {
  const current = await readTranslation(call.db, row.id);
  // The translation or its source may have been deleted or transferred in the meantime. A new result
  // has the current location and access level of the source.
  const space = await findLivingSpace(call.db, row.organization_id, row.source_space);
  if (!current || !space) {
    return endRun(call, row.id, { asked: row.asked, error: sourceIsGone });
  }
  if (await isIncomplete(call.db, current, source.tree, pieces)) {
    // The requests remain, so that another run translates the whole source.
    return endRun(call, row.id, { asked: 0, error: null });
  }
  const result = await writeResult(call, current, { space, tree: source.tree }, pieces);
  await call.db
    .updateTable("translations")
    .set((old) => ({
      result_space: result.space,
      result_revision: result.revision,
      corrections: JSON.stringify(result.corrections),
      translated: JSON.stringify(changes.hashes),
      runs: old("runs", "+", 1),
      total_words: old("total_words", "+", pieces.words),
      total_pages: old("total_pages", "+", changes.pages.length),
      total_duration: old("total_duration", "+", duration),
      latest_words: pieces.words,
      latest_pages: changes.pages.length,
      latest_duration: duration,
      updated_at: call.now.toISOString(),
    }))
    .where("id", "=", row.id)
    .execute();
  await endRun(call, row.id, { asked: row.asked, error: null });
}

/**
 * Whether texts are missing: the result was deleted or has lost pages since the run has read it, and
 * the run has translated only changes.
 */
async function isIncomplete(
  db: Queries,
  row: TranslationTable,
  source: ContentTree,
  { byId }: TranslatedPieces,
): Promise<boolean> {
  const result = await findResult(db, row);
  const old = getTreeIndex(result ? await readTree(db, result.revision_id) : emptyTree);
  const { pages, reusableContents } = getTreeIndex(source);
  const isMissing = (id: string) =>
    !byId.has(id) && !old.pages.has(id) && !old.reusableContents.has(id);
  return [...pages.keys(), ...reusableContents.keys()].some(isMissing);
}

type PiecesById = TranslatedPieces["byId"];

interface WrittenResult {
  readonly space: string;
  readonly revision: string;
  readonly corrections: Corrections;
}

/**
 * Pages and files keep the ids of the source, so that links remain valid. Corrected pages keep their
 * text; a change request offers their new translations.
 */
async function writeResult(
  call: JobCall,
  row: TranslationTable,
  source: TranslationSource,
  pieces: TranslatedPieces,
): Promise<WrittenResult> {
  const { db } = call;
  const result = (await findResult(db, row)) ?? (await createResultSpace(call, row, source.space));
  await shareFiles(db, source.space.id, result.id);
  const old = await readTree(db, result.revision_id);
  const isSameSpace = row.result_space === result.id && row.result_revision !== null;
  const last = isSameSpace ? await readTree(db, row.result_revision ?? "") : undefined;
  const corrections = findCorrections(old, last, isSameSpace ? readCorrections(row) : {});
  const corrected = new Map([...pieces.byId].filter(([id]) => Object.hasOwn(corrections, id)));
  const applied = new Map([...pieces.byId].filter(([id]) => !corrected.has(id)));
  const revision = await publishPieces(call, result, source.tree, applied);
  const offered = await offerPieces(call, row, result.id, source.tree, corrected);
  return {
    space: result.id,
    revision,
    corrections: { ...corrections, ...withKept(offered, corrections) },
  };
}

/** @returns the id of the revision, which is the current one if the pieces change nothing */
async function publishPieces(
  call: JobCall,
  result: SpaceTable,
  source: ContentTree,
  pieces: PiecesById,
): Promise<string> {
  const old = await readTree(call.db, result.revision_id);
  const tree = await buildTree(call, result.id, source, old, pieces);
  if (tree === undefined) return result.revision_id;
  const revision = await commitRevision(call, {
    space: result.id,
    parents: [result.revision_id],
    type: "edits",
    tree,
    author: null,
  });
  await publishRevision(call, revision);
  return revision.id;
}

/** The new translation of a corrected text. */
type OfferedText = Required<Pick<Correction, "offered" | "changeRequest">>;

/** Creates a change request with the new translations of corrected texts, if there are any. */
async function offerPieces(
  call: JobCall,
  row: TranslationTable,
  spaceId: string,
  source: ContentTree,
  pieces: PiecesById,
): Promise<ReadonlyMap<string, OfferedText>> {
  if (pieces.size === 0) return new Map();
  const { revision_id } = await call.db
    .selectFrom("spaces")
    .select("revision_id")
    .where("id", "=", spaceId)
    .executeTakeFirstOrThrow();
  const old = await readTree(call.db, revision_id);
  const tree = await buildTree(call, spaceId, source, old, pieces);
  if (tree === undefined) return new Map();
  const actor = { ...call, caller: row.created_by, base: "" };
  const count = formatCount(pieces.size, "corrected page");
  const subject = `Update the translation of ${count}`;
  const { id } = await insertChangeRequest(actor, spaceId, subject);
  await commitEdit(actor, await readChangeRequest(call.db, spaceId, id), tree);
  const { revision_id: offeredRevision } = await readChangeRequest(call.db, spaceId, id);
  const hashes = hashTexts(await readTree(call.db, offeredRevision));
  return new Map(
    [...pieces.keys()].map((key) => [key, { offered: hashes.get(key) ?? "", changeRequest: id }]),
  );
}

function withKept(
  offered: ReadonlyMap<string, OfferedText>,
  corrections: Corrections,
): Corrections {
  return Object.fromEntries(
    [...offered].map(([id, text]) => [id, { kept: corrections[id]?.kept ?? "", ...text }]),
  );
}

async function createResultSpace(
  call: JobCall,
  row: TranslationTable,
  source: SpaceTable,
): Promise<SpaceTable> {
  const { db, newId } = call;
  const { organization_id: organizationId, parent_id: parentId } = source;
  await lockTree(db, organizationId);
  const now = call.now.toISOString();
  const space: SpaceTable = {
    ...source,
    id: newId(),
    rank: await rankAfter(db, { organizationId, parentId }, source.rank),
    title: buildTitle(source.title, row.language),
    visibility: "private",
    edit_mode: "live",
    // The source may have the level of its site; the result is on no site.
    resolved_level: resolveLevel(source.default_level, await resolveInheritedLevel(db, parentId)),
    language: row.language,
    revision_id: newId(),
    created_by: row.created_by,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await db.insertInto("spaces").values(space).execute();
  await beginContent(call, {
    space: space.id,
    revision: space.revision_id,
    author: row.created_by,
  });
  return space;
}

function buildTitle(title: string, language: string): string {
  const suffix = ` (${language})`;
  return `${[...title]
    .slice(0, longestSpaceTitle - suffix.length)
    .join("")
    .trimEnd()}${suffix}`;
}

/** The source's tree with the translated texts; undefined if the result is unchanged. */
async function buildTree(
  { db }: JobCall,
  spaceId: string,
  source: ContentTree,
  old: ContentTree,
  pieces: PiecesById,
): Promise<ContentTree | undefined> {
  const documents = [...pieces.values()].flatMap(({ document }) => document ?? []);
  for (const batch of inSizedBatches(documents, ({ body }) => body.length)) {
    await putStored(db, spaceId, batch);
  }
  const oldIndex = getTreeIndex(old);
  const withTranslation = <T extends ContentPage | ReusableContent>(
    source: T,
    before: T | undefined,
  ): T => {
    const piece = pieces.get(source.id);
    const document = piece ? piece.document?.hash : before?.document;
    const title = piece?.title ?? before?.title ?? source.title;
    // The location in the repository of the source is not one of the result.
    const { document: _, git: __, ...rest } = source;
    return { ...rest, title, ...(document !== undefined && { document }) } as T;
  };
  const page = (original: ContentPage): ContentPage => {
    const before = oldIndex.pages.get(original.id)?.page;
    const piece = pieces.get(original.id);
    const description = piece ? piece.description : before?.description;
    const { description: _, ...rest } = withTranslation(original, before);
    return {
      ...rest,
      ...(description !== undefined && { description }),
      pages: original.pages.map(page),
    };
  };
  const tree: ContentTree = {
    ...source,
    pages: source.pages.map(page),
    files: source.files.map(({ git: _, ...file }) => file),
    reusableContents: source.reusableContents.map((content) =>
      withTranslation(content, oldIndex.reusableContents.get(content.id)),
    ),
  };
  const comparable = ({ pages, files, reusableContents, variables }: ContentTree) =>
    writeJson([pages.map(withoutTimes), files, reusableContents, variables]);
  return comparable(tree) === comparable(old) ? undefined : tree;
}

function withoutTimes({ createdAt: _, updatedAt: __, pages, ...page }: ContentPage): object {
  return { ...page, pages: pages.map(withoutTimes) };
}
