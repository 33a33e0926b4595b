/** Access check for the tokens of integrations and installations, before every handler. */
import type { Output } from "../../../../contract/endpoint.ts";
import { integrationOperations } from "../../../../contract/integration-operations.ts";
import {
  concernsAllInstallations,
  openToInstallations,
} from "../../../../contract/integration-scopes.ts";
import type { getContent } from "../../../../contract/url.ts";
import { ApiError } from "../../../../errors.ts";
import { createNotFoundError } from "../../../core/access/access.ts";
import type { Agent, AgentInstallation } from "../../../core/access/agent.ts";
import type { ContentKind } from "../../../core/access/installation-permissions.ts";
import type { Call } from "../../../core/handlers.ts";
import type { Queries } from "../../../database/tables.ts";
import { findInstallationAgent, type KnownAgent } from "./agent-token.ts";
import { findInstallationsOfContent, worksOnContent } from "./contents.ts";

type RequestInput = Readonly<Record<string, unknown>>;

/** @throws ApiError 403 for an operation that is not available with the token, regardless of the input */
export function requireOpen(agent: Agent, operation: string): void {
  if (agent.kind === "integration") requireOpenToIntegration(operation);
  else requireScope(agent, operation, scopesOfOperations[operation]);
}

/** The site at a URL, whether or not it is published. */
type FindSite = (url: string) => Promise<{ readonly organization_id: string } | undefined>;

/**
 * The installation as which an integration token sends a request: the one that the request names, or
 * the one in its organization.
 * @returns undefined for an operation that concerns all installations, and for other agents
 * @throws ApiError 404 if the integration is not installed there
 */
export async function findActingInstallation(
  db: Queries,
  agent: Agent,
  operation: string,
  input: RequestInput,
  findSite: FindSite,
): Promise<KnownAgent | undefined> {
  if (agent.kind !== "integration" || concernsAllInstallations(operation)) return undefined;
  const { installationId } = input;
  const organizationId = await findOrganization(db, input, findSite);
  const row = await db
    .selectFrom("installations")
    .select("id")
    .where("integration", "=", agent.integration)
    .$if(typeof installationId === "string", (query) =>
      query.where("id", "=", String(installationId)),
    )
    .$if(typeof installationId !== "string", (query) =>
      query.where("organization_id", "=", organizationId ?? ""),
    )
    .executeTakeFirst();
  const acting = row && (await findInstallationAgent(db, agent.integration, row.id));
  if (acting) return acting;
  throw new ApiError(
    404,
    `${agent.integration} is not installed there, or its installation is paused.`,
  );
}

const ofContent = /\/(?:v1|_app)\/(spaces|collections)\/([\w-]+)/;

/** The organization of the resource that a request names. */
async function findOrganization(
  db: Queries,
  input: RequestInput,
  findSite: FindSite,
): Promise<string | undefined> {
  const { organizationId, spaceId, url } = input;
  if (typeof organizationId === "string") return findOrganizationId(db, organizationId);
  if (typeof spaceId === "string") return findOwner(db, "spaces", spaceId);
  if (typeof url !== "string") return undefined;
  const [, kind, id = ""] = ofContent.exec(url) ?? [];
  if (kind === undefined) return (await findSite(url))?.organization_id;
  return findOwner(db, kind === "spaces" ? "spaces" : "collections", id);
}

async function findOwner(db: Queries, table: "spaces" | "collections", id: string) {
  const row = await db
    .selectFrom(table)
    .select("organization_id")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.organization_id;
}

async function findOrganizationId(db: Queries, name: string): Promise<string | undefined> {
  const rows = await db
    .selectFrom("organizations")
    .select("id")
    .where((row) => row.or([row("id", "=", name), row("hostname", "=", name)]))
    .execute();
  return (rows.find(({ id }) => id === name) ?? rows[0])?.id;
}

/**
 * @param input the request, with the field names of the contract
 * @throws ApiError 404 for resources that are not accessible with the token, 403 for operations that
 * an installation may not perform
 */
export async function requireReach(
  db: Queries,
  agent: Agent,
  operation: string,
  input: RequestInput,
): Promise<void> {
  const { integrationName } = input;
  if (typeof integrationName === "string" && integrationName !== agent.integration) {
    throw createNotFoundError("integration", integrationName, "integrationName");
  }
  if (agent.kind !== "installation") return;
  // The extended response contains the data of another operation.
  if (input.extended === true) requireScope(agent, operation, getOrganizationScope(operation));
  if (/^installIntegrationOn/.test(operation)) {
    // The description allows an installation to add a space or site of its organization.
    const { space, siteId, ...rest } = input;
    await requireOwn(db, agent.installation, rest);
    if (typeof space === "string") await requireInOrganization(db, agent, "space", space);
    if (typeof siteId === "string") await requireInOrganization(db, agent, "site", siteId);
    return;
  }
  await requireOwn(db, agent.installation, input);
}

