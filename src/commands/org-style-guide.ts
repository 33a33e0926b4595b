/** `tome org style-guide`. */
import * as contract from "../contract/styleguide.ts";
import { idColumn, titleColumn } from "./columns.ts";
import { noun, query } from "./verb.ts";

export const commands = noun({
  summary: "Show the style guides of an organization",
  verbs: {
    list: query(contract.list, {
      listIn: "styleguides",
      columns: [
        { header: "ID", path: "space.id", as: "id" },
        { header: "TITLE", path: "space.title", as: "title", wide: true },
        { header: "SITES", path: "sites.title", as: "list", wide: true },
      ],
      emptyText: "The organization has no style guides.",
      examples: ["org style-guide list"],
    }),
    templates: query(contract.templates, {
      listIn: "templates",
      columns: [
        idColumn,
        titleColumn,
        { header: "SUBTITLE", path: "subtitle", wide: true },
        { header: "MARKDOWN", path: "markdown", wide: true },
      ],
      emptyText: "No templates.",
      examples: ["org style-guide templates --json id,markdown"],
    }),
  },
});
