/**
 * Reads a roster, the people who should be in an organization: CSV, NDJSON, a JSON array, or a SCIM
 * ListResponse. What was cut off is refused, as those who are missing would be removed; of a table it is
 * told by its last cell (`cut-off.ts`).
 */
import type { Context, JsonObject, JsonValue } from "../../context.ts";
import { type Role, roles } from "../../contract/roles.ts";
import { UsageError } from "../../errors.ts";
import { readExactly } from "../../json/exact-reading.ts";
import { writeJson } from "../../json/exact-writing.ts";
import type { Row } from "../../json/rows.ts";
import { isList, isObject, objectIn, objectsIn, textIn } from "../../json/values.ts";

export interface RosterPerson {
  /** `roster.csv:3`. */
  readonly at: string;
  /** What the roster calls them, which stays when their email changes. */
  readonly id: string | undefined;
  /** In lower case. */
  readonly email: string;
  /** Null is a guest; undefined leaves the role as it is. */
  readonly role: Role | null | undefined;
  /** Titles or ids; undefined leaves their teams as they are. */
  readonly teams: readonly string[] | undefined;
  readonly sso: boolean;
  /** False for those whom the roster has, and says to be gone. */
  readonly active: boolean;
}

export interface Roster {
  readonly name: string;
  readonly people: readonly RosterPerson[];
  /** A directory has groups that are no teams of the organization. */
  readonly hasForeignGroups: boolean;
  /** Of a table whose last line does not end, if the last cell is one that counts. */
  readonly lastCell?: LastCell;
}

export interface LastCell {
  readonly column: Known;
  readonly text: string;
}

const help = "tome member sync --help";
const known = ["id", "email", "role", "teams", "sso", "active"] as const;
type Known = (typeof known)[number];
const synonyms: Readonly<Record<string, Known>> = {
  mail: "email",
  "e-mail": "email",
  username: "email",
  team: "teams",
  externalid: "id",
};

/** @throws UsageError if it is empty or cut off, or a row of it is wrong: then nobody is changed */
export async function readRoster(context: Context, path: string): Promise<Roster> {
  const name = path === "-" ? "standard input" : path;
  const text = await context.readText(path);
  const scim = scimIn(text, name);
  const { people, lastCell } =
    scim === undefined
      ? await tabledPeople(context, path, name, text)
      : { people: scimPeople(scim, name) };
  if (people.length === 0) {
    throw new UsageError(`${name} has no people, so nobody was changed.`, help);
  }
  refuseTwice(people, ({ email }) => email);
  refuseTwice(people, ({ id }) => id);
  return { name, people, hasForeignGroups: scim !== undefined, ...(lastCell && { lastCell }) };
}

function refuseTwice(
  people: readonly RosterPerson[],
  findKey: (one: RosterPerson) => string | undefined,
): void {
  const firsts = new Map<string, RosterPerson>();
  for (const one of people) {
    const key = findKey(one);
    if (key === undefined) continue;
    const first = firsts.get(key);
    if (first !== undefined) {
      throw new UsageError(`${one.at} has ${key}, as ${first.at} has; a person stands once.`, help);
    }
    firsts.set(key, one);
  }
}

