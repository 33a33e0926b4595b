/** Conversations, and the issues that are found in them. */
import { type Area, platformJob, shortJob } from "../../core/area.ts";
import { lazyModule } from "../../core/route-module.ts";

export const conversations: Area = {
  routes: [
    lazyModule(
      "conversation",
      () => import("../../../contract/conversation.ts"),
      () => import("./conversation.ts").then((m) => m.handlers),
      () => import("./conversation.ts").then((m) => m.preparations),
    ),
    lazyModule(
      "conversation-cluster",
      () => import("../../../contract/conversation-cluster.ts"),
      () => import("./conversation-cluster.ts").then((m) => m.handlers),
    ),
    lazyModule(
      "conversation-issue",
      () => import("../../../contract/conversation-issue.ts"),
      () => import("./conversation-issue.ts").then((m) => m.handlers),
    ),
  ],
  jobs: () => ({
    "sort-issues": platformJob(
      "The ingestion was authorized, the conversations belong to the organization, and sorting them sends no data.",
      shortJob(() => import("./sort-issues.ts").then((m) => m.sortIssues)),
    ),
  }),
  seed: () => import("./sample.ts").then((m) => m.seedConversations),
};
