/** Two organizations, one of which installed an integration of the other, and measurement of the other's access. */
import * as content from "../../../src/contract/content.ts";
import { type Endpoint, getMethod } from "../../../src/contract/endpoint.ts";
import * as integration from "../../../src/contract/integration.ts";
import * as installation from "../../../src/contract/integration-installation.ts";
import { openToInstallations } from "../../../src/contract/integration-scopes.ts";
import * as space from "../../../src/contract/space.ts";
import { findVisitorIntegration } from "../../../src/service/areas/sites/visitors/visitor-integration.ts";
import { issueToken } from "../../../src/service/server/tokens.ts";
import { amount } from "../generators/amount.ts";
import { openCompleteOrganization } from "../organizations/complete-organization.ts";
import type { FullOrganization } from "../organizations/full-organization.ts";
import { type Manifest, manifestFor } from "../organizations/integrations.ts";
import { endpoints } from "../requests/made.ts";
import { listInputs, requestFor } from "../requests/requests.ts";
import { undoingQuickly } from "../requests/undone.ts";

const base = "http://127.0.0.1:4000";

/** The minimal scopes that the installing organization accepted initially. */
export const narrow: Partial<Manifest> = { scopes: ["openapi:write"], target: "organization" };

export interface ConsentTenants extends FullOrganization {
  /** The organization that published the integration. */
  readonly other: string;
  /** The admin of the publisher, who is not in the installing organization. */
  readonly publisher: string;
  /** Its member. */
  readonly colleague: string;
  /** A member of both organizations, with the role `create` in the installing one and `admin` in the other. */
  readonly both: string;
  readonly installed: { readonly integrationName: string; readonly installationId: string };
  readonly publish: (fields: Partial<Manifest>) => Promise<unknown>;
}

/** Both organizations, without the integration. */
export type ConsentOrganizations = Omit<ConsentTenants, "installed" | "publish">;

export async function openConsentOrganizations(): Promise<ConsentOrganizations> {
  const alpha = await openCompleteOrganization("Alpha");
  const { workspace, organizationId } = alpha;
  const other = await workspace.organization("Beta");
  const publisher = await workspace.member(other, "admin");
  const colleague = await workspace.member(other, "read");
  const both = await workspace.member(organizationId, "create");
  await workspace.enroll(other, both, "admin");
  return { ...alpha, other, publisher, colleague, both };
}

/**
 * Publishes an integration, and installs it on all spaces and sites of the other organization.
 * @param integrationName not used before on this platform
 */
export async function installReaching(
  organizations: ConsentOrganizations,
  integrationName: string,
  first: Partial<Manifest> = narrow,
): Promise<ConsentTenants> {
  const { workspace, admin, organizationId, other, publisher } = organizations;
  const publish = (fields: Partial<Manifest>) =>
    workspace.ok(
      publisher,
      integration.publish,
      manifestFor(other, { integrationName, visibility: "public", ...fields }),
    );
  await publish(first);
  const { id } = await workspace.ok(admin, integration.install, {
    integrationName,
    organization: organizationId,
  });
  const installed = { integrationName, installationId: id };
  return { ...organizations, installed, publish };
}

/** The measured kinds of access, which the report counts. */
export const accessKinds = [
  "operations of members of the other organization",
  "operations of the installation",
  "events",
  "spaces and docs sites of the installation",
  "visitor authentication",
] as const;

/** The long form also includes writes and operations that are not available to installations. */
const isWhole = amount({ short: 0, full: 1 }) === 1;

const furtherSpaces = 2;

/** All access of the other organization to the installing one, one line each. */
export async function measureAccess(tenants: ConsentTenants): Promise<ReadonlySet<string>> {
  return new Set([
    ...(await measureMembers(tenants)),
    ...(await measureInstallationAccess(tenants, { isComplete: isWhole, furtherSpaces })),
  ]);
}

interface Breadth {
  /** Whether to try the operations that are not available to installations too. */
  readonly isComplete: boolean;
  /** The number of the newest spaces that are tried in addition to the one with all content. */
  readonly furtherSpaces: number;
}

/** The access of the integration alone, one line each. */
export async function measureInstallationAccess(
  tenants: ConsentTenants,
  breadth: Breadth,
): Promise<ReadonlySet<string>> {
  return new Set([
    ...(await measureInstallation(tenants, breadth)),
    ...(await measureEvents(tenants)),
    ...(await measureReach(tenants)),
    ...(await measureVisitors(tenants)),
  ]);
}

