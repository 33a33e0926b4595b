/** Resolution of stored principals at a later time, by the functions that authenticate requests. */
import { ApiError } from "../../errors.ts";
import { recordCancellation } from "../areas/audit/record-cancellation.ts";
import { findTokenHolder } from "../core/access/token-holders.ts";
import type { Queries } from "../database/tables.ts";
import type { JobPrincipal, PrincipalDirectory } from "../jobs/permissions.ts";
import type {
  InstallationPrincipal,
  IntegrationPrincipal,
  Principal,
  UserPrincipal,
} from "../jobs/principal.ts";

/** @param now the platform's time */
export function createPrincipalDirectory(now: () => Date): PrincipalDirectory {
  return {
    resolve: (db, principal) => resolvePrincipal(db, principal, now),
    recordCancellation,
  };
}

async function resolvePrincipal(
  db: Queries,
  principal: Principal,
  now: () => Date,
): Promise<JobPrincipal> {
  if (principal.kind === "platform")
    throw createGoneError("The job belongs to the platform, which has no user permissions.");
  if (principal.kind === "user") return resolveUser(db, principal, now());
  return resolveAgent(db, principal);
}

async function resolveUser(
  db: Queries,
  { user, token }: UserPrincipal,
  now: Date,
): Promise<JobPrincipal> {
  const row = await db.selectFrom("users").select("id").where("id", "=", user).executeTakeFirst();
  if (!row) throw createGoneError("The user who requested the job no longer exists.");
  const owner = token && (await findTokenHolder(db, token, now));
  if (token && owner?.user !== user) {
    throw createGoneError("The token that requested the job was revoked or has expired.");
  }
  return { caller: user, boundTo: owner?.boundTo, requireScope: async () => {} };
}

/** The token of an agent expires within an hour, so its jobs depend on the agent itself. */
async function resolveAgent(
  db: Queries,
  principal: IntegrationPrincipal | InstallationPrincipal,
): Promise<JobPrincipal> {
  const { findInstallationAgent, findIntegrationAgent } = await import(
    "../areas/integrations/installations/agent-token.ts"
  );
  const { integration } = principal;
  const agent =
    principal.kind === "integration"
      ? await findIntegrationAgent(db, integration)
      : await findInstallationAgent(db, integration, principal.installation);
  if (!agent) {
    throw createGoneError(
      `The installation of ${integration} that requested the job was uninstalled or paused.`,
    );
  }
  const { requireOpen, requireReach } = await import(
    "../areas/integrations/installations/agent-access.ts"
  );
  return {
    caller: agent.user,
    boundTo: undefined,
    async requireScope(operation, input) {
      requireOpen(agent.agent, operation);
      await requireReach(db, agent.agent, operation, input);
    },
  };
}

function createGoneError(message: string): ApiError {
  return new ApiError(401, message);
}
