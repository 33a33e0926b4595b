/**
 * Public endpoint of an integration: requests to it run the fetch handler of the script. The script
 * is not trusted with the origin of the platform: its pages are sandboxed, and cookies are neither
 * sent to it nor set by it, except those of the sign-in of visitors.
 */
import type { WireResponse } from "../../../../contract/wire.ts";
import { createErrorResponse } from "../../../core/deferred-response.ts";
import type { PublicHandler, PublicRequest } from "../../../core/public-route.ts";
import { isSiteLocation } from "../../../core/site-location.ts";
import type { Queries } from "../../../database/tables.ts";
import { inTransaction } from "../../../database/transaction.ts";
import type {
  ScriptFailureReason,
  ScriptOutcome,
} from "../../../engines/scripts/script-messages.ts";
import { recordRun, traceLine } from "../../integration-events/record.ts";
import { findAuth } from "../../sites/visitors/auth-rows.ts";
import { findSelectedIntegration, visitorPath } from "../../sites/visitors/visitor-integration.ts";
import { addsScript, scriptPath } from "../site-scripts.ts";
import { keepRequestHeaders, keepResponseHeaders } from "./endpoint-headers.ts";
import { runEvent, toTrace } from "./run-event.ts";

export const answerPublicEndpoint: PublicHandler = async (call) => {
  const { outside, newId, path, db, now } = call;
  if (outside?.scripts === undefined || newId === undefined) {
    return createErrorResponse(
      501,
      "This platform does not run integrations. Start it with tome serve --run-integrations.",
    );
  }
  const target = await findTarget(db, path.integrationName ?? "", path.path ?? "");
  if (target === undefined) return createErrorResponse(404, "The integration does not exist.");
  const { integration, installationId, organizationId, content } = target;
  const id = newId();
  const { type, sent, recorded, body } = describeRequest(call, target);
  const common = {
    eventId: id,
    type,
    ...(installationId !== "" && { installationId }),
    ...content,
  };
  const outcome = await runEvent(
    {
      integration,
      installation_id: installationId,
      payload: JSON.stringify({ ...common, ...sent }),
      fetchBody: body,
    },
    { db, now, newId, outside, secretBox: call.secretBox },
  );
  if (outcome === undefined)
    return createErrorResponse(501, "This platform does not run integrations.");
  const reason = outcome.failure?.message ?? findError(outcome);
  await inTransaction(db, (transaction) =>
    recordRun(transaction, {
      id,
      integration,
      installationId,
      organizationId,
      payload: { ...common, ...recorded },
      trace: [
        ...toTrace(outcome, now),
        traceLine(now, reason === undefined ? "info" : "error", describeOutcome(outcome)),
      ],
      reason,
      now,
    }),
  );
  return toWireResponse(outcome, call);
};

interface DescribedRequest {
  readonly type: "fetch" | "fetch_published_script" | "fetch_visitor_authentication";
  /** The members of the event that the script receives. */
  readonly sent: object;
  /** Those that are stored: the query of a URL and the headers may contain secrets. */
  readonly recorded: object;
  readonly body?: string;
}

function describeRequest(call: PublicRequest, { purpose }: EndpointTarget): DescribedRequest {
  if (purpose === "sign-in") return describeSignIn(call);
  if (purpose === "script") return { type: "fetch_published_script", sent: {}, recorded: {} };
  return describeFetch(call);
}

function describeFetch({ request }: PublicRequest): DescribedRequest {
  const { url, method, headers, body = "" } = request;
  const isBodiless = method === "GET" || method === "HEAD";
  const [plainUrl] = url.split("?");
  return {
    type: "fetch",
    sent: { request: { url, method, headers: keepRequestHeaders(headers) } },
    recorded: { request: { url: plainUrl, method } },
    ...(!isBodiless && { body }),
  };
}

/** In characters, as in the URL of the redirect. */
const longestLocation = 2000;

