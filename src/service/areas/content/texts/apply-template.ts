/** Application of a template: its pages are added at the end of the content. */

import { joinAlternatives } from "../../../../contract/check.ts";
import type { ContentReference } from "../../../../contract/content-reference.model.ts";
import { mostTemplatePages } from "../../../../contract/limits.ts";
import type { TemplateReference as AppliedTemplate } from "../../../../contract/template.model.ts";
import { getAddress } from "../../../../document/reference-address.ts";
import { ApiError } from "../../../../errors.ts";
import { findOwn } from "../../../../json/own-members.ts";
import type { Call } from "../../../core/handlers.ts";
import { findSpace } from "../../../core/rows/space-rows.ts";
import { requireContent } from "../require-content.ts";
import { commitRevision, loadRevisionTree, publishRevision, readRevision } from "../revisions.ts";
import { copyFromSpace } from "../space-content.ts";
import { type PageDraft, withDrafts } from "../tree/drafts.ts";
import type { ContentPage, ContentTree } from "../tree/tree.ts";
import { getTreeIndex } from "../tree/tree-index.ts";
import { type PageTemplate, templates } from "./templates.ts";

type TemplateValues = NonNullable<NonNullable<AppliedTemplate["params"]>["contentRefs"]>;

type TemplateReferences = Readonly<Record<string, ContentReference>>;

/**
 * @param spaceId the space of the tree
 * @param applied its id is the name of a template, or the id of a space that the caller may read
 * @throws ApiError 404 for an unknown template, 400 for missing or unknown references
 */
export async function withTemplate(
  call: Call,
  spaceId: string,
  tree: ContentTree,
  { id: name, params }: AppliedTemplate,
): Promise<ContentTree> {
  const references = withoutTags(params?.contentRefs ?? {});
  const template = findOwn(templates, name);
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
    const templateNames = joinAlternatives(Object.keys(templates));
    throw new ApiError(
      404,
      `No template has the name ${name}. Use ${templateNames}, or the id of a space.`,
      {
        field: "id",
      },
    );
  }
  checkReferences(name, {}, references);
  const revision = await readRevision(call.db, source.row.revision_id);
  const copied = await loadRevisionTree(call.db, revision);
  refuseManyPages(tree, copied);
  return copyPages(call, { from: source.row.id, to: spaceId }, tree, copied);
}

/**
 * Applying a space to itself doubles it with each request.
 * @throws ApiError 413
 */
function refuseManyPages(tree: ContentTree, copied: ContentTree): void {
  const count = getTreeIndex(tree).pages.size + getTreeIndex(copied).pages.size;
  if (count <= mostTemplatePages) return;
  throw new ApiError(
    413,
    `With the template, the space would have ${count} pages, which exceeds the maximum of ${mostTemplatePages} (limit template.pages).`,
    { field: "id" },
  );
}

/**
 * Adds the pages of a template to the content of a space, as a new revision.
 * @throws as `withTemplate`
 */
export function commitTemplate(
  call: Call,
  spaceId: string,
  template: AppliedTemplate,
): Promise<void> {
  return commitTree(call, spaceId, (tree) => withTemplate(call, spaceId, tree, template));
}

/** Adds pages at the end of the content of a space, as a new revision. */
export function commitDrafts(
  call: Call,
  spaceId: string,
  drafts: readonly PageDraft[],
): Promise<void> {
  return commitTree(call, spaceId, (tree) => withDrafts(call, spaceId, tree, drafts));
}

async function commitTree(
  call: Call,
  spaceId: string,
  addPages: (tree: ContentTree) => Promise<ContentTree>,
): Promise<void> {
  const { revision, tree } = await requireContent(call, spaceId);
  const committed = await commitRevision(call, {
    space: spaceId,
    parents: [revision.id],
    type: "edits",
    tree: await addPages(tree),
    author: call.caller,
  });
  await publishRevision(call, committed);
}

/** @throws ApiError 400 for a tag, because no template uses tags */
function withoutTags(input: TemplateValues): TemplateReferences {
  const references: Record<string, ContentReference> = {};
  for (const [key, reference] of Object.entries(input)) {
    if (reference.kind !== "tag") references[key] = reference;
    else {
      throw new ApiError(
        400,
        `params.contentRefs.${key} is a tag, but templates do not accept tags.`,
        {
          field: "params",
        },
      );
    }
  }
  return references;
}

function checkReferences(
  name: string,
  needs: PageTemplate["needs"],
  references: TemplateReferences,
): void {
  for (const [key, kinds] of Object.entries(needs)) {
    const ref = findOwn(references, key);
    if (ref && kinds.includes(ref.kind)) continue;
    throw new ApiError(
      400,
      `The template ${name} requires params.contentRefs.${key}, a reference of the kind ${joinAlternatives(kinds)}.`,
      { field: "params" },
    );
  }
  for (const key of Object.keys(references)) {
    if (Object.hasOwn(needs, key)) continue;
    throw new ApiError(400, `The template ${name} has no reference ${key}.`, {
      field: "params",
    });
  }
}

function fillDraft(draft: PageDraft, references: TemplateReferences): PageDraft {
  const { markdown, pages } = draft;
  return {
    ...draft,
    ...(markdown !== undefined && {
      markdown: markdown.replace(/\{(\w+)\}/g, (whole, key: string) => {
        const ref = findOwn(references, key);
        return ref ? getAddress(ref) : whole;
      }),
    }),
    ...(pages && { pages: pages.map((page) => fillDraft(page, references)) }),
  };
}

/** Adds the pages and files of another space with new ids, and adjusts the links between them. */
async function copyPages(
  call: Call,
  spaces: { readonly from: string; readonly to: string },
  tree: ContentTree,
  source: ContentTree,
): Promise<ContentTree> {
  const copy = await copyFromSpace(call, spaces, source);
  const copyPage = (page: ContentPage): ContentPage => ({
    ...withoutLocation(page),
    pages: page.pages.map(copyPage),
  });
  return {
    ...tree,
    pages: [...tree.pages, ...copy.pages.map(copyPage)],
    files: [...tree.files, ...copy.files.map(withoutLocation)],
    reusableContents: [...tree.reusableContents, ...copy.reusableContents.map(withoutLocation)],
  };
}

/** The copy has no file in the repository of the template. */
function withoutLocation<T extends Pick<ContentPage, "git" | "location">>(
  original: T,
): Omit<T, "git" | "location"> {
  const { git: _, location: __, ...rest } = original;
  return rest;
}
