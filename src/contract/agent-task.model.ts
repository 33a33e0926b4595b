/** A task of the agent of an organization, and the state of that agent. */
import * as z from "zod/mini";
import { agentTaskStatuses } from "./agent-task-values.ts";
import { document } from "./document.model.ts";
import { createPageModel, object, open, time, url } from "./shared.model.ts";

export const agentTask = z.looseObject({
  object: z.literal("agent-task"),
  id: z.string(),
  title: z.string(),
  description: z.string(),
  instructions: document,
  status: open(agentTaskStatuses),
  createdAt: time,
  updatedAt: time,
  cluster: z.optional(z.string()),
  space: z.string(),
  changeRequest: z.optional(z.string()),
  urls: z.looseObject({ location: url, app: url }),
});

export const agentTasks = createPageModel(agentTask);

const count = z.number();

export const agentState = z.looseObject({
  /** Address to which conversations can be forwarded; empty if there is none. */
  email: z.string(),
  stats: z.looseObject({
    backlogTasks: count,
    startedTasks: count,
    completedTasks: count,
    canceledTasks: count,
    conversations: count,
    issues: count,
    issuesClusters: count,
    /** Conversations by source. */
    sources: z.record(z.string(), count),
  }),
  settings: object,
});
