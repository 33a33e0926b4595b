/** Workspace page with the text of a page, in its space or in a change request. */
import type { ContentReference } from "../../../contract/content-reference.model.ts";
import { Html, html, nothing } from "../../../document/html/html.ts";
import type { LinkTarget } from "../../../document/html/render-context.ts";
import { decodePart, findFilePart } from "../../../document/reference-address.ts";
import { toCanonicalText } from "../../../json/canonical.ts";
import { buildAppUrl } from "../../core/app-urls.ts";
import type { Call } from "../../core/handlers.ts";
import type { IncludedBody } from "../../engines/page-worker.ts";
import { writeHtml } from "../../engines/pages.ts";
import { createFileUrls } from "../content/files/file-download.ts";
import {
  getLinkBase,
  isExternal,
  prepareLocations,
  toReference,
} from "../content/links/relative-links.ts";
import {
  type ReadableContent,
  requireChangeRequestContent,
  requireContent,
  requirePage,
} from "../content/require-content.ts";
import { getScope } from "../content/texts/condition-scope.ts";
import { getStoredText } from "../content/texts/documents.ts";
import { getTreeIndex, type TreePage } from "../content/tree/tree-index.ts";
import { type AppPage, type AppPageReader, describe } from "./layout.ts";
import { findOrganizationCrumb } from "./workspace-pages.ts";

export const readPage: AppPageReader = async (call, { spaceId = "", pageId = "" }) =>
  showPage(call, await requireContent(call, spaceId), pageId);

export const readChangedPage: AppPageReader = async (call, path) => {
  const { spaceId = "", changeRequestId = "", pageId = "" } = path;
  const content = await requireChangeRequestContent(call, { spaceId, changeRequestId });
  return showPage(call, content, pageId);
};

async function showPage(call: Call, content: ReadableContent, pageId: string): Promise<AppPage> {
  const { found, changeRequest } = content;
  const treePage = requirePage(content, pageId);
  const { title, description, type } = treePage.page;
  const space = { title: found.row.title, path: `/spaces/${found.row.id}` };
  const crumbs = [await findOrganizationCrumb(call, found.row.organization_id), space];
  if (changeRequest) {
    const { number, subject, id } = changeRequest;
    crumbs.push({ title: `#${number} ${subject}`, path: `${space.path}/change-requests/${id}` });
  }
  return {
    title,
    crumbs,
    content: html`${describe([
      ["Path", treePage.path],
      ["Description", description],
      ["Kind", type === "document" ? undefined : type],
    ])}
${type === "document" ? html`<article>${await renderText(call, content, treePage)}</article>` : nothing}`,
  };
}

/** The maximum nesting of reusable contents, and the number of them in a page. */
const included = { depth: 4, most: 200 } as const;

/** A reference from Markdown has the anchor as it is written in the URL. */
function toHash(anchor: string): string {
  return `#${encodeURIComponent(decodePart(anchor))}`;
}

async function renderText(call: Call, content: ReadableContent, treePage: TreePage): Promise<Html> {
  const { tree, revision, changeRequest, found } = content;
  const spaceId = revision.space;
  await prepareLocations(tree, call.caller);
  const index = getTreeIndex(tree);
  const fileUrl = await createFileUrls(call, spaceId);
  const inChangeRequest = changeRequest ? `/change-requests/${changeRequest.id}` : "";
  const toPageUrl = (id: string) =>
    buildAppUrl(call.base, `/spaces/${spaceId}${inChangeRequest}/page/${id}`);

  /** Only targets in the same content and other URLs are linked. */
  const findTarget = (reference: ContentReference, from: string): LinkTarget | undefined => {
    const resolved =
      reference.kind === "url"
        ? (toReference(reference.url, getLinkBase(tree, from)) ?? reference)
        : reference;
    const part = findFilePart(resolved);
    const ref = part?.file ?? resolved;
    if (ref.kind === "url") return isExternal(ref.url) ? { address: ref.url } : undefined;
    if ("space" in ref && ref.space !== undefined && ref.space !== spaceId) return undefined;
    if (ref.kind === "page" || (ref.kind === "anchor" && ref.page !== undefined)) {
      const target = index.pages.get(ref.page ?? "")?.page;
      if (!target) return undefined;
      const hash = ref.kind === "anchor" ? toHash(ref.anchor) : "";
      return { address: `${toPageUrl(target.id)}${hash}`, title: target.title };
    }
    if (ref.kind === "anchor") return { address: toHash(ref.anchor) };
    if (ref.kind !== "file") return undefined;
    const file = index.files.get(ref.file);
    const fragment = part ? `#${encodeURI(decodePart(part.fragment))}` : "";
    return file && { address: fileUrl(file) + fragment, title: file.name, size: file.size };
  };

  const targets = new Map<string, readonly [ContentReference, LinkTarget]>();
  const bodies = new Map<string, Omit<IncludedBody, "reference">>();
  type Text = Required<Pick<IncludedBody, "body" | "urls">>;
  const read = async (hash: string | undefined, from: string, depth: number): Promise<Text> => {
    const { body, references } = await getStoredText(call.db, spaceId, hash);
    const urls = new Map<string, LinkTarget | undefined>();
    for (const { ref } of references) {
      if (ref.kind === "url" && depth > 0) {
        if (!urls.has(ref.url)) urls.set(ref.url, findTarget(ref, from));
        continue;
      }
      const key = toCanonicalText(ref);
      if (targets.has(key) || bodies.has(key)) continue;
      const isIncluded = ref.kind === "reusable-content" && (ref.space ?? spaceId) === spaceId;
      const reusable = isIncluded ? index.reusableContents.get(ref.reusableContent) : undefined;
      if (reusable && depth < included.depth && bodies.size < included.most) {
        bodies.set(key, { body: "" });
        bodies.set(key, await read(reusable.document, reusable.id, depth + 1));
        continue;
      }
      const target = findTarget(ref, from);
      if (target) targets.set(key, [ref, target]);
    }
    return { body, urls: [...urls] };
  };

  const { body } = await read(treePage.page.document, treePage.page.id, 0);
  const written = await writeHtml(
    {
      body,
      included: [...bodies].map(([reference, text]) => ({ reference, ...text })),
      scope: getScope(call, tree, treePage, found.row),
      targets: [...targets.values()],
      operations: [],
    },
    call,
  );
  return new Html(written.html);
}
