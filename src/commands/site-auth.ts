/** `tome site auth`. */
import type { PrintedColumn } from "../context.ts";
import * as site from "../contract/site.ts";
import * as contract from "../contract/site-auth.ts";
import { mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  { header: "BACKEND", path: "backend" },
  { header: "FALLBACK URL", path: "fallbackURL", as: "address", wide: true },
  { header: "LOGOUT URL", path: "logoutURL", as: "address", wide: true },
  { header: "INTEGRATION", path: "integration" },
  { header: "PRIVATE KEY", path: "privateKey", wide: true },
];

export const commands = noun({
  summary: "Manage the visitor authentication of a site",
  own: "site",
  verbs: {
    get: query(contract.get, {
      columns,
      examples: ["site auth get Docs", "site auth get Docs --json privateKey"],
    }),
    update: mutation(contract.update, {
      doneText: "Changed the visitor authentication of {siteId}.",
      columns,
      examples: [
        "site auth update Docs --fallback-url https://example.com/login",
        "site auth update Docs --no-logout-url",
      ],
    }),
    regenerate: mutation(contract.regenerate, {
      doneText: "Replaced the signing key of {siteId}. Sign visitor tokens with the new one.",
      columns,
      confirm: {
        question:
          'Replace the signing key of the site "{title}" ({siteId})? Visitor tokens signed with the old key become invalid.',
        read: site.get,
      },
      examples: ["site auth regenerate Docs --yes"],
    }),
  },
});
