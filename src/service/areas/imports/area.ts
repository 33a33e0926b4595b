/** Imports of content from websites. */
import { type Area, createLongJob, createRequestedJob } from "../../core/area.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const imports: Area = {
  routes: [
    createLazyModule(
      "content-import",
      () => import("../../../contract/content-import.ts"),
      () => import("./content-import.ts").then((m) => m.handlers),
    ),
  ],
  jobs: () => ({
    "run-import": createRequestedJob(
      createLongJob(() => import("./run.ts").then((m) => m.runImport)),
      () => import("./permission.ts").then((m) => m.importPermission),
    ),
  }),
  seed: () => import("./sample.ts").then((m) => m.seedImports),
  purge: () => import("./rows.ts").then((m) => m.removeImports),
};
