/** Access check for the tokens of integrations and installations, before every handler. */
import {
  openToInstallations,
  openToIntegrations,
} from "../../../../contract/integration-scopes.ts";
import { ApiError } from "../../../../errors.ts";
import { notFound } from "../../../core/access/access.ts";
import type { Agent, AgentInstallation } from "../../../core/access/agent.ts";
import type { ContentKind } from "../../../core/access/installation-permissions.ts";
import type { Queries } from "../../../database/tables.ts";
import { installationsChosenFor, isOn } from "./contents.ts";

type RequestInput = Readonly<Record<string, unknown>>;

/** @throws ApiError 403 for an operation that is not available with the token, regardless of the input */
export function requireOpen(agent: Agent, operation: string): void {
  if (agent.kind === "integration") requireOpenToIntegration(operation);
  else requireScope(agent, operation, scopesOfOperations[operation]);
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
    throw notFound("integration", integrationName, "integrationName");
  }
  if (agent.kind !== "installation") return;
  // The extended response contains the data of another operation.
  if (input.extended === true) requireScope(agent, operation, getOrganizationScope(operation));
  await requireOwn(db, agent.installation, input);
}

function requireOpenToIntegration(operation: string): void {
  if (openToIntegrations.some((one) => one === operation)) return;
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
    throw notFound("installation", installationId, "installationId");
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
  if (!row) throw notFound("organization", name, "organizationId");
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
  const isChosen = isOwn && (await installationsChosenFor(db, id)).has(installation.id);
  if (isOwn && installation.permissions.worksOn(kind) && isOn(installation, kind, isChosen)) return;
  throw notFound(kind === "space" ? "space" : "docs site", id, `${kind}Id`);
}
