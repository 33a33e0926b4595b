/** `tome org instructions`. */

import * as contract from "../contract/org-instructions.ts";
import { optional } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, noun } from "./verb.ts";

const { organizationId, instructions } = getCommandFields(contract.put);

export const commands = noun({
  summary: "Manage the agent instructions of an organization",
  verbs: {
    get: custom({
      summary: contract.get.summary,
      fields: { organizationId },
      operations: [contract.get],
      examples: ["org instructions get", "org instructions get > instructions.md"],
      load: () => import("../features/organization/instructions.ts").then((m) => m.get),
    }),
    put: custom({
      summary: contract.put.summary,
      fields: {
        organizationId,
        text: optional({ ...instructions, help: "Instructions in Markdown" }),
        file: optional({
          ...instructions,
          help: "Markdown file with the instructions, - for standard input",
          flag: "file",
          placeholder: "file",
          fromFile: true,
        }),
      },
      operations: [contract.put],
      isWrite: true,
      examples: [
        "org instructions put --file instructions.md",
        'org instructions put --text "Write short sentences."',
      ],
      load: () => import("../features/organization/instructions.ts").then((m) => m.put),
    }),
  },
});
