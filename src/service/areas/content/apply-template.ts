/** Applying a template: its pages are added at the end of the content. */

import { alternatives } from "../../../contract/check.ts";
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import { addressOf } from "../../../document/reference-address.ts";
import { Problem } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import { findSpace } from "../../core/space-rows.ts";
import { type Draft, withDrafts } from "./drafts.ts";
import { readRevision, treeOf } from "./revisions.ts";
import { copyFromSpace } from "./space-content.ts";
import { type Template, templates } from "./templates.ts";
import type { Page, Tree } from "./tree.ts";

export type References = Readonly<Record<string, ContentReference>>;

/**
 * @param name the name of a template, or the id of a space that the caller may read
 * @param spaceId the space that the tree is of
 * @throws Problem 404 for an unknown template, 400 for missing or unknown references
 */
export async function withTemplate(
  call: Call,
  spaceId: string,
  tree: Tree,
  name: string,
  references: References,
): Promise<Tree> {
  const template = Object.hasOwn(templates, name) ? templates[name] : undefined;
  if (template) {
    checkReferences(name, template.needs, references);
    return withDrafts(
      call,
      spaceId,
      tree,
      template.pages.map((page) => fillDraft(page, references)),
    );
  }
  const source = await findSpace(call, name);
  if (!source?.role || source.row.deleted_at !== null) {
    const known = alternatives(Object.keys(templates));
    throw new Problem(404, `There is no template ${name}; give ${known}, or the id of a space.`, {
      field: "id",
    });
  }
  checkReferences(name, {}, references);
  const revision = await readRevision(call.db, source.row.revision_id);
  return copyPages(
    call,
    { from: source.row.id, to: spaceId },
    tree,
    await treeOf(call.db, revision),
  );
}

function checkReferences(name: string, needs: Template["needs"], given: References): void {
  for (const [key, kinds] of Object.entries(needs)) {
    const ref = Object.hasOwn(given, key) ? given[key] : undefined;
    if (ref && kinds.includes(ref.kind)) continue;
    throw new Problem(
      400,
      `The template ${name} needs params.contentRefs.${key}, a reference of the kind ${alternatives(kinds)}.`,
      { field: "params" },
    );
  }
  for (const key of Object.keys(given)) {
    if (Object.hasOwn(needs, key)) continue;
    throw new Problem(400, `The template ${name} asks for no reference ${key}.`, {
      field: "params",
    });
  }
}

function fillDraft(draft: Draft, references: References): Draft {
  const { markdown, pages } = draft;
  return {
    ...draft,
    ...(markdown !== undefined && {
      markdown: markdown.replace(/\{(\w+)\}/g, (whole, key: string) => {
        const ref = Object.hasOwn(references, key) ? references[key] : undefined;
        return ref ? addressOf(ref) : whole;
      }),
    }),
    ...(pages && { pages: pages.map((page) => fillDraft(page, references)) }),
  };
}

/** Adds the pages and files of another space, with new ids, which the links between them follow. */
async function copyPages(
  call: Call,
  spaces: { readonly from: string; readonly to: string },
  tree: Tree,
  source: Tree,
): Promise<Tree> {
  const copy = await copyFromSpace(call, spaces, source);
  const withoutLocation = (page: Page): Page => {
    const { git: _, location: __, ...rest } = page;
    return { ...rest, pages: page.pages.map(withoutLocation) };
  };
  return {
    ...tree,
    pages: [...tree.pages, ...copy.pages.map(withoutLocation)],
    files: [...tree.files, ...copy.files],
    reusableContents: [...tree.reusableContents, ...copy.reusableContents],
  };
}
