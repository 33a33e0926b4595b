/** Operations on the current content of a change request. */
import {
  cachedMetadata,
  linkStatus,
  metadataFlags,
  pageForm,
  pagePath,
  unheededForm,
} from "./content-flags.ts";
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, id, optional } from "./fields.ts";

const spaceId = id("space");
const changeRequestId = id("cr");
const pageId = id("page");

const loadPageModel = () => import("./page.model.ts").then((m) => m.page);

export const get = endpoint({
  summary: "Show the content of a change request: pages, files and variables",
  operation: "getRevisionOfChangeRequestById",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content",
  input: { spaceId, changeRequestId, ...metadataFlags },
  output: () => import("./revision.model.ts").then((m) => m.revision),
  extension: true,
});

export const pages = endpoint({
  summary: "List the page tree of a change request",
  operation: "listPagesInChangeRequest",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/pages",
  input: { spaceId, changeRequestId, ...metadataFlags },
  output: () => import("./page.model.ts").then((m) => m.pages),
  extension: true,
});

export const page = endpoint({
  summary: "Show a page of a change request with its text",
  operation: "getPageInChangeRequestById",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}",
  input: { spaceId, changeRequestId, pageId, ...pageForm, ...metadataFlags },
  output: loadPageModel,
  ignoredFields: unheededForm,
  extension: true,
});

export const pageByPath = endpoint({
  summary: "Show a page of a change request by path",
  operation: "getPageInChangeRequestByPath",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}",
  input: { spaceId, changeRequestId, pagePath, ...pageForm, ...metadataFlags, cachedMetadata },
  output: loadPageModel,
  ignoredFields: unheededForm,
  extension: true,
});

export const metaLinks = endpoint({
  summary: "Show the canonical and alternate links of a page of a change request",
  operation: "listChangeRequestPageMetaLinks",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/meta-links",
  input: { spaceId, changeRequestId, pageId },
  output: () => import("./page.model.ts").then((m) => m.metaLinks),
  extension: true,
});

const loadLinksModel = () => import("./link.model.ts").then((m) => m.links);
const loadBacklinksModel = () => import("./link.model.ts").then((m) => m.references);

export const links = endpoint({
  summary: "List the links in a change request and their status",
  operation: "listChangeRequestLinks",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/links",
  input: {
    spaceId,
    changeRequestId,
    status: linkStatus,
    brokenContext: optional(
      enumeration(
        ["change-request", "space"],
        "Only broken links: broken by the change request, or before it",
      ),
    ),
    ...paging,
  },
  output: loadLinksModel,
  list: true,
  extension: true,
});

export const pageLinks = endpoint({
  summary: "List the links on a page of a change request and their status",
  operation: "listPageLinksInChangeRequest",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links",
  input: { spaceId, changeRequestId, pageId, ...paging },
  output: loadLinksModel,
  list: true,
  extension: true,
});

export const backlinks = endpoint({
  summary: "List the content that links to a page of a change request",
  operation: "listChangeRequestPageBacklinks",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks",
  input: { spaceId, changeRequestId, pageId, ...paging },
  output: loadBacklinksModel,
  list: true,
  extension: true,
});

export const fileBacklinks = endpoint({
  summary: "List the content that links to a file of a change request",
  operation: "listChangeRequestFileBacklinks",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks",
  input: { spaceId, changeRequestId, fileId: id("file"), ...paging },
  output: loadBacklinksModel,
  list: true,
  extension: true,
});

export const files = endpoint({
  summary: "List the files of a change request",
  operation: "listFilesInChangeRequestById",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files",
  input: { spaceId, changeRequestId, ...metadataFlags, ...paging },
  output: () => import("./file.model.ts").then((m) => m.files),
  list: true,
  extension: true,
});

export const file = endpoint({
  summary: "Show a file of a change request with its download URL",
  operation: "getFileInChangeRequestById",
  route: "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}",
  input: { spaceId, changeRequestId, fileId: id("file"), ...metadataFlags },
  output: () => import("./file.model.ts").then((m) => m.file),
  extension: true,
});

export const reusableContent = endpoint({
  summary: "Show reusable content of a change request",
  operation: "getReusableContentInChangeRequestById",
  route:
    "GET /spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}",
  input: {
    spaceId,
    changeRequestId,
    reusableContentId: id("reusableContent"),
    ...metadataFlags,
  },
  output: () => import("./revision.model.ts").then((m) => m.reusableContent),
  extension: true,
});
