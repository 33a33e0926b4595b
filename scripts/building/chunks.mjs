/**
 * Files that are always loaded together and share a chunk, because each chunk costs a file access. The
 * bundler assigns all other files by their importers.
 */
import { access } from "node:fs/promises";
import { resolve } from "node:path";

/** In order of priority: the first group gets the files that several groups need. */
const together = {
  /** Loaded by every command, including help that the launcher does not print itself. */
  start: [
    "src/app/run/composition.ts",
    "src/app/parse/find-command.ts",
    "src/app/run/machine.ts",
    "src/app/output/report.ts",
    "src/commands/verb.ts",
    "src/contract/endpoint.ts",
    "src/terminal/formats/json-text.ts",
  ],
  /** Loaded by every command that sends a request and prints the response. */
  verb: [
    "src/app/resolve/input.ts",
    "src/app/parse/parameters.ts",
    "src/app/parse/parse.ts",
    "src/app/output/print.ts",
    "src/app/run/run.ts",
    "src/client/client.ts",
    "src/client/transport/transport.ts",
    "src/client/transport/direct-transport.ts",
    "src/commands/columns.ts",
    "src/commands/content-words.ts",
    "src/contract/content-flags.ts",
    "src/contract/languages.ts",
    "src/contract/roles.ts",
    "src/terminal/print-list.ts",
    "src/terminal/print-record.ts",
  ],
  /** Operations and columns that the commands of spaces and many others define their verbs with. */
  common: [
    "src/commands/comment-words.ts",
    "src/commands/permission.ts",
    "src/commands/placement.ts",
    "src/contract/comment.ts",
    "src/contract/comment-operations.ts",
    "src/contract/content.ts",
    "src/contract/integration.ts",
    "src/contract/integration-values.ts",
    "src/contract/merge-rule-words.ts",
    "src/contract/slugs.ts",
    "src/contract/organization.ts",
    "src/contract/people-fields.ts",
    "src/contract/permission-operations.ts",
    "src/contract/placement.ts",
    "src/contract/space.ts",
    "src/contract/space-permission.ts",
  ],
  /** The same for the commands of organizations. */
  organization: [
    "src/commands/times.ts",
    "src/contract/invitation.ts",
    "src/contract/member.ts",
    "src/contract/organization-invite.ts",
  ],
  /** The schema library, and the errors of inputs; most valid inputs need neither. */
  validation: ["src/contract/check.ts"],
  /** Loaded by the local platform, and by commands without it: it would not be loaded for them. */
  shared: [
    "src/contract/content-roles.ts",
    "src/contract/permission-flags.ts",
    "src/contract/required-roles.ts",
    "src/contract/requirement.ts",
    "src/contract/rules.ts",
    "src/contract/site-roles.ts",
    "src/files/rename-file.ts",
    "src/json/canonical.ts",
    "src/json/scan.ts",
  ],
  /** Loaded by every command that runs the local platform in its process. */
  platform: ["src/service/open.ts", "src/service/service.ts"],
};

/**
 * @param {string} root
 * @returns {Promise<{ name: string, priority: number, test: (id: string) => boolean }[]>}
 */
export async function chunkGroups(root) {
  const groups = Object.entries(together).map(async ([name, files], index) => {
    const paths = files.map((file) => resolve(root, file));
    // A missing file would be ignored silently.
    for (const path of paths) await access(path);
    const members = new Set(paths);
    return {
      name,
      priority: Object.keys(together).length - index,
      test: (/** @type {string} */ id) => members.has(id),
    };
  });
  return Promise.all(groups);
}
