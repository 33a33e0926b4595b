/** `tome sso`. */
import * as contract from "../contract/sso.ts";
import { idColumn } from "./columns.ts";
import { noun, query } from "./verb.ts";

export const commands = noun({
  summary: "Show single sign-on providers",
  verbs: {
    list: query(contract.list, {
      columns: [
        idColumn,
        { header: "LABEL", path: "label", as: "title", wide: true },
        { header: "START URL", path: "startURL", wide: true },
      ],
      emptyText: "No active single sign-on provider.",
      listIn: "items",
    }),
  },
});
