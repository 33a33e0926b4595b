/** `tome whoami`. */
import * as contract from "../contract/user.ts";
import { show } from "./verb.ts";

export const command = show(contract.current, {
  columns: [
    { header: "ID", path: "id", as: "id" },
    { header: "NAME", path: "displayName", as: "title" },
    { header: "EMAIL", path: "email" },
  ],
});
