/** Subject of a request: the affected organizations, and the target resource. */
import { sql } from "kysely";
import { type Endpoint, listPathNames, resolveLocation } from "../../../contract/endpoint.ts";
import type { Field } from "../../../contract/fields.ts";
import { getType, listWords, type Noun, named } from "../../../contract/nouns.ts";
import { isSecret } from "../../../contract/secret-fields.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../json/values.ts";
import type { CoreTables, Queries } from "../../database/tables.ts";
import { computeDigest } from "./payload.ts";

export interface AuditTarget {
  readonly type: string;
  readonly id: string;
  readonly label?: string | undefined;
}

/** The tables with a name or title of resources. */
const nameColumns: Partial<Record<Noun, readonly [table: keyof CoreTables, column: string]>> = {
  org: ["organizations", "title"],
  collection: ["collections", "title"],
  space: ["spaces", "title"],
  site: ["sites", "title"],
  siteSection: ["site_sections", "title"],
  siteSectionGroup: ["site_section_groups", "title"],
  siteExternalLink: ["site_external_links", "title"],
  mcpServer: ["site_mcp_servers", "name"],
  team: ["teams", "title"],
  user: ["users", "display_name"],
  provider: ["saml_providers", "label"],
  installation: ["installations", "integration"],
  cr: ["change_requests", "subject"],
};

/** Read before the change, because afterwards the resources may be deleted or transferred. */
export async function loadOrganizations(
  db: Queries,
  endpoint: Endpoint,
  input: JsonObject,
): Promise<readonly string[]> {
  const fields = Object.entries(endpoint.input);
  const references = fields.flatMap(([name, field]) => {
    const value = input[name];
    const isOrganization = field.kind === "id" && field.of === "org";
    return isOrganization && typeof value === "string" ? [value] : [];
  });
  const pathOrganization = await findOrganizationInPath(db, endpoint, input, references.length > 0);
  const referencedOrganizations =
    references.length === 0 ? [] : await findOrganizationsNamed(db, references);
  return [
    ...new Set(
      pathOrganization === undefined
        ? referencedOrganizations
        : [pathOrganization, ...referencedOrganizations],
    ),
  ];
}

/** Some operations accept an organization's hostname instead of its id. */
async function findOrganizationsNamed(db: Queries, names: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("organizations")
    .select("id")
    .where((row) => row.or([row("id", "in", names), row("hostname", "in", names)]))
    .execute();
  return rows.map(({ id }) => id);
}

async function findOrganizationInPath(
  db: Queries,
  endpoint: Endpoint,
  input: JsonObject,
  isNamed: boolean,
): Promise<string | undefined> {
  // The space of a new Git installation is in the body.
  if (endpoint.route.endsWith(" /git/installations") && isObject(input.target)) {
    const space = await db
      .selectFrom("spaces")
      .select("organization_id")
      .where("id", "=", String(input.target.spaceId))
      .executeTakeFirst();
    return space?.organization_id;
  }
  for (const [table, key, name] of holders) {
    const value = input[name];
    if (resolveLocation(endpoint, name) !== "path" || typeof value !== "string") continue;
    // The publisher of an integration does not learn who installs it.
    if (table === "integrations" && isNamed) return undefined;
    if (endpoint.route.includes(" /git/installations/")) {
      const installation = await db
        .selectFrom("git_installations")
        .innerJoin("spaces", "spaces.id", "git_installations.space_id")
        .select("spaces.organization_id")
        .where("git_installations.id", "=", value)
        .executeTakeFirst();
      return installation?.organization_id;
    }
    const row = await db
      .selectFrom(table)
      .select("organization_id")
      .where(sql.ref(key), "=", value)
      .executeTakeFirst();
    return row?.organization_id;
  }
  return undefined;
}

/** The tables of resources in an organization, and their path parameters. */
const holders = [
  ["spaces", "id", "spaceId"],
  ["collections", "id", "collectionId"],
  ["installations", "id", "installationId"],
  ["integrations", "name", "integrationName"],
  ["sites", "hostname", "hostname"],
] as const;

/** The last resource in the path of a request. */
export async function findTargetInPath(
  db: Queries,
  endpoint: Endpoint,
  input: JsonObject,
): Promise<AuditTarget | undefined> {
  const name = listPathNames(endpoint).at(-1);
  const field = name === undefined ? undefined : endpoint.input[name];
  const value = name === undefined ? undefined : input[name];
  if (name === undefined || field === undefined || typeof value !== "string") return undefined;
  if (isSecret(field)) return { type: getFieldType(field, name), id: computeDigest(value) };
  const noun = field.kind === "id" ? field.of : field.kind === "text" ? field.refers : undefined;
  const row = noun && (await findLabel(db, noun, value, input.spaceId));
  return { type: getFieldType(field, name), id: row?.id ?? value, label: row?.label };
}

function getFieldType(field: Field, name: string): string {
  if (field.kind === "id") return listWords(field.of).object ?? getType(field.of);
  if (field.kind === "text" && field.refers) return listWords(field.refers).object ?? field.refers;
  if (field.kind === "text" && field.names) return named[field.names].object;
  return name === "installationId" ? "git-sync-installation" : name;
}

/** A change request may be given by its number, and a user by their email address. */
async function findLabel(
  db: Queries,
  noun: Noun,
  value: string,
  spaceId: JsonValue | undefined,
): Promise<{ readonly id: string; readonly label: string } | undefined> {
  const [table, column] = nameColumns[noun] ?? [];
  if (table === undefined || column === undefined) return undefined;
  const isNumber = noun === "cr" && typeof spaceId === "string" && /^[1-9]\d{0,8}$/.test(value);
  const condition = isNumber
    ? sql`space_id = ${spaceId} and number = ${Number(value)}`
    : noun === "user" && value.includes("@")
      ? sql`email = ${value.toLowerCase()}`
      : sql`id = ${value}`;
  const { rows } = await sql<{ id: string; label: string }>`
    select id, ${sql.ref(column)} as label from ${sql.table(table)} where ${condition}`.execute(db);
  return rows[0];
}

/** The resource in a response, if there is one. */
export function findTargetInResponse(endpoint: Endpoint, answer: unknown): AuditTarget | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const { object, id, user, ...rest } = answer as JsonObject;
  if (typeof object !== "string" || typeof id !== "string") return undefined;
  const isHidden = endpoint.secretMembers?.includes("id") === true;
  const labels = [rest.title, rest.subject, rest.displayName, rest.name, rest.slug];
  if (isObject(user)) labels.push(user.displayName);
  const label = labels.find((one) => typeof one === "string" && one !== "");
  return {
    type: object,
    id: isHidden ? computeDigest(id) : id,
    label: typeof label === "string" ? label : undefined,
  };
}
