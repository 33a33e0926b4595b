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
import type { ContentTree, ReusableContent } from "../tree/tree.ts";
import type { TreePage } from "../tree/tree-index.ts";
import { getScope } from "./condition-scope.ts";
import { getStoredText, type StoredText } from "./documents.ts";

interface TextOptions {
  readonly format?: "document" | "markdown";
  readonly evaluated?: Evaluation;
  readonly metadata?: boolean;
}

/** @param owner the page or reusable content of the text */
export async function presentDocument(
  call: Call,
  { found, revision, tree }: ReadableContent,
  owner: TreePage | ReusableContent,
  { evaluated = "false" }: Pick<TextOptions, "evaluated">,
): Promise<WrittenJson> {
  const treePage = "page" in owner ? owner : undefined;
  const { id, document } = "page" in owner ? owner.page : owner;
  const { body, references } = await getStoredText(call.db, revision.space, document);
  return new WrittenJson(
    await presentText(
      {
        body,
        format: "document",
        evaluation: resolveEvaluation(call, evaluated),
        scope: getScope(call, tree, treePage, found.row),
        addresses: await listAddresses(call, tree, id, references, "document"),
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
  const text = await presentText(
    {
      body,
      format,
      evaluation: resolveEvaluation(call, evaluated),
      scope: getScope(call, tree, treePage, found.row),
      addresses: await listAddresses(call, tree, page.id, references, format),
    },
    call,
  );
  return format === "markdown"
    ? written({ markdown: [JSON.stringify(text)] })
    : // Written already: a large document is not read and written again.
      written({ document: [text] });
}

/**
 * The URLs of all references for Markdown, or of those in the HTML of a document. The locations of a
 * large tree, which they are relative to, are prepared in turns with the work of other callers.
 * @param owner the id of the page or reusable content of the text
 */
export async function listAddresses(
  { caller, visitor }: Pick<Call, "caller" | "visitor">,
  tree: ContentTree,
  owner: string,
  references: StoredText["references"],
  format: "document" | "markdown",
): Promise<TextRequest["addresses"]> {
  if (references.some(({ ref }) => ref.kind !== "url" || isRelative(ref.url))) {
    await prepareLocations(tree, visitor?.site ?? caller);
  }
  const base = getLinkBase(tree, owner);
  return format === "document"
    ? listUrlsInHtml(references, base)
    : references.map(({ ref }) => [ref, buildReferenceUrl(ref, base)]);
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
