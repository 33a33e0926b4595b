/** Integrations: publishing and installing them. */
import type { Area } from "../../core/area.ts";
import { lateModule } from "../../core/route-module.ts";

export const integrations: Area = {
  routes: [
    lateModule(
      "integration",
      () => import("../../../contract/integration.ts"),
      () => import("./integration.ts").then((m) => m.handlers),
    ),
    lateModule(
      "integration-event",
      () => import("../../../contract/integration-event.ts"),
      () => import("./integration-event.ts").then((m) => m.handlers),
    ),
    lateModule(
      "integration-installation",
      () => import("../../../contract/integration-installation.ts"),
      () => import("./integration-installation.ts").then((m) => m.handlers),
    ),
  ],
  publicRoutes: [
    {
      route: "GET /v1/integrations/{integrationName}/images/{hash}",
      access: "anyone",
      load: () => import("./images.ts").then((m) => m.image),
    },
  ],
  seed: () => import("./sample.ts").then((m) => m.seedIntegrations),
  purge: () => import("./contents.ts").then((m) => m.forgetContent),
  migrations: {
    5: () => import("./migration.ts").then((m) => m.integrations),
    18: () => import("./migration.ts").then((m) => m.selections),
    // One migration for two areas, because one version of the program introduced both.
    19: async () => {
      const { externalLinks } = await import("../sites/migration.ts");
      const { agentTokens } = await import("./migration.ts");
      return (schema, db) => [...externalLinks(schema, db), ...agentTokens(schema, db)];
    },
    // One migration for the same reason.
    21: async () => {
      const { draftParts } = await import("../sites/migration.ts");
      const { tunnelBase } = await import("./migration.ts");
      return (schema, db) => [...draftParts(schema, db), ...tunnelBase(schema, db)];
    },
    24: () => import("./migration.ts").then((m) => m.consent),
  },
};
