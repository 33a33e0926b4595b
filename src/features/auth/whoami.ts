/** `tome whoami`: the authenticated user and, on a terminal, their organization. */
import type { Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import * as member from "../../contract/member.ts";
import * as organization from "../../contract/organization.ts";
import * as user from "../../contract/user.ts";
import { ApiError } from "../../errors.ts";
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
  if (!isForPerson(context)) return { record, columns };
  const [organization, role] = await Promise.all([
    describeOrganization(context),
    findRole(context, asText(record.id)),
  ]);
  const details = { ...record, organization, ...(role !== undefined && { role }) };
  return { record: details, columns: [...columns, ...organizationColumns] };
}

/** The role in the organization; undefined if it is unknown. */
async function findRole(context: Context, userId: string): Promise<string | undefined> {
  const organizationId = await findCurrentOrganization(context);
  if (organizationId === undefined || userId === "") return undefined;
  try {
    const client = await context.client({ lookup: true });
    const { value } = await client.call(member.get, { organizationId, userId });
    const { role } = asObject(value);
    return role === null ? "guest" : asText(role) || undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return undefined;
  }
}

/** The title and id; only the id if the user cannot see the organization; a hint if none is set. */
async function describeOrganization(context: Context): Promise<JsonObject[string]> {
  const organizationId = await findCurrentOrganization(context);
  if (organizationId === undefined)
    return "not set; to set one: tome config set org <organization>";
  try {
    const client = await context.client({ lookup: true });
    const { value } = await client.call(organization.get, { organizationId });
    return `${asText(asObject(value).title)} (${organizationId})`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return organizationId;
  }
}
