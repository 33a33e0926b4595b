/** `tome git`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/git.ts";
import * as installation from "../contract/git-installation.ts";
import * as space from "../contract/space.ts";
import { failLevel } from "./fail-level.ts";
import { enumeration, id, optional, text } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import { custom, mutation, noun, query } from "./verb.ts";
import { waitFields } from "./wait-fields.ts";

const record: readonly PrintedColumn[] = [
  { header: "REPOSITORY", path: "repoName" },
  { header: "URL", path: "url", wide: true },
  { header: "REF", path: "ref" },
  { header: "PROVIDER", path: "installationProvider" },
  { header: "INTEGRATION", path: "integration" },
  { header: "OPERATION", path: "operation.direction" },
  { header: "STATE", path: "state", as: "state" },
  { header: "ERROR", path: "error", wide: true },
  { header: "WARNINGS", path: "warnings", as: "list", wide: true },
  { header: "REVISION", path: "revision" },
  { header: "COMMIT", path: "commit" },
  { header: "UPDATED", path: "updatedAt", as: "time" },
];

const spaceId = id("space");

/** The repository is that of the connection by default. */
const repository = {
  url: optional(getCommandFields(contract.importRepository).url),
  ref: optional(getCommandFields(contract.importRepository).ref),
};

const repo = optional(
  text("Repository, as owner/name; that of the connection by default", {
    max: 512,
    placeholder: "repository",
  }),
);

