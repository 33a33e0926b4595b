/** `tome whoami`. */
import * as member from "../contract/member.ts";
import * as organization from "../contract/organization.ts";
import * as user from "../contract/user.ts";
import { custom } from "./verb.ts";

export const command = custom({
  summary: user.current.summary,
  fields: {},
  operations: [user.current, organization.get, member.get],
  examples: ["whoami", "whoami --json email", "whoami --json organization.id,role"],
  load: () => import("../features/auth/whoami.ts").then((m) => m.showCurrentUser),
});
