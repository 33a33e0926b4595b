/** `tome org ask` and `tome org questions`. */
import * as contract from "../contract/org-ask.ts";
import { boolean, optional } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom } from "./verb.ts";

const noStream = optional(
  boolean("Print everything at the end, and JSON as one object", { flag: "no-stream" }),
);

export const ask = custom({
  summary: contract.ask.summary,
  fields: { ...getCommandFields(contract.ask), noStream },
  arguments: ["query"],
  operations: [contract.ask, contract.streamAsk],
  examples: ['org ask "How do I rotate a token?"', 'org ask "How do I rotate a token?" --json'],
  load: () => import("../features/organization/ask.ts").then((m) => m.ask),
});

export const questions = custom({
  summary: contract.questions.summary,
  fields: { ...getCommandFields(contract.questions), noStream },
  operations: [contract.questions, contract.streamQuestions],
  examples: ["org questions", "org questions --json"],
  load: () => import("../features/organization/ask.ts").then((m) => m.listQuestions),
});
