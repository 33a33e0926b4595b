/** Conversations with readers, the issues found in them, and clusters of similar issues. */
import * as z from "zod/mini";
import { describeLengths } from "./check.ts";
import { createPageModel, open, time, url } from "./shared.model.ts";

export const conversation = z.looseObject({
  object: z.literal("conversation"),
  id: z.string(),
  subject: z.optional(z.string()),
  createdAt: time,
  processedAt: z.optional(time),
  /** `email`, or `integration:<name>:<installation>`. */
  source: z.string(),
  urls: z.looseObject({ location: url, source: z.optional(url) }),
});

const part = z.looseObject({
  type: open(["message"]),
  role: open(["user", "assistant", "team-member"]),
  body: z.string(),
});

const metadata = z.looseObject({
  url: z.optional(z.string()),
  attributes: z.optional(z.record(z.string(), z.string())),
  createdAt: z.optional(time),
});

export const conversationDetail = z.looseObject({
  conversation,
  parts: z.array(part),
  metadata,
});

/** A conversation in a request. */
const ingested = z.strictObject({
  // Spread: at most two checks.
  id: z.string().check(...describeLengths(1, 255)),
  // Spread: at most two checks.
  subject: z.optional(z.string().check(...describeLengths(0, 512))),
  metadata: z.optional(
    z.strictObject({
      url: z.optional(z.url()),
      attributes: z.optional(z.record(z.string(), z.string())),
      createdAt: z.optional(time),
    }),
  ),
  parts: z.array(
    z.strictObject({
      type: z.enum(["message"]),
      role: z.enum(["user", "assistant", "team-member"]),
      body: z.string(),
    }),
  ),
});
export type IngestedConversation = z.infer<typeof ingested>;

/** One or several conversations. */
export const ingestedBody = z.union([ingested, z.array(ingested)]);

export const issue = z.looseObject({
  object: z.literal("conversation-issue"),
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  createdAt: time,
  ingestedAt: time,
  conversation: z.string(),
  cluster: z.optional(z.string()),
  urls: z.looseObject({ location: url }),
});

export const issueDetail = z.looseObject({ issue, conversation });

export const cluster = z.looseObject({
  object: z.literal("issues-cluster"),
  id: z.string(),
  label: z.string(),
  createdAt: time,
  updatedAt: time,
  icon: z.string(),
  summary: z.string(),
  /** Issues in each of the last 13 weeks, the current one last. */
  weeklyPulse: z.array(z.number()),
  /** Issues by the source of their conversation. */
  sources: z.record(z.string(), z.number()),
  stats: z.looseObject({
    issues: z.number(),
    conversations: z.number(),
    tasksTotal: z.number(),
    tasksBacklog: z.number(),
    tasksStarted: z.number(),
    tasksCompleted: z.number(),
    tasksCancelled: z.number(),
  }),
  urls: z.looseObject({ location: url, app: url }),
});

export const conversations = createPageModel(conversation);
export const issues = createPageModel(issueDetail);
export const clusters = createPageModel(cluster);
