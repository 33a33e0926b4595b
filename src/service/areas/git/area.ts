/** Synchronization of spaces with Git repositories. */
import { type Area, longJob, requestedJob } from "../../core/area.ts";
import { lazyModule } from "../../core/route-module.ts";

export const git: Area = {
  routes: [
    lazyModule(
      "git",
      () => import("../../../contract/git.ts"),
      () => import("./git.ts").then((m) => m.handlers),
    ),
  ],
  jobs: () => ({
    "synchronize-git": requestedJob(
      longJob(() => import("./synchronize.ts").then((m) => m.synchronizeGit)),
      () => import("./permission.ts").then((m) => m.gitPermission),
    ),
  }),
  seed: () => import("./sample.ts").then((m) => m.seedRepositories),
  purge: () => import("./remove.ts").then((m) => m.removeGit),
};
