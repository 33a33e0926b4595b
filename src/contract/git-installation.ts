/**
 * Git installations: the connections of spaces to repositories. The local platform also connects
 * any repository by its URL, with the provider `git`.
 */
import { endpoint } from "./endpoint.ts";
import {
  boolean,
  enumeration,
  group,
  id,
  integer,
  json,
  list,
  nullable,
  optional,
  text,
} from "./fields.ts";

const installationId = text("Git installation", { min: 1, max: 128 });
const one = { installationId };

/** Declared separately, because a literal inside a field definition loses its type. */
const loadTargetModel = () => import("./git-installation.model.ts").then((m) => m.target);
const loadDirectoriesModel = () => import("./git-installation.model.ts").then((m) => m.directories);
const loadModel = () => import("./git-installation.model.ts").then((m) => m.gitInstallation);
const loadBranchesModel = () => import("./git-installation.model.ts").then((m) => m.branches);
const loadFileModel = () => import("./git-installation.model.ts").then((m) => m.repositoryFile);

/** `git` is supported only by the local platform. */
const provider = enumeration(["github", "gitlab", "git"], "Provider of the repository");

/** The secret of the webhook; only the response that creates it contains it. */
const secretMembers = ["secret"];

export const listOnSite = endpoint({
  summary: "List the Git installations of a site and its spaces",
  operation: "listSiteGitSyncInstallations",
  route: "GET /orgs/{organizationId}/sites/{siteId}/spaces/git/installations",
  input: { organizationId: id("org"), siteId: id("site") },
  output: () => import("./git-installation.model.ts").then((m) => m.gitInstallations),
  secretMembers,
});

export const install = endpoint({
  summary: "Create a Git installation of a space",
  operation: "installGitSyncProviderOnTarget",
  route: "POST /git/installations",
  input: {
    provider,
    target: json(loadTargetModel, "Space or site to connect"),
  },
  output: loadModel,
  status: 201,
  location: true,
  secretMembers,
});

export const get = endpoint({
  summary: "Show a Git installation",
  operation: "getGitSyncInstallationById",
  route: "GET /git/installations/{installationId}",
  input: one,
  output: loadModel,
  secretMembers,
});

export const update = endpoint({
  summary: "Configure a Git installation and start a sync",
  operation: "updateGitSyncInstallationById",
  route: "PATCH /git/installations/{installationId}",
  input: {
    ...one,
    provider,
    providerConfiguration: group(
      {
        repositoryId: optional(integer("Id of the GitHub repository")),
        projectId: optional(integer("Id of the GitLab project")),
        url: optional(
          text("URL of the repository; may include user name and password", {
            min: 1,
            max: 2048,
            redacted: "address",
          }),
        ),
        branch: optional(
          text("Branch, such as main or refs/heads/main", {
            max: 255,
            pattern: {
              source: "^refs/heads/.+$",
              means: "a branch in full, such as refs/heads/main",
            },
            prefix: { unless: "refs/", text: "refs/heads/" },
          }),
        ),
        accessToken: optional(text("Access token", { min: 1, max: 4096, secret: "whole" })),
        customInstanceURL: optional(
          nullable(
            text("Base URL of a self-hosted provider", {
              max: 2048,
              format: "url",
            }),
          ),
        ),
      },
      "Repository and branch",
    ),
    projectDirectory: optional(
      text("Folder of the repository with the content", {
        max: 512,
      }),
    ),
    commitMessageTemplate: optional(
      text("Message of the commits that exports create", {
        max: 4096,
      }),
    ),
    previewExternalBranches: optional(boolean("Create previews of other branches")),
    agentInstructions: optional(
      list(enumeration(["agents", "claude"], "Agent instruction file"), "Agent instruction file", {
        max: 2,
      }),
    ),
    priority: optional(
      enumeration(
        ["git", "gitbook"],
        "Side that takes precedence in the first sync and in conflicts",
      ),
    ),
    childInstallationProjectDirectories: optional(
      json(loadDirectoriesModel, "Folders by child installation"),
    ),
  },
  output: loadModel,
  secretMembers,
  ignoredFields: [
    {
      path: "previewExternalBranches",
      reason: "the local platform has no previews of other branches",
      exceptValues: [false],
    },
    {
      path: "agentInstructions",
      reason: "the local platform exports no agent instruction files",
      exceptValues: [[]],
    },
    {
      path: "childInstallationProjectDirectories",
      reason: "the local platform has no Git installations of sites",
    },
  ],
});

