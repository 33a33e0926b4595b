/** `tome cr conversation`. */
import * as contract from "../contract/cr-conversation.ts";
import {
  buildDeletionWords,
  conversationColumns as columns,
  renamedText,
} from "./agent-conversation-words.ts";
import { mutation, noun, query } from "./verb.ts";

export const commands = noun({
  summary: "Manage the agent conversations of a change request",
  own: "crConversation",
  verbs: {
    list: query(contract.list, {
      columns,
      emptyText: "No agent conversations.",
      examples: ["cr conversation list --cr 3 --space Handbook"],
    }),
    update: mutation(contract.update, {
      doneText: renamedText,
      columns,
      examples: ["cr conversation update default --title Draft --cr 3 --space Handbook"],
    }),
    delete: mutation(contract.remove, {
      ...buildDeletionWords(contract.list),
      examples: ["cr conversation delete default --cr 3 --space Handbook --yes"],
    }),
  },
});
