/** Lookup of content by URL, either an API URL or a URL of a published site. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/url.ts";
import { ApiError } from "../../../errors.ts";
import type { Call } from "../../core/handlers.ts";
import {
  presentCurrentChangeRequest,
  requireChangeRequest,
} from "../../core/rows/change-request-rows.ts";
import { findCollection, presentCollection } from "../../core/rows/collection-rows.ts";
import { presentChangedSpace, requireSpace } from "../../core/rows/space-rows.ts";
import { presentOptions, presentSinglePage } from "../content/present.ts";
import {
  requireChangeRequestContent,
  requireContent,
  requirePage,
} from "../content/require-content.ts";
import { findPageAtPath } from "../content/tree/page-paths.ts";
import type { ContentTree } from "../content/tree/tree.ts";
import { getTreeIndex, type TreePage } from "../content/tree/tree-index.ts";
import { readAddress } from "../sites/urls/read-url.ts";
import { resolveUrl } from "./resolve-url.ts";

type ContentAt = Output<typeof contract.getContent>;

/** @throws ApiError 404 if the URL does not lead to content that the caller may see */
export async function findContentAt(call: Call, url: string): Promise<ContentAt> {
  const content = (await onPlatform(call, url)) ?? (await onSite(call, url));
  if (content) return content;
  throw new ApiError(404, `No collection, space or page found at ${url}. Check the URL.`, {
    field: "url",
  });
}

const location =
  /^\/(?:v1|_app)\/(?:collections\/(?<collection>[\w-]+)|spaces\/(?<space>[\w-]+)(?:\/change-requests\/(?<cr>[\w-]+))?(?:\/content)?(?:\/page\/(?<page>[\w-]+))?)$/;

/** Resolves the URLs in `urls.location` and `urls.app` of responses. */
async function onPlatform(call: Call, url: string): Promise<ContentAt | undefined> {
  const path = `/${(readAddress(url)?.segments ?? []).join("/")}`;
  const { collection, space, cr, page } = location.exec(path)?.groups ?? {};
  if (collection !== undefined) {
    const access = await findCollection(call, collection);
    if (!access?.role) return undefined;
    return { collection: presentCollection(access.row, access.role, call.base) };
  }
  if (space === undefined) return undefined;
  if (cr === undefined) {
    const content = await requireContent(call, space);
    return present(call, space, page === undefined ? undefined : requirePage(content, page));
  }
  const ids = { spaceId: space, changeRequestId: cr };
  const content = await requireChangeRequestContent(call, ids);
  const { row } = await requireChangeRequest(call, ids);
  return {
    ...(await present(call, space, page === undefined ? undefined : requirePage(content, page))),
    changeRequest: await presentCurrentChangeRequest(call, row),
  };
}

/** The caller must have access to the space, even if visitors can read it on the site. */
async function onSite(call: Call, url: string): Promise<ContentAt | undefined> {
  const resolved = await resolveUrl(call, url, { user: call.caller });
  if (resolved.kind !== "content") return undefined;
  const { siteSpace, path } = resolved;
  const { tree } = await requireContent(call, siteSpace.space_id);
  const treePage =
    path === "" ? findFirstPage(tree, siteSpace.page_id) : findPageAtPath(tree, path);
  return treePage && present(call, siteSpace.space_id, treePage);
}

function findFirstPage(tree: ContentTree, home: string | null): TreePage | undefined {
  const { pages } = getTreeIndex(tree);
  return pages.get(home ?? "") ?? [...pages.values()].find(({ page }) => page.type === "document");
}

async function present(call: Call, spaceId: string, treePage: TreePage | undefined) {
  await requireSpace(call, spaceId);
  const presented =
    treePage && presentSinglePage(treePage.page, treePage.path, presentOptions(call, spaceId, {}));
  // Only these page types have a URL.
  const page =
    presented?.type === "document" || presented?.type === "group" ? presented : undefined;
  return { space: await presentChangedSpace(call, spaceId), ...(page && { page }) };
}
