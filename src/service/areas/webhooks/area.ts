/** Webhooks of organizations. */
import { type Area, deliveryJob, requestedJob } from "../../core/area.ts";
import { lazyModule } from "../../core/route-module.ts";

export const webhooks: Area = {
  routes: [
    lazyModule(
      "webhook",
      () => import("../../../contract/webhook.ts"),
      () => import("./webhook.ts").then((m) => m.handlers),
    ),
  ],
  jobs: () => ({
    "send-webhook": requestedJob(
      deliveryJob("webhooks", () => import("./send-webhook.ts").then((m) => m.sendWebhook)),
      () => import("./send-webhook.ts").then((m) => m.webhookPermission),
    ),
  }),
};
