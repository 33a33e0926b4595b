/** `tome tour`. */
import { task } from "./verb.ts";

export const command = task({
  does: "Watch real commands in a temporary workspace",
  fields: {},
  settings: "lenient",
  examples: ["tour"],
  load: () => import("../features/workspace/tour.ts").then((m) => m.tour),
});
