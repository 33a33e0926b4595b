/** Seeds the content of the sample workspace: pages with links between spaces, a few of them broken. */

import { keyed } from "../../../document/keys.ts";
import { parseMarkdown } from "../../../document/markdown.ts";
import type { Seeding } from "../../core/seeding.ts";
import { putFile } from "./blobs.ts";
import { type Plan, planned, written } from "./drafts.ts";
import { commitRevision } from "./revisions.ts";
import { books, type SampleBook } from "./sample/books.ts";
import { instructionsForAgents } from "./sample/instructions.ts";
import { emptyTree, type File } from "./tree.ts";
import { indexOf } from "./tree-index.ts";

interface Shelved {
  readonly book: SampleBook;
  readonly space: {
    readonly id: string;
    readonly revision_id: string;
    readonly created_at: string;
    readonly updated_at: string;
  };
  readonly plan: Plan;
}

/** @param organizations those that have the spaces, whose titles say which is which */
export async function seedContent(seeding: Seeding): Promise<void> {
  const organizations = [seeding.organization, seeding.secondOrganization];
  const shelf: Shelved[] = [];
  for (const book of books) {
    const space = await seeding.db
      .selectFrom("spaces")
      .select(["id", "revision_id", "created_at", "updated_at"])
      .where("title", "=", book.space)
      .where("organization_id", "in", organizations)
      // The sample is older than what somebody made here.
      .orderBy("created_at")
      .executeTakeFirst();
    if (!space) throw new Error(`The sample has no space ${book.space}.`);
    const files = await seedFiles(seeding, space.id, book);
    const tree = { ...emptyTree, files, variables: book.variables ?? {} };
    const now = new Date(space.created_at);
    shelf.push({ book, space, plan: planned({ ...seeding, now }, tree, book.pages) });
  }
  for (const shelved of shelf) await seedBook(seeding, shelved, shelf);
  await seedInstructions(seeding);
}

async function seedInstructions({ db, organization, owner, now }: Seeding): Promise<void> {
  const instructions = JSON.stringify(keyed(parseMarkdown(instructionsForAgents)));
  const written = { instructions, updated_at: now.toISOString(), updated_by: owner };
  await db
    .insertInto("agent_instructions")
    .values({ organization_id: organization, ...written })
    .onConflict((conflict) => conflict.column("organization_id").doUpdateSet(written))
    .execute();
}

async function seedFiles({ db, newId }: Seeding, space: string, book: SampleBook): Promise<File[]> {
  const files: File[] = [];
  for (const { bytes, ...said } of book.files ?? []) {
    files.push({ id: newId(), ...said, ...(await putFile(db, space, bytes)) });
  }
  return files;
}

/** The first page was there from the beginning, the rest was written later. */
async function seedBook(
  seeding: Seeding,
  shelved: Shelved,
  shelf: readonly Shelved[],
): Promise<void> {
  const { space, plan } = shelved;
  const { db, newId, owner: author } = seeding;
  const texts = new Map(
    [...plan.texts].map(([id, text]) => [
      id,
      text.replace(/\{\{(\S.*?\S)\}\}/g, (_, to) => addressIn(shelf, to)),
    ]),
  );
  const tree = await written(db, space.id, { tree: plan.tree, texts });
  let parent = space.revision_id;
  const versions = [
    { at: space.created_at, pages: tree.pages.slice(0, 1).map((page) => ({ ...page, pages: [] })) },
    { at: space.updated_at, pages: tree.pages },
  ];
  for (const { at, pages } of versions) {
    const now = new Date(at);
    const made = await commitRevision(
      { db, newId, now },
      { space: space.id, parents: [parent], type: "edits", tree: { ...tree, pages }, author },
    );
    parent = made.id;
  }
  await db.updateTable("spaces").set({ revision_id: parent }).where("id", "=", space.id).execute();
}

/** `User guide` is a space, `User guide/alerts/routes#order` a place on one of its pages. */
function addressIn(shelf: readonly Shelved[], to: string): string {
  const [title, ...path] = to.split("/");
  const found = shelf.find(({ book }) => book.space === title);
  if (!found) throw new Error(`The sample has no space ${title}.`);
  if (path.length === 0) return `/spaces/${found.space.id}`;
  const [slug = "", anchor] = path.join("/").split("#");
  const page = indexOf(found.plan.tree).byPath.get(slug)?.page;
  if (!page) throw new Error(`The sample has no page ${to}.`);
  return `/spaces/${found.space.id}/pages/${page.id}${anchor === undefined ? "" : `#${anchor}`}`;
}
