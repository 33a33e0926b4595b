/** `tome git`. */
import type { Column } from "../context.ts";
import { enumeration, flag, optional, text } from "../contract/fields.ts";
import * as contract from "../contract/git.ts";
import * as space from "../contract/space.ts";
import { act, noun, show, task } from "./verb.ts";
import { waitFields } from "./wait-fields.ts";

const record: readonly Column[] = [
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
  does: "Synchronize spaces with Git repositories",
  verbs: {
    import: task({
      does: contract.importRepository.does,
      fields: { ...contract.importRepository.input, ...waitFields },
      sends: [contract.importRepository],
      asks: true,
      writes: true,
      examples: [
        "git import --url https://github.com/acme/docs.git --ref refs/heads/main --wait",
        "git import --url https://github.com/acme/all.git --ref refs/heads/main --project-directory docs",
      ],
      load: () => import("../features/git/sync.ts").then((m) => m.importRepository),
    }),
    export: task({
      does: contract.exportRepository.does,
      fields: { ...contract.exportRepository.input, ...waitFields },
      sends: [contract.exportRepository],
      writes: true,
      examples: [
        'git export --url https://github.com/acme/docs.git --ref refs/heads/main --message "Edit the guide" --wait',
      ],
      load: () => import("../features/git/sync.ts").then((m) => m.exportRepository),
    }),
    plan: task({
      does: "Show the changes of an import or export without applying them",
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
        fail: optional(flag("End with exit code 10 if there are changes")),
        waitLimit: waitFields.waitLimit,
      },
      sends: [contract.plan, contract.planned],
      finds: true,
      examples: [
        "git plan",
        "git plan --direction export --fail",
        "git plan --repo . --json pages,conflicts",
      ],
      load: () => import("../features/git/plan.ts").then((m) => m.plan),
    }),
    info: show(contract.info, {
      columns: record,
      examples: ["git info", "git info --json state,error"],
    }),
    "remove-legacy": act(contract.removeLegacy, {
      done: "Removed the legacy Git connection.",
      absent: "No legacy Git connection. No changes were made.",
      confirm: {
        question: "Remove the legacy Git connection of the space {space}?",
        names: [{ of: "spaceId", by: space.get }],
      },
      examples: ["git remove-legacy --space Handbook"],
    }),
  },
});
