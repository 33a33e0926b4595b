/** Checks a folder on this machine by the rules over repositories; nothing is sent anywhere. */
import { relative, resolve } from "node:path";
import type { Context } from "../../context.ts";
import type { CheckedTexts } from "../../document/repository/check.ts";
import type { RepositoryFault } from "../../document/repository/fault.ts";
import { Unsettled } from "../../errors.ts";
import { FileRefusedError } from "../../files/file-rules.ts";
import { counted } from "../../json/counted.ts";
import { type Checked, named } from "./checked.ts";
import type { Configuration } from "./configuration.ts";
import { matchesGlob } from "./glob.ts";
import { type Folder, readFolder } from "./read-repository.ts";
import { getRuleParameter } from "./report.ts";
import type { Rule } from "./rule.ts";

/** Content of the folder, and texts that were checked before. */
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
  const content = known?.content ?? (await readFolder(folder, repo));
  const refused = [...content.refused];
  const unreadPaths: string[] = [];
  /** What cannot be read counts as empty, so that the rest is checked; the check fails for it. */
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
  // What the check itself writes is no part of the documentation.
  const reports = new Set(choice.reportFiles?.map((file) => named(folder, cwd, file)));
  const files = content.files.filter(({ path }) => !reports.has(path));
  const unlisted = rules.find(({ id }) => id === "page-unlisted");
  const except = unlisted
    ? getRuleParameter<readonly string[]>(unlisted, "except", configuration)
    : [];
  const progress = context.terminal.progress(`Reading ${repo} …`);
  const { faults, pages, unread } = await checkRepository({
    files,
    read,
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
        file: named(context.cwd, repo, path),
        ...(line !== undefined && { line }),
      })),
    looked: counted(pages, "page"),
    titles: new Map(),
    notes: describeLinks(content.links),
    unread: describeRefused(context, [
      ...refused,
      ...unread.filter(({ rule }) => !isError(rule, chosen, configuration)).map(toRefusal),
    ]),
  };
}

/** Whether a finding of the rule fails the check by itself. */
function isError(
  rule: string,
  chosen: ReadonlySet<string>,
  { rules }: Pick<Configuration, "rules">,
): boolean {
  return chosen.has(rule) && (rules.get(rule)?.level ?? "error") === "error";
}

function toRefusal({ path, message }: RepositoryFault): FileRefusedError {
  return new FileRefusedError(path, "unreadable", message);
}

const mostNamed = 3;

function describeLinks(links: readonly string[]): string[] {
  if (links.length === 0) return [];
  const count = counted(links.length, "symbolic link is", "symbolic links are");
  const more = links.length > mostNamed ? ", …" : "";
  const names = `${links.slice(0, mostNamed).join(", ")}${more}`;
  return [`${count} left out, as an import leaves links out: ${names}.`];
}

/** Whatever rules were chosen: a check does not pass what it could not read. */
function describeRefused(
  { cwd }: Pick<Context, "cwd">,
  refused: readonly FileRefusedError[],
): Unsettled | undefined {
  const [first, ...others] = refused;
  if (first === undefined) return undefined;
  const count = counted(refused.length, "file could", "files could");
  const more = others.length === 0 ? "" : ` ${counted(others.length, "further file")} as well.`;
  return new Unsettled(
    "partial",
    `${count} not be read. ${first.message}${more}`,
    undefined,
    refused.map(({ file, fileRule, message }) => ({
      rule: `file-${fileRule}`,
      level: "error",
      message,
      location: { file: relative(cwd, resolve(cwd, file)).replaceAll("\\", "/") },
    })),
  );
}
