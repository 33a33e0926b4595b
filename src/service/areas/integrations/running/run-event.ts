/** Runs an event in the published script of an integration. */
import type { TraceLine } from "../../../../contract/integration-event.model.ts";
import type { Queries } from "../../../database/tables.ts";
import type { Egress } from "../../../engines/network/egress.ts";
import type { ScriptLimits, ScriptOutcome } from "../../../engines/scripts/script-messages.ts";
import { type RuntimeCall, writeForRuntime } from "../runtime-request.ts";

/** The path of the published runtime. */
const runtimePath = "/v1";

export interface ScriptEvent {
  readonly integration: string;
  /** "" for an event of the integration itself. */
  readonly installation_id: string;
  /** JSON. */
  readonly payload: string;
  /** The body of a request to the fetch handler. */
  readonly fetchBody?: string | undefined;
  readonly limits?: Partial<ScriptLimits> | undefined;
}

export type ScriptCall = RuntimeCall & { readonly outside: Pick<Egress, "scripts"> };

/** @returns undefined if this platform does not run scripts */
export async function runEvent(
  event: ScriptEvent,
  call: ScriptCall,
): Promise<ScriptOutcome | undefined> {
  const { scripts } = call.outside;
  if (scripts === undefined) return undefined;
  const script = await findScript(call.db, event.integration);
  if (script === undefined) {
    const message = "The script of this version is not stored. Publish the integration again.";
    return { logs: [], failure: { reason: "broken", message } };
  }
  const { type, body } = await writeForRuntime({ ...event, base: scripts.base }, call);
  const request = {
    url: `http://integration.invalid${runtimePath}`,
    method: "POST",
    headers: { "content-type": type },
    body: Buffer.from(body),
    organization: await findOrganization(call.db, event.installation_id),
  };
  return scripts.run(script, request, event.limits);
}

async function findScript(db: Queries, integration: string) {
  const row = await db
    .selectFrom("integration_versions as version")
    .innerJoin("integrations", "integrations.name", "version.integration")
    .select(["version.script", "version.script_hash", "integrations.organization_id"])
    .where("version.integration", "=", integration)
    .where("version.script", "is not", null)
    .orderBy("version.version", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!row?.script) return undefined;
  const { script: code, script_hash: hash, organization_id: publisher } = row;
  return { name: integration, hash, code, publisher };
}

/** The organization of an installation; absent for the integration itself, and after uninstalling. */
async function findOrganization(db: Queries, installationId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("installations")
    .select("organization_id")
    .where("id", "=", installationId)
    .executeTakeFirst();
  return row?.organization_id;
}

/** The console of a run in the form of traces. */
export function toTrace({ logs }: Pick<ScriptOutcome, "logs">, now: Date): TraceLine[] {
  const timestamp = now.toISOString();
  return logs.map(({ level, message }) => ({ level, timestamp, message }));
}
