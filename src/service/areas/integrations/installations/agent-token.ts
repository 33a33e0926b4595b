/** Tokens of integrations and of their installations, which expire. */
import { createHash } from "node:crypto";
import { listRoles } from "../../../../contract/rules.ts";
import { type Agent, type AgentInstallation, agentPrefix } from "../../../core/access/agent.ts";
import { InstallationPermissions } from "../../../core/access/installation-permissions.ts";
import type { Call } from "../../../core/handlers.ts";
import type { Queries } from "../../../database/tables.ts";

/** The validity of a token. */
const minutes = 60;

/**
 * Only the digest of a token is stored.
 * @param installation its id; absent for a token of the integration itself
 */
export async function issueAgentToken(
  { db, newId, now }: Pick<Call, "db" | "newId" | "now">,
  integration: string,
  installation?: string,
): Promise<string> {
  await db.deleteFrom("agent_tokens").where("until", "<=", now.toISOString()).execute();
  // Derived from ids, which are repeatable on a platform with a seed; two ids have 238 bits of
  // entropy.
  const token =
    agentPrefix + createHash("sha256").update(`${newId()} ${newId()}`).digest("base64url");
  await db
    .insertInto("agent_tokens")
    .values({
      hash: computeDigest(token),
      integration,
      installation_id: installation ?? null,
      until: new Date(now.getTime() + minutes * 60_000).toISOString(),
    })
    .execute();
  return token;
}

function computeDigest(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** An agent, and the user for whom it acts. */
export interface KnownAgent {
  readonly agent: Agent;
  /** The id of the user. */
  readonly user: string;
  readonly label: string;
}

/** @returns undefined for a token that is unknown or expired, or whose owner no longer exists */
export async function findAgent(
  { db, now }: { readonly db: Queries; readonly now: () => Date },
  token: string,
): Promise<KnownAgent | undefined> {
  const row = await db
    .selectFrom("agent_tokens")
    .select(["integration", "installation_id"])
    .where("hash", "=", computeDigest(token))
    .where("until", ">", now().toISOString())
    .executeTakeFirst();
  if (!row) return undefined;
  return row.installation_id === null
    ? findIntegrationAgent(db, row.integration)
    : findInstallationAgent(db, row.integration, row.installation_id);
}

/** It acts for the user who published it. */
export async function findIntegrationAgent(
  db: Queries,
  name: string,
): Promise<KnownAgent | undefined> {
  const row = await db
    .selectFrom("integrations")
    .innerJoin("integration_versions", (join) =>
      join
        .onRef("integration_versions.integration", "=", "integrations.name")
        .onRef("integration_versions.version", "=", "integrations.version"),
    )
    .select("integration_versions.published_by as user")
    .where("integrations.name", "=", name)
    .executeTakeFirst();
  const agent: Agent = { kind: "integration", integration: name };
  return row && { agent, user: row.user, label: `Integration ${name}` };
}

/** It acts for the admin who installed it, or for the oldest admin if that user is no longer an admin. */
export async function findInstallationAgent(
  db: Queries,
  name: string,
  id: string,
): Promise<KnownAgent | undefined> {
  const row = await db
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.name", "installations.integration")
    .innerJoin("members", "members.organization_id", "installations.organization_id")
    .select(["installations.id", "installations.organization_id", "installations.accepted"])
    .select(["installations.space_selection", "installations.site_selection"])
    .select(["integrations.manifest", "integrations.target"])
    .select(["members.user_id", "installations.status"])
    .where("installations.id", "=", id)
    .where("installations.integration", "=", name)
    .where("members.role", "in", listRoles("getIntegrationInstallationById"))
    .where("members.disabled", "=", 0)
    .orderBy((order) =>
      order
        .case()
        .when("members.user_id", "=", order.ref("installations.installed_by"))
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy("members.joined_at")
    .orderBy("members.user_id")
    .limit(1)
    .executeTakeFirst();
  if (!row || row.status === "paused") return undefined;
  const { accepted, manifest, target, user_id: user, status: _, ...selection } = row;
  const permissions = InstallationPermissions.resolve({ accepted, manifest, target });
  const installation: AgentInstallation = { ...selection, permissions };
  const agent: Agent = { kind: "installation", integration: name, installation };
  return { agent, user, label: `Installation of ${name}` };
}
