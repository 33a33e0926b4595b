/** The operations that keep a space and a Git repository in sync. */
import { endpoint } from "./endpoint.ts";
import { enumeration, flag, group, id, optional, text } from "./fields.ts";

const providers = ["github", "gitlab"] as const;

/** The repository, as both directions need it. */
const repository = {
  url: text("Address of the repository; it may hold a user name and password", {
    min: 1,
    max: 2048,
    placeholder: "address",
    redacted: "address",
  }),
  ref: text("Branch, such as main, or in full refs/heads/main", {
    max: 255,
    pattern: {
      source: "^refs/heads/[^\\s\\\\~^:?*\\[]+$",
      means: "a branch in full, such as refs/heads/main",
    },
    prefix: { unless: "refs/", text: "refs/heads/" },
    placeholder: "branch",
  }),
};

const settings = {
  repoProjectDirectory: optional(
    text("Folder of the repository that holds the content", {
      max: 512,
      flag: "project-directory",
      placeholder: "folder",
    }),
  ),
  repoCacheID: optional(text("Names a copy that may be kept of the repository", { max: 256 })),
  repoTreeURL: optional(
    text("Beginning of the addresses of files in the repository", { max: 2048, format: "url" }),
  ),
  repoCommitURL: optional(
    text("Beginning of the addresses of commits", { max: 2048, format: "url" }),
  ),
  timestamp: optional(
    text("When it was caused; what is older than the last one is left out", {
      format: "date-time",
    }),
  ),
  gitInfo: optional(
    group(
      {
        provider: optional(
          enumeration(providers, "Who hosts the repository", { flag: "provider" }),
        ),
        url: optional(
          text("Address of the repository for people", {
            max: 2048,
            format: "url",
            flag: "provider-url",
          }),
        ),
      },
      "What is shown of the repository",
    ),
  ),
};

export const importRepository = endpoint({
  does: "Bring the content of a Git repository into a space",
  operation: "importGitRepository",
  route: "POST /spaces/{spaceId}/git/import",
  input: {
    spaceId: id("space"),
    ...repository,
    force: optional(flag("Also if it is older, or the space has changes that contradict")),
    standalone: optional(flag("Make a revision only, and leave the space's content as it is")),
    ...settings,
  },
  status: 204,
});

export const exportRepository = endpoint({
  does: "Commit the content of a space to a Git repository",
  operation: "exportToGitRepository",
  route: "POST /spaces/{spaceId}/git/export",
  input: {
    spaceId: id("space"),
    ...repository,
    commitMessage: text("Message of the commit", {
      min: 1,
      max: 4096,
      flag: "message",
    }),
    force: optional(flag("Also if it is older, or the branch has changes that contradict")),
    standalone: optional(flag("Do not link the content to what is committed")),
    ...settings,
  },
  status: 204,
  unheeded: [
    { path: "standalone", why: "content stays linked to what is committed here", unless: [false] },
  ],
});

export const info = endpoint({
  does: "Show the Git repository of a space, and what became of the last import or export",
  operation: "getSpaceGitInfo",
  route: "GET /spaces/{spaceId}/git/info",
  input: { spaceId: id("space") },
  output: () => import("./git.model.ts").then((m) => m.gitInfo),
});

/** Without an address, the repository, branch and folder of the last success are meant. */
export const plan = endpoint({
  does: "Have the platform work out what an import or export would change",
  operation: "planGitSync",
  unaudited: true,
  route: "POST /spaces/{spaceId}/git/plans",
  input: {
    spaceId: id("space"),
    direction: enumeration(["import", "export"], "What would be done"),
    url: optional(repository.url),
    ref: optional(repository.ref),
    force: optional(flag("As if the import or export had --force")),
    repoProjectDirectory: settings.repoProjectDirectory,
  },
  output: () => import("./git.model.ts").then((m) => m.gitPlan),
  status: 201,
  own: true,
});

export const planned = endpoint({
  does: "Show what an import or export would change",
  operation: "getGitSyncPlan",
  route: "GET /spaces/{spaceId}/git/plans/{gitPlanId}",
  input: { spaceId: id("space"), gitPlanId: text("Id of the plan", { max: 64 }) },
  output: () => import("./git.model.ts").then((m) => m.gitPlan),
  own: true,
});

export const removeLegacy = endpoint({
  does: "Remove the old kind of Git connection from a space",
  operation: "deleteLegacyGitInstallation",
  route: "DELETE /spaces/{spaceId}/git/legacy-installation",
  input: { spaceId: id("space") },
  goneBy204: true,
});
