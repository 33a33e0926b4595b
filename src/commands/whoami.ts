/** `tome whoami`. */
import * as organization from "../contract/organization.ts";
import * as user from "../contract/user.ts";
import { task } from "./verb.ts";

export const command = task({
  does: user.current.does,
  fields: {},
  sends: [user.current, organization.get],
  examples: ["whoami", "whoami --json email"],
  load: () => import("../features/auth/whoami.ts").then((m) => m.whoami),
});
