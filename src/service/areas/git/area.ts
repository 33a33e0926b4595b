/** Synchronization of spaces with Git repositories. */
import { type Area, longJob, requestedJob } from "../../core/area.ts";
import { gitCheckKind } from "../../core/git-checks.ts";
import { lazyModule } from "../../core/route-module.ts";

export const git: Area = {
  routes: [
    lazyModule(
      "git",
      () => import("../../../contract/git.ts"),
      () => import("./git.ts").then((m) => m.handlers),
    ),
    lazyModule(
      "git-installation",
      () => import("../../../contract/git-installation.ts"),
      () => import("./connections/git-installation.ts").then((m) => m.handlers),
    ),
  ],
  publicRoutes: [
    {
      route: "POST /_git/webhooks/{installationId}",
      access: "anyone",
      load: () => import("./connections/webhook.ts").then((m) => m.receiveWebhook),
    },
  ],
  jobs: ({ gitCheckSeconds }) => ({
    [gitCheckKind]: requestedJob(
      longJob(async () =>
        (await import("./connections/check-connection.ts")).createCheck(gitCheckSeconds),
      ),
      () => import("./connections/check-connection.ts").then((m) => m.checkPermission),
    ),
    "synchronize-git": requestedJob(
      longJob(() => import("./synchronize.ts").then((m) => m.synchronizeGit)),
      () => import("./permission.ts").then((m) => m.gitPermission),
    ),
  }),
  seed: () => import("./sample.ts").then((m) => m.seedRepositories),
  purge: () => import("./remove.ts").then((m) => m.removeGit),
};
