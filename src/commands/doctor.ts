/** `tome doctor`. */
import { flag, optional } from "../contract/fields.ts";
import { task } from "./verb.ts";

export const command = task({
  does: "Check settings, token, network, clock and organization",
  fields: {
    updates: optional(flag("Check for a newer version with npm; never in a pipeline")),
  },
  settings: "lenient",
  examples: ["doctor", "doctor --updates", "doctor --profile work --json"],
  load: () => import("../features/doctor/doctor.ts").then((m) => m.examine),
});
