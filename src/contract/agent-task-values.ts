/** Values of agent tasks. */

export const agentTaskStatuses = ["backlog", "started", "completed", "canceled"] as const;
/** Only the agent completes a task. */
export const settableTaskStatuses = ["backlog", "started", "canceled"] as const;