function requireOpenToIntegration(operation: string): void {
  if (integrationOperations.some((one) => one === operation)) return;
  throw new ApiError(
    403,
    `${operation} is not available with an integration token. Create an installation token.`,
    { hint: "tome integration installation token <integration> <installation>" },
  );
}

type InstallationAgent = Extract<Agent, { kind: "installation" }>;

const scopesOfOperations: Readonly<Record<string, string | undefined>> = openToInstallations;

function getOrganizationScope(operation: string): string {
  return /Site/.test(operation) ? "site:metadata:read" : "space:metadata:read";
}

function requireScope(
  { integration, installation }: InstallationAgent,
  operation: string,
  scope: string | undefined,
): void {
  if (scope === undefined) {
    throw new ApiError(
      403,
      `${operation} is not available with any integration scope. Use a user token.`,
    );
  }
  const { permissions } = installation;
  if (scope === "no scope" || permissions.includes(scope)) return;
  const isPending = permissions.pending?.scopes.some((one) => one === scope) === true;
  throw new ApiError(
    403,
    `${operation} requires the scope ${scope}; ${integration} has ${permissions.scopes.join(", ") || "none"}. ${isPending ? "An admin of the organization must accept its new version" : "Publish the integration with this scope"}.`,
    isPending
      ? { hint: `tome integration installation get ${integration} ${installation.id}` }
      : {},
  );
}

async function requireOwn(
  db: Queries,
  installation: AgentInstallation,
  input: RequestInput,
): Promise<void> {
  const { organizationId, installationId, spaceId, siteId } = input;
  if (typeof installationId === "string" && installationId !== installation.id) {
    throw createNotFoundError("installation", installationId, "installationId");
  }
  if (typeof organizationId === "string") {
    await requireOwnOrganization(db, installation, organizationId);
  }
  if ("space_selection" in input || "site_selection" in input) {
    throw new ApiError(
      403,
      "An installation cannot change its own spaces and sites. Ask an admin of the organization.",
      { hint: "tome integration installation update --help" },
    );
  }
  if (typeof spaceId === "string") await requireContent(db, installation, "space", spaceId);
  if (typeof siteId === "string") await requireContent(db, installation, "site", siteId);
}

/** An organization can also be referenced by its hostname. */
async function requireOwnOrganization(
  db: Queries,
  { organization_id: own }: AgentInstallation,
  name: string,
): Promise<void> {
  if (name === own) return;
  const row = await db
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", own)
    .where("hostname", "=", name)
    .executeTakeFirst();
  if (!row) throw createNotFoundError("organization", name, "organizationId");
}

/** @throws ApiError 404 for a space or site of another organization */
async function requireInOrganization(
  db: Queries,
  { installation }: InstallationAgent,
  kind: ContentKind,
  id: string,
): Promise<void> {
  const row = await db
    .selectFrom(kind === "space" ? "spaces" : "sites")
    .select("id")
    .where("id", "=", id)
    .where("organization_id", "=", installation.organization_id)
    .executeTakeFirst();
  if (!row) throw createNotFoundError(kind === "space" ? "space" : "docs site", id, `${kind}Id`);
}

/**
 * Checks the content that a URL leads to, which only the response names.
 * @throws ApiError 404 for a space outside the installation, and for a collection of another
 * organization
 */
export async function requireReachOfContent(
  { db, agent }: Pick<Call, "db" | "agent">,
  content: Output<typeof getContent>,
): Promise<void> {
  if (agent?.kind !== "installation") return;
  const spaceId = readText(content.space, "id");
  if (spaceId !== undefined) await requireContent(db, agent.installation, "space", spaceId);
  const owner = readText(content.collection, "organization");
  if (owner !== undefined && owner !== agent.installation.organization_id) {
    throw createNotFoundError("collection", readText(content.collection, "id") ?? "", "url");
  }
}

function readText(record: unknown, name: string): string | undefined {
  const value: unknown = Object(record)[name];
  return typeof value === "string" ? value : undefined;
}

/** @throws ApiError 404 for a space or site outside the installation */
async function requireContent(
  db: Queries,
  installation: AgentInstallation,
  kind: ContentKind,
  id: string,
): Promise<void> {
  const row = await db
    .selectFrom(kind === "space" ? "spaces" : "sites")
    .select("organization_id")
    .where("id", "=", id)
    .executeTakeFirst();
  const isOwn = row?.organization_id === installation.organization_id;
  const isChosen = isOwn && (await findInstallationsOfContent(db, id)).has(installation.id);
  if (isOwn && worksOnContent(installation.permissions, installation, kind, isChosen)) return;
  throw createNotFoundError(kind === "space" ? "space" : "docs site", id, `${kind}Id`);
}
