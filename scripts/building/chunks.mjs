/**
 * Files that are always loaded together, which go into one chunk: each chunk costs a search of the
 * disk, and every command pays for it. All else stays in chunks by what imports it.
 */
import { access } from "node:fs/promises";
import { resolve } from "node:path";

/** In the order in which they take what several of them need. */
const together = {
  /** What any command line loads, help that the launcher does not know included. */
  start: [
    "src/app/composition.ts",
    "src/app/find-command.ts",
    "src/app/machine.ts",
    "src/app/report.ts",
    "src/commands/verb.ts",
    "src/contract/endpoint.ts",
    "src/terminal/json-text.ts",
  ],
  /** What every command loads that asks the platform something and prints the answer. */
  verb: [
    "src/app/input.ts",
    "src/app/parameters.ts",
    "src/app/parse.ts",
    "src/app/print.ts",
    "src/app/run.ts",
    "src/client/client.ts",
    "src/client/transport.ts",
    "src/client/wire-direct.ts",
    "src/commands/columns.ts",
    "src/commands/content-words.ts",
    "src/contract/check.ts",
    "src/contract/content-flags.ts",
    "src/contract/languages.ts",
    "src/contract/roles.ts",
    "src/terminal/print-list.ts",
    "src/terminal/print-record.ts",
  ],
  /** What every command loads that asks the platform in this process. */
  platform: ["src/service/open.ts", "src/service/service.ts"],
};

/**
 * @param {string} root
 * @returns {Promise<{ name: string, priority: number, test: (id: string) => boolean }[]>}
 */
export async function chunkGroups(root) {
  const groups = Object.entries(together).map(async ([name, files], index) => {
    const paths = files.map((file) => resolve(root, file));
    // A file that was moved would silently be left out.
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
