/** The rows of help for arguments and flags: syntax on the left, description on the right. */

import type { Verb } from "../../commands/verb.ts";
import { addTo } from "../../json/groups.ts";
import { allWord, isWordForAll } from "../parse/argument-values.ts";
import { type GlobalFlag, globalFlags, listFlags, mayAsk } from "../parse/global-flags.ts";
import {
  listParameters,
  listValueWords,
  type Parameter,
  toNullFlag,
  toValueName,
  writeParameter,
  writeParameterValue,
} from "../parse/parameters.ts";
import { describeReference } from "../resolve/references/reference-syntax.ts";
import type { HelpRow } from "./layout.ts";

export interface VerbRows {
  readonly arguments: readonly HelpRow[];
  readonly flags: readonly HelpRow[];
  /** The shared flags that only some commands take. */
  readonly shared: readonly GlobalFlag[];
}

export function toRows(verb: Verb): VerbRows {
  const parameters = listParameters(verb);
  const flags = parameters.filter((one) => !one.isArgument);
  const hasBody = parameters.some((one) => one.inBody);
  const shared = listFlags(verb, mayAsk(verb), hasBody).filter(
    ({ long }) => !flags.some(({ name }) => name === long),
  );
  return {
    arguments: parameters.filter((one) => one.isArgument).map(toParameterRow),
    flags: flags.map(toParameterRow),
    shared: shared.filter((flag) => flag.for !== undefined),
  };
}

/** The arguments of a verb as its usage line shows them. */
export function listArguments(verb: Verb): string[] {
  return listParameters(verb)
    .filter((one) => one.isArgument)
    .map(writeParameter);
}

export function toSharedRow(flag: GlobalFlag): HelpRow {
  const { long, short, value, valueOptional, values, help } = flag;
  const name = `${short === undefined ? "    " : `-${short}, `}--${long}`;
  if (value === undefined) return [name, help];
  const choices = values === undefined ? value : values.join("|");
  const left = valueOptional
    ? `${name} [${value}]`
    : `${name} <${choices.length > 24 ? value : choices}>`;
  return [left, choices.length > 24 ? `${help}: ${choices.replaceAll("|", ", ")}` : help];
}

/** Titles of the flags that only some commands take. */
const titles: Readonly<Record<NonNullable<GlobalFlag["for"]>, string>> = {
  limits: "Lists",
  choices: "Lists",
  lists: "Lists",
  tables: "Lists",
  gets: "Commands that get one resource",
  writes: "Commands that write",
  requests: "Commands that send requests",
  bodies: "Commands that send a request body",
  confirmed: "Commands that ask for confirmation",
  many: "Bulk commands",
  findings: "Commands that report findings",
};

/** The shared flags by group, those of all commands first. */
export const flagGroups: readonly (readonly [title: string, rows: readonly HelpRow[]])[] =
  groupFlags();

function groupFlags() {
  const groups = new Map<string, HelpRow[]>([["All commands", []]]);
  const flags: readonly GlobalFlag[] = globalFlags;
  for (const flag of flags) {
    const title = flag.for === undefined ? "All commands" : titles[flag.for];
    addTo(groups, title, toSharedRow(flag));
  }
  return [...groups];
}

function toParameterRow(parameter: Parameter): HelpRow {
  const { field, isArgument } = parameter;
  if (isArgument) return [writeParameter(parameter), formatHelp(parameter)];
  const short = field.short === undefined ? "    " : `-${field.short}, `;
  const no = toNullFlag(parameter);
  const value = field.kind === "boolean" ? "" : ` ${writeParameterValue(parameter)}`;
  const flag =
    field.kind === "boolean"
      ? writeParameter(parameter)
      : `--${parameter.name}${value}${no ? `, ${no}` : ""}`;
  return [`${short}${flag}`, formatHelp(parameter)];
}

/** Whether the syntax shows the values: `[changes]`, or choices. */
function isOnlyValue(parameter: Parameter): boolean {
  const value = toValueName(parameter);
  const { field } = parameter;
  return value.includes("|") || (field.kind === "enum" && field.values.join() === value);
}

function formatHelp(parameter: Parameter): string {
  const { field, required, isArgument, fallback } = parameter;
  const of = field.kind === "list" ? field.of : field;
  const words = [field.help === "" && of.kind === "id" ? describeReference(of.of) : field.help];
  const notes: string[] = [];
  // The dots of a rest argument say so.
  if (field.kind === "list" && !isArgument) notes.push("can be repeated");
  if (of.kind === "enum" && of.values.length <= 12 && !isOnlyValue(parameter)) {
    notes.push(
      [...listValueWords(of), ...(isWordForAll(field, allWord) ? [allWord] : [])].join(", "),
    );
  }
  if (field.kind === "text" && field.max !== undefined && field.max < 1000) {
    notes.push(`maximum ${field.max} characters`);
  }
  if (field.default !== undefined) notes.push(`default ${field.default}`);
  if (required && !isArgument && fallback === undefined) notes.push("required");
  if (fallback !== undefined)
    notes.push(`default: TOME_${fallback.toUpperCase()} or the ${fallback} setting`);
  const aside = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
  return `${words.join("")}${aside}`.trim();
}
