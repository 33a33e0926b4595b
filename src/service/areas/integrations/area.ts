/** Integrations: publishing and installing them. */
import { type Area, createPlatformJob } from "../../core/area.ts";
import type { PublicRoute } from "../../core/public-route.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const integrations: Area = {
  routes: [
    createLazyModule(
      "integration",
      () => import("../../../contract/integration.ts"),
      () => import("./integration.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "integration-event",
      () => import("../../../contract/integration-event.ts"),
      () => import("./integration-event.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "integration-installation",
      () => import("../../../contract/integration-installation.ts"),
      () => import("./installations/integration-installation.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "integration-script",
      () => import("../../../contract/integration-script.ts"),
      () => import("./running/integration-script.ts").then((m) => m.handlers),
    ),
  ],
  publicRoutes: [
    {
      route: "GET /v1/integrations/{integrationName}/images/{hash}",
      access: "anyone",
      load: () => import("./images.ts").then((m) => m.answerImage),
    },
    ...(["GET", "POST", "PUT", "PATCH", "DELETE"] as const).map(
      (method): PublicRoute => ({
        route: `${method} /_integrations/{integrationName}/{path*}`,
        access: "anyone",
        name: "integration endpoint",
        fromOtherSites: true,
        load: () => import("./running/public-endpoint.ts").then((m) => m.answerPublicEndpoint),
      }),
    ),
  ],
  jobs: () => ({
    "queue-integration-task": createPlatformJob(
      "It delivers a task that the integration queued for its own script.",
      async (payload, call) =>
        (await import("./running/tasks.ts")).recordScheduledTask(payload, call),
    ),
  }),
  seed: () => import("./sample.ts").then((m) => m.seedIntegrations),
  purge: () => import("./installations/contents.ts").then((m) => m.forgetContent),
};
