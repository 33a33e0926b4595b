/** Questions to a language model, and the record of those about sites. */
import type { Area } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const questions: Area = {
  routes: [
    createLazyModule(
      "org-ask",
      () => import("../../../contract/org-ask.ts"),
      () => import("./org-ask.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "ai-usage",
      () => import("../../../contract/ai-usage.ts"),
      () => import("./ai-usage.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-ask",
      () => import("../../../contract/site-ask.ts"),
      () => import("./site-ask.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-question",
      () => import("../../../contract/site-question.ts"),
      () => import("./site-question.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-answer",
      () => import("../../../contract/site-answer.ts"),
      () => import("./site-answer.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "site-topic",
      () => import("../../../contract/site-topic.ts"),
      () => import("./site-topic.ts").then((m) => m.handlers),
    ),
  ],
  purge: () => import("./record-answer.ts").then((m) => m.removeAnswersOfSpace),
};
