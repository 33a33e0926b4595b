/** Changing, moving and adding pages in the content of a change request. */
import type { ContentChange } from "../../../contract/cr-content.model.ts";
import { Problem } from "../../../errors.ts";
import { putDocument } from "../content/documents.ts";
import type { Page, Tree } from "../content/tree.ts";
import { pageIn, withNewPage, withPage, withPageMoved } from "../content/tree-edit.ts";
import { slugFrom } from "../content/tree-settle.ts";
import type { Editing } from "./editing.ts";
import { linked, type PageText, pageTextOf } from "./page-text.ts";

type Update = Extract<ContentChange, { operation: "update_page" }>;
type Insert = Extract<ContentChange, { operation: "insert_page" }>;
type Attributes = Omit<Update, "operation" | "page" | "document" | "into" | "at">;

/** @throws Problem 404 for a page that is not there, 400 for what a page of its type cannot have */
export async function updatePage(tree: Tree, change: Update, editing: Editing): Promise<Tree> {
  const { operation, page: id, document, into, at, ...attributes } = change;
  const { page } = pageIn(tree, id);
  const text = document && pageTextOf(document, false);
  if (text && page.type !== "document") {
    throw new Problem(400, `Page ${id} is of the type ${page.type}, which has no document.`, {
      field: "document",
    });
  }
  const { title } = text ?? {};
  const said = { ...text?.fields, ...(title && { title }), ...attributesOf(attributes) };
  const named = withPage(tree, id, said);
  const placed = into === undefined && at === undefined ? named : moved(named, id, into, at);
  return text ? withText(placed, id, text, editing) : placed;
}

/** The heading that a text begins with is its title, whatever else is given. */
export async function insertPage(tree: Tree, change: Insert, editing: Editing): Promise<Tree> {
  const { operation, document, into, at, ref, ...attributes } = change;
  const id = (ref === undefined ? undefined : editing.made.get(ref)?.id) ?? editing.call.newId();
  const text = pageTextOf(document, true);
  const title = text?.title || attributes.title || "Untitled";
  const page: Page = {
    id,
    type: "document",
    // Its links are read from where it will stand.
    slug: slugFrom(title),
    ...text?.fields,
    ...attributesOf(attributes),
    title,
    pages: [],
  };
  const placed = withNewPage(tree, page, placeOf(into, at));
  return text ? withText(placed, id, text, editing) : placed;
}

async function withText(
  tree: Tree,
  id: string,
  { document }: PageText,
  { call, row, made }: Editing,
): Promise<Tree> {
  const whole = linked(document, tree, id, made);
  return withPage(tree, id, { document: await putDocument(call.db, row.space_id, whole) });
}

/** An empty text takes the attribute away. */
function attributesOf(attributes: Attributes): Partial<Page> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === "" ? undefined : value]),
  );
}

/** Without `into` it stays with its siblings. */
function moved(tree: Tree, id: string, into: string | null | undefined, at: number | undefined) {
  const parent = into === undefined ? (pageIn(tree, id).parent?.page.id ?? null) : into;
  return withPageMoved(tree, id, placeOf(parent, at));
}

function placeOf(into: string | null | undefined, at: number | undefined) {
  return { ...(into !== undefined && { into }), ...(at !== undefined && { at }) };
}
