/** `tome site style-guide`. */
import type { PrintedColumn } from "../context.ts";
import * as changeRequest from "../contract/cr.ts";
import * as contract from "../contract/styleguide.ts";
import { createdColumn, idColumn } from "./columns.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, mutation, noun, query } from "./verb.ts";
import { waitFields } from "./wait-fields.ts";

const runColumns: readonly PrintedColumn[] = [
  idColumn,
  { header: "STYLE GUIDE", path: "styleguide", as: "title", refers: "space" },
  { header: "SPACES", path: "spaces", as: "list", refers: "space" },
  { header: "BY", path: "createdBy.displayName" },
  createdColumn,
];

export const commands = noun({
  summary: "Manage the style guide of a site",
  own: "site",
  verbs: {
    create: mutation(contract.create, {
      doneText: 'The site has the style guide "{title}" ({id}).',
      nextStep: "To show its pages: tome page list --space {id}",
      columns: [idColumn, { header: "TITLE", path: "title", as: "title", wide: true }],
      examples: [
        "site style-guide create Docs",
        "site style-guide create Docs --template plain-language",
      ],
    }),
    runs: query(contract.runs, {
      columns: runColumns,
      emptyText: "No style guide checks.",
      examples: ["site style-guide runs Docs"],
    }),
    run: custom({
      summary: contract.run.summary,
      fields: { ...getCommandFields(contract.run), ...waitFields },
      arguments: ["siteId"],
      operations: [contract.run, changeRequest.get],
      isWrite: true,
      examples: [
        "site style-guide run Docs --space Handbook",
        "site style-guide run Docs --space Handbook --wait",
      ],
      load: () => import("../features/sites/style-guide-run.ts").then((m) => m.runStyleGuide),
    }),
  },
});
