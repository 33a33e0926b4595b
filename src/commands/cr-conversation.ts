/** `tome cr conversation`. */
import * as contract from "../contract/cr-conversation.ts";
import { conversationColumns as columns } from "./agent-conversation-words.ts";
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
      doneText: 'Renamed the conversation to "{title}" ({id}).',
      columns,
      examples: ["cr conversation update default --title Draft --cr 3 --space Handbook"],
    }),
    delete: mutation(contract.remove, {
      doneText: "Deleted the conversation {conversationId}.",
      absentText: "Conversation {conversationId} not found. No changes were made.",
      confirm: {
        question: "Delete the conversation {conversation} and its messages?",
        names: [
          {
            field: "conversationId",
            endpoints: contract.list,
            describe: ({ id, title }) =>
              typeof title === "string" ? `"${title}" (${id})` : `${id}`,
          },
        ],
      },
      examples: ["cr conversation delete default --cr 3 --space Handbook --yes"],
    }),
  },
});
