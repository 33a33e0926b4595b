/**
 * Principals as they stand now: the one place where what was requested earlier is resolved again,
 * by the functions that identify the caller of a request.
 */
import { Problem } from "../../errors.ts";
import { recordCancellation } from "../areas/audit/record-cancellation.ts";
import { findTokenHolder } from "../core/token-holders.ts";
import type { Queries } from "../database/tables.ts";
import type { PrincipalDirectory, Standing } from "../jobs/permissions.ts";
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
): Promise<Standing> {
  if (principal.kind === "platform") throw gone("The platform has no permissions of a user.");
  if (principal.kind === "user") return resolveUser(db, principal, now());
  return resolveAgent(db, principal);
}

async function resolveUser(
  db: Queries,
  { user, token }: UserPrincipal,
  now: Date,
): Promise<Standing> {
  const row = await db.selectFrom("users").select("id").where("id", "=", user).executeTakeFirst();
  if (!row) throw gone("The user who requested it no longer exists.");
  const owner = token && (await findTokenHolder(db, token, now));
  if (token && owner?.user !== user) {
    throw gone("The token with which it was requested was revoked or has expired.");
  }
  return { caller: user, boundTo: owner?.boundTo, requireScope: async () => {} };
}

/** The token of an agent ends within the hour; what it requested depends on the agent itself. */
async function resolveAgent(
  db: Queries,
  principal: IntegrationPrincipal | InstallationPrincipal,
): Promise<Standing> {
  const { findInstallationAgent, findIntegrationAgent } = await import(
    "../areas/integrations/agent-token.ts"
  );
  const { integration } = principal;
  const known =
    principal.kind === "integration"
      ? await findIntegrationAgent(db, integration)
      : await findInstallationAgent(db, integration, principal.installation);
  if (!known) {
    throw gone(`The installation of ${integration} that requested it was uninstalled or paused.`);
  }
  const { requireOpen, requireReach } = await import("../areas/integrations/agent-access.ts");
  return {
    caller: known.user,
    boundTo: undefined,
    async requireScope(operation, input) {
      requireOpen(known.agent, operation);
      await requireReach(db, known.agent, operation, input);
    },
  };
}

function gone(message: string): Problem {
  return new Problem(401, message);
}
