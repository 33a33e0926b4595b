/** `tome whoami`: the authenticated user, their organization and their role in it. */
import type { Context, JsonObject, JsonValue, PrintedColumn, Result } from "../../context.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import * as member from "../../contract/member.ts";
import * as organization from "../../contract/organization.ts";
import * as user from "../../contract/user.ts";
import { ApiError, NameNotFoundError, NetworkError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import { isForPerson } from "../output-form.ts";
import { findCurrentOrganization } from "./current-organization.ts";

const columns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "NAME", path: "displayName", as: "title" },
  { header: "EMAIL", path: "email" },
];
const organizationColumns: readonly PrintedColumn[] = [
  { header: "ORGANIZATION", path: "organization" },
  { header: "ROLE", path: "role" },
];

export async function showCurrentUser(context: Context): Promise<Result> {
  const record = asObject((await (await context.client()).call(user.current, {})).value);
  const allColumns = [...columns, ...organizationColumns];
  if (!needsOrganization(context)) return { record, columns: allColumns };
  const organizationId = await tryLookup(() => findCurrentOrganization(context), null);
  if (organizationId === null) return { record, columns: allColumns };
  const [organization, role] = await Promise.all([
    findOrganization(context, organizationId),
    findRole(context, organizationId, asText(record.id)),
  ]);
  const shown = isForPerson(context) ? describeOrganization(organization) : organization;
  const details = { ...record, organization: shown, ...(role !== undefined && { role }) };
  return { record: details, columns: allColumns };
}

/** Whether a selection of fields contains one that needs further requests. */
function needsOrganization({ choice: { fields = [] } }: Context): boolean {
  const names = fields.map((field) => field.split(".")[0]);
  return names.length === 0 || names.includes("organization") || names.includes("role");
}

/** The role in the organization; undefined if it is unknown. */
async function findRole(
  context: Context,
  organizationId: string | undefined,
  userId: string,
): Promise<string | undefined> {
  if (organizationId === undefined || userId === "") return undefined;
  const found = await lookUp(context, member.get, { organizationId, userId });
  if (found === undefined) return undefined;
  return found.role === null ? "guest" : asText(found.role) || undefined;
}

/** Without a title if the user cannot see the organization; null if none is set. */
async function findOrganization(
  context: Context,
  id: string | undefined,
): Promise<JsonObject | null> {
  if (id === undefined) return null;
  const reference = { object: "organization", id };
  const found = await lookUp(context, organization.get, { organizationId: id });
  return found === undefined ? reference : { ...reference, title: asText(found.title) };
}

async function lookUp(
  context: Context,
  endpoint: Endpoint,
  input: JsonObject,
): Promise<JsonObject | undefined> {
  return tryLookup(async () => {
    const client = await context.client({ lookup: true });
    return asObject((await client.call(endpoint, input)).value);
  }, undefined);
}

/**
 * The user is the result of the command, so it succeeds if nothing else can be read.
 * @returns the replacement if the platform does not show a resource
 */
async function tryLookup<Value, Replacement>(
  lookup: () => Promise<Value>,
  replacement: Replacement,
): Promise<Value | Replacement> {
  try {
    return await lookup();
  } catch (error) {
    const isUnread = [ApiError, NetworkError, NameNotFoundError].some(
      (kind) => error instanceof kind,
    );
    if (isUnread) return replacement;
    throw error;
  }
}

/** The title and id; a hint if none is set. */
function describeOrganization(organization: JsonObject | null): JsonValue {
  if (organization === null) return "not set; to set one: tome config set org <organization>";
  const { id, title } = organization;
  return title === undefined ? asText(id) : `${asText(title)} (${asText(id)})`;
}
