/** `tome git`. */
import type { PrintedColumn } from "../context.ts";
import { enumeration, optional, text } from "../contract/fields.ts";
import * as contract from "../contract/git.ts";
import * as space from "../contract/space.ts";
import { failLevel } from "./fail-level.ts";
import { custom, mutation, noun, query } from "./verb.ts";
import { waitFields } from "./wait-fields.ts";

const record: readonly PrintedColumn[] = [
  { header: "REPOSITORY", path: "repoName" },
  { header: "URL", path: "url", wide: true },
  { header: "REF", path: "ref" },
  { header: "PROVIDER", path: "installationProvider" },
  { header: "INTEGRATION", path: "integration" },
  { header: "OPERATION", path: "operation" },
  { header: "STATE", path: "state", as: "state" },
  { header: "ERROR", path: "error", wide: true },
  { header: "WARNINGS", path: "warnings", as: "list", wide: true },
  { header: "REVISION", path: "revision" },
  { header: "COMMIT", path: "commit" },
  { header: "UPDATED", path: "updatedAt", as: "time" },
];

export const commands = noun({
  summary: "Synchronize spaces with Git repositories",
  verbs: {
    import: custom({
      summary: contract.importRepository.summary,
      fields: { ...contract.importRepository.input, ...waitFields },
      operations: [contract.importRepository],
      mayPrompt: true,
      isWrite: true,
      examples: [
        "git import --url https://github.com/acme/docs.git --ref refs/heads/main --wait",
        "git import --url https://github.com/acme/all.git --ref refs/heads/main --project-directory docs",
      ],
      load: () => import("../features/git/sync.ts").then((m) => m.importRepository),
    }),
    export: custom({
      summary: contract.exportRepository.summary,
      fields: { ...contract.exportRepository.input, ...waitFields },
      operations: [contract.exportRepository],
      isWrite: true,
      examples: [
        'git export --url https://github.com/acme/docs.git --ref refs/heads/main --message "Edit the guide" --wait',
      ],
      load: () => import("../features/git/sync.ts").then((m) => m.exportRepository),
    }),
    plan: custom({
      summary: "Show the changes of an import or export without applying them",
      fields: {
        ...contract.plan.input,
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
