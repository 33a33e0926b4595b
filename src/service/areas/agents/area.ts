/** Agents, which only the hosted platform has: their lists are empty. */
import type { Area } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const agents: Area = {
  routes: [
    createLazyModule(
      "agent-conversation",
      () => import("../../../contract/agent-conversation.ts"),
      () => import("./agent-conversation.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "agent-task",
      () => import("../../../contract/agent-task.ts"),
      () => import("./agent-task.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "cr-conversation",
      () => import("../../../contract/cr-conversation.ts"),
      () => import("./cr-conversation.ts").then((m) => m.handlers),
    ),
  ],
};
