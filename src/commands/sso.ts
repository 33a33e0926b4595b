/** `tome sso`. */
import * as contract from "../contract/sso.ts";
import { idColumn } from "./columns.ts";
import { noun, show } from "./verb.ts";

export const commands = noun({
  does: "Show single sign-on providers",
  verbs: {
    list: show(contract.list, {
      columns: [
        idColumn,
        { header: "LABEL", path: "label", as: "title", wide: true },
        { header: "START URL", path: "startURL", wide: true },
      ],
      none: "No active single sign-on provider.",
      listIn: "items",
    }),
  },
});