export const uninstall = endpoint({
  summary: "Remove a Git installation",
  operation: "uninstallGitSyncInstallation",
  route: "DELETE /git/installations/{installationId}",
  input: one,
});

export const restore = endpoint({
  summary: "Restore a removed Git installation, without its token",
  operation: "restoreGitSyncInstallation",
  route: "POST /git/installations/{installationId}/restore",
  input: one,
  output: loadModel,
  secretMembers,
  localOnly: true,
});

export const sync = endpoint({
  summary: "Import the changes of the repository, then export those of the space",
  operation: "syncGitInstallation",
  route: "POST /git/installations/{installationId}/sync",
  input: one,
  status: 204,
  localOnly: true,
});

export const branches = endpoint({
  summary: "List the branches of the connected repository",
  operation: "listGitInstallationBranches",
  route: "GET /git/installations/{installationId}/branches",
  input: one,
  output: loadBranchesModel,
  localOnly: true,
});

const repository = {
  ...one,
  accountName: text("Owner of the repository", { min: 1, max: 255 }),
  repositoryName: text("Name of the repository", { min: 1, max: 255 }),
};
const project = {
  ...one,
  // A path contains text.
  projectId: text("Id of the GitLab project", {
    max: 20,
    pattern: { source: "^[0-9]+$", means: "a number" },
  }),
};
const file = {
  path: text("Path of the file", { min: 1, max: 4096 }),
  ref: text("Branch, tag or commit", { min: 1, max: 255 }),
};

export const githubRepositories = endpoint({
  summary: "List the GitHub repositories of a Git installation",
  operation: "listGitHubRepositoriesForGitSyncInstallation",
  route: "GET /git/installations/{installationId}/github/repos",
  input: one,
  output: () => import("./git-installation.model.ts").then((m) => m.repositories),
});

export const githubBranches = endpoint({
  summary: "List the branches of a GitHub repository",
  operation: "listGitHubRepoBranchesForGitSyncInstallation",
  route:
    "GET /git/installations/{installationId}/github/repos/{accountName}/{repositoryName}/branches",
  input: repository,
  output: loadBranchesModel,
});

export const githubFile = endpoint({
  summary: "Show a file of a GitHub repository",
  operation: "getGitHubRepoFileForGitSyncInstallation",
  route: "GET /git/installations/{installationId}/github/repos/{accountName}/{repositoryName}/file",
  input: { ...repository, ...file },
  output: loadFileModel,
});

export const gitlabProjects = endpoint({
  summary: "List the GitLab projects of a Git installation",
  operation: "listGitLabProjectsForGitSyncInstallation",
  route: "GET /git/installations/{installationId}/gitlab/projects",
  input: one,
  output: () => import("./git-installation.model.ts").then((m) => m.repositories),
});

export const gitlabBranches = endpoint({
  summary: "List the branches of a GitLab project",
  operation: "listGitLabProjectBranchesForGitSyncInstallation",
  route: "GET /git/installations/{installationId}/gitlab/projects/{projectId}/branches",
  input: project,
  output: loadBranchesModel,
});

export const gitlabFile = endpoint({
  summary: "Show a file of a GitLab project",
  operation: "getGitLabProjectFileForGitSyncInstallation",
  route: "GET /git/installations/{installationId}/gitlab/projects/{projectId}/file",
  input: { ...project, ...file },
  output: loadFileModel,
});
