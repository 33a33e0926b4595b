/** Operations on the pages of a space. */
import {
  cachedMetadata,
  linkStatus,
  metadataFlags,
  pageForm,
  pagePath,
  unheededForm,
} from "./content-flags.ts";
import { endpoint, paging } from "./endpoint.ts";
import { id } from "./fields.ts";

const loadModel = () => import("./page.model.ts").then((m) => m.page);
const spaceId = id("space");
const pageId = id("page");

export const list = endpoint({
  summary: "List the page tree of a space",
  operation: "listPages",
  route: "GET /spaces/{spaceId}/content/pages",
  input: { spaceId, ...metadataFlags },
  output: () => import("./page.model.ts").then((m) => m.pages),
});

export const get = endpoint({
  summary: "Show a page with its text",
  operation: "getPageById",
  route: "GET /spaces/{spaceId}/content/page/{pageId}",
  input: { spaceId, pageId, ...pageForm, ...metadataFlags },
  output: loadModel,
  ignoredFields: unheededForm,
});

export const getByPath = endpoint({
  summary: "Show a page by path",
  operation: "getPageByPath",
  route: "GET /spaces/{spaceId}/content/path/{pagePath}",
  input: {
    spaceId,
    pagePath,
    ...pageForm,
    ...metadataFlags,
    cachedMetadata,
  },
  output: loadModel,
  ignoredFields: unheededForm,
  extension: true,
});

export const links = endpoint({
  summary: "List the links on a page and their status",
  operation: "listPageLinksInSpace",
  route: "GET /spaces/{spaceId}/content/page/{pageId}/links",
  input: { spaceId, pageId, status: linkStatus, ...paging },
  output: () => import("./link.model.ts").then((m) => m.links),
  list: true,
});

export const backlinks = endpoint({
  summary: "List the content that links to a page",
  operation: "listSpacePageBacklinks",
  route: "GET /spaces/{spaceId}/content/page/{pageId}/backlinks",
  input: { spaceId, pageId, ...paging },
  output: () => import("./link.model.ts").then((m) => m.references),
  list: true,
});

export const metaLinks = endpoint({
  summary: "Show the canonical and alternate links of a page",
  operation: "listSpacePageMetaLinks",
  route: "GET /spaces/{spaceId}/content/page/{pageId}/meta-links",
  input: { spaceId, pageId },
  output: () => import("./page.model.ts").then((m) => m.metaLinks),
  extension: true,
});
