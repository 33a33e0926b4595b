/** Command lines with their expected suggestions, derived from the model and not from a script. */
import { type FlagRow, flagGroups } from "../../../src/app/completion/flags.ts";
import type { CommandNode, CompletionModel } from "../../../src/app/completion/model.ts";
import type { CompletionValue } from "../../../src/app/completion/value.ts";
import { getIdFile } from "../../../src/app/resolve/id-parents.ts";
import { amount } from "../../support/generators/amount.ts";
import { randomFrom } from "../../support/generators/random.ts";

export interface Case {
  /** The cursor is at its end. */
  readonly line: string;
  /** Complete words, including the part that the line already contains. */
  readonly offered: readonly string[];
  /** Files or folders are suggested instead. */
  readonly path?: "file" | "folder" | undefined;
}

/** Ids of two resources of every noun, as stored by `seedIds`. */
export function listIds(file: string): string[] {
  return [`${file}-1`, `${file}-2`];
}

/** Every command, every subcommand, every flag, every value. */
export function listCases({ nodes, topics }: CompletionModel): Case[] {
  const [root] = nodes;
  const words = root?.below.map(({ word }) => word).filter((word) => word !== "help") ?? [];
  const all = new Set([...words, ...topics.map(({ word }) => word)]);
  const help = { line: "tome help ", offered: [...all] };
  return [help, ...nodes.flatMap(casesOfCommand), ...nested(nodes)];
}

/**
 * A part of the cases, because each takes up to 20 ms in zsh and fish. The scripts of all shells read
 * the same model, and bash is asked for every case.
 */
export function sampleCases(model: CompletionModel): Case[] {
  const random = randomFrom();
  const share = amount({ short: 0.15, full: 1 });
  return listCases(model).filter(() => share === 1 || random.chance(share));
}

function casesOfCommand({ path, plural, below, arguments: values, flags }: CommandNode): Case[] {
  const line = ["tome", ...path, ""].join(" ");
  const offeredFlags = flags.filter(({ hidden }) => !hidden).map(({ name }) => name);
  const first = values[0];
  const next: Case =
    below.length > 0
      ? { line, offered: below.map(({ word }) => word) }
      : first === undefined
        ? { line, offered: offeredFlags }
        : { line, ...offeredBy(first) };
  const aliases =
    plural === undefined
      ? []
      : [{ ...next, line: ["tome", ...path.slice(0, -1), plural, ""].join(" ") }];
  return [
    next,
    ...aliases,
    { line: `${line}--`, offered: offeredFlags.filter((name) => name.startsWith("--")) },
    ...values.slice(1).map((value, index) => {
      const before = values.slice(0, index + 1).map(() => "x ");
      return { line: `${line}${before.join("")}`, ...offeredBy(value) };
    }),
    ...flags
      .filter(({ value }) => value !== undefined)
      .filter((row) => !isShared(row) || line === "tome space list ")
      // A flag of the command precedes the global one.
      .filter(({ name }, at, all) => all.findIndex((one) => one.name === name) === at)
      .flatMap(({ name, value }): Case[] => {
        const offered = offeredBy(value);
        const joined = offered.offered.map((word) => `${name}=${word}`);
        // That free text has no suggestions is tested with one noun.
        if (joined.length + (offered.path?.length ?? 0) === 0 && path[0] !== "space") return [];
        const isLong = name.startsWith("--") && offered.path === undefined;
        return [
          { line: `${line}${name} `, ...offered },
          ...(isLong ? [{ line: `${line}${name}=`, offered: joined }] : []),
        ];
      }),
  ];
}

/** The values of a global flag are tested with one command. */
function isShared(row: FlagRow): boolean {
  return row.hidden || [...flagGroups.values()].some((rows) => rows.includes(row));
}

/** Flags before the verb are recognized. */
function nested(nodes: readonly CommandNode[]): Case[] {
  return nodes
    .filter(({ below, path }) => below.length > 0 && path.length > 0)
    .map(({ path, below }) => ({
      line: `tome --profile default --quiet ${path.join(" -L 5 ")} --base-url=http://platform.test `,
      offered: below.map(({ word }) => word),
    }));
}

function offeredBy(value: CompletionValue | undefined): Pick<Case, "offered" | "path"> {
  if (value === undefined) return { offered: [] };
  const ids = value.ids.flatMap(({ noun, prefix }) =>
    listIds(getIdFile(noun)).map((id) => `${prefix}${id}`),
  );
  return { offered: [...value.words, ...value.members, ...ids], path: value.path };
}
