/**
 * Calls of a script whose response the platform uses itself, such as the rendering of a component.
 * Each is recorded as an event, without the values that users typed.
 */
import { ApiError } from "../../../../errors.ts";
import type { Queries } from "../../../database/tables.ts";
import { inTransaction } from "../../../database/transaction.ts";
import type { Egress } from "../../../engines/network/egress.ts";
import type {
  ScriptLimits,
  ScriptOutcome,
  ScriptResponse,
} from "../../../engines/scripts/script-messages.ts";
import { recordRun, traceLine } from "../../integration-events/record.ts";
import type { RuntimeCall } from "../runtime-request.ts";
import { runEvent, toTrace } from "./run-event.ts";

export interface ScriptCaller extends RuntimeCall {
  readonly outside?: Pick<Egress, "scripts"> | undefined;
}

/** An event whose response is used. */
export interface AskedEvent {
  readonly integration: string;
  readonly installation: { readonly id: string; readonly organization_id: string };
  /** Without the ids of the event and the installation. */
  readonly event: Readonly<Record<string, unknown>> & { readonly type: string };
  /** The members of the event that are recorded; the others may contain secrets. */
  readonly recorded: Readonly<Record<string, unknown>>;
  readonly limits?: Partial<ScriptLimits>;
}

export const notRunning = new ApiError(
  501,
  "This platform does not run integrations. Start it with tome serve --run-integrations.",
);

/** @throws ApiError 501 if this platform does not run scripts, or the reason of a failure */
export async function callScript(call: ScriptCaller, asked: AskedEvent): Promise<ScriptResponse> {
  const { db, now, outside } = call;
  if (outside?.scripts === undefined) throw notRunning;
  const { integration, installation, event, recorded } = asked;
  const id = call.newId();
  const common = { eventId: id, type: event.type, installationId: installation.id };
  const outcome = await runEvent(
    {
      integration,
      installation_id: installation.id,
      payload: JSON.stringify({ ...event, ...common }),
      limits: asked.limits,
    },
    { ...call, outside },
  );
  if (outcome === undefined) throw notRunning;
  const error = findFailure(outcome);
  await inTransaction(db, (transaction) =>
    recordRun(transaction, {
      id,
      integration,
      installationId: installation.id,
      organizationId: installation.organization_id,
      payload: { ...recorded, ...common },
      trace: [
        ...toTrace(outcome, now),
        error === undefined
          ? traceLine(now, "info", `The script responded with ${outcome.response?.status}.`)
          : traceLine(now, "error", error.message),
      ],
      reason: error?.message,
      now,
    }),
  );
  if (error !== undefined) {
    // Its console may contain secrets, which only the publisher reads.
    throw new ApiError(error.status, `${error.message} The console is in the event ${id}.`);
  }
  if (outcome.response === undefined) throw notRunning;
  return outcome.response;
}

/** @returns the object in the response of a script */
export function readObject({ body }: ScriptResponse): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return Object.fromEntries(Object.entries(value));
    }
  } catch {
    // Reported below, as for another value.
  }
  throw new ApiError(502, "The response of the script is not a JSON object.");
}

/** In characters. */
const longestReason = 300;

function findFailure({ response, failure }: ScriptOutcome): ApiError | undefined {
  if (failure !== undefined) {
    return new ApiError(failure.reason === "busy" ? 503 : 502, failure.message);
  }
  const { status, body } = response;
  if (status < 400) return undefined;
  const reason = readReason(Buffer.from(body).toString("utf8")).slice(0, longestReason);
  // A 401 would be the one of the platform for a client.
  return new ApiError(
    status === 400 || status === 404 ? status : 502,
    `The script responded with ${status}${reason === "" ? "" : `: ${reason}`}`.replace(/\.?$/, "."),
  );
}

/** The runtime responds with `{"error": "…"}`. */
function readReason(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const reason: unknown = Object(value).error;
    if (typeof reason === "string") return reason;
  } catch {
    // Another text.
  }
  return text.trim();
}

/** The installation of an integration in an organization, if it is not paused. */
export async function findRunning(db: Queries, integration: string, organization: string) {
  const row = await db
    .selectFrom("installations")
    .innerJoin("integrations", "integrations.name", "installations.integration")
    .select([
      "installations.id",
      "installations.organization_id",
      "installations.status",
      "installations.space_selection",
      "installations.site_selection",
      "installations.accepted",
      "integrations.manifest",
      "integrations.target",
    ])
    .where("installations.integration", "=", integration)
    .where("installations.organization_id", "=", organization)
    .executeTakeFirst();
  return row?.status === "paused" ? undefined : row;
}
