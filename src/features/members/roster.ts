/**
 * Parsing of rosters, the lists of members of an organization: CSV, NDJSON, a JSON array or a SCIM
 * ListResponse. Truncated files are refused, because missing members would be removed; tables are checked by
 * their last cell (`cut-off.ts`).
 */
import type { Context, JsonObject, JsonValue } from "../../context.ts";
import { type Role, roles } from "../../contract/roles.ts";
import { UsageError } from "../../errors.ts";
import { readExactly } from "../../json/exact-reading.ts";
import { writeJson } from "../../json/exact-writing.ts";
import type { InputRow } from "../../json/rows.ts";
import { isList, isObject, objectIn, objectsIn, textIn } from "../../json/values.ts";
import { parseBoolean, scimWords, tableWords } from "./roster-boolean.ts";

export interface RosterPerson {
  /** `roster.csv:3`. */
  readonly at: string;
  /** The roster id, which does not change with the email. */
  readonly id: string | undefined;
  /** In lower case. */
  readonly email: string;
  /** Null for a guest; undefined keeps the role. */
  readonly role: Role | null | undefined;
  /** Titles or ids; undefined keeps the teams. */
  readonly teams: readonly string[] | undefined;
  /** Whether the teams have an empty value other than `[]`, which must not remove the member from a team. */
  readonly hasEmptyTeams: boolean;
  readonly sso: boolean;
  /** False for an entry that is marked as inactive. */
  readonly active: boolean;
  /** Whether the entry has a value for `active`. */
  readonly hasActive: boolean;
}

export interface Roster {
  readonly name: string;
  readonly people: readonly RosterPerson[];
  /** Whether the roster may have directory groups that are not teams of the organization. */
  readonly hasForeignGroups: boolean;
  /** The last cell of a table without a final line break, if its column is known. */
  readonly lastCell?: LastCell;
  /** The columns of a table that have no meaning in a roster. */
  readonly unusedColumns: readonly string[];
}

export interface LastCell {
  readonly column: ColumnName;
  readonly text: string;
}

const help = "tome member sync --help";
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
  const scim = scimIn(text, name);
  const { people, lastCell, unusedColumns } =
    scim === undefined
      ? await tabledPeople(context, path, name, text)
      : { people: scimPeople(scim, name), unusedColumns: [] };
  if (people.length === 0) {
    throw new UsageError(`${name} contains no members. No members were changed.`, help);
  }
  refuseDuplicates(people, ({ email }) => email);
  refuseDuplicates(people, ({ id }) => id);
  const hasForeignGroups = scim !== undefined;
  return { name, people, hasForeignGroups, unusedColumns, ...(lastCell && { lastCell }) };
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

