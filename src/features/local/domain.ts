/** Verification of organization domains by the operator of the local platform. */
import type { Context, PrintedColumn, Result } from "../../context.ts";
import type { JsonObject } from "../../json/values.ts";
import { asObject } from "../../json/values.ts";
import { requireLocalPlatform } from "./local.ts";

interface DomainInput {
  readonly domain: string;
  readonly organization: string;
  readonly database?: string;
}

const columns: readonly PrintedColumn[] = [
  { header: "DOMAIN", path: "domain", as: "title" },
  { header: "ORGANIZATION", path: "organization.title", wide: true },
  { header: "STATUS", path: "status", as: "state" },
  { header: "VERIFIED BY", path: "verifiedBy" },
];

export async function listDomains(
  context: Context,
  { database }: Pick<DomainInput, "database">,
): Promise<Result> {
  const local = requireLocalPlatform(context, database);
  const { items } = asObject(await local.administer("GET", "/domains"));
  const rows: readonly JsonObject[] = Array.isArray(items) ? items.map(asObject) : [];
  return { list: [rows], columns, none: "No claimed domains." };
}

export async function vouchForDomain(context: Context, input: DomainInput): Promise<Result> {
  const record = await send(context, "/domains/vouch", input);
  const { title } = asObject(record.organization);
  return { done: `Verified ${record.domain} for "${title}".`, record };
}

export async function revokeDomain(context: Context, input: DomainInput): Promise<Result> {
  const record = await send(context, "/domains/revoke", input);
  const { title } = asObject(record.organization);
  return { done: `Ended the verification of ${record.domain} for "${title}".`, record };
}

async function send(
  context: Context,
  path: string,
  { database, ...body }: DomainInput,
): Promise<JsonObject> {
  return asObject(
    await requireLocalPlatform(context, database).administer("POST", path, { ...body }),
  );
}
