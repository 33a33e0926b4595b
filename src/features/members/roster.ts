/**
 * Parsing of rosters, the lists of members of an organization: CSV, NDJSON, a JSON array or a SCIM
 * ListResponse. Truncated files are refused, because missing members would be removed; tables are checked by
 * their last cell (`cut-off.ts`).
 */
import type { Context, JsonValue } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { findOwn } from "../../json/own-members.ts";
import type { InputRow } from "../../json/rows.ts";
import { asText, isList } from "../../json/values.ts";
import { parseBoolean, tableWords } from "./roster-boolean.ts";
import { help, parseRosterPerson, type RosterPerson } from "./roster-person.ts";
import { parseScim, parseScimRoster } from "./scim-roster.ts";

export interface Roster {
  readonly name: string;
  readonly people: readonly RosterPerson[];
  /** Whether the roster may have directory groups that are not teams of the organization. */
  readonly hasForeignGroups: boolean;
  /** The last cell of a table without a final line break, if its column is known. */
  readonly lastCell?: LastCell;
  /** The columns of a table, or attributes of users, that have no meaning in a roster. */
  readonly unusedColumns: readonly string[];
  /** The number of SCIM resources that are not users, by type. */
  readonly otherResources: ReadonlyMap<string, number>;
}

export interface LastCell {
  readonly column: ColumnName;
  readonly text: string;
}

const columnNames = ["id", "email", "role", "teams", "sso", "active"] as const;
type ColumnName = (typeof columnNames)[number];
const synonyms: Readonly<Record<string, ColumnName>> = {
  mail: "email",
  "e-mail": "email",
  username: "email",
  team: "teams",
  externalid: "id",
};

/** @throws UsageError if the roster is empty, truncated or has an invalid row */
export async function readRoster(context: Context, path: string): Promise<Roster> {
  const name = path === "-" ? "standard input" : path;
  const text = await context.readText(path);
  const scim = parseScim(text, name);
  const response = scim && parseScimRoster(scim, name);
  const table =
    response === undefined ? await readTablePeople(context, path, name, text) : undefined;
  const people = response?.people ?? table?.people ?? [];
  if (people.length === 0) {
    throw new UsageError(`${name} contains no members. No members were changed.`, help);
  }
  refuseDuplicates(people, ({ email }) => email);
  refuseDuplicates(people, ({ id }) => id);
  const hasForeignGroups = scim !== undefined;
  return {
    name,
    people,
    hasForeignGroups,
    unusedColumns: response?.unusedAttributes ?? table?.unusedColumns ?? [],
    otherResources: response?.otherResources ?? new Map(),
    ...(table?.lastCell && { lastCell: table.lastCell }),
  };
}

function refuseDuplicates(
  people: readonly RosterPerson[],
  findKey: (one: RosterPerson) => string | undefined,
): void {
  const firsts = new Map<string, RosterPerson>();
  for (const one of people) {
    const key = findKey(one);
    if (key === undefined) continue;
    const first = firsts.get(key);
    if (first !== undefined) {
      throw new UsageError(
        `Duplicate ${key} in ${first.at} and ${one.at}. No members were changed.`,
        help,
      );
    }
    firsts.set(key, one);
  }
}

async function readTablePeople(
  context: Context,
  path: string,
  name: string,
  text: string,
): Promise<Pick<Roster, "people" | "lastCell" | "unusedColumns">> {
  const { rows, columns, isTable } = await context.readRows(path, text);
  const names = new Map(columns.map((column) => [column, parseColumn(column)]));
  if (rows.length > 0 && ![...names.values()].includes("email")) {
    throw new UsageError(
      `${name} has no email column, which is required to identify members.`,
      help,
    );
  }
  const people = rows.map((row) => readTablePerson(row, names, isTable));
  const unusedColumns = columns.filter((column) => names.get(column) === undefined);
  // Truncated JSON is invalid and was refused above.
  const lastCell = isTable && !/[\n\r]$/.test(text) ? formatLastCell(rows, names) : {};
  return { people, unusedColumns, ...lastCell };
}

