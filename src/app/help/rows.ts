/** The rows of help for arguments and flags: on the left how each is written, on the right what it does. */

import type { Verb } from "../../commands/verb.ts";
import { addTo } from "../../json/groups.ts";
import { flagsFor, type GlobalFlag, globalFlags, isConfirmed } from "../parse/global-flags.ts";
import {
  listParameters,
  nullFlag,
  type Parameter,
  valueName,
  wordsFor,
  written,
  writtenValue,
} from "../parse/parameters.ts";
import { describeReference } from "../resolve/references/form.ts";
import type { Row } from "./layout.ts";

export interface VerbRows {
  readonly arguments: readonly Row[];
  readonly flags: readonly Row[];
  /** The shared flags that only some commands take. */
  readonly shared: readonly GlobalFlag[];
}

export function toRows(verb: Verb): VerbRows {
  const parameters = listParameters(verb);
  const flags = parameters.filter((one) => !one.isArgument);
  const hasBody = parameters.some((one) => one.inBody);
  const shared = flagsFor(verb, isConfirmed(verb), hasBody).filter(
    ({ long }) => !flags.some(({ name }) => name === long),
  );
  return {
    arguments: parameters.filter((one) => one.isArgument).map(parameterRow),
    flags: flags.map(parameterRow),
    shared: shared.filter((flag) => flag.for !== undefined),
  };
}

/** The arguments of a verb as its usage shows them. */
export function listArguments(verb: Verb): string[] {
  return listParameters(verb)
    .filter((one) => one.isArgument)
    .map(written);
}

export function sharedRow(flag: GlobalFlag): Row {
  const { long, short, value, valueOptional, values, help } = flag;
  const name = `${short === undefined ? "    " : `-${short}, `}--${long}`;
  if (value === undefined) return [name, help];
  const choices = values === undefined ? value : values.join("|");
  const left = valueOptional
    ? `${name} [${value}]`
    : `${name} <${choices.length > 24 ? value : choices}>`;
  return [left, choices.length > 24 ? `${help}: ${choices.replaceAll("|", ", ")}` : help];
}

/** The title of the flags that not every command takes. */
const titles: Readonly<Record<NonNullable<GlobalFlag["for"]>, string>> = {
  limits: "Of lists",
  choices: "Of lists",
  lists: "Of lists",
  tables: "Of lists",
  gets: "Of commands that get one thing",
  writes: "Of commands that change something",
  requests: "Of commands that send requests",
  bodies: "Of commands that send a body",
  confirmed: "Of commands that ask for confirmation",
  many: "Of commands that take many things at once",
  findings: "Of commands that look for faults",
};

/** The shared flags by the commands that take them, those of every command first. */
export const flagGroups: readonly (readonly [title: string, rows: readonly Row[]])[] = groupFlags();

function groupFlags() {
  const groups = new Map<string, Row[]>([["Of every command", []]]);
  const flags: readonly GlobalFlag[] = globalFlags;
  for (const flag of flags) {
    const title = flag.for === undefined ? "Of every command" : titles[flag.for];
    addTo(groups, title, sharedRow(flag));
  }
  return [...groups];
}

function parameterRow(parameter: Parameter): Row {
  const { field, isArgument } = parameter;
  if (isArgument) return [written(parameter), formatHelp(parameter)];
  const short = field.short === undefined ? "    " : `-${field.short}, `;
  const no = nullFlag(parameter);
  const value = field.kind === "flag" ? "" : ` ${writtenValue(parameter)}`;
  const flag =
    field.kind === "flag"
      ? written(parameter)
      : `--${parameter.name}${value}${no ? `, ${no}` : ""}`;
  return [`${short}${flag}`, formatHelp(parameter)];
}

function formatHelp(parameter: Parameter): string {
  const { field, required, isArgument, fallback } = parameter;
  const of = field.kind === "list" ? field.of : field;
  const words = [field.help === "" && of.kind === "id" ? describeReference(of.of) : field.help];
  const notes: string[] = [];
  if (field.kind === "list") notes.push("may be repeated");
  if (of.kind === "oneOf" && of.values.length <= 12 && !valueName(parameter).includes("|")) {
    notes.push(wordsFor(of).join(", "));
  }
  if (field.kind === "text" && field.max !== undefined && field.max < 1000) {
    notes.push(`at most ${field.max} characters`);
  }
  if (field.default !== undefined) notes.push(`default ${field.default}`);
  if (required && !isArgument && fallback === undefined) notes.push("required");
  if (fallback !== undefined)
    notes.push(`else TOME_${fallback.toUpperCase()} or the setting ${fallback}`);
  const aside = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  return `${words.join("")}${aside}`.trim();
}
