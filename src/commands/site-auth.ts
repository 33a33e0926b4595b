/** `tome site auth`. */
import type { Column } from "../context.ts";
import * as site from "../contract/site.ts";
import * as contract from "../contract/site-auth.ts";
import { act, noun, show } from "./verb.ts";

const columns: readonly Column[] = [
  { header: "BACKEND", path: "backend" },
  { header: "FALLBACK URL", path: "fallbackURL", as: "address", wide: true },
  { header: "LOGOUT URL", path: "logoutURL", as: "address", wide: true },
  { header: "INTEGRATION", path: "integration" },
  { header: "PRIVATE KEY", path: "privateKey", wide: true },
];

export const commands = noun({
  does: "Work with how visitors of a docs site sign in",
  own: "site",
  verbs: {
    get: show(contract.get, {
      columns,
      examples: ["site auth get Docs", "site auth get Docs --json privateKey"],
    }),
    update: act(contract.update, {
      done: "Changed how visitors of {siteId} sign in.",
      columns,
      examples: [
        "site auth update Docs --fallback-url https://example.com/login",
        "site auth update Docs --no-logout-url",
      ],
    }),
    regenerate: act(contract.regenerate, {
      done: "Replaced the private key of {siteId}; sign tokens with the new one.",
      columns,
      confirm: {
        question:
          'Replace the private key of the docs site "{title}" ({siteId})? Tokens signed with the old one are worth nothing then.',
        look: site.get,
      },
      examples: ["site auth regenerate Docs --yes"],
    }),
  },
});
