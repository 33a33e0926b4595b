/** Verbs of `tome cr` that read content. */
import * as contract from "../contract/cr-content.ts";
import { optional } from "../contract/fields.ts";
import { revisionColumns } from "./content.ts";
import {
  backlinkColumns,
  drawnAsTree,
  failsOnBroken,
  fileColumns,
  linkColumns,
  linkWords,
  metaLinkColumns,
  reusableContentColumns,
  savingFields,
} from "./content-words.ts";
import { show, task } from "./verb.ts";

const { spaceId, changeRequestId, pageId, ...pageFields } = contract.page.input;

export const contentVerbs = {
  content: show(contract.get, {
    columns: revisionColumns,
    examples: ["cr content 3 --space Handbook"],
  }),
  pages: task({
    does: contract.pages.does,
    fields: { ...contract.pages.input, ...drawnAsTree },
    arguments: ["changeRequestId"],
    sends: [contract.pages],
    list: true,
    examples: ["cr pages 3 --space Handbook --tree"],
    load: () => import("../features/content/page.ts").then((m) => m.listInChangeRequest),
  }),
  page: task({
    does: contract.page.does,
    fields: {
      spaceId,
      changeRequestId,
      pageId: optional(pageId),
      pagePath: optional(contract.pageByPath.input.pagePath),
      ...pageFields,
    },
    arguments: ["changeRequestId", "pageId"],
    sends: [contract.page, contract.pageByPath],
    examples: [
      "cr page 3 guides/start --space Handbook",
      "cr page 3 --path guides/start --space Handbook --format markdown > start.md",
    ],
    load: () => import("../features/content/page.ts").then((m) => m.getInChangeRequest),
  }),
  "meta-links": show(contract.metaLinks, {
    columns: metaLinkColumns,
    examples: ["cr meta-links 3 guides/start --space Handbook"],
  }),
  links: show(contract.links, {
    ...linkWords,
    columns: linkColumns,
    extra: failsOnBroken,
    examples: [
      "cr links 3 --space Handbook",
      "cr links 3 --space Handbook --broken-context change-request --fail",
    ],
  }),
  "page-links": show(contract.pageLinks, {
    ...linkWords,
    columns: linkColumns,
    extra: failsOnBroken,
    examples: ["cr page-links 3 guides/start --space Handbook"],
  }),
  backlinks: show(contract.backlinks, {
    columns: backlinkColumns,
    none: "No links to the page.",
    examples: ["cr backlinks 3 guides/start --space Handbook"],
  }),
  "file-backlinks": show(contract.fileBacklinks, {
    columns: backlinkColumns,
    none: "No links to the file.",
    examples: ["cr file-backlinks 3 logo.png --space Handbook"],
  }),
  files: show(contract.files, {
    columns: fileColumns,
    none: "No files in the change request.",
    examples: ["cr files 3 --space Handbook"],
  }),
  file: task({
    does: contract.file.does,
    fields: { ...contract.file.input, ...savingFields },
    arguments: ["changeRequestId", "fileId"],
    sends: [contract.file],
    examples: ["cr file 3 logo.png --space Handbook --save logo.png"],
    load: () => import("../features/content/file-get.ts").then((m) => m.getInChangeRequest),
  }),
  "reusable-content": show(contract.reusableContent, {
    columns: reusableContentColumns,
    examples: ["cr reusable-content 3 C1 --space Handbook"],
  }),
};
