/** Synchronization of spaces with Git repositories. */
import { type Area, createLongJob, createRequestedJob } from "../../core/area.ts";
import { gitCheckKind } from "../../core/git-checks.ts";
import { createLazyModule } from "../../core/route-module.ts";

export const git: Area = {
  routes: [
    createLazyModule(
      "git",
      () => import("../../../contract/git.ts"),
      () => import("./git.ts").then((m) => m.handlers),
    ),
    createLazyModule(
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
    [gitCheckKind]: createRequestedJob(
      createLongJob(async () =>
        (await import("./connections/check-connection.ts")).createCheck(gitCheckSeconds),
      ),
      () => import("./connections/check-connection.ts").then((m) => m.checkPermission),
    ),
    "synchronize-git": createRequestedJob(
      createLongJob(() => import("./synchronize.ts").then((m) => m.synchronizeGit)),
      () => import("./permission.ts").then((m) => m.gitPermission),
    ),
  }),
  seed: () => import("./sample.ts").then((m) => m.seedRepositories),
  purge: () => import("./remove.ts").then((m) => m.removeGit),
};
