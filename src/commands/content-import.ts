/** `tome import`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/content-import.ts";
import { createdColumn, idColumn, updatedColumn } from "./columns.ts";
import { text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, mutation, noun, query } from "./verb.ts";
import { waitFields } from "./wait-fields.ts";

const columns: readonly PrintedColumn[] = [
  idColumn,
  { header: "SOURCE", path: "source.url", wide: true },
  { header: "SPACE", path: "target.space", as: "title", refers: "space" },
  { header: "STATUS", path: "status", as: "state" },
  updatedColumn,
];

const record: readonly PrintedColumn[] = [
  ...columns,
  { header: "CHANGE REQUEST", path: "target.changeRequest", as: "id", refers: "cr" },
  { header: "PARENT PAGE", path: "target.page", as: "id", refers: "page" },
  { header: "REASON", path: "reason", wide: true },
  createdColumn,
];

const pagesColumn: PrintedColumn = { header: "PAGES", path: "pages.sourceURL", wide: true };

const { source: _, ...where } = getCommandFields(contract.start);

const website = text("URL of the first page; pages below it are imported too", {
  format: "url",
  max: 2048,
  placeholder: "url",
});

export const commands = noun({
  summary: "Import websites into spaces",
  verbs: {
    list: query(contract.list, {
      columns,
      emptyText: "No imports.",
      titleLookup: {
        paths: ["target.space"],
        within: "organizationId",
        from: () => import("../contract/space.ts").then((m) => m.list),
      },
    }),
    get: query(contract.get, { columns: [...record, pagesColumn] }),
    start: custom({
      summary: contract.start.summary,
      fields: { ...where, website, ...waitFields },
      arguments: ["website"],
      operations: [contract.start, contract.get],
      isWrite: true,
      examples: [
        "import start https://docs.example.com/guide --space Handbook --wait",
        "import start https://docs.example.com --space Handbook --cr 7",
      ],
      load: () => import("../features/content/import.ts").then((m) => m.start),
    }),
    cancel: mutation(contract.cancel, {
      doneText: "Stopped the import {id}. It adds no pages.",
      columns: record,
    }),
  },
});
