/** `tome agent conversation`. */
import * as contract from "../contract/agent-conversation.ts";
import {
  buildDeletionWords,
  conversationColumns,
  renamedText,
} from "./agent-conversation-words.ts";
import { mutation, noun, query } from "./verb.ts";

const columns = [
  ...conversationColumns,
  { header: "CHANGE REQUEST", path: "changeRequest", as: "id" },
] as const;

export const commands = noun({
  summary: "Manage your conversations with the agent of an organization",
  own: "agentConversation",
  verbs: {
    list: query(contract.list, {
      columns,
      emptyText: "No conversations with the agent.",
      examples: ["agent conversation list"],
    }),
    provision: mutation(contract.provision, {
      doneText: "The conversation {conversationId} is ready.",
      examples: ["agent conversation provision 0b5c6f0e-7a52-4c52-9d3a-6b1f0e2d4c11"],
    }),
    update: mutation(contract.update, {
      doneText: renamedText,
      columns,
      examples: ['agent conversation update "First steps" --title "Getting started"'],
    }),
    delete: mutation(contract.remove, {
      ...buildDeletionWords(contract.list),
      examples: ['agent conversation delete "First steps" --yes'],
    }),
  },
});