/** A request for each operation, and one for each additional space. */
async function listRequests(
  { workspace, ids, organizationId, spaceId }: ConsentTenants,
  chosen: (endpoint: Endpoint) => boolean,
  furtherSpaces: number,
  more: ReadonlyMap<string, string> = new Map(),
) {
  const spaces = await workspace.db
    .selectFrom("spaces")
    .select("id")
    .where("organization_id", "=", organizationId)
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .execute();
  // The space with all content, and the newest spaces.
  const about = [spaceId, ...spaces.map(({ id }) => id).slice(0, furtherSpaces)];
  const found: { readonly endpoint: Endpoint; readonly input: object; readonly name: string }[] =
    [];
  for (const endpoint of endpoints.filter(chosen)) {
    for (const space of new Set(about)) {
      const filling = { ids: new Map([...ids, ...more, ["space", space]]), word: "Probe" };
      const [input = {}] = await listInputs(endpoint, filling);
      const isAbout = JSON.stringify(input).includes(space);
      if (!isAbout && space !== spaceId) continue;
      found.push({ endpoint, input, name: `${endpoint.operation}${isAbout ? ` ${space}` : ""}` });
    }
  }
  return found;
}

async function measureMembers(tenants: ConsentTenants): Promise<string[]> {
  const { workspace, publisher, colleague } = tenants;
  const isTried = (one: Endpoint) => isWhole || getMethod(one) === "GET";
  const requests = await listRequests(tenants, isTried, furtherSpaces);
  const found: string[] = [];
  for (const [who, user] of Object.entries({ publisher, colleague })) {
    const token = await issueToken(workspace.db, { user, label: "probe", now: workspace.now });
    for (const name of await selectGranted(tenants, requests, token)) {
      found.push(`${who}: ${name}`);
    }
  }
  return found;
}

async function measureInstallation(
  tenants: ConsentTenants,
  { isComplete, furtherSpaces }: Breadth,
): Promise<string[]> {
  const { workspace, publisher, installed } = tenants;
  const made = await workspace.ask(publisher, installation.createToken, installed);
  if (made.status >= 400) return [];
  const { integrationName: name, installationId: id } = installed;
  const own = new Map([
    ["installation", id],
    ["/integrations", name],
    ["/integrations/{integrationName}/installations", id],
  ]);
  // The published description lets an installation add any space and site of its organization.
  const isOpen = ({ operation }: Endpoint) =>
    (isComplete || operation in openToInstallations) && !/^installIntegrationOn/.test(operation);
  const requests = await listRequests(tenants, isOpen, furtherSpaces, own);
  const token = String(Object(made.body).token);
  return (await selectGranted(tenants, requests, token)).map((one) => `token: ${one}`);
}

/** The names of the requests that are not denied. Their changes are rolled back. */
async function selectGranted(
  { workspace }: ConsentTenants,
  requests: Awaited<ReturnType<typeof listRequests>>,
  token: string,
): Promise<string[]> {
  const ask = undoingQuickly(workspace.service);
  const granted: string[] = [];
  for (const { endpoint, input, name } of requests) {
    const status = await ask(requestFor(endpoint, input, { base, token }));
    const isGone = getMethod(endpoint) === "DELETE" && status === 204;
    if (![401, 403, 404].includes(status) && !isGone) granted.push(name);
  }
  return granted;
}

/** The kinds of events that the installation receives for changes by an admin of its organization. */
async function measureEvents({ workspace, admin, ...tenants }: ConsentTenants): Promise<string[]> {
  const { organizationId, installed } = tenants;
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId });
  const count = () =>
    workspace.db
      .selectFrom("integration_events")
      .select("payload")
      .where("installation_id", "=", installed.installationId)
      .execute();
  const before = (await count()).length;
  await workspace.ok(admin, content.applyTemplate, { spaceId, id: "help-center" });
  const after = await count();
  await workspace.ok(admin, space.remove, { spaceId });
  return after.slice(before).map(({ payload }) => `event: ${JSON.parse(payload).type}`);
}

async function measureReach({
  workspace,
  publisher,
  installed,
}: ConsentTenants): Promise<string[]> {
  const { integrationName: name } = installed;
  const made = await workspace.ask(publisher, integration.createToken, { integrationName: name });
  if (made.status >= 400) return [];
  const token = String(Object(made.body).token);
  const found: string[] = [];
  for (const kind of ["spaces", "sites"] as const) {
    const { body } = await workspace.service.transport({
      method: "GET",
      url: `${base}/v1/integrations/${installed.integrationName}/${kind}`,
      headers: { authorization: `Bearer ${token}` },
    });
    const { items = [] } = Object(JSON.parse(String(body)));
    for (const item of items) found.push(`works on ${kind}: ${item.space ?? item.site}`);
  }
  return found;
}

async function measureVisitors({ workspace, ids, organizationId, installed }: ConsentTenants) {
  const site = { id: ids.get("site") ?? "", organization_id: organizationId };
  const found = await findVisitorIntegration(workspace.db, site);
  return found?.name === installed.integrationName ? ["signs visitors in"] : [];
}

/** Whether the scopes of a manifest allow an operation. */
export function isOpenWith(operation: string, { scopes = [] }: Partial<Manifest>): boolean {
  const table: Readonly<Record<string, string | undefined>> = openToInstallations;
  const scope = table[operation];
  return scope === "no scope" || scopes.some((one) => one === scope);
}
