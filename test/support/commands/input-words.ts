/** Command lines for inputs of operations. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listParameters, type Parameter } from "../../../src/app/parse/parameters.ts";
import type { CommandField } from "../../../src/commands/fields.ts";
import type { Verb } from "../../../src/commands/verb.ts";
import { type Endpoint, resolveLocation } from "../../../src/contract/endpoint.ts";
import { nouns } from "../../../src/contract/nouns.ts";

type Fields = Readonly<Record<string, unknown>>;

let files = 0;

/**
 * The arguments of a command that sends an input: flags where there are some, and otherwise a file
 * for `--input`. @param folder the folder for this file
 */
export function toArguments(
  words: string,
  verb: Verb,
  endpoint: Endpoint,
  input: Fields,
  folder: string,
): readonly string[] {
  const rest: Record<string, unknown> = { ...input };
  const typed: string[] = [];
  const positions: string[] = [];
  for (const parameter of listParameters(verb)) {
    const [name = "", inner] = parameter.path;
    const outer = input[name];
    const value = inner === undefined ? outer : Object(outer)[inner];
    const values = value === undefined ? undefined : toWords(parameter, value);
    if (values === undefined) continue;
    if (inner === undefined) delete rest[name];
    else
      rest[name] = Object.fromEntries(
        Object.entries(Object(rest[name])).filter(([key]) => key !== inner),
      );
    if (parameter.isArgument) positions.push(...values);
    else typed.push(...values);
  }
  for (const name of ["page", "limit"]) {
    if (endpoint.list && rest[name] !== undefined) {
      typed.push(name === "page" ? `--page-token=${rest[name]}` : `--limit=${rest[name]}`);
      delete rest[name];
    }
  }
  const left = Object.entries(rest).filter(
    ([name, value]) =>
      resolveLocation(endpoint, name) === "body" &&
      (typeof value !== "object" || value === null || Object.keys(value).length > 0),
  );
  if (left.length > 0) {
    const path = join(folder, `input-${++files}.json`);
    writeFileSync(path, JSON.stringify(Object.fromEntries(left)));
    typed.push("--input", path);
  }
  return [...words.split(" "), ...typed, ...(positions.length > 0 ? ["--", ...positions] : [])];
}

/** The words of a parameter; undefined if its value cannot be written as such. */
function toWords({ field, name, isArgument }: Parameter, value: unknown): string[] | undefined {
  if (field.kind === "boolean") return [value === true ? `--${name}` : `--no-${name}`];
  if (value === null) return isArgument ? undefined : [`--no-${name}`];
  const values = field.kind === "list" && Array.isArray(value) ? value : [value];
  const words = values.map((one) => toWord(field.kind === "list" ? field.of : field, one));
  if (words.some((word) => word === undefined)) return undefined;
  return words.flatMap((word = "") => (isArgument ? [word] : [`--${name}=${word}`]));
}

function toWord(field: CommandField, value: unknown): string | undefined {
  if (field.kind === "json" || field.fromFile) return undefined;
  if (field.kind === "pointer") {
    const [noun = "space"] = field.to;
    const { type, ...members } = Object(value);
    const [id] = Object.values(members);
    return `${nouns[noun].flag}:${id}`;
  }
  return typeof value === "object" ? undefined : String(value);
}
