/** Values that completion offers for an argument or a flag. */
import type { CommandField } from "../../commands/fields.ts";
import { type Noun, nouns } from "../../contract/nouns.ts";
import { settingTable } from "../../settings/table.ts";
import type { Parameter } from "../parse/parameters.ts";
import { type CachedNoun, findChangeable, resolveParent } from "../resolve/id-parents.ts";

export interface CompletionValue {
  /** Suggested words; other values may be valid. */
  readonly words: readonly string[];
  /** The words of a comma-separated list. */
  readonly members: readonly string[];
  readonly path: "file" | "folder" | undefined;
  readonly ids: readonly CachedIds[];
  /** More values of the same kind can follow. */
  readonly repeats: boolean;
}

/** The stored ids of a noun. */
export interface CachedIds {
  readonly noun: CachedNoun;
  /** The prefix of the id: `collection:`, or nothing. */
  readonly prefix: string;
  /**
   * The sources that may name the parent, in order of precedence: a flag, the index of an argument
   * from 0 after `#`, or an environment variable. Without a parent, ids of all parents are offered.
   */
  readonly parentSources: readonly string[];
  /** The noun of the parent, whose stored titles the sources may contain. */
  readonly parent: Noun | undefined;
}

export const anyValue: CompletionValue = {
  words: [],
  members: [],
  path: undefined,
  ids: [],
  repeats: false,
};

/**
 * @param all the parameters of its command, one of which may name its parent
 * @param changes whether the command changes the resource of an argument, which must not be a merged
 *   change request or an import that has ended
 */
export function describeValueCompletion(
  parameter: Parameter,
  all: readonly Parameter[],
  changes = false,
): CompletionValue {
  const { field, isArgument } = parameter;
  const of = field.kind === "list" ? field.of : field;
  return {
    words: listWords(field, of),
    members: [],
    path: resolvePath(parameter, of),
    ids: listIds(of, all).map((one) =>
      changes && isArgument ? { ...one, noun: findChangeable(one.noun)?.noun ?? one.noun } : one,
    ),
    repeats: isArgument && field.kind === "list",
  };
}

function listWords(field: CommandField, of: CommandField): string[] {
  const nullWords = [field.nullWord, of.nullWord].filter((word) => word !== undefined);
  const words =
    of.kind === "enum" ? of.values : of.kind === "json" ? Object.keys(of.words ?? {}) : [];
  return [...new Set([...words, ...nullWords])];
}

/**
 * A placeholder `path` stands for a file, unless the parameter itself is called path: that is part
 * of a URL.
 */
function resolvePath({ field, name }: Parameter, of: CommandField): CompletionValue["path"] {
  if (of.kind !== "text" && of.kind !== "json") return undefined;
  const placeholder = field.placeholder ?? of.placeholder ?? "";
  if (placeholder === "folder") return "folder";
  const isFile = placeholder === "file" || placeholder === "file-or-url" || name === "file";
  return isFile || (placeholder === "path" && name !== "path") ? "file" : undefined;
}

function listIds(of: CommandField, all: readonly Parameter[]): CachedIds[] {
  if (of.kind === "id") {
    const isDeletedSpace = of.deleted === true && of.of === "space";
    return [getCachedIds(isDeletedSpace ? "deletedSpace" : of.of, "", all)];
  }
  if (of.kind === "text" && of.names !== undefined) return [getCachedIds(of.names, "", all)];
  if (of.kind !== "pointer") return [];
  return of.to.map((noun) =>
    getCachedIds(noun, noun === of.bare ? "" : `${nouns[noun].flag}:`, all),
  );
}

function getCachedIds(noun: CachedNoun, prefix: string, all: readonly Parameter[]): CachedIds {
  const parent = resolveParent(noun);
  return {
    noun,
    prefix,
    parent,
    parentSources: parent === undefined ? [] : listParentSources(parent, all),
  };
}

function listParentSources(parent: Noun, all: readonly Parameter[]): string[] {
  const named = all.find(
    ({ field, isArgument }) =>
      field.kind === "id" && field.of === parent && (isArgument || field.flag === undefined),
  );
  if (named === undefined) return [];
  const { isArgument, name, fallback } = named;
  const source = isArgument
    ? `#${all.filter((one) => one.isArgument).indexOf(named)}`
    : `--${name}`;
  return [source, ...(fallback === undefined ? [] : settingTable[fallback].variables)];
}
