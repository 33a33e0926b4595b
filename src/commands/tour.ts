/** `tome tour`. */
import { custom } from "./verb.ts";

export const command = custom({
  summary: "Watch real commands in a temporary workspace",
  fields: {},
  settings: "lenient",
  examples: ["tour"],
  load: () => import("../features/workspace/tour.ts").then((m) => m.runTour),
});
