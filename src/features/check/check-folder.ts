/** Check of a local folder by the repository rules, without network access. */
import { relative, resolve } from "node:path";
import type { Context } from "../../context.ts";
import type { CheckedTexts } from "../../document/repository/check.ts";
import type { RepositoryFault } from "../../document/repository/repository-fault.ts";
import { IncompleteError } from "../../errors.ts";
import { FileRefusedError } from "../../files/file-rules.ts";
import { formatCount } from "../../json/pluralize.ts";
import { type CheckResult, formatCheckedPath } from "./checked.ts";
import type { CheckConfig } from "./configuration.ts";
import { matchesGlob } from "./glob.ts";
import { type RepositoryFolder, readFolder } from "./read-repository.ts";
import { getRuleParameter } from "./report.ts";
import type { CheckRule } from "./rule.ts";

/** Content of the folder and results of an earlier check. */
export interface FolderState {
  readonly content: RepositoryFolder;
  readonly texts: CheckedTexts;
}

export async function checkFolder(
  context: Context,
  repo: string,
  rules: readonly CheckRule[],
  configuration: CheckConfig,
  known?: FolderState,
): Promise<CheckResult> {
  const { checkRepository } = await import("../../document/repository/check.ts");
  const { cwd, choice } = context;
  const folder = resolve(cwd, repo);
  const content = known?.content ?? (await readFolder(folder, repo));
  const refused = [...content.refused];
  const unreadPaths: string[] = [];
  /** Unreadable files count as empty, so that the other files are checked; the check fails at the end. */
  const read = async (path: string) => {
    try {
      return await content.read(path);
    } catch (error) {
      if (!(error instanceof FileRefusedError)) throw error;
      refused.push(error);
      unreadPaths.push(path);
      return "";
    }
  };
  const readSmall = async (path: string) => {
    try {
      return Buffer.from(await content.readBytes(path)).toString("latin1");
    } catch (error) {
      if (!(error instanceof FileRefusedError)) throw error;
      return undefined;
    }
  };
  // Report files of the check are not part of the documentation.
  const reports = new Set(choice.reportFiles?.map((file) => formatCheckedPath(folder, cwd, file)));
  const files = content.files.filter(({ path }) => !reports.has(path));
  const unlisted = rules.find(({ id }) => id === "page-unlisted");
  const except = unlisted
    ? getRuleParameter<readonly string[]>(unlisted, "except", configuration)
    : [];
  const progress = context.terminal.progress(`Reading ${repo} …`);
  const { faults, pages, unread } = await checkRepository({
    files,
    links: content.links,
    read,
    readSmall,
    exists: (path) => content.has(path).catch(() => false),
    today: new Date().toISOString().slice(0, 10),
    texts: known?.texts,
    mayBeUnlisted: (path) => except.some((pattern) => matchesGlob(path, pattern)),
  }).finally(() => progress.stop());
  for (const key of known?.texts.keys() ?? []) {
    if (unreadPaths.includes(key.split("\0", 1)[0] ?? "")) known?.texts.delete(key);
  }
  const chosen = new Set(rules.map(({ id }) => id));
  return {
    found: faults
      .filter(({ rule }) => chosen.has(rule))
      .map(({ rule, path, line, target, message }) => ({
        ...{ rule, id: path, target, title: path, message },
        file: formatCheckedPath(context.cwd, repo, path),
        ...(line !== undefined && { line }),
      })),
    looked: formatCount(pages, "page"),
    examined: [
      [files.length, "file"],
      [pages, "page"],
    ],
    titles: new Map(),
    unread: describeRefused(context, [
      ...refused,
      ...unread.filter(({ rule }) => !isError(rule, chosen, configuration)).map(toRefusal),
    ]),
  };
}

/** Whether a finding of the rule is an error. */
function isError(
  rule: string,
  chosen: ReadonlySet<string>,
  { rules }: Pick<CheckConfig, "rules">,
): boolean {
  return chosen.has(rule) && (rules.get(rule)?.level ?? "error") === "error";
}

function toRefusal({ path, message }: RepositoryFault): FileRefusedError {
  return new FileRefusedError(path, "unreadable", message);
}

/** A check with unreadable files does not pass, regardless of its rules. */
function describeRefused(
  { cwd }: Pick<Context, "cwd">,
  refused: readonly FileRefusedError[],
): IncompleteError | undefined {
  const [first, ...others] = refused;
  if (first === undefined) return undefined;
  const count = formatCount(refused.length, "file could", "files could");
  const prefix = others.length === 0 ? "" : "First: ";
  return new IncompleteError(
    "partial",
    `${count} not be read. ${prefix}${first.message}`,
    undefined,
    refused.map(({ file, fileRule, message }) => ({
      rule: `file-${fileRule}`,
      level: "error",
      message,
      location: { file: relative(cwd, resolve(cwd, file)).replaceAll("\\", "/") },
    })),
  );
}
