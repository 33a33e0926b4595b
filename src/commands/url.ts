/** `tome url`. */
import * as contract from "../contract/url.ts";
import { noun, query } from "./verb.ts";

export const commands = noun({
  summary: "Show information about URLs of other websites",
  verbs: {
    embed: query(contract.embed, {
      arguments: ["url"],
      columns: [
        { header: "TITLE", path: "title", as: "title", wide: true },
        { header: "SITE", path: "site" },
        { header: "TYPE", path: "type" },
        { header: "ICON", path: "icon", as: "address", wide: true },
        { header: "HTML", path: "html", wide: true },
      ],
      examples: ["url embed https://example.com/article"],
    }),
  },
});
