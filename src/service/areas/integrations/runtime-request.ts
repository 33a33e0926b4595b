/**
 * Events in the format of the published integration runtime: a form with the event, and with the
 * environment of the integration. The environment has new tokens, with which the integration calls
 * this platform.
 */
import {
  type ContentKind,
  InstallationPermissions,
} from "../../core/access/installation-permissions.ts";
import type { LongJobCall } from "../../jobs/job.ts";
import type { PlatformEvent } from "../integration-events/event.ts";
import type { EventToWrite } from "../integration-events/send.ts";
import { issueAgentToken } from "./installations/agent-token.ts";
import { readContents } from "./installations/contents.ts";
import {
  type InstallationRow,
  presentInstallation,
  selectInstallations,
} from "./installations/installations.ts";
import { presentCommon } from "./installations/list-content.ts";
import { presentIntegration } from "./present.ts";
import { openSigningSecrets } from "./signing-secrets.ts";
import { readSecrets } from "./stored-secrets.ts";
import type { IntegrationTable } from "./tables.ts";

/** The part of a call that the environment needs. */
export type RuntimeCall = Pick<LongJobCall, "db" | "newId" | "now" | "secretBox">;

/** An event, with the body of a request to the fetch handler. */
export interface RuntimeEvent extends EventToWrite {
  readonly fetchBody?: string | undefined;
}

export async function writeForRuntime(event: RuntimeEvent, call: RuntimeCall) {
  const form = new FormData();
  form.set("event", event.payload);
  if (event.fetchBody !== undefined) form.set("fetch-body", event.fetchBody);
  form.set("environment", JSON.stringify(await loadEnvironment(event, call)));
  const encoded = new Response(form);
  return { type: encoded.headers.get("content-type") ?? "", body: await encoded.text() };
}

async function loadEnvironment(event: EventToWrite, call: RuntimeCall) {
  const { db } = call;
  const { base } = event;
  const integration = await db
    .selectFrom("integrations")
    .selectAll()
    .where("name", "=", event.integration)
    .executeTakeFirstOrThrow();
  // Absent after it was uninstalled.
  const installation = await selectInstallations(db)
    .where("installations.id", "=", event.installation_id)
    .executeTakeFirst();
  // Recorded by this platform.
  const platformEvent: PlatformEvent = JSON.parse(event.payload);
  const space =
    installation && (await on("space", platformEvent, call, { integration, installation, base }));
  const site =
    installation && (await on("site", platformEvent, call, { integration, installation, base }));
  const toSecret = await openSigningSecrets(call);
  const name = integration.name;
  return {
    apiEndpoint: base,
    apiTokens: {
      integration: await issueAgentToken(call, name),
      ...(installation && { installation: await issueAgentToken(call, name, installation.id) }),
    },
    integration: await presentToItself(integration, call, base),
    ...(installation && { installation: presentInstallation(installation, base) }),
    ...(space && { spaceInstallation: { ...space.common, space: space.id } }),
    ...(site && { siteInstallation: { ...site.common, site: site.id } }),
    secrets: await readSecrets(call, name),
    signingSecrets: {
      integration: toSecret({ integration: name }),
      ...(installation && { installation: toSecret({ installation: installation.id }) }),
      ...(installation &&
        space && {
          spaceInstallation: toSecret({ installation: installation.id, content: space.id }),
        }),
      ...(installation &&
        site && {
          siteInstallation: toSecret({ installation: installation.id, content: site.id }),
        }),
    },
  };
}

interface RuntimeInstallation {
  readonly integration: IntegrationTable;
  readonly installation: InstallationRow;
  readonly base: string;
}

/** The installation on the space or docs site of an event. */
async function on(
  kind: ContentKind,
  event: PlatformEvent,
  { db }: RuntimeCall,
  installed: RuntimeInstallation,
) {
  const id = kind === "space" ? findSpace(event) : findSite(event);
  const { installation } = installed;
  const permissions = InstallationPermissions.resolve(installation);
  if (id === undefined || !permissions.worksOn(kind)) return undefined;
  const isThere = await db
    .selectFrom(kind === "space" ? "spaces" : "sites")
    .select("id")
    .where("id", "=", id)
    .where("organization_id", "=", installation.organization_id)
    .executeTakeFirst();
  if (!isThere) return undefined;
  const ownSettings = (await readContents(db, installation.id, [id])).get(id);
  return {
    id,
    common: presentCommon(installed.base, { ...installed, kind, id, own: ownSettings }),
  };
}

function findSpace(event: PlatformEvent): string | undefined {
  return "spaceId" in event ? event.spaceId : undefined;
}

function findSite(event: PlatformEvent): string | undefined {
  return "siteId" in event ? event.siteId : undefined;
}

/** An integration is not a member of the organization that published it. */
async function presentToItself(row: IntegrationTable, { db }: RuntimeCall, base: string) {
  const owner = await db
    .selectFrom("organizations")
    .selectAll()
    .where("id", "=", row.organization_id)
    .executeTakeFirstOrThrow();
  return presentIntegration(row, { row: owner, membership: undefined }, base);
}