export const commands = noun({
  summary: "Synchronize spaces with Git repositories",
  verbs: {
    connect: custom({
      summary: "Connect a space to a Git repository",
      fields: {
        spaceId,
        repo: optional(
          text("URL, local folder, or owner/name of the repository", {
            max: 2048,
            placeholder: "repository",
            redacted: "address",
          }),
        ),
        branch: optional(
          text("Branch (default: that of the checkout or repository)", {
            max: 255,
            placeholder: "branch",
          }),
        ),
        folder: optional(
          text("Folder of the repository with the content", { max: 512, placeholder: "folder" }),
        ),
        priority: optional(
          enumeration(
            ["git", "space"],
            "Side that takes precedence in the first sync and in conflicts",
            {
              default: "git",
            },
          ),
        ),
        provider: optional(enumeration(["github", "gitlab", "git"], "Provider of the repository")),
        token: optional(
          text("File with an access token; - for standard input", {
            max: 4096,
            fromFile: true,
            secret: "whole",
            flag: "token-file",
            placeholder: "file",
          }),
        ),
        instance: optional(
          text("Base URL of a self-hosted GitHub or GitLab", {
            max: 2048,
            format: "url",
            placeholder: "url",
          }),
        ),
        message: optional(
          text("Message of the commits that exports create", { max: 4096, placeholder: "text" }),
        ),
        ...waitFields,
      },
      arguments: ["spaceId"],
      usesDefault: true,
      operations: [installation.install, installation.update, installation.uninstall],
      printedSecrets: ["secret"],
      isWrite: true,
      mayPrompt: true,
      examples: [
        "git connect Handbook --repo https://github.com/acme/docs.git --branch main",
        "git connect Handbook --repo . --folder docs",
        "git connect Handbook --provider gitlab --repo acme/docs --token-file token.txt",
      ],
      load: () => import("../features/git/connect.ts").then((m) => m.connect),
    }),
    status: custom({
      summary: "Show the connection of a space and its last syncs",
      fields: { spaceId },
      arguments: ["spaceId"],
      usesDefault: true,
      operations: [contract.info, installation.get],
      examples: ["git status Handbook", "git status Handbook --json state,problem"],
      load: () => import("../features/git/status.ts").then((m) => m.showStatus),
    }),
    sync: custom({
      summary: "Import the changes of the connected branch, then export those of the space",
      fields: { spaceId, ...waitFields },
      arguments: ["spaceId"],
      usesDefault: true,
      operations: [installation.sync, installation.update],
      isWrite: true,
      examples: ["git sync Handbook --wait"],
      load: () => import("../features/git/connect.ts").then((m) => m.synchronizeConnected),
    }),
    disconnect: custom({
      summary: "Disconnect a space from its Git repository",
      fields: { spaceId },
      arguments: ["spaceId"],
      usesDefault: true,
      operations: [installation.uninstall],
      isWrite: true,
      mayPrompt: true,
      examples: ["git disconnect Handbook"],
      load: () => import("../features/git/connect.ts").then((m) => m.disconnect),
    }),
    list: query(installation.listOnSite, {
      columns: [
        { header: "ID", path: "id", as: "id" },
        { header: "SPACE", path: "target.spaceId", refers: "space" },
        { header: "REPOSITORY", path: "repositoryConnection.repositoryName", as: "title" },
        { header: "BRANCH", path: "providerConfiguration.branch" },
        { header: "STATUS", path: "status", as: "state" },
      ],
      listIn: "items",
      emptyText: "No Git installations.",
      examples: ["git list --site Help"],
    }),
    repos: custom({
      summary: "List the repositories that the connection of a space can read",
      fields: { spaceId },
      arguments: ["spaceId"],
      usesDefault: true,
      operations: [installation.githubRepositories, installation.gitlabProjects],
      list: true,
      examples: ["git repos Handbook"],
      load: () => import("../features/git/repositories.ts").then((m) => m.listRepositories),
    }),
    branches: custom({
      summary: "List the branches of the connected repository",
      fields: { spaceId, repo },
      arguments: ["spaceId"],
      usesDefault: true,
      operations: [
        installation.branches,
        installation.githubBranches,
        installation.gitlabBranches,
        installation.gitlabProjects,
      ],
      list: true,
      examples: ["git branches Handbook", "git branches Handbook --repo acme/docs"],
      load: () => import("../features/git/repositories.ts").then((m) => m.listBranches),
    }),
    file: custom({
      summary: "Show a file of the connected repository",
      fields: {
        spaceId,
        path: getCommandFields(installation.githubFile).path,
        ref: optional(getCommandFields(installation.githubFile).ref),
        repo,
      },
      arguments: ["spaceId", "path"],
      operations: [installation.githubFile, installation.gitlabFile, installation.gitlabProjects],
      examples: ["git file Handbook docs/README.md"],
      load: () => import("../features/git/repositories.ts").then((m) => m.showFile),
    }),
    reconnect: mutation(installation.restore, {
      doneText: "Restored the Git installation {id} of the space {target.spaceId}.",
      examples: ["git reconnect 9Xq2"],
    }),
    import: custom({
      summary: contract.importRepository.summary,
      fields: { ...getCommandFields(contract.importRepository), ...repository, ...waitFields },
      operations: [contract.importRepository],
      mayPrompt: true,
      isWrite: true,
      examples: [
        "git import --wait",
        "git import --url https://github.com/acme/docs.git --ref refs/heads/main --wait",
        "git import --url https://github.com/acme/all.git --ref refs/heads/main --project-directory docs",
      ],
      load: () => import("../features/git/sync.ts").then((m) => m.importRepository),
    }),
    export: custom({
      summary: contract.exportRepository.summary,
      fields: {
        ...getCommandFields(contract.exportRepository),
        ...repository,
        commitMessage: optional(
          text('Commit message (default "Update the documentation")', {
            min: 1,
            max: 4096,
            flag: "message",
          }),
        ),
        ...waitFields,
      },
      operations: [contract.exportRepository],
      isWrite: true,
      examples: [
        "git export --wait",
        'git export --url https://github.com/acme/docs.git --ref refs/heads/main --message "Edit the guide" --wait',
      ],
      load: () => import("../features/git/sync.ts").then((m) => m.exportRepository),
    }),
    plan: custom({
      summary: "Show the changes of an import or export without applying them",
      fields: {
        ...getCommandFields(contract.plan),
        direction: optional(
          enumeration(["import", "export"], "Direction of the sync", { default: "import" }),
        ),
        repo: optional(
          text(
            "Local checkout to plan for, instead of --url and --ref; uncommitted changes are ignored",
            {
              placeholder: "folder",
            },
          ),
        ),
        fail: failLevel(
          ["changes", "conflicts"],
          "End with exit code 10 if there are changes, or only for conflicts",
        ),
        waitLimit: waitFields.waitLimit,
      },
      operations: [contract.plan, contract.planned],
      hasFindings: true,
      examples: [
        "git plan",
        "git plan --direction export --fail",
        "git plan --repo . --json pages,conflicts",
      ],
      load: () => import("../features/git/plan.ts").then((m) => m.plan),
    }),
    info: query(contract.info, {
      columns: record,
      examples: ["git info", "git info --json state,error"],
    }),
    "remove-legacy": mutation(contract.removeLegacy, {
      doneText: "Removed the legacy Git connection.",
      absentText: "No legacy Git connection. No changes were made.",
      confirm: {
        question: "Remove the legacy Git connection of the space {space}?",
        names: [{ field: "spaceId", endpoints: space.get }],
      },
      examples: ["git remove-legacy --space Handbook"],
    }),
  },
});
