/** One request of a dry run as words, for a person. */
import type { RequestDescription } from "../../client/client.ts";
import type { TerminalView, ViewLine } from "../../context.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { isObject, type JsonValue } from "../../json/values.ts";

/** A resource that was named on the command line. */
interface NamedParameter {
  readonly parameter: { readonly name: string };
  readonly id: string;
  readonly title: string;
}

/** The number of characters of a value that are printed. */
const mostCharacters = 200;

/** The end of a dry run. */
export const unsentBlock: TerminalView[number] = {
  lines: [["Nothing was sent. To print the requests as JSON: --json"]],
};

/**
 * The effect, the named resources, the values and the request line.
 * @param summary the imperative sentence of the command's help
 */
export function buildRequestView(
  { method, url, body }: RequestDescription,
  summary: string,
  named: readonly NamedParameter[],
): TerminalView {
  const titles = new Map(named.map(({ id, title }) => [id, title]));
  const values = listBodyValues(body);
  const used = new Set(values.flatMap(([, value]) => (Array.isArray(value) ? value : [value])));
  const rows = [
    ...named
      .filter(({ id }) => !used.has(id))
      .map(({ parameter, title }) => [parameter.name, JSON.stringify(title)] as const),
    ...spellValues(values, titles),
  ];
  return [
    {
      lines: [
        [{ text: summary, tone: "bold" as const }],
        ...alignRows(rows),
        [`Request: ${method} ${url}`],
      ],
    },
  ];
}

/** Several requests without a description, each with its values. */
export function buildRequestList(requests: readonly RequestDescription[]): ViewLine[] {
  return requests.flatMap(({ method, url, body }) => [
    [{ text: `${method} ${url}`, tone: "bold" as const }],
    ...alignRows(spellValues(listBodyValues(body), new Map())),
  ]);
}

type Row = readonly [name: string, value: string];

function alignRows(rows: readonly Row[]): ViewLine[] {
  const width = rows.reduce((longest, [name]) => Math.max(longest, name.length), 0);
  return rows.map(([name, value]): ViewLine => [`  ${name.padEnd(width)}  ${value}`]);
}

function spellValues(
  values: readonly (readonly [string, JsonValue])[],
  titles: ReadonlyMap<string, string>,
): readonly Row[] {
  return values.map(([name, value]) => [spellName(name), spellValue(value, titles)]);
}

function listBodyValues(body: RequestDescription["body"]): (readonly [string, JsonValue])[] {
  if (isObject(body)) return listValues(body);
  return body === undefined ? [] : [["body", body]];
}

/** Nested objects as dotted names. */
function listValues(
  value: Readonly<Record<string, JsonValue>>,
  prefix = "",
): (readonly [string, JsonValue])[] {
  return Object.entries(value).flatMap(([name, one]) => {
    const path = `${prefix}${name}`;
    const isNested = isObject(one) && Object.keys(one).length > 0;
    return isNested ? listValues(one, `${path}.`) : [[path, one] as const];
  });
}

/** `defaultLevel` as "default level", and `spaceId` as "space". */
function spellName(name: string): string {
  return name
    .replace(/(?<=[a-z])Ids?$/, "")
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function spellValue(value: JsonValue, titles: ReadonlyMap<string, string>): string {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return shorten(JSON.stringify(titles.get(value) ?? value));
  if (Array.isArray(value) && value.every((one) => !isObject(one) && !Array.isArray(one))) {
    return shorten(value.map((one) => spellValue(one, titles)).join(", "));
  }
  return shorten(writeJson(value));
}

function shorten(text: string): string {
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1)}…`;
}
