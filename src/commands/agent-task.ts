/** `tome agent task` and `tome agent status`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/agent-task.ts";
import { createdColumn, idColumn, titleColumn, updatedColumn } from "./columns.ts";
import { mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  idColumn,
  titleColumn,
  { header: "STATUS", path: "status", as: "state" },
  { header: "SPACE", path: "space", as: "id" },
  { header: "CHANGE REQUEST", path: "changeRequest", as: "id" },
  updatedColumn,
];

const record: readonly PrintedColumn[] = [
  ...columns,
  { header: "DESCRIPTION", path: "description", wide: true },
  { header: "CLUSTER", path: "cluster", as: "id" },
  createdColumn,
  { header: "URL", path: "urls.app", as: "address", wide: true },
];

export const status = query(contract.state, {
  columns: [
    { header: "EMAIL", path: "email" },
    { header: "CONVERSATIONS", path: "stats.conversations", as: "number" },
    { header: "ISSUES", path: "stats.issues", as: "number" },
    { header: "CLUSTERS", path: "stats.issuesClusters", as: "number" },
    { header: "BACKLOG TASKS", path: "stats.backlogTasks", as: "number" },
    { header: "STARTED TASKS", path: "stats.startedTasks", as: "number" },
    { header: "COMPLETED TASKS", path: "stats.completedTasks", as: "number" },
    { header: "CANCELED TASKS", path: "stats.canceledTasks", as: "number" },
  ],
  examples: ["agent status", "agent status --json stats.sources"],
});

export const task = noun({
  summary: "Manage the tasks of the agent of an organization",
  own: "agentTask",
  verbs: {
    list: query(contract.list, {
      columns,
      emptyText: "No agent tasks.",
      titleLookup: {
        paths: ["space"],
        within: "organizationId",
        from: () => import("../contract/space.ts").then((m) => m.list),
      },
      examples: [
        "agent task list",
        "agent task list --space Handbook --status backlog --status started",
      ],
    }),
    get: query(contract.get, {
      columns: record,
      examples: ['agent task get "Explain rate limits"'],
    }),
    update: mutation(contract.update, {
      doneText: 'Changed the agent task "{title}" ({id}) to {status}.',
      columns: record,
      examples: ['agent task update "Explain rate limits" --status canceled'],
    }),
  },
});
