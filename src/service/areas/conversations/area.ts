/** Conversations, and the issues that are found in them. */
import { type Area, createPlatformJob, createShortJob } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const conversations: Area = {
  routes: [
    createLazyModule(
      "conversation",
      () => import("../../../contract/conversation.ts"),
      () => import("./conversation.ts").then((m) => m.handlers),
      () => import("./conversation.ts").then((m) => m.preparations),
    ),
    createLazyModule(
      "conversation-cluster",
      () => import("../../../contract/conversation-cluster.ts"),
      () => import("./conversation-cluster.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "conversation-issue",
      () => import("../../../contract/conversation-issue.ts"),
      () => import("./conversation-issue.ts").then((m) => m.handlers),
    ),
  ],
  jobs: () => ({
    "sort-issues": createPlatformJob(
      "The ingestion was authorized, the conversations belong to the organization, and sorting them sends no data.",
      createShortJob(() => import("./sort-issues.ts").then((m) => m.sortIssues)),
    ),
  }),
  seed: () => import("./sample.ts").then((m) => m.seedConversations),
};
