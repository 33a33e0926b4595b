/** Webhooks of organizations. */
import { type Area, createDeliveryJob, createRequestedJob } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const webhooks: Area = {
  routes: [
    createLazyModule(
      "webhook",
      () => import("../../../contract/webhook.ts"),
      () => import("./webhook.ts").then((m) => m.handlers),
    ),
  ],
  jobs: () => ({
    "send-webhook": createRequestedJob(
      createDeliveryJob("webhooks", () => import("./send-webhook.ts").then((m) => m.sendWebhook)),
      () => import("./send-webhook.ts").then((m) => m.webhookPermission),
    ),
  }),
};