function formatLastCell(
  rows: readonly InputRow[],
  names: ReadonlyMap<string, ColumnName | undefined>,
): Pick<Roster, "lastCell"> {
  const [name, value] = [...(rows.at(-1)?.cells ?? [])].at(-1) ?? [];
  const column = name === undefined ? undefined : names.get(name);
  return column === undefined ? {} : { lastCell: { column, text: toPlainText(value) } };
}

function parseColumn(column: string): ColumnName | undefined {
  const word = column.trim().toLowerCase();
  return columnNames.find((one) => one === word) ?? findOwn(synonyms, word);
}

function readTablePerson(
  row: InputRow,
  names: ReadonlyMap<string, ColumnName | undefined>,
  isTable: boolean,
): RosterPerson {
  const values = listValues(row, names);
  const { at } = row;
  const teams = values.get("teams");
  const active = values.get("active");
  const toBoolean = (name: "sso" | "active", fallback: boolean) => {
    const value = values.get(name);
    // Every row of a table has every cell, so an empty cell is a missing value.
    const isMissing = isTable ? toPlainText(value) === "" : name === "sso" && value === null;
    const text = typeof value === "string" ? toPlainText(value) : value;
    const context = { at, name, words: tableWords, fallback };
    return parseBoolean(isMissing ? undefined : text, context);
  };
  return parseRosterPerson(at, {
    id: toPlainText(values.get("id")),
    email: toPlainText(values.get("email")),
    role: values.get("role") === null ? "guest" : toPlainText(values.get("role")),
    teams: teams === undefined ? undefined : listTeams(teams, at),
    hasEmptyTeams: !isTable && (teams === null || teams === ""),
    sso: toBoolean("sso", false),
    active: toBoolean("active", true),
    hasActive: active !== undefined && active !== "",
    displayName: findName(row),
  });
}

const nameColumns = /^(?:(?:display|full)[ _]?)?name$/i;

/** The name of a user, which has no effect except that it helps to recognize a changed email. */
function findName({ cells }: InputRow): string {
  const [, name] = [...cells].find(([column]) => nameColumns.test(column.trim())) ?? [];
  return typeof name === "string" ? toPlainText(name) : "";
}

/**
 * The cells by their meaning. A column with the name itself takes precedence over synonyms.
 * @throws UsageError if two columns have different values for the same meaning
 */
function listValues(
  { at, cells }: InputRow,
  names: ReadonlyMap<string, ColumnName | undefined>,
): ReadonlyMap<ColumnName, JsonValue> {
  const values = new Map<ColumnName, JsonValue>();
  for (const name of columnNames) {
    const all = [...cells].filter(([column]) => names.get(column) === name);
    const exact = all.filter(([column]) => column.trim().toLowerCase() === name);
    const [first, ...others] = exact.length > 0 ? exact : all;
    if (first === undefined) continue;
    const [column, value] = first;
    const other = others.find(([, one]) => !isSameCell(one, value));
    if (other !== undefined) {
      throw new UsageError(
        `${at} has different values for ${name} in the columns ${column} and ${other[0]}. No members were changed.`,
        help,
      );
    }
    values.set(name, value);
  }
  return values;
}

function isSameCell(one: JsonValue, other: JsonValue): boolean {
  return writeJson(one).toLowerCase() === writeJson(other).toLowerCase();
}

/** A cell without the apostrophe that escapes formulas; other JSON values as text, which is then refused. */
function toPlainText(value: JsonValue | undefined): string {
  const isText = typeof value === "string" || value === undefined || value === null;
  const text = isText ? (value ?? "") : writeJson(value);
  return text.trim().replace(/^'(?=[=+\-@])/, "");
}

/**
 * A list, or a text with teams that are separated by semicolons or line breaks.
 * @throws UsageError for other values, because the member would otherwise leave all teams
 */
function listTeams(value: JsonValue, at: string): readonly string[] {
  const words = isList(value) ? value : toPlainText(value).split(/[;\n\r]/);
  const isText = typeof value === "string" || value === null || isList(value);
  if (!isText || !words.every((word) => typeof word === "string")) {
    throw new UsageError(`${at}: teams must be a list of titles. No members were changed.`, help);
  }
  return words.map((word) => asText(word).trim()).filter((word) => word !== "");
}
