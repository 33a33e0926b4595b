/** `tome revision`. */
import * as contract from "../contract/revision.ts";
import { revisionColumns } from "./content.ts";
import { pageTextColumns } from "./content-words.ts";
import { noun, show } from "./verb.ts";

export const commands = noun({
  does: "Show earlier states of a space",
  own: "revision",
  verbs: {
    get: show(contract.get, {
      columns: revisionColumns,
      examples: ["revision get R1 --space S1", "revision get R1 --space S1 --json pages"],
    }),
    page: show(contract.page, {
      columns: pageTextColumns,
      examples: [
        "revision page R1 P1 --space S1",
        "revision page R1 P1 --space S1 --json markdown",
      ],
    }),
  },
});
