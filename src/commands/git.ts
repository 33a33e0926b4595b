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
  { header: "LAST", path: "operation" },
  { header: "STATE", path: "state", as: "state" },
  { header: "ERROR", path: "error", wide: true },
  { header: "WARNINGS", path: "warnings", as: "list", wide: true },
  { header: "REVISION", path: "revision" },
  { header: "COMMIT", path: "commit" },
  { header: "UPDATED", path: "updatedAt", as: "time" },
];

export const commands = noun({
  does: "Keep a space and a Git repository in sync",
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
      does: "Show what an import or export would change, before it does",
      fields: {
        ...contract.plan.input,
        direction: optional(
          enumeration(["import", "export"], "What would be done", { default: "import" }),
        ),
        repo: optional(
          text(
            "Checkout on this machine, in place of --url and --ref; only what is committed counts",
            {
              placeholder: "folder",
            },
          ),
        ),
        fail: optional(flag("End with exit code 10 if anything would change")),
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
      done: "Removed the old Git connection.",
      absent: "There is no old Git connection any more.",
      confirm: {
        question: "Remove the old Git connection of the space {space}?",
        names: [{ of: "spaceId", by: space.get }],
      },
      examples: ["git remove-legacy --space Handbook"],
    }),
  },
});
