/** Checks of a title that another resource has. */
import type { TitledNoun } from "../features/same-title.ts";

/** Asks before the creation of a resource with an existing title, or warns afterwards. */
export function checkTitle(noun: TitledNoun) {
  return {
    loadQuestion: () => import("../features/same-title.ts").then((m) => m.openTitleQuestion(noun)),
    loadWarning: () => import("../features/same-title.ts").then((m) => m.openTitleWarning(noun)),
  };
}
