/** Verbs of `tome cr` that read content. */
import * as contract from "../contract/cr-content.ts";
import { revisionColumns } from "./content.ts";
import {
  backlinkColumns,
  drawnAsTree,
  failsOnBroken,
  fileColumns,
  linkColumns,
  linkWords,
  metaLinkColumns,
  presentMetaLinks,
  reusableContentColumns,
  savingFields,
  shortenReference,
} from "./content-words.ts";
import { boolean, id, optional } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, query } from "./verb.ts";

const previewFields = {
  markdown: optional(boolean("Print the preview URLs of changed pages as Markdown instead")),
  on: optional(id("site", "Site of the preview URLs; default a published one", { flag: "on" })),
};
const { spaceId, changeRequestId, pageId, ...pageFields } = getCommandFields(contract.page);

export const contentVerbs = {
  content: query(contract.get, {
    columns: revisionColumns,
    examples: ["cr content 3 --space Handbook"],
  }),
  pages: custom({
    summary: contract.pages.summary,
    fields: { ...getCommandFields(contract.pages), ...drawnAsTree },
    arguments: ["changeRequestId"],
    operations: [contract.pages],
    list: true,
    examples: ["cr pages 3 --space Handbook --tree"],
    load: () => import("../features/content/page.ts").then((m) => m.listInChangeRequest),
  }),
  page: custom({
    summary: contract.page.summary,
    fields: {
      spaceId,
      changeRequestId,
      pageId: optional(pageId),
      pagePath: optional(getCommandFields(contract.pageByPath).pagePath),
      ...pageFields,
    },
    arguments: ["changeRequestId", "pageId"],
    operations: [contract.page, contract.pageByPath],
    examples: [
      "cr page 3 guides/start --space Handbook",
      "cr page 3 --path guides/start --space Handbook --format markdown > start.md",
    ],
    load: () => import("../features/content/page.ts").then((m) => m.getInChangeRequest),
  }),
  "meta-links": query(contract.metaLinks, {
    columns: metaLinkColumns,
    present: presentMetaLinks,
    examples: ["cr meta-links 3 guides/start --space Handbook"],
  }),
  links: query(contract.links, {
    ...linkWords,
    columns: linkColumns,
    extra: { ...failsOnBroken, ...previewFields },
    across: {
      flag: "markdown",
      fields: { spaceId, changeRequestId, ...previewFields },
      load: () => import("../features/change-requests/links.ts").then((m) => m.printPreviewLinks),
    },
    examples: [
      "cr links 3 --space Handbook",
      "cr links 3 --space Handbook --markdown",
      "cr links 3 --space Handbook --broken-context change-request --fail",
    ],
  }),
  "page-links": query(contract.pageLinks, {
    ...linkWords,
    columns: linkColumns,
    extra: failsOnBroken,
    examples: ["cr page-links 3 guides/start --space Handbook"],
  }),
  backlinks: query(contract.backlinks, {
    columns: backlinkColumns,
    shorten: shortenReference,
    emptyText: "No links to the page.",
    examples: ["cr backlinks 3 guides/start --space Handbook"],
  }),
  "file-backlinks": query(contract.fileBacklinks, {
    columns: backlinkColumns,
    shorten: shortenReference,
    emptyText: "No links to the file.",
    examples: ["cr file-backlinks 3 logo.png --space Handbook"],
  }),
  files: query(contract.files, {
    columns: fileColumns,
    emptyText: "No files in the change request.",
    examples: ["cr files 3 --space Handbook"],
  }),
  file: custom({
    summary: contract.file.summary,
    fields: { ...getCommandFields(contract.file), ...savingFields },
    arguments: ["changeRequestId", "fileId"],
    operations: [contract.file],
    examples: ["cr file 3 logo.png --space Handbook --save logo.png"],
    load: () => import("../features/content/file-get.ts").then((m) => m.getInChangeRequest),
  }),
  "reusable-content": query(contract.reusableContent, {
    columns: reusableContentColumns,
    examples: ["cr reusable-content 3 C1 --space Handbook"],
  }),
};
