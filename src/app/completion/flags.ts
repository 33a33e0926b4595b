/** Flags for completion, with a row for each way to write one. */

import type { CommandField } from "../../commands/fields.ts";
import type { Verb } from "../../commands/verb.ts";
import { nouns, parents } from "../../contract/nouns.ts";
import { addTo } from "../../json/groups.ts";
import {
  type GlobalFlag,
  globalFlags,
  listFlags,
  mayAsk,
  takesNextWord,
} from "../parse/global-flags.ts";
import { type Parameter, toNullFlag } from "../parse/parameters.ts";
import { describeReference } from "../resolve/references/reference-syntax.ts";
import { anyValue, type CompletionValue, describeValueCompletion } from "./value.ts";

export interface FlagRow {
  /** With its dashes. */
  readonly name: string;
  readonly summary: string;
  /** Absent for a flag without a value. */
  readonly value: CompletionValue | undefined;
  /** Accepted, but not offered. */
  readonly hidden: boolean;
}

/** The shared flags by the commands that take them: `every`, `lists` and so on. */
export const flagGroups: ReadonlyMap<string, readonly FlagRow[]> = groupFlags(globalFlags);

const sharedRows: readonly FlagRow[] = [...flagGroups.values()].flat();

/** The flags that are accepted before the verb, without those that only some verbs accept. */
export const earlyFlags: readonly FlagRow[] = [
  ...[...flagGroups].flatMap(([name, rows]) => (name === "every" ? rows : rows.map(hide))),
  ...listParentRows(),
];

export function listFlagRows(verb: Verb, parameters: readonly Parameter[]): readonly FlagRow[] {
  const own = parameters.filter((one) => !one.isArgument);
  const hasBody = parameters.some((one) => one.inBody);
  const shared = listFlags(verb, mayAsk(verb), hasBody);
  const sharedNames = new Set(shared.flatMap(listFlagNames));
  const ownNames = new Set(own.map(({ name }) => `--${name}`));
  return [
    ...own.flatMap((flag) => listOwnRows(flag, parameters, shared)),
    ...listColumnRows(verb, shared),
    ...sharedRows.filter(({ name }) => sharedNames.has(name) && !ownNames.has(name)),
  ];
}

/**
 * Values of `--columns`, `--sort` and `--filter` for this command. These rows precede those that
 * all lists share, and so decide the value; they are not offered a second time.
 */
function listColumnRows(verb: Verb, shared: readonly GlobalFlag[]): FlagRow[] {
  if (verb.kind !== "query") return [];
  const names = verb.columns.map(({ header }) => header.toLowerCase().replaceAll(" ", "-"));
  const values = [
    ["columns", { ...anyValue, members: names }],
    ["sort", { ...anyValue, words: names }],
    ["filter", { ...anyValue, words: names.map((name) => `${name}=`) }],
  ] as const;
  return values
    .filter(([long]) => names.length > 0 && shared.some((flag) => flag.long === long))
    .map(([long, value]) => hide(createRow(`--${long}`, "", value)));
}

function listOwnRows(
  flag: Parameter,
  all: readonly Parameter[],
  shared: readonly GlobalFlag[],
): FlagRow[] {
  const { field, name } = flag;
  const does = formatHelp(field);
  const foreign = shared.find(({ long }) => long === name)?.values ?? [];
  const given = describeValueCompletion(flag, all);
  const words = [...new Set([...given.words, ...foreign])];
  const value = field.kind === "boolean" ? undefined : { ...given, words };
  const no = toNullFlag(flag);
  const noDoes =
    field.kind === "boolean" ? `The opposite of --${name}` : `No ${name.replaceAll("-", " ")}`;
  return [
    createRow(`--${name}`, does, value),
    ...(field.short === undefined ? [] : [createRow(`-${field.short}`, does, value)]),
    ...(no === undefined
      ? []
      : [
          flag.isSwitch ? hide(createRow(no, noDoes, undefined)) : createRow(no, noDoes, undefined),
        ]),
    ...(name === "org" ? [hide(createRow("--organization", does, value))] : []),
  ];
}

function groupFlags(flags: readonly GlobalFlag[]): Map<string, FlagRow[]> {
  const groups = new Map<string, FlagRow[]>();
  for (const flag of flags) {
    const name = flag.for ?? "every";
    for (const row of listSharedRows(flag)) addTo(groups, name, row);
  }
  return groups;
}

function listSharedRows({
  long,
  short,
  value,
  valueOptional,
  values,
  help,
}: GlobalFlag): FlagRow[] {
  const path = value === "file" ? value : undefined;
  const isFollowed = value !== undefined && !valueOptional;
  const takes: CompletionValue | undefined = isFollowed
    ? { ...anyValue, words: values ?? [], path }
    : undefined;
  return [
    createRow(`--${long}`, help, takes),
    ...(short === undefined ? [] : [createRow(`-${short}`, help, takes)]),
  ];
}

/** The flags of the parents that are accepted before the verb. */
function listParentRows(): FlagRow[] {
  return parents
    .flatMap((noun) => {
      const ids = [{ noun, prefix: "", parent: undefined, parentSources: [] }];
      const value: CompletionValue = { ...anyValue, ids };
      const names = noun === "org" ? ["--org", "--organization"] : [`--${nouns[noun].flag}`];
      return names.map((name) => hide(createRow(name, describeReference(noun), value)));
    })
    .filter(({ name }) => takesNextWord(name));
}

function createRow(name: string, does: string, value: CompletionValue | undefined): FlagRow {
  return { name, summary: does, value, hidden: false };
}

function hide(one: FlagRow): FlagRow {
  return { ...one, hidden: true };
}

function listFlagNames({ long, short }: GlobalFlag): string[] {
  return short === undefined ? [`--${long}`] : [`--${long}`, `-${short}`];
}

function formatHelp(field: CommandField): string {
  const of = field.kind === "list" ? field.of : field;
  return field.help === "" && of.kind === "id" ? describeReference(of.of) : field.help;
}
