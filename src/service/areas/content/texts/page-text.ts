/** Presentation of a page with its text, in the requested format. */

import type { Output } from "../../../../contract/endpoint.ts";
import type * as contract from "../../../../contract/page.ts";
import { WrittenJson } from "../../../core/deferred-response.ts";
import type { Call } from "../../../core/handlers.ts";
import type { TextRequest } from "../../../engines/document-worker.ts";
import { presentText } from "../../../engines/documents.ts";
import type { Evaluation } from "../../../engines/evaluate-document.ts";
import {
  buildReferenceUrl,
  getLinkBase,
  isRelative,
  prepareLocations,
  resolveTarget,
} from "../links/relative-links.ts";
import { presentOptions, presentPageInParts } from "../present.ts";
import type { ReadableContent } from "../require-content.ts";
import type { ContentTree } from "../tree/tree.ts";
import type { TreePage } from "../tree/tree-index.ts";
import { getScope } from "./condition-scope.ts";
import { getStoredText, type StoredText } from "./documents.ts";

interface TextOptions {
  readonly format?: "document" | "markdown";
  readonly evaluated?: Evaluation;
  readonly metadata?: boolean;
}

/** The text of a page or reusable content, as a document. */
export async function presentDocument(
  call: Call,
  { found, revision, tree }: ReadableContent,
  hash: string | undefined,
  { evaluated = "false" }: Pick<TextOptions, "evaluated">,
  treePage?: TreePage,
): Promise<WrittenJson> {
  const { body, references } = await getStoredText(call.db, revision.space, hash);
  if (treePage) await prepareLinks(call, tree, references);
  const scope = getScope(call, tree, treePage, found.row);
  const addresses = treePage ? listUrlsInHtml(references, getLinkBase(tree, treePage.page.id)) : [];
  return new WrittenJson(
    await presentText(
      {
        body,
        format: "document",
        evaluation: resolveEvaluation(call, evaluated),
        scope,
        addresses,
      },
      call,
    ),
  );
}

/**
 * A document without the page that it belongs to.
 * @param body as JSON
 */
export async function presentStored(call: Call, body: string): Promise<WrittenJson> {
  const scope = { page: {}, space: {}, visitor: {} };
  const form = { format: "document", evaluation: "false" } as const;
  return new WrittenJson(await presentText({ body, ...form, scope, addresses: [] }, call));
}

/** Only documents have a text, so the response for other pages has none. */
export async function presentPageWithText(
  call: Call,
  { found, revision, tree, location }: Omit<ReadableContent, "of">,
  treePage: TreePage,
  { format = "markdown", evaluated = "false", metadata = true }: TextOptions,
): Promise<Output<typeof contract.get> | WrittenJson> {
  const { page, parent } = treePage;
  const space = revision.space;
  const above = parent?.path ?? "";
  const options = presentOptions(call, space, { metadata, location });
  const written = (text?: Readonly<Record<string, Iterable<string>>>) =>
    new WrittenJson(presentPageInParts(page, above, options, text));
  if (page.type !== "document") return written();
  const { body, references } = await getStoredText(call.db, space, page.document);
  await prepareLinks(call, tree, references);
  const base = getLinkBase(tree, page.id);
  const text = await presentText(
    {
      body,
      format,
      evaluation: resolveEvaluation(call, evaluated),
      scope: getScope(call, tree, treePage, found.row),
      addresses:
        format === "document"
          ? listUrlsInHtml(references, base)
          : references.map(({ ref }) => [ref, buildReferenceUrl(ref, base)]),
    },
    call,
  );
  return format === "markdown"
    ? written({ markdown: [JSON.stringify(text)] })
    : // Written already: a large document is not read and written again.
      written({ document: [text] });
}

/** References within the tree are written as the locations of their targets. */
async function prepareLinks(
  { caller, visitor }: Pick<Call, "caller" | "visitor">,
  tree: ContentTree,
  references: StoredText["references"],
): Promise<void> {
  if (references.some(({ ref }) => ref.kind !== "url" || isRelative(ref.url))) {
    await prepareLocations(tree, visitor?.site ?? caller);
  }
}

/** The URLs of references into the same content, which Markdown writes by id already. */
export function listUrlsInHtml(
  references: StoredText["references"],
  base: ReturnType<typeof getLinkBase>,
): TextRequest["addresses"] {
  return references.flatMap(({ ref }) => {
    const to = resolveTarget(ref, base);
    return ref.kind === "url" && to !== ref ? [[to, ref.url] as const] : [];
  });
}

/** Visitors of a site get only the text whose conditions hold for them. */
function resolveEvaluation({ visitor }: Pick<Call, "visitor">, requested: Evaluation): Evaluation {
  return visitor ? "visitor" : requested;
}
