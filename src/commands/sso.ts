/** `tome sso`. */
import * as contract from "../contract/sso.ts";
import { idColumn } from "./columns.ts";
import { noun, show } from "./verb.ts";

export const commands = noun({
  does: "See how people sign in by single sign-on",
  verbs: {
    list: show(contract.list, {
      columns: [
        idColumn,
        { header: "LABEL", path: "label", as: "title", wide: true },
        { header: "START AT", path: "startURL", wide: true },
      ],
      none: "Nobody can sign in by single sign-on: no provider is active.",
      listIn: "items",
    }),
  },
});
