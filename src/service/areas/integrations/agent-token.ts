/**
 * The tokens of integrations and of their installations. Nothing of them is stored: a token is its own
 * content, encrypted, and ends by itself.
 */
import { rolesFor } from "../../../contract/rules.ts";
import { type Agent, type AgentInstallation, agentPrefix } from "../../core/agent.ts";
import type { Call } from "../../core/handlers.ts";
import type { Queries } from "../../database/tables.ts";
import type { SecretBox } from "../../engines/secret-box.ts";
import { readManifest } from "./manifest.ts";

const purpose = "token of an integration";
/** How long a token is valid. */
export const agentMinutes = 60;

interface Content {
  readonly integration: string;
  /** Absent for the integration itself. */
  readonly installation?: string;
  /** RFC 3339. */
  readonly until: string;
}

export async function issueAgentToken(
  { secretBox, now }: Pick<Call, "secretBox" | "now">,
  agent: Omit<Content, "until">,
): Promise<string> {
  const until = new Date(now.getTime() + agentMinutes * 60_000).toISOString();
  const content: Content = { ...agent, until };
  return agentPrefix + (await secretBox.seal(JSON.stringify(content), purpose));
}

/** An agent, and the person for whom it acts. */
export interface KnownAgent {
  readonly agent: Agent;
  /** The id of the user. */
  readonly user: string;
  readonly label: string;
}

interface Opening {
  readonly db: Queries;
  readonly secretBox: SecretBox;
  readonly now: () => Date;
}

/** @returns undefined for a token that is unknown, over, or of something that is gone */
export async function findAgent(opening: Opening, secret: string): Promise<KnownAgent | undefined> {
  const content = await openToken(opening, secret);
  if (content === undefined || content.until <= opening.now().toISOString()) return undefined;
  const { integration, installation } = content;
  return installation === undefined
    ? findIntegrationAgent(opening.db, integration)
    : findInstallationAgent(opening.db, integration, installation);
}

async function openToken({ secretBox }: Opening, secret: string): Promise<Content | undefined> {
  try {
    return JSON.parse(await secretBox.open(secret.slice(agentPrefix.length), purpose));
  } catch {
    return undefined;
  }
}

/** It acts for whoever published it. */
async function findIntegrationAgent(db: Queries, name: string): Promise<KnownAgent | undefined> {
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

/** It acts for the admin who installed it, or if they are one no longer, for the oldest admin. */
async function findInstallationAgent(
  db: Queries,
  name: string,
  id: string,
): Promise<KnownAgent | undefined> {
  const row = await db
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.name", "installations.integration")
    .innerJoin("members", "members.organization_id", "installations.organization_id")
    .select(["installations.id", "installations.organization_id", "integrations.target"])
    .select(["installations.space_selection", "installations.site_selection"])
    .select(["integrations.manifest", "members.user_id", "installations.status"])
    .where("installations.id", "=", id)
    .where("installations.integration", "=", name)
    .where("members.role", "in", rolesFor("getIntegrationInstallationById"))
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
  const { manifest, user_id: user, status: _, ...reach } = row;
  const installation: AgentInstallation = { ...reach, scopes: readManifest({ manifest }).scopes };
  const agent: Agent = { kind: "installation", integration: name, installation };
  return { agent, user, label: `Installation of ${name}` };
}
