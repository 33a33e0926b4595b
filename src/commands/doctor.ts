/** `tome doctor`. */
import { boolean, optional } from "./fields.ts";
import { custom } from "./verb.ts";

export const command = custom({
  summary: "Check settings, token, network, clock and organization",
  fields: {
    updates: optional(boolean("Check npm for a newer version, except in a pipeline")),
  },
  settings: "lenient",
  examples: ["doctor", "doctor --updates", "doctor --profile work --json"],
  load: () => import("../features/doctor/doctor.ts").then((m) => m.examine),
});
