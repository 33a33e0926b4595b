/** API specifications and their versions. */
import { type Area, longJob, requestedJob } from "../../core/area.ts";
import { lazyModule } from "../../core/route-module.ts";

export const openapi: Area = {
  routes: [
    lazyModule(
      "openapi",
      () => import("../../../contract/openapi.ts"),
      () => import("./openapi.ts").then((m) => m.handlers),
    ),
    lazyModule(
      "openapi-version",
      () => import("../../../contract/openapi-version.ts"),
      () => import("./openapi-version.ts").then((m) => m.handlers),
    ),
  ],
  publicRoutes: [
    {
      route: "GET /_openapi/{specificationId}",
      access: "anyone",
      load: () => import("./published.ts").then((m) => m.latest),
    },
    {
      route: "GET /_openapi/{specificationId}/{versionId}",
      access: "anyone",
      load: () => import("./published.ts").then((m) => m.version),
    },
  ],
  jobs: () => ({
    "process-specification": requestedJob(
      longJob(() => import("./process.ts").then((m) => m.processSpecification)),
      () => import("./permission.ts").then((m) => m.specificationPermission),
    ),
  }),
  seed: () => import("./sample.ts").then((m) => m.seedSpecifications),
};
