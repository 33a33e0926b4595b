/** `tome site structure`. */
import * as contract from "../contract/site.ts";
import { task } from "./verb.ts";

export const command = task({
  does: contract.structure.does,
  fields: contract.structure.input,
  arguments: ["siteId"],
  sends: [contract.structure],
  list: true,
  examples: ["site structure T1", "site structure T1 --json > structure.json"],
  load: () => import("../tasks/site-structure.ts").then((m) => m.showStructure),
});
