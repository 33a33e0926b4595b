/** `tome doctor`. */
import { flag, optional } from "../contract/fields.ts";
import { task } from "./verb.ts";

export const command = task({
  does: "Check settings, token, network, clock and organization, and say what cures each fault",
  fields: {
    updates: optional(flag("Also ask the npm registry for a newer version; never in a pipeline")),
  },
  settings: "lenient",
  examples: ["doctor", "doctor --updates", "doctor --profile work --json"],
  load: () => import("../features/doctor/doctor.ts").then((m) => m.examine),
});
