/** Loads integrations that the caller may see. */
import type { RoleException } from "../../../contract/requirement.ts";
import { allows, listRoles } from "../../../contract/rules.ts";
import type { ApiError } from "../../../errors.ts";
import { createNotFoundError, findMembership, type Membership } from "../../core/access/access.ts";
import type { Agent } from "../../core/access/agent.ts";
import type { Call } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import type { IntegrationTable } from "./tables.ts";

type IntegrationViewer = Pick<Call, "db" | "caller" | "agent" | "boundTo">;

export interface IntegrationAccess {
  readonly row: IntegrationTable;
  /** Absent if the caller is not in the organization that published it. */
  readonly membership: Membership | undefined;
}

/**
 * A public or unlisted integration is visible to every user who knows its name. A private one is
 * visible to members of its organization, and to admins of organizations in which it was installed
 * before.
 * @throws ApiError 404 for an unknown name, and for an integration that the caller may not see
 */
export async function requireIntegration(
  call: IntegrationViewer,
  name: string,
): Promise<IntegrationAccess> {
  const integration = await findIntegration(call, name);
  if (!integration) throw createIntegrationNotFoundError(name);
  return integration;
}

/** The same, absent if the caller may not see it. */
export async function findIntegration(
  call: IntegrationViewer,
  name: string,
): Promise<IntegrationAccess | undefined> {
  const row = await call.db
    .selectFrom("integrations")
    .selectAll()
    .where("name", "=", name)
    .executeTakeFirst();
  if (!row) return undefined;
  const membership = await findMembership(call, row.organization_id);
  const exceptions: readonly RoleException[] =
    row.visibility === "private" ? [] : ["anyone, if it is public"];
  const isOpen = allows(membership?.role, "getIntegrationByName", exceptions);
  return isOpen || (await isInstalledByAdmin(call, name)) ? { row, membership } : undefined;
}

export function createIntegrationNotFoundError(name: string): ApiError {
  return createNotFoundError("integration", name, "integrationName");
}

/** The ids of the organizations of which the caller is an admin, and whose installations they see. */
export function selectAdministeredOrganizations({ db, caller, agent, boundTo }: IntegrationViewer) {
  if (agent) return getAgentOrganizations(db, agent);
  return db
    .selectFrom("members")
    .select("members.organization_id")
    .where("members.user_id", "=", caller)
    .where("members.role", "in", listRoles("getIntegrationInstallationById"))
    .where("members.disabled", "=", 0)
    .$if(boundTo !== undefined, (query) =>
      query.where("members.organization_id", "=", boundTo ?? ""),
    );
}

/** An installation sees itself, and the integration sees all of its installations. */
function getAgentOrganizations(db: Queries, agent: Agent) {
  const installed = db
    .selectFrom("installations")
    .select("installations.organization_id")
    .where("installations.integration", "=", agent.integration);
  return agent.kind === "integration"
    ? installed
    : installed.where("installations.id", "=", agent.installation.id);
}

async function isInstalledByAdmin(call: IntegrationViewer, name: string): Promise<boolean> {
  const installation = await call.db
    .selectFrom("installations")
    .select("id")
    .where("integration", "=", name)
    .where("organization_id", "in", selectAdministeredOrganizations(call))
    .executeTakeFirst();
  return installation !== undefined;
}
