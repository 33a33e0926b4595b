/** Writes a run into the space of its result, which is made where there is none. */

import { holdTree } from "../../core/collection-tree.ts";
import { rankAfter } from "../../core/siblings.ts";
import type { SpaceTable } from "../../database/tables.ts";
import type { JobCall } from "../../jobs/job.ts";
import { putDocuments } from "../content/documents.ts";
import { commitRevision, publishRevision, readTree } from "../content/revisions.ts";
import { beginContent, shareFiles } from "../content/space-content.ts";
import type { Page, ReusableContent, Tree } from "../content/tree.ts";
import { indexOf } from "../content/tree-index.ts";
import { livingSpace, type Source } from "./changed.ts";
import type { TranslationTable } from "./tables.ts";
import type { TranslatedPieces } from "./translated.ts";

/** Pages and files have the ids that they have in the source, so that links and files lead on. */
export async function writeResult(
  call: JobCall,
  row: TranslationTable,
  source: Source,
  pieces: TranslatedPieces,
): Promise<{ readonly space: string; readonly revision: string }> {
  const { db } = call;
  const there = row.result_space === null ? undefined : await livingSpace(db, row.result_space);
  const result = there ?? (await makeSpace(call, row, source.space));
  await shareFiles(db, source.space.id, result.id);
  const old = await readTree(db, result.revision_id);
  const tree = await treeFrom(call, result.id, source.tree, old, pieces);
  if (tree === undefined) return { space: result.id, revision: result.revision_id };
  const revision = await commitRevision(call, {
    space: result.id,
    parents: [result.revision_id],
    type: "edits",
    tree,
    author: null,
  });
  await publishRevision(call, revision);
  return { space: result.id, revision: revision.id };
}

async function makeSpace(
  call: JobCall,
  row: TranslationTable,
  source: SpaceTable,
): Promise<SpaceTable> {
  const { db, newId } = call;
  const { organization_id: organizationId, parent_id: parentId } = source;
  await holdTree(db, organizationId);
  const now = call.now.toISOString();
  const made: SpaceTable = {
    ...source,
    id: newId(),
    rank: await rankAfter(db, { organizationId, parentId }, source.rank),
    title: titleIn(source.title, row.language),
    visibility: "private",
    edit_mode: "live",
    language: row.language,
    revision_id: newId(),
    created_by: row.created_by,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await db.insertInto("spaces").values(made).execute();
  await beginContent(call, { space: made.id, revision: made.revision_id, author: row.created_by });
  return made;
}

const longest = 50;

function titleIn(title: string, language: string): string {
  const suffix = ` (${language})`;
  return `${[...title]
    .slice(0, longest - suffix.length)
    .join("")
    .trimEnd()}${suffix}`;
}

/** The source's tree with the words of the result; absent where the result has it already. */
async function treeFrom(
  { db }: JobCall,
  spaceId: string,
  source: Tree,
  old: Tree,
  { byId }: TranslatedPieces,
): Promise<Tree | undefined> {
  const ids = [...byId].filter(([, piece]) => piece.document).map(([id]) => id);
  const documents = [...byId.values()].flatMap(({ document }) => document ?? []);
  const hashes = await putDocuments(db, spaceId, documents);
  const hashOf = new Map(ids.map((id, index) => [id, hashes[index]]));
  const known = indexOf(old);
  const words = <T extends Page | ReusableContent>(thing: T, before: T | undefined): T => {
    const piece = byId.get(thing.id);
    const document = piece ? hashOf.get(thing.id) : before?.document;
    const title = piece?.title ?? before?.title ?? thing.title;
    const { document: _, ...rest } = thing;
    return { ...rest, title, ...(document !== undefined && { document }) } as T;
  };
  const page = (original: Page): Page => {
    const before = known.pages.get(original.id)?.page;
    const piece = byId.get(original.id);
    const description = piece ? piece.description : before?.description;
    const { git: _, description: __, ...rest } = words(original, before);
    return {
      ...rest,
      ...(description !== undefined && { description }),
      pages: original.pages.map(page),
    };
  };
  const tree: Tree = {
    ...source,
    pages: source.pages.map(page),
    reusableContents: source.reusableContents.map((content) =>
      words(content, known.reusableContents.get(content.id)),
    ),
  };
  const says = ({ pages, files, reusableContents, variables }: Tree) =>
    JSON.stringify([pages.map(withoutTimes), files, reusableContents, variables]);
  return says(tree) === says(old) ? undefined : tree;
}

function withoutTimes({ createdAt: _, updatedAt: __, pages, ...page }: Page): object {
  return { ...page, pages: pages.map(withoutTimes) };
}
