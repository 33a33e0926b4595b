/** Operations on the revisions of a space. */
import {
  cachedMetadata,
  documentForm,
  metadataFlags,
  pageForm,
  pagePath,
  unheededDocument,
  unheededForm,
} from "./content-flags.ts";
import { endpoint, paging } from "./endpoint.ts";
import { id, integer, optional } from "./fields.ts";

const spaceId = id("space");
const revisionId = id("revision");
const pageId = id("page");
const fileId = id("file");
const reusableContentId = id("reusableContent");

const loadPageModel = () => import("./page.model.ts").then((m) => m.page);
const loadDocumentModel = () => import("./document.model.ts").then((m) => m.document);

export const get = endpoint({
  summary: "Show the content of a space in a revision",
  operation: "getRevisionById",
  route: "GET /spaces/{spaceId}/revisions/{revisionId}",
  input: { spaceId, revisionId, ...metadataFlags },
  output: () => import("./revision.model.ts").then((m) => m.revision),
  extension: true,
});

export const changes = endpoint({
  summary: "Show the changes of a revision",
  operation: "getRevisionSemanticChanges",
  route: "GET /spaces/{spaceId}/revisions/{revisionId}/changes",
  input: {
    spaceId,
    revisionId,
    limit: optional(
      integer("Maximum number of changes to return", { min: 0, max: 1000, default: 10 }),
    ),
    ...metadataFlags,
  },
  output: () => import("./cr-changes.model.ts").then((m) => m.semanticChanges),
  extension: true,
});

export const pages = endpoint({
  summary: "List the page tree of a revision",
  operation: "listPagesInRevisionById",
  route: "GET /spaces/{spaceId}/revisions/{revisionId}/pages",
  input: { spaceId, revisionId, ...metadataFlags },
  output: () => import("./page.model.ts").then((m) => m.pages),
  extension: true,
});

export const page = endpoint({
  summary: "Show a page of a revision with its text",
  operation: "getPageInRevisionById",
  route: "GET /spaces/{spaceId}/revisions/{revisionId}/page/{pageId}",
  input: { spaceId, revisionId, pageId, ...pageForm, ...metadataFlags },
  output: loadPageModel,
  ignoredFields: unheededForm,
  extension: true,
});

export const pageByPath = endpoint({
  summary: "Show a page of a revision by path",
  operation: "getPageInRevisionByPath",
  route: "GET /spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}",
  input: { spaceId, revisionId, pagePath, ...pageForm, ...metadataFlags, cachedMetadata },
  output: loadPageModel,
  ignoredFields: unheededForm,
  extension: true,
});

export const pageDocument = endpoint({
  summary: "Show the text of a page of a revision as blocks",
  operation: "getPageDocumentInRevisionById",
  route: "GET /spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document",
  input: { spaceId, revisionId, pageId, ...documentForm },
  output: loadDocumentModel,
  ignoredFields: unheededDocument,
  extension: true,
});

export const metaLinks = endpoint({
  summary: "Show the canonical and alternate links of a page of a revision",
  operation: "listRevisionPageMetaLinks",
  route: "GET /spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/meta-links",
  input: { spaceId, revisionId, pageId },
  output: () => import("./page.model.ts").then((m) => m.metaLinks),
  extension: true,
});

export const files = endpoint({
  summary: "List the files of a revision",
  operation: "listFilesInRevisionById",
  route: "GET /spaces/{spaceId}/revisions/{revisionId}/files",
  input: { spaceId, revisionId, ...metadataFlags, ...paging },
  output: () => import("./file.model.ts").then((m) => m.files),
  list: true,
  extension: true,
});

export const file = endpoint({
  summary: "Show a file of a revision with its download URL",
  operation: "getFileInRevisionById",
  route: "GET /spaces/{spaceId}/revisions/{revisionId}/files/{fileId}",
  input: { spaceId, revisionId, fileId, ...metadataFlags },
  output: () => import("./file.model.ts").then((m) => m.file),
  extension: true,
});

export const reusableContent = endpoint({
  summary: "Show reusable content of a revision",
  operation: "getReusableContentInRevisionById",
  route: "GET /spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}",
  input: { spaceId, revisionId, reusableContentId, ...metadataFlags },
  output: () => import("./revision.model.ts").then((m) => m.reusableContent),
  extension: true,
});

export const reusableContentDocument = endpoint({
  summary: "Show the text of reusable content of a revision as blocks",
  operation: "getReusableContentDocumentInRevisionById",
  route:
    "GET /spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document",
  input: { spaceId, revisionId, reusableContentId, ...documentForm },
  output: loadDocumentModel,
  ignoredFields: unheededDocument,
  extension: true,
});
