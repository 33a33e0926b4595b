/** What the token of an integration, or of one installation, opens: the check before every handler. */
import { openToInstallations, openToIntegrations } from "../../../contract/integration-scopes.ts";
import { Problem } from "../../../errors.ts";
import { notFound } from "../../core/access.ts";
import type { Agent, AgentInstallation } from "../../core/agent.ts";
import type { ContentKind } from "../../core/installation-permissions.ts";
import type { Queries } from "../../database/tables.ts";
import { installationsChosenFor, isOn } from "./contents.ts";

type Input = Readonly<Record<string, unknown>>;

/** @throws Problem 403 for an operation that the token does not open, whatever is asked of it */
export function requireOpen(agent: Agent, operation: string): void {
  if (agent.kind === "integration") requireOpenToIntegration(operation);
  else requireScope(agent, operation, scopesOfOperations[operation]);
}

/**
 * @param input of the request, in which what it is about has the names of the contract
 * @throws Problem 404 for what the token does not reach, 403 for what an installation may not ask for
 */
export async function requireReach(
  db: Queries,
  agent: Agent,
  operation: string,
  input: Input,
): Promise<void> {
  const { integrationName } = input;
  if (typeof integrationName === "string" && integrationName !== agent.integration) {
    throw notFound("integration", integrationName, "integrationName");
  }
  if (agent.kind !== "installation") return;
  // What is answered whole is what another operation shows.
  if (input.extended === true) requireScope(agent, operation, getOrganizationScope(operation));
  await requireOwn(db, agent.installation, input);
}

function requireOpenToIntegration(operation: string): void {
  if (openToIntegrations.some((one) => one === operation)) return;
  throw new Problem(
    403,
    `The token of an integration does not open ${operation}; create a token of an installation of it.`,
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
    throw new Problem(
      403,
      `No scope of an integration opens ${operation}; use the token of a person.`,
    );
  }
  const { permissions } = installation;
  if (scope === "no scope" || permissions.includes(scope)) return;
  const isPending = permissions.pending?.scopes.some((one) => one === scope) === true;
  throw new Problem(
    403,
    `${operation} needs the scope ${scope}, and ${integration} has ${permissions.scopes.join(", ") || "none"}; ${isPending ? "an admin of the organization has to accept its new version" : "publish it with that scope"}.`,
    isPending
      ? { hint: `tome integration installation get ${integration} ${installation.id}` }
      : {},
  );
}

async function requireOwn(
  db: Queries,
  installation: AgentInstallation,
  input: Input,
): Promise<void> {
  const { organizationId, installationId, spaceId, siteId } = input;
  if (typeof installationId === "string" && installationId !== installation.id) {
    throw notFound("installation", installationId, "installationId");
  }
  if (typeof organizationId === "string") {
    await requireOwnOrganization(db, installation, organizationId);
  }
  if ("space_selection" in input || "site_selection" in input) {
    throw new Problem(
      403,
      "An installation does not choose what it works on itself; an admin of the organization does.",
      { hint: "tome integration installation update --help" },
    );
  }
  if (typeof spaceId === "string") await requireContent(db, installation, "space", spaceId);
  if (typeof siteId === "string") await requireContent(db, installation, "site", siteId);
}

/** Organizations may be named by their hostname, too. */
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

/** @throws Problem 404 for a space or site that the installation is not on */
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
