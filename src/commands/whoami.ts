/** `tome whoami`. */
import * as contract from "../contract/user.ts";
import { show } from "./verb.ts";

export const command = show(contract.current, {
  columns: [
    { header: "ID", path: "id" },
    { header: "NAME", path: "displayName" },
    { header: "EMAIL", path: "email" },
  ],
});
