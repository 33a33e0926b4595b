/** `tome org ask` and `tome org questions`. */
import * as contract from "../contract/org-ask.ts";
import { getCommandFields } from "./field-words.ts";
import { custom } from "./verb.ts";

export const ask = custom({
  summary: contract.ask.summary,
  fields: getCommandFields(contract.ask),
  arguments: ["query"],
  operations: [contract.ask],
  examples: ['org ask "How do I rotate a token?"', 'org ask "How do I rotate a token?" --json'],
  load: () => import("../features/organization/ask.ts").then((m) => m.ask),
});

export const questions = custom({
  summary: contract.questions.summary,
  fields: getCommandFields(contract.questions),
  operations: [contract.questions],
  examples: ["org questions", "org questions --json"],
  load: () => import("../features/organization/ask.ts").then((m) => m.listQuestions),
});
