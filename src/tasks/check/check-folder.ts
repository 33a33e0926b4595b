/** Checks a folder on this machine by the rules over repositories; nothing is sent anywhere. */
import { resolve } from "node:path";
import type { Context } from "../../context.ts";
import { type Checked, named } from "./checked.ts";
import type { Configuration } from "./configuration.ts";
import { matchesGlob } from "./glob.ts";
import { readFolder } from "./read-repository.ts";
import { parameterOf } from "./report.ts";
import type { Rule } from "./rule.ts";

export async function checkFolder(
  context: Context,
  repo: string,
  rules: readonly Rule[],
  configuration: Configuration,
): Promise<Checked> {
  const { checkRepository } = await import("../../document/repository/check.ts");
  const { files, read } = await readFolder(resolve(context.cwd, repo), `--repo ${repo}`);
  const unlisted = rules.find(({ id }) => id === "page-unlisted");
  const except = unlisted ? parameterOf<readonly string[]>(unlisted, "except", configuration) : [];
  const progress = context.terminal.progress(`Reading ${repo} …`);
  const { faults, pages } = await checkRepository({
    files,
    read,
    mayBeUnlisted: (path) => except.some((pattern) => matchesGlob(path, pattern)),
  }).finally(() => progress.stop());
  const chosen = new Set(rules.map(({ id }) => id));
  return {
    found: faults
      .filter(({ rule }) => chosen.has(rule))
      .map(({ rule, path, line, target, message }) => ({
        ...{ rule, id: path, target, title: path, message },
        file: named(context.cwd, repo, path),
        ...(line !== undefined && { line }),
      })),
    looked: pages === 1 ? "1 page" : `${pages} pages`,
    titles: new Map(),
  };
}
