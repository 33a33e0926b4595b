/** Checks a folder on this machine by the rules over repositories; nothing is sent anywhere. */
import { resolve } from "node:path";
import type { Context } from "../../context.ts";
import type { CheckedTexts } from "../../document/repository/check.ts";
import { counted } from "../../json/counted.ts";
import { type Checked, named } from "./checked.ts";
import type { Configuration } from "./configuration.ts";
import { matchesGlob } from "./glob.ts";
import { type Folder, readFolder } from "./read-repository.ts";
import { parameterOf } from "./report.ts";
import type { Rule } from "./rule.ts";

/** What is known of the folder. */
export interface Known {
  /** What the folder has now. */
  readonly content: Folder;
  readonly texts: CheckedTexts;
}

export async function checkFolder(
  context: Context,
  repo: string,
  rules: readonly Rule[],
  configuration: Configuration,
  known?: Known,
): Promise<Checked> {
  const { checkRepository } = await import("../../document/repository/check.ts");
  const { cwd, choice } = context;
  const folder = resolve(cwd, repo);
  const content = known?.content ?? (await readFolder(folder, `--repo ${repo}`));
  const { read } = content;
  // What the check itself writes is no part of the documentation.
  const reports = new Set(choice.reportFiles?.map((file) => named(folder, cwd, file)));
  const files = content.files.filter(({ path }) => !reports.has(path));
  const unlisted = rules.find(({ id }) => id === "page-unlisted");
  const except = unlisted ? parameterOf<readonly string[]>(unlisted, "except", configuration) : [];
  const progress = context.terminal.progress(`Reading ${repo} …`);
  const { faults, pages } = await checkRepository({
    files,
    read,
    texts: known?.texts,
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
    looked: counted(pages, "page"),
    titles: new Map(),
  };
}