/** Parses a SCIM ListResponse; undefined for another format. */
function scimIn(text: string, name: string): JsonObject | undefined {
  if (!/^\s*\{\s*"/.test(text.replace(/^\uFEFF/, ""))) return undefined;
  let value: JsonValue;
  try {
    value = readExactly(text);
  } catch (error) {
    // Valid JSON that cannot be represented, such as a duplicate attribute.
    if (error instanceof RangeError) {
      throw new UsageError(`${name} is invalid: ${error.message}. No members were changed.`, help);
    }
    // NDJSON also starts with an object; a truncated ListResponse is recognized by its first fields.
    if (startsWithObject(text)) return undefined;
    if (/"(?:Resources|schemas|totalResults)"/i.test(text.slice(0, 2000)))
      throw truncatedError(name);
    return undefined;
  }
  return isObject(value) && Object.keys(value).some((key) => key.toLowerCase() === "resources")
    ? value
    : refuseOther(value, name);
}

/** Whether the first line is an object, as in NDJSON. */
function startsWithObject(text: string): boolean {
  const [first = ""] = text.trimStart().split(/\r?\n/, 1);
  try {
    return isObject(readExactly(first));
  } catch {
    return false;
  }
}

function refuseOther(value: JsonValue, name: string): undefined {
  const { schemas, totalResults } = objectIn(value);
  if (schemas === undefined && totalResults === undefined) return undefined;
  throw new UsageError(`${name} is a SCIM response without Resources. No members were changed.`);
}

function truncatedError(name: string): UsageError {
  return new UsageError(
    `${name} is truncated: its JSON is incomplete. No members were changed.`,
    help,
  );
}

/** The schema of users, whose attributes are at the top level of a resource (RFC 7643, section 3). */
const userSchema = "urn:ietf:params:scim:schemas:core:2.0:user";

/**
 * The value of a SCIM attribute. Names are not case-sensitive (RFC 7643, section 2.1), and can have the
 * schema as a prefix (RFC 7644, section 3.10).
 * @throws UsageError for an attribute that is present in two spellings
 */
function attributeIn(resource: JsonObject, name: string, at: string): JsonValue | undefined {
  const word = name.toLowerCase();
  const names = [word, `${userSchema}:${word}`];
  const keys = Object.keys(resource).filter((key) => names.includes(key.toLowerCase()));
  if (keys.length > 1) {
    throw new UsageError(
      `${at} has the attribute ${name} ${keys.length} times (${keys.join(", ")}). No members were changed.`,
      help,
    );
  }
  return resource[keys[0] ?? name];
}

function scimPeople(answer: JsonObject, name: string): readonly RosterPerson[] {
  const values = attributeIn(answer, "Resources", name);
  if (!isList(values) || !values.every(isObject)) {
    throw new UsageError(`Resources in ${name} must be a list of objects.`, help);
  }
  const resources = objectsIn(values);
  const totalResults = attributeIn(answer, "totalResults", name);
  if (totalResults !== undefined && typeof totalResults !== "number") {
    const text = writeJson(totalResults);
    throw new UsageError(`${name}: totalResults must be a number, not ${text}.`, help);
  }
  if (totalResults !== resources.length) {
    throw new UsageError(
      `${name} contains ${resources.length} of ${String(totalResults ?? "an unknown number of")} users. Save all users in one ListResponse. No members were changed.`,
      help,
    );
  }
  return resources.map((resource, index) => scimPerson(resource, `${name}, resource ${index + 1}`));
}

function scimPerson(resource: JsonObject, at: string): RosterPerson {
  const nested = Object.keys(resource).find((key) => key.toLowerCase() === userSchema);
  if (nested !== undefined) {
    throw new UsageError(
      `${at} has attributes in ${nested}, which must be at its top level. No members were changed.`,
      help,
    );
  }
  const get = (name: string) => attributeIn(resource, name, at);
  const userName = textIn(get("userName"));
  const email = findPrimary(get("emails"), `${at}: emails`, userName);
  const groups = get("groups");
  if (isList(groups)) requireObjects(groups, `${at}: groups`);
  const active = get("active");
  return personFrom(at, {
    id: textIn(get("id")),
    email: textIn(email && attributeIn(email, "value", at)) || userName,
    role: textIn(findPrimary(get("roles"), `${at}: roles`)?.value),
    teams: groups === undefined ? undefined : objectsIn(groups).map((one) => groupName(one, at)),
    hasEmptyTeams: groups !== undefined && !isList(groups),
    active: parseBoolean(active, { at, name: "active", words: scimWords, fallback: true }),
    hasActive: active !== undefined,
    isForeign: true,
  });
}

/** @throws UsageError for a value in another form, which would be overlooked, such as a name of a group */
function requireObjects(values: readonly JsonValue[], at: string): void {
  const other = values.find((value) => !isObject(value));
  if (other === undefined) return;
  const text = writeJson(other);
  throw new UsageError(`${at}: ${text} must be an object. No members were changed.`, help);
}

/**
 * The primary value of a multi-valued attribute. Without one, the value that is also the user name, the one
 * for work, or the first one, because a change of the order must not exchange a member.
 * @throws UsageError for two primary values (RFC 7643, section 2.4)
 */
function findPrimary(
  values: JsonValue | undefined,
  at: string,
  userName = "",
): JsonObject | undefined {
  if (isList(values)) requireObjects(values, at);
  const list = objectsIn(values);
  const [primary, other] = list.filter((one) => {
    const value = attributeIn(one, "primary", at);
    return parseBoolean(value, { at, name: "primary", words: scimWords, fallback: false });
  });
  if (other !== undefined) {
    throw new UsageError(`${at}: two values are primary. No members were changed.`, help);
  }
  const get = (one: JsonObject, name: string) => textIn(attributeIn(one, name, at)).toLowerCase();
  return (
    primary ??
    list.find((one) => userName !== "" && get(one, "value") === userName.toLowerCase()) ??
    list.find((one) => get(one, "type") === "work") ??
    list[0]
  );
}

/** The display name of a group is optional; its value is the id. */
function groupName(group: JsonObject, at: string): string {
  const name = textIn(attributeIn(group, "display", at)) || textIn(attributeIn(group, "value", at));
  if (name !== "") return name;
  throw new UsageError(`${at}: a group has neither display nor value. No members were changed.`);
}

async function tabledPeople(
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
  const people = rows.map((row) => tabledPerson(row, names, isTable));
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
  return column === undefined ? {} : { lastCell: { column, text: plain(value) } };
}

function parseColumn(column: string): ColumnName | undefined {
  const word = column.trim().toLowerCase();
  return columnNames.find((one) => one === word) ?? synonyms[word];
}

function tabledPerson(
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
    const isMissing = isTable ? plain(value) === "" : name === "sso" && value === null;
    const text = typeof value === "string" ? plain(value) : value;
    const context = { at, name, words: tableWords, fallback };
    return parseBoolean(isMissing ? undefined : text, context);
  };
  return personFrom(at, {
    id: plain(values.get("id")),
    email: plain(values.get("email")),
    role: values.get("role") === null ? "guest" : plain(values.get("role")),
    teams: teams === undefined ? undefined : teamsIn(teams, at),
    hasEmptyTeams: !isTable && (teams === null || teams === ""),
    sso: toBoolean("sso", false),
    active: toBoolean("active", true),
    hasActive: active !== undefined && active !== "",
  });
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
function plain(value: JsonValue | undefined): string {
  const isText = typeof value === "string" || value === undefined || value === null;
  const text = isText ? (value ?? "") : writeJson(value);
  return text.trim().replace(/^'(?=[=+\-@])/, "");
}

/**
 * A list, or a text with teams that are separated by semicolons or line breaks.
 * @throws UsageError for other values, because the member would otherwise leave all teams
 */
function teamsIn(value: JsonValue, at: string): readonly string[] {
  const words = isList(value) ? value : plain(value).split(/[;\n\r]/);
  const isText = typeof value === "string" || value === null || isList(value);
  if (!isText || !words.every((word) => typeof word === "string")) {
    throw new UsageError(`${at}: teams must be a list of titles. No members were changed.`, help);
  }
  return words.map((word) => textIn(word).trim()).filter((word) => word !== "");
}

interface Cells {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly teams: readonly string[] | undefined;
  readonly hasEmptyTeams: boolean;
  readonly sso?: boolean;
  readonly active: boolean;
  readonly hasActive: boolean;
  /** Whether the role may be a directory role, which is ignored. */
  readonly isForeign?: boolean;
}

/** Without the characters that separate addresses, as in `mailto:` and `Ada <ada@example.com>`. */
const emailForm =
  /^[^\s\p{C}@()<>[\]:;,"\\]+@[^\s\p{C}@()<>[\]:;,"\\]+\.[^\s\p{C}@.()<>[\]:;,"\\]+$/u;

function personFrom(at: string, cells: Cells): RosterPerson {
  const email = cells.email.toLowerCase();
  if (!emailForm.test(email)) {
    const reason =
      email === "" ? "has no email" : `has an invalid email: ${JSON.stringify(cells.email)}`;
    throw new UsageError(`${at} ${reason}. No members were changed.`, help);
  }
  const word = cells.role.toLowerCase();
  const role = word === "guest" ? null : roles.find((one) => one === word);
  if (role === undefined && word !== "" && !cells.isForeign) {
    throw new UsageError(
      `${at}: the role must be one of ${roles.join(", ")}, guest, not ${JSON.stringify(cells.role)}. No members were changed.`,
      help,
    );
  }
  const { teams, hasEmptyTeams, sso = false, active, hasActive } = cells;
  const id = cells.id || undefined;
  return { at, id, email, role, teams, hasEmptyTeams, sso, active, hasActive };
}
