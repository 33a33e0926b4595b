/** Operations on the tasks of the agent of an organization, and on its state. */
import { agentTaskStatuses, settableTaskStatuses } from "./agent-task-values.ts";
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, id, list as listOf, optional } from "./fields.ts";

const loadModel = () => import("./agent-task.model.ts").then((m) => m.agentTask);
const organizationId = id("org");
const agentTaskId = id("agentTask");

export const list = endpoint({
  summary: "List the agent tasks of an organization",
  operation: "listAgentTasks",
  route: "GET /orgs/{organizationId}/agent-tasks",
  input: {
    organizationId,
    cluster: optional(id("cluster", "Only tasks for this cluster of issues")),
    space: optional(id("space", "Only tasks in this space")),
    status: optional(
      listOf(enumeration(agentTaskStatuses, "Status"), "Only tasks with this status", { max: 4 }),
    ),
    ...paging,
  },
  output: () => import("./agent-task.model.ts").then((m) => m.agentTasks),
  list: true,
  extension: true,
});

export const get = endpoint({
  summary: "Show an agent task",
  operation: "getAgentTask",
  route: "GET /orgs/{organizationId}/agent-tasks/{agentTaskId}",
  input: { organizationId, agentTaskId },
  output: loadModel,
  extension: true,
});

export const update = endpoint({
  summary: "Start or cancel an agent task, or return it to the backlog",
  operation: "updateAgentTask",
  route: "PATCH /orgs/{organizationId}/agent-tasks/{agentTaskId}",
  input: { organizationId, agentTaskId, status: enumeration(settableTaskStatuses, "New status") },
  output: loadModel,
  extension: true,
});

export const state = endpoint({
  summary: "Show the state of the agent of an organization",
  operation: "getAgentSetupState",
  route: "GET /orgs/{organizationId}/agents-setup",
  input: { organizationId },
  output: () => import("./agent-task.model.ts").then((m) => m.agentState),
  extension: true,
});
