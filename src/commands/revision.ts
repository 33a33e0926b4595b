/** `tome revision`. */
import { optional, text, whole } from "../contract/fields.ts";
import * as contract from "../contract/revision.ts";
import * as space from "../contract/space.ts";
import { revisionColumns } from "./content.ts";
import {
  changeWords,
  drawnAsTree,
  fileColumns,
  metaLinkColumns,
  reusableContentColumns,
  savingFields,
} from "./content-words.ts";
import { noun, show, task } from "./verb.ts";

const { spaceId, revisionId, pageId, ...pageFields } = contract.page.input;

export const commands = noun({
  does: "Show earlier revisions of a space",
  own: "revision",
  verbs: {
    list: task({
      does: "List the revisions of a space or page",
      fields: {
        spaceId,
        page: optional(
          text("Only revisions that changed this page, by path, title or id; deleted pages too", {
            min: 1,
            placeholder: "page",
          }),
        ),
        depth: optional(
          whole("Number of revisions to examine", { min: 1, max: 10_000, default: 50 }),
        ),
      },
      sends: [space.get, contract.get, contract.changes],
      list: true,
      examples: [
        "revision list --space Handbook",
        "revision list --space Handbook --page guides/start",
      ],
      load: () => import("../features/content/revision-list.ts").then((m) => m.listRevisions),
    }),
    get: show(contract.get, {
      columns: revisionColumns,
      examples: [
        "revision get latest --space Handbook",
        "revision get R1 --space Handbook --json pages",
      ],
    }),
    changes: show(contract.changes, {
      ...changeWords,
      none: "No changes.",
      examples: [
        "revision changes latest --space Handbook",
        "revision changes R1 --space Handbook --limit 1000",
      ],
    }),
    pages: task({
      does: contract.pages.does,
      fields: { ...contract.pages.input, ...drawnAsTree },
      arguments: ["revisionId"],
      sends: [contract.pages],
      list: true,
      examples: ["revision pages latest~1 --space Handbook --tree"],
      load: () => import("../features/content/page.ts").then((m) => m.listInRevision),
    }),
    page: task({
      does: contract.page.does,
      fields: {
        spaceId,
        revisionId,
        pageId: optional(pageId),
        pagePath: optional(contract.pageByPath.input.pagePath),
        ...pageFields,
      },
      arguments: ["revisionId", "pageId"],
      sends: [contract.page, contract.pageByPath],
      examples: [
        "revision page latest~1 guides/start --space Handbook",
        "revision page latest~1 --path guides/start --space Handbook --format markdown > start.md",
      ],
      load: () => import("../features/content/page.ts").then((m) => m.getInRevision),
    }),
    "page-document": show(contract.pageDocument, {
      examples: ["revision page-document R1 guides/start --space Handbook --json"],
    }),
    "meta-links": show(contract.metaLinks, {
      columns: metaLinkColumns,
      examples: ["revision meta-links R1 guides/start --space Handbook"],
    }),
    files: show(contract.files, {
      columns: fileColumns,
      none: "No files in the revision.",
      examples: ["revision files R1 --space Handbook"],
    }),
    file: task({
      does: contract.file.does,
      fields: { ...contract.file.input, ...savingFields },
      arguments: ["revisionId", "fileId"],
      sends: [contract.file],
      examples: ["revision file R1 logo.png --space Handbook --save logo.png"],
      load: () => import("../features/content/file-get.ts").then((m) => m.getInRevision),
    }),
    "reusable-content": show(contract.reusableContent, {
      columns: reusableContentColumns,
      examples: ["revision reusable-content R1 C1 --space Handbook"],
    }),
    "reusable-content-document": show(contract.reusableContentDocument, {
      examples: ["revision reusable-content-document R1 C1 --space Handbook --json"],
    }),
  },
});
