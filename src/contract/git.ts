/** Operations that synchronize a space with a Git repository. */
import { endpoint } from "./endpoint.ts";
import { boolean, enumeration, group, id, optional, text } from "./fields.ts";

const providers = ["github", "gitlab"] as const;

/** The repository, for both directions. */
const repository = {
  url: text("URL of the repository; may include user name and password", {
    min: 1,
    max: 2048,
    redacted: "address",
  }),
  ref: text("Branch, such as main or refs/heads/main", {
    max: 255,
    pattern: {
      source: "^refs/heads/[^\\s\\\\~^:?*\\[]+$",
      means: "a branch in full, such as refs/heads/main",
    },
    prefix: { unless: "refs/", text: "refs/heads/" },
  }),
};

const settings = {
  repoProjectDirectory: optional(
    text("Folder of the repository with the content", {
      max: 512,
    }),
  ),
  repoCacheID: optional(text("Cache key for the cloned repository", { max: 256 })),
  repoTreeURL: optional(text("Base URL for links to files", { max: 2048, format: "url" })),
  repoCommitURL: optional(text("Base URL for links to commits", { max: 2048, format: "url" })),
  timestamp: optional(
    text("Time of the triggering event; events older than the last sync are skipped", {
      format: "date-time",
    }),
  ),
  gitInfo: optional(
    group(
      {
        provider: optional(enumeration(providers, "Provider of the repository")),
        url: optional(
          text("URL of the repository's web page", {
            max: 2048,
            format: "url",
          }),
        ),
      },
      "Display options of the repository",
    ),
  ),
};

export const importRepository = endpoint({
  summary: "Import the content of a Git repository into a space",
  operation: "importGitRepository",
  route: "POST /spaces/{spaceId}/git/import",
  input: {
    spaceId: id("space"),
    ...repository,
    force: optional(boolean("Import even if the commit is older or conflicts with the space")),
    standalone: optional(boolean("Create a revision without changing the space's content")),
    ...settings,
  },
  status: 204,
});

export const exportRepository = endpoint({
  summary: "Export the content of a space to a Git repository",
  operation: "exportToGitRepository",
  route: "POST /spaces/{spaceId}/git/export",
  input: {
    spaceId: id("space"),
    ...repository,
    commitMessage: text("Commit message", {
      min: 1,
      max: 4096,
    }),
    force: optional(boolean("Export even if the content is older or conflicts with the branch")),
    standalone: optional(boolean("Do not link the content to the commit")),
    ...settings,
  },
  status: 204,
  ignoredFields: [
    {
      path: "standalone",
      reason: "the local platform always links content to its commit",
      exceptValues: [false],
    },
  ],
});

export const info = endpoint({
  summary: "Show the Git repository of a space and its last import or export",
  operation: "getSpaceGitInfo",
  route: "GET /spaces/{spaceId}/git/info",
  input: { spaceId: id("space") },
  output: () => import("./git.model.ts").then((m) => m.gitInfo),
});

/**
 * The URL is optional: by default, the repository, branch and folder of the last success are used.
 */
export const plan = endpoint({
  summary: "Create a sync plan",
  operation: "planGitSync",
  unaudited: true,
  route: "POST /spaces/{spaceId}/git/plans",
  input: {
    spaceId: id("space"),
    direction: enumeration(["import", "export"], "Direction of the sync"),
    url: optional(repository.url),
    ref: optional(repository.ref),
    force: optional(boolean("Plan for a run with --force")),
    repoProjectDirectory: settings.repoProjectDirectory,
  },
  output: () => import("./git.model.ts").then((m) => m.gitPlan),
  status: 201,
  localOnly: true,
});

export const planned = endpoint({
  summary: "Show a sync plan",
  operation: "getGitSyncPlan",
  route: "GET /spaces/{spaceId}/git/plans/{gitPlanId}",
  input: { spaceId: id("space"), gitPlanId: text("Plan id", { max: 64 }) },
  output: () => import("./git.model.ts").then((m) => m.gitPlan),
  localOnly: true,
});

export const removeLegacy = endpoint({
  summary: "Remove the legacy Git connection of a space",
  operation: "deleteLegacyGitInstallation",
  route: "DELETE /spaces/{spaceId}/git/legacy-installation",
  input: { spaceId: id("space") },
  goneBy204: true,
});
