/** `tome import`. */
import type { Column } from "../context.ts";
import * as contract from "../contract/content-import.ts";
import { text } from "../contract/fields.ts";
import { createdColumn, idColumn, updatedColumn } from "./columns.ts";
import { act, noun, show, task } from "./verb.ts";
import { waitFields } from "./wait-fields.ts";

const columns: readonly Column[] = [
  idColumn,
  { header: "SOURCE", path: "source.url", wide: true },
  { header: "SPACE", path: "target.space", as: "title" },
  { header: "STATUS", path: "status", as: "state" },
  updatedColumn,
];

const record: readonly Column[] = [
  ...columns,
  { header: "CHANGE REQUEST", path: "target.changeRequest", as: "id" },
  { header: "PARENT PAGE", path: "target.page", as: "id" },
  { header: "REASON", path: "reason", wide: true },
  createdColumn,
];

const { source: _, ...where } = contract.start.input;

const website = text("URL of the first page; pages below it are imported too", {
  format: "url",
  max: 2048,
  placeholder: "url",
});

export const commands = noun({
  does: "Import websites into spaces",
  verbs: {
    list: show(contract.list, {
      columns,
      none: "No imports.",
      belongs: {
        paths: ["target.space"],
        within: "organizationId",
        from: () => import("../contract/space.ts").then((m) => m.list),
      },
    }),
    get: show(contract.get, {
      columns: record,
      note: ({ pages }) => (Array.isArray(pages) ? `It has ${pages.length} pages.` : undefined),
    }),
    start: task({
      does: contract.start.does,
      fields: { ...where, website, ...waitFields },
      arguments: ["website"],
      sends: [contract.start, contract.get],
      writes: true,
      examples: [
        "import start https://docs.example.com/guide --space Handbook --wait",
        "import start https://docs.example.com --space Handbook --cr 7",
      ],
      load: () => import("../features/content/import.ts").then((m) => m.start),
    }),
    cancel: act(contract.cancel, {
      done: "Stopped the import {id}. It adds no pages.",
      columns: record,
    }),
  },
});
