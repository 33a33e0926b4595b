/** `tome site style-guide`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/styleguide.ts";
import { createdColumn, idColumn } from "./columns.ts";
import { mutation, noun, query } from "./verb.ts";

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
    run: mutation(contract.run, {
      doneText: "Started the style guide check {run.id}.",
      nextStep:
        "To show its change requests: tome cr list --org-wide --styleguide-run {run.id} --status draft",
      columns: [
        { header: "ID", path: "run.id", as: "id" },
        { header: "CHANGE REQUESTS", path: "changeRequests.number", as: "list" },
        { header: "SPACES", path: "changeRequests.space", as: "list", refers: "space" },
      ],
      examples: ["site style-guide run Docs --space Handbook"],
    }),
  },
});
