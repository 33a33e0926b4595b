/** `tome org instructions`. */
import { optional } from "../contract/fields.ts";
import * as contract from "../contract/org-instructions.ts";
import { noun, task } from "./verb.ts";

const { organizationId, instructions } = contract.put.input;

export const commands = noun({
  does: "Manage the agent instructions of an organization",
  verbs: {
    get: task({
      does: contract.get.does,
      fields: { organizationId },
      sends: [contract.get],
      examples: ["org instructions get", "org instructions get > instructions.md"],
      load: () => import("../features/organization/instructions.ts").then((m) => m.get),
    }),
    put: task({
      does: contract.put.does,
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
      sends: [contract.put],
      writes: true,
      examples: [
        "org instructions put --file instructions.md",
        'org instructions put --text "Write short sentences."',
      ],
      load: () => import("../features/organization/instructions.ts").then((m) => m.put),
    }),
  },
});
