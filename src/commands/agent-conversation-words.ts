/** Columns and words of the commands for conversations with an agent. */
import type { PrintedColumn } from "../context.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { JsonObject } from "../json/values.ts";
import { createdColumn, idColumn, titleColumn, updatedColumn } from "./columns.ts";

export const conversationColumns: readonly PrintedColumn[] = [
  idColumn,
  titleColumn,
  { header: "SHARED", path: "shared", as: "flag" },
  createdColumn,
  updatedColumn,
];

export const renamedText = 'Renamed the conversation to "{title}" ({id}).';

/**
 * @param list the operation that has the titles of the conversations
 */
export function buildDeletionWords(list: Endpoint) {
  return {
    doneText: "Deleted the conversation {conversationId}.",
    absentText: "Conversation {conversationId} not found. No changes were made.",
    confirm: {
      question: "Delete the conversation {conversation} and its messages?",
      names: [
        {
          field: "conversationId",
          endpoints: list,
          describe: ({ id, title }: JsonObject) =>
            typeof title === "string" ? `"${title}" (${id})` : `${id}`,
        },
      ],
    },
  };
}
