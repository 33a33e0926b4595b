/** API specifications and their versions. */
import { type Area, createLongJob, createRequestedJob } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const openapi: Area = {
  routes: [
    createLazyModule(
      "openapi",
      () => import("../../../contract/openapi.ts"),
      () => import("./openapi.ts").then((m) => m.handlers),
    ),
    createLazyModule(
      "openapi-version",
      () => import("../../../contract/openapi-version.ts"),
      () => import("./openapi-version.ts").then((m) => m.handlers),
    ),
  ],
  publicRoutes: [
    {
      route: "GET /_openapi/{specificationId}",
      access: "anyone",
      load: () => import("./published.ts").then((m) => m.answerLatest),
    },
    {
      route: "GET /_openapi/{specificationId}/{versionId}",
      access: "anyone",
      load: () => import("./published.ts").then((m) => m.answerVersion),
    },
  ],
  jobs: () => ({
    "process-specification": createRequestedJob(
      createLongJob(() => import("./process.ts").then((m) => m.processSpecification)),
      () => import("./permission.ts").then((m) => m.specificationPermission),
    ),
  }),
  seed: () => import("./sample.ts").then((m) => m.seedSpecifications),
};
