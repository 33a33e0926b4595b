/**
 * Public endpoint of an integration: requests to it run the fetch handler of the script. The script
 * is not trusted with the origin of the platform: its pages are sandboxed, and cookies are neither
 * sent to it nor set by it.
 */
import type { Headers, WireResponse } from "../../../../contract/wire.ts";
import { failure } from "../../../core/deferred-response.ts";
import type { PublicHandler } from "../../../core/public-route.ts";
import type { Queries } from "../../../database/tables.ts";
import { inTransaction } from "../../../database/transaction.ts";
import type { ScriptOutcome } from "../../../engines/scripts/script-messages.ts";
import { recordRun, traceLine } from "../../events/record.ts";
import { runEvent, toTrace } from "./run-event.ts";

export const publicEndpoint: PublicHandler = async (call) => {
  const { outside, newId, path, db, now } = call;
  if (outside?.scripts === undefined || newId === undefined) {
    return failure(
      501,
      "This platform does not run integrations. Start it with tome serve --run-integrations.",
    );
  }
  const target = await findTarget(db, path.integrationName ?? "", path.path ?? "");
  if (target === undefined) return failure(404, "The integration does not exist.");
  const { integration, installationId, organizationId, content } = target;
  const id = newId();
  const { url, method, headers, body = "" } = call.request;
  const common = {
    eventId: id,
    type: "fetch",
    ...(installationId !== "" && { installationId }),
    ...content,
  };
  const isBodiless = method === "GET" || method === "HEAD";
  const outcome = await runEvent(
    {
      integration,
      installation_id: installationId,
      payload: JSON.stringify({
        ...common,
        request: { url, method, headers: keepRequestHeaders(headers) },
      }),
      ...(!isBodiless && { fetchBody: body }),
    },
    { db, now, newId, outside, secretBox: call.secretBox },
  );
  if (outcome === undefined) return failure(501, "This platform does not run integrations.");
  const reason = outcome.failure?.message ?? findError(outcome);
  // The query of a URL and the headers may contain secrets.
  const [plainUrl = ""] = url.split("?");
  await inTransaction(db, (transaction) =>
    recordRun(transaction, {
      id,
      integration,
      installationId,
      organizationId,
      payload: { ...common, request: { url: plainUrl, method } },
      trace: [
        ...toTrace(outcome, now),
        traceLine(now, reason === undefined ? "info" : "error", describeOutcome(outcome)),
      ],
      reason,
      now,
    }),
  );
  return toWireResponse(outcome);
};

function findError({ response }: ScriptOutcome): string | undefined {
  if (response === undefined || response.status < 500) return undefined;
  return `The script responded with ${response.status}.`;
}

function describeOutcome({ response, failure: error }: ScriptOutcome): string {
  return response ? `The script responded with ${response.status}.` : error.message;
}

function toWireResponse({ response, failure: error }: ScriptOutcome): WireResponse {
  if (response === undefined) return failure(error.reason === "busy" ? 503 : 502, error.message);
  const { status, body } = response;
  return {
    status,
    headers: {
      ...keepResponseHeaders(response.headers),
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

function keepRequestHeaders(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) =>
        name !== "cookie" && !(name === "authorization" && /^bearer tome_/i.test(value)),
    ),
  );
}

const droppedHeaders =
  /^(?:set-cookie|content-security-policy|clear-site-data|service-worker-allowed|strict-transport-security|connection|keep-alive|transfer-encoding|content-length|content-encoding|upgrade|mf-.*|cf-.*|x-tome-.*)$/;

function keepResponseHeaders(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !droppedHeaders.test(name)));
}

interface EndpointTarget {
  readonly integration: string;
  readonly installationId: string;
  readonly organizationId: string;
  readonly content: { readonly spaceId?: string; readonly siteId?: string };
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
  const [first, id = "", kind, contentId = ""] = rest.split("/");
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
  };
}
