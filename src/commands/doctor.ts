/** `tome doctor`. */
import { task } from "./verb.ts";

export const command = task({
  does: "Check settings, token, network, clock and organization, and say what cures each fault",
  fields: {},
  settings: "lenient",
  examples: ["doctor", "doctor --profile work --json"],
  load: () => import("../tasks/doctor.ts").then((m) => m.examine),
});
