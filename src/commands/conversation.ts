/** `tome conversation`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/conversation.ts";
import * as clusters from "../contract/conversation-cluster.ts";
import * as issues from "../contract/conversation-issue.ts";
import { asObject, asObjects, asText } from "../json/values.ts";
import { createdColumn, idColumn, updatedColumn } from "./columns.ts";
import { id, text } from "./fields.ts";
import { custom, noun, type PresentRecord, query } from "./verb.ts";

const issueColumns: readonly PrintedColumn[] = [
  { header: "ID", path: "issue.id", as: "id" },
  { header: "TITLE", path: "issue.title", as: "title", wide: true },
  { header: "CLUSTER", path: "issue.cluster", refers: "cluster" },
  { header: "CONVERSATION", path: "issue.conversation" },
  { header: "CREATED", path: "issue.createdAt", as: "time" },
];

const clusterColumns: readonly PrintedColumn[] = [
  idColumn,
  { header: "LABEL", path: "label", as: "title", wide: true },
  { header: "ISSUES", path: "stats.issues", as: "number" },
  { header: "CONVERSATIONS", path: "stats.conversations", as: "number" },
  { header: "LAST 13 WEEKS", path: "weeklyPulse", as: "series" },
  updatedColumn,
];

const cluster = noun({
  summary: "Show clusters of similar issues",
  verbs: {
    list: query(clusters.list, {
      columns: clusterColumns,
      emptyText: "No clusters of issues.",
      examples: [
        "conversation cluster list --order-by issues",
        "conversation cluster list --json label,stats",
      ],
    }),
    get: query(clusters.get, {
      columns: [...clusterColumns, { header: "SUMMARY", path: "summary", wide: true }],
      examples: ["conversation cluster get CL1"],
    }),
  },
});

const issue = noun({
  summary: "Show issues found in conversations",
  verbs: {
    list: query(issues.list, {
      titleLookup: {
        paths: ["issue.cluster"],
        within: "organizationId",
        from: async () => clusters.list,
      },
      columns: issueColumns,
      emptyText: "No issues.",
      examples: ["conversation issue list --cluster CL1"],
    }),
    get: query(issues.get, {
      columns: [...issueColumns, { header: "SUMMARY", path: "issue.summary", wide: true }],
    }),
  },
});

/** The messages of a conversation, each after its role, below its subject. */
const presentConversation: PresentRecord = ({ conversation, parts }) => {
  const { id: conversationId, subject } = asObject(conversation);
  const messages = asObjects(parts).map(({ role, body }) => `${asText(role)}: ${asText(body)}`);
  return { text: `${[asText(subject) || asText(conversationId), ...messages].join("\n\n")}\n` };
};

export const commands = noun({
  summary: "Manage conversations with readers and their issues",
  verbs: {
    list: query(contract.list, {
      columns: [
        idColumn,
        { header: "SUBJECT", path: "subject", as: "title", wide: true },
        { header: "SOURCE", path: "source" },
        createdColumn,
        { header: "PROCESSED", path: "processedAt", as: "time" },
      ],
      emptyText: "No conversations.",
    }),
    ingest: custom({
      summary: contract.ingest.summary,
      fields: {
        organizationId: id("org"),
        file: text("JSON or NDJSON file with conversations, - for standard input", {
          placeholder: "path",
        }),
      },
      operations: [contract.ingest],
      isBulk: true,
      isWrite: true,
      examples: ["conversation ingest --file conversations.ndjson", "conversation ingest --file -"],
      load: () => import("../features/content/conversation-ingest.ts").then((m) => m.ingest),
    }),
    get: query(contract.get, {
      columns: [
        { header: "ID", path: "conversation.id", as: "id" },
        { header: "SUBJECT", path: "conversation.subject", as: "title", wide: true },
        { header: "SOURCE", path: "conversation.source" },
        { header: "CREATED", path: "conversation.createdAt", as: "time" },
        { header: "PARTS", path: "parts", wide: true },
      ],
      present: presentConversation,
    }),
    cluster,
    issue,
  },
});
