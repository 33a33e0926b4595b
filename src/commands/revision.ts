/** `tome revision`. */

import * as contract from "../contract/revision.ts";
import * as space from "../contract/space.ts";
import { revisionColumns } from "./content.ts";
import {
  changeWords,
  drawnAsTree,
  fileColumns,
  metaLinkColumns,
  presentDocument,
  presentMetaLinks,
  reusableContentColumns,
  savingFields,
} from "./content-words.ts";
import { integer, optional, text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, noun, query } from "./verb.ts";

const { spaceId, revisionId, pageId, ...pageFields } = getCommandFields(contract.page);

export const commands = noun({
  summary: "Show earlier revisions of a space",
  own: "revision",
  verbs: {
    list: custom({
      summary: "List the revisions of a space or page",
      fields: {
        spaceId,
        page: optional(
          text("Only revisions that changed this page, by path, title or id; deleted pages too", {
            min: 1,
            placeholder: "page",
          }),
        ),
        depth: optional(
          integer("Number of revisions to examine", { min: 1, max: 10_000, default: 50 }),
        ),
      },
      operations: [space.get, contract.get, contract.changes],
      list: true,
      examples: [
        "revision list --space Handbook",
        "revision list --space Handbook --page guides/start",
      ],
      load: () => import("../features/content/revision-list.ts").then((m) => m.listRevisions),
    }),
    get: query(contract.get, {
      columns: revisionColumns,
      examples: [
        "revision get latest --space Handbook",
        "revision get R1 --space Handbook --json pages",
      ],
    }),
    changes: query(contract.changes, {
      ...changeWords,
      emptyText: "No changes.",
      examples: [
        "revision changes latest --space Handbook",
        "revision changes R1 --space Handbook --limit 1000",
      ],
    }),
    pages: custom({
      summary: contract.pages.summary,
      fields: { ...getCommandFields(contract.pages), ...drawnAsTree },
      arguments: ["revisionId"],
      operations: [contract.pages],
      list: true,
      examples: ["revision pages latest~1 --space Handbook --tree"],
      load: () => import("../features/content/page.ts").then((m) => m.listInRevision),
    }),
    page: custom({
      summary: contract.page.summary,
      fields: {
        spaceId,
        revisionId,
        pageId: optional(pageId),
        pagePath: optional(getCommandFields(contract.pageByPath).pagePath),
        ...pageFields,
      },
      arguments: ["revisionId", "pageId"],
      operations: [contract.page, contract.pageByPath],
      examples: [
        "revision page latest~1 guides/start --space Handbook",
        "revision page latest~1 --path guides/start --space Handbook --format markdown > start.md",
      ],
      load: () => import("../features/content/page.ts").then((m) => m.getInRevision),
    }),
    "page-document": query(contract.pageDocument, {
      present: presentDocument,
      examples: ["revision page-document R1 guides/start --space Handbook --json"],
    }),
    "meta-links": query(contract.metaLinks, {
      columns: metaLinkColumns,
      present: presentMetaLinks,
      examples: ["revision meta-links R1 guides/start --space Handbook"],
    }),
    files: query(contract.files, {
      columns: fileColumns,
      emptyText: "No files in the revision.",
      examples: ["revision files R1 --space Handbook"],
    }),
    file: custom({
      summary: contract.file.summary,
      fields: { ...getCommandFields(contract.file), ...savingFields },
      arguments: ["revisionId", "fileId"],
      operations: [contract.file],
      examples: ["revision file R1 logo.png --space Handbook --save logo.png"],
      load: () => import("../features/content/file-get.ts").then((m) => m.getInRevision),
    }),
    "reusable-content": query(contract.reusableContent, {
      columns: reusableContentColumns,
      examples: ["revision reusable-content R1 C1 --space Handbook"],
    }),
    "reusable-content-document": query(contract.reusableContentDocument, {
      present: presentDocument,
      examples: ["revision reusable-content-document R1 C1 --space Handbook --json"],
    }),
  },
});
