/** `tome cr merge` and `tome cr pull`. */
import * as contract from "../contract/cr.ts";
import { task } from "./verb.ts";

export const merge = task({
  does: contract.merge.does,
  fields: contract.merge.input,
  arguments: ["changeRequestId"],
  sends: [contract.merge],
  writes: true,
  finds: true,
  examples: ["cr merge 3 --space S1"],
  load: () => import("../tasks/cr-join.ts").then((m) => m.merge),
});

export const pull = task({
  does: contract.pull.does,
  fields: contract.pull.input,
  arguments: ["changeRequestId"],
  sends: [contract.pull],
  writes: true,
  finds: true,
  examples: ["cr pull 3 --space S1"],
  load: () => import("../tasks/cr-join.ts").then((m) => m.pull),
});