/** The answer of a directory; undefined if the text is none. */
function scimIn(text: string, name: string): JsonObject | undefined {
  if (!/^\s*\{\s*"/.test(text.replace(/^\uFEFF/, ""))) return undefined;
  let value: JsonValue;
  try {
    value = readExactly(text);
  } catch {
    // NDJSON begins in the same way; a ListResponse that was cut off is told by what it says first.
    if (/"(?:Resources|schemas|totalResults)"/i.test(text.slice(0, 2000))) throw cutOff(name);
    return undefined;
  }
  return isObject(value) && Object.keys(value).some((key) => key.toLowerCase() === "resources")
    ? value
    : refuseOther(value, name);
}

function refuseOther(value: JsonValue, name: string): undefined {
  const { schemas, totalResults } = objectIn(value);
  if (schemas === undefined && totalResults === undefined) return undefined;
  throw new UsageError(
    `${name} is an answer of a directory without Resources, so nobody was changed.`,
  );
}

function cutOff(name: string): UsageError {
  return new UsageError(`${name} is cut off: its JSON does not end. Nobody was changed.`, help);
}

function scimPeople(answer: JsonObject, name: string): readonly RosterPerson[] {
  const listed = answer.Resources ?? answer.resources;
  if (!isList(listed) || !listed.every(isObject)) {
    throw new UsageError(`${name} has Resources that are not a list of objects.`, help);
  }
  const resources = objectsIn(listed);
  const { totalResults } = answer;
  if (typeof totalResults !== "number" || totalResults !== resources.length) {
    throw new UsageError(
      `${name} has ${resources.length} of ${String(totalResults ?? "an unknown number of")} people; save all of them in one ListResponse. Nobody was changed.`,
      help,
    );
  }
  return resources.map((resource, at) => scimPerson(resource, `${name}, resource ${at + 1}`));
}

function scimPerson(resource: JsonObject, at: string): RosterPerson {
  const { id, userName, emails, active, groups } = resource;
  const list = objectsIn(emails);
  const primary = list.find((one) => one.primary === true) ?? list[0];
  const work = objectsIn(resource.roles);
  const role = (work.find((one) => one.primary === true) ?? work[0])?.value;
  return personFrom(at, {
    id: textIn(id),
    email: textIn(primary?.value) || textIn(userName),
    role: textIn(role),
    teams: groups === undefined ? undefined : objectsIn(groups).map((one) => textIn(one.display)),
    active: activeIn(active, at),
    isForeign: true,
  });
}

/**
 * RFC 7643 has a boolean there; Microsoft Entra ID sends the texts "True" and "False".
 * https://learn.microsoft.com/entra/identity/app-provisioning/application-provisioning-config-problem-scim-compatibility
 * @throws UsageError for anything else: whoever left would stay a member
 */
function activeIn(active: JsonValue | undefined, at: string): boolean {
  if (active === undefined || active === true) return true;
  if (active === false) return false;
  const word = typeof active === "string" ? active.toLowerCase() : "";
  if (word === "true" || word === "false") return word === "true";
  throw new UsageError(`${at}: active must be true or false. Nobody was changed.`, help);
}

async function tabledPeople(
  context: Context,
  path: string,
  name: string,
  text: string,
): Promise<Pick<Roster, "people" | "lastCell">> {
  const { rows, columns, isTable } = await context.readRows(path, text);
  const names = new Map(columns.map((column) => [column, parseColumn(column)]));
  if (rows.length > 0 && ![...names.values()].includes("email")) {
    throw new UsageError(`${name} has no column email, by which people are known.`, help);
  }
  const people = rows.map((row) => tabledPerson(row, names, isTable));
  // Of JSON, what was cut off cannot be read.
  return isTable && !/[\n\r]$/.test(text) ? { people, ...formatLastCell(rows, names) } : { people };
}

function formatLastCell(
  rows: readonly Row[],
  names: ReadonlyMap<string, Known | undefined>,
): Pick<Roster, "lastCell"> {
  const [name, value] = [...(rows.at(-1)?.cells ?? [])].at(-1) ?? [];
  const column = name === undefined ? undefined : names.get(name);
  return column === undefined ? {} : { lastCell: { column, text: plain(value) } };
}

function parseColumn(column: string): Known | undefined {
  const word = column.trim().toLowerCase();
  return known.find((one) => one === word) ?? synonyms[word];
}

function tabledPerson(
  row: Row,
  names: ReadonlyMap<string, Known | undefined>,
  isTable: boolean,
): RosterPerson {
  const values = new Map<Known, JsonValue>();
  for (const [column, value] of row.cells) {
    const name = names.get(column);
    if (name !== undefined) values.set(name, value);
  }
  const teams = values.get("teams");
  return personFrom(row.at, {
    id: plain(values.get("id")),
    email: plain(values.get("email")),
    role: values.get("role") === null ? "guest" : plain(values.get("role")),
    teams: teams === undefined ? undefined : teamsIn(teams, isTable),
    sso: truthIn(values.get("sso"), row.at, "sso", false),
    active: truthIn(values.get("active"), row.at, "active", true),
  });
}

/** Without the apostrophe that keeps a spreadsheet from running a cell; what is no text, as JSON, to be refused. */
function plain(value: JsonValue | undefined): string {
  const isText = typeof value === "string" || value === undefined || value === null;
  const text = isText ? (value ?? "") : writeJson(value);
  return text.trim().replace(/^'(?=[=+\-@])/, "");
}

/** In a table they are in one cell, with semicolons or line breaks between them. */
function teamsIn(value: JsonValue, isTable: boolean): readonly string[] {
  const words = isTable ? plain(value).split(/[;\n\r]/) : isList(value) ? value.map(textIn) : [];
  return words.map((word) => word.trim()).filter((word) => word !== "");
}

function truthIn(value: JsonValue | undefined, at: string, name: string, usual: boolean): boolean {
  if (value === undefined || value === null || value === "") return usual;
  const word = typeof value === "boolean" ? String(value) : plain(value).toLowerCase();
  if (["true", "yes", "1"].includes(word)) return true;
  if (["false", "no", "0"].includes(word)) return false;
  throw new UsageError(`${at}: ${name} must be true or false.`, help);
}

interface Cells {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly teams: readonly string[] | undefined;
  readonly sso?: boolean;
  readonly active: boolean;
  /** A directory has roles that are none of the organization. */
  readonly isForeign?: boolean;
}

const emailForm = /^[^\s\p{C}@]+@[^\s\p{C}@]+\.[^\s\p{C}@.]+$/u;

function personFrom(at: string, cells: Cells): RosterPerson {
  const email = cells.email.toLowerCase();
  if (!emailForm.test(email)) {
    const what = email === "" ? "has no email" : `has no email but ${JSON.stringify(cells.email)}`;
    throw new UsageError(`${at} ${what}, by which people are known. Nobody was changed.`, help);
  }
  const word = cells.role.toLowerCase();
  const role = word === "guest" ? null : roles.find((one) => one === word);
  if (role === undefined && word !== "" && !cells.isForeign) {
    throw new UsageError(
      `${at}: the role ${JSON.stringify(cells.role)} is none of ${roles.join(", ")}, guest. Nobody was changed.`,
      help,
    );
  }
  const { teams, sso = false, active } = cells;
  return { at, id: cells.id || undefined, email, role, teams, sso, active };
}