/** A location that is not a path of the site is omitted. */
function describeSignIn({ query }: PublicRequest): DescribedRequest {
  const location = query.get("location") ?? "";
  const isPath = isSiteLocation(location) && location.length <= longestLocation;
  const [path] = location.split("?");
  return {
    type: "fetch_visitor_authentication",
    sent: isPath ? { location } : {},
    recorded: isPath ? { location: path } : {},
  };
}

function findError({ response }: ScriptOutcome): string | undefined {
  if (response === undefined || response.status < 500) return undefined;
  return `The script responded with ${response.status}.`;
}

function describeOutcome({ response, failure: error }: ScriptOutcome): string {
  return response ? `The script responded with ${response.status}.` : error.message;
}

function toWireResponse(
  { response, failure: error }: ScriptOutcome,
  { request }: PublicRequest,
): WireResponse {
  if (response === undefined)
    return createErrorResponse(error.reason === "busy" ? 503 : 502, reasons[error.reason]);
  const { status, body } = response;
  return {
    status,
    headers: {
      ...keepResponseHeaders(response.headers, request.url),
      "content-security-policy": "sandbox allow-scripts allow-forms allow-popups",
      "x-content-type-options": "nosniff",
    },
    body: [204, 205, 304].includes(status)
      ? ""
      : (async function* () {
          yield body;
        })(),
  };
}

/** The details of a failure are in the trace of the event, for the publisher. */
const reasons: Readonly<Record<ScriptFailureReason, string>> = {
  broken: "The script of the integration cannot be loaded.",
  busy: "The script of the integration was not started. Retry in a moment.",
  stopped: "The script of the integration was stopped.",
};

interface EndpointTarget {
  readonly integration: string;
  readonly installationId: string;
  readonly organizationId: string;
  readonly content: { readonly spaceId?: string; readonly siteId?: string };
  /**
   * Whether the request starts the sign-in of a visitor of the site, or loads the script in its pages.
   */
  readonly purpose?: "sign-in" | "script" | undefined;
}

/** @param rest `installations/<id>/spaces/<id>/…`, or any path of the integration itself */
async function findTarget(
  db: Queries,
  name: string,
  rest: string,
): Promise<EndpointTarget | undefined> {
  const integration = await db
    .selectFrom("integrations")
    .select(["name", "organization_id"])
    .where("name", "=", name)
    .executeTakeFirst();
  if (!integration) return undefined;
  const [first, id = "", kind, contentId = "", ...path] = rest.split("/");
  if (first !== "installations") {
    return {
      integration: name,
      installationId: "",
      organizationId: integration.organization_id,
      content: {},
    };
  }
  const installation = await db
    .selectFrom("installations")
    .select(["id", "organization_id", "status"])
    .where("id", "=", id)
    .where("integration", "=", name)
    .executeTakeFirst();
  if (!installation || installation.status === "paused") return undefined;
  return {
    integration: name,
    installationId: installation.id,
    organizationId: installation.organization_id,
    // The environment contains it only if the installation works on it.
    content:
      kind === "spaces" ? { spaceId: contentId } : kind === "sites" ? { siteId: contentId } : {},
    purpose: kind === "sites" ? await findPurpose(db, installation, contentId, path) : undefined,
  };
}

interface RequestedInstallation {
  readonly id: string;
  readonly organization_id: string;
}

/** The purpose of a path on a site, if an admin has permitted it. */
async function findPurpose(
  db: Queries,
  { id, organization_id: organization }: RequestedInstallation,
  siteId: string,
  path: readonly string[],
): Promise<EndpointTarget["purpose"]> {
  const [only = "", ...others] = path;
  if (others.length > 0 || ![visitorPath, scriptPath].includes(only)) return undefined;
  const site = await db
    .selectFrom("sites")
    .select(["id", "organization_id"])
    .where("id", "=", siteId)
    .where("organization_id", "=", organization)
    .executeTakeFirst();
  if (site === undefined) return undefined;
  if (only === scriptPath) return (await addsScript(db, id, site)) ? "script" : undefined;
  const selected = await findSelectedIntegration(db, site, await findAuth(db, siteId));
  return selected?.installation === id ? "sign-in" : undefined;
}
