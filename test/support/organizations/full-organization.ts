/** An organization with one resource of every kind that an admin can create. */
import * as collection from "../../../src/contract/collection.ts";
import * as collectionPermission from "../../../src/contract/collection-permission.ts";
import * as content from "../../../src/contract/content.ts";
import { type Endpoint, getMethod } from "../../../src/contract/endpoint.ts";
import * as page from "../../../src/contract/page.ts";
import * as contextRecord from "../../../src/contract/site-context-record.ts";
import * as siteFinding from "../../../src/contract/site-finding.ts";
import * as sitePermission from "../../../src/contract/site-permission.ts";
import * as siteRedirect from "../../../src/contract/site-redirect.ts";
import * as siteScan from "../../../src/contract/site-scan.ts";
import * as siteSection from "../../../src/contract/site-section.ts";
import * as space from "../../../src/contract/space.ts";
import * as spacePermission from "../../../src/contract/space-permission.ts";
import * as glossary from "../../../src/contract/translation-glossary.ts";
import type { WireRequest, WireResponse } from "../../../src/contract/wire.ts";
import { type Backup, exportAll, importAll } from "../../../src/service/server/backup/backup.ts";
import { computeDigest, issueToken } from "../../../src/service/server/tokens.ts";
import type { ServiceOptions } from "../../../src/service/service.ts";
import { onPostgres } from "../platforms/postgres/databases.ts";
import { openWorkspace, type Workspace } from "../platforms/workspace.ts";
import { createdBy, endpoints, rememberCreated } from "../requests/made.ts";
import { listInputs, requestFor } from "../requests/requests.ts";
import { type Undoing, undoing } from "../requests/undone.ts";

const base = "http://127.0.0.1:4000";

export interface FullOrganization {
  readonly workspace: Workspace;
  readonly admin: string;
  /** Ids by noun, and by the path of the operation that creates them; see `Filling`. */
  readonly ids: Map<string, string>;
  readonly organizationId: string;
  readonly collectionId: string;
  readonly spaceId: string;
}

/** Created organizations by word, with the data of their platforms. */
const created = new Map<string, CreatedOrganization>();

interface CreatedOrganization {
  readonly backup: Backup;
  readonly organization: Omit<FullOrganization, "workspace">;
}

/**
 * Opens a platform with such an organization. The requests that create one take ten times as long as
 * copying its rows, so they are sent once in each process.
 * @param word a word that all texts of the organization contain
 */
export async function openFullOrganization(
  word: string,
  options: ServiceOptions = {},
): Promise<FullOrganization> {
  const workspace = await openWorkspace(options);
  const { db, service } = workspace;
  // On PostgreSQL, some tests examine statements; rows have the time of the platform that created them.
  const isOther = onPostgres || options.database !== undefined || options.realTime !== undefined;
  if (isOther) return createFullOrganization(workspace, word);
  const known = created.get(word);
  if (known === undefined) {
    const organization = await createFullOrganization(workspace, word);
    await service.jobs.finish();
    const backup = await exportAll(db, computeDigest(service.token));
    const { workspace: _, ids, ...others } = organization;
    created.set(word, { backup, organization: { ...others, ids: new Map(ids) } });
    return organization;
  }
  await importAll(db, known.backup);
  await service.admin.reconcile();
  return { ...known.organization, workspace, ids: new Map(known.organization.ids) };
}

async function createFullOrganization(
  workspace: Workspace,
  word: string,
): Promise<FullOrganization> {
  const org = await workspace.organization(word);
  const admin = await workspace.member(org, "admin");
  const user = await workspace.member(org, "read");
  await workspace.db.updateTable("users").set({ display_name: word }).execute();
  const titled = { organizationId: org, title: word };
  const { id: collectionId } = await workspace.ok(admin, collection.create, titled);
  const inside = { ...titled, parent: collectionId };
  const { id: spaceId } = await workspace.ok(admin, space.create, inside);
  const known = { org, "/orgs": org, collection: collectionId, space: spaceId, user };
  const ids = new Map(Object.entries(known));
  const organization = { workspace, admin, ids, organizationId: org, collectionId, spaceId };
  await workspace.ok(admin, content.applyTemplate, { spaceId, id: "help-center" });
  const { revision } = await workspace.ok(admin, space.get, { spaceId });
  const { pages } = await workspace.ok(admin, page.list, { spaceId });
  ids.set("revision", revision).set("page", pages[0]?.id ?? "");
  const { db, now, service } = workspace;
  const token = await issueToken(db, { user: admin, label: "test", now });
  await makeOneOfEach({ ids, word }, { base, token }, service.transport);
  await addRows(organization, word);
  await grant(organization, user);
  return organization;
}

/** Resources that no operation creates in its response: a cluster, and the style guide of a site. */
async function addRows(
  { workspace: { db, now }, ids, organizationId, spaceId }: FullOrganization,
  word: string,
): Promise<void> {
  const time = now.toISOString();
  await db
    .insertInto("conversation_clusters")
    .values({
      ...{
        id: "clusterProbe00000001",
        organization_id: organizationId,
        label: word,
        summary: word,
      },
      ...{ centre: "[]", issues: 1, conversations: 1, status: "settled" },
      ...{ created_at: time, updated_at: time },
    })
    .execute();
  ids.set("cluster", "clusterProbe00000001");
  const siteId = ids.get("site");
  if (siteId === undefined) return;
  const guide = { space_id: spaceId };
  await db
    .insertInto("styleguides")
    .values({ ...guide, organization_id: organizationId })
    .execute();
  await db
    .insertInto("site_styleguides")
    .values({ ...guide, site_id: siteId })
    .execute();
}

/** An attempt to perform an operation. */
export interface Attempt extends Undoing {
  readonly endpoint: Endpoint;
  readonly input: object;
  /** The operation and the specified fields. */
  readonly name: string;
}

/**
 * Tries the selected operations as one user, each on the same data.
 * @param isChange whether each field of an operation is tried alone
 * @param given a token of the user; their personal token by default
 */
export async function tryAll(
  { workspace, ids }: Pick<FullOrganization, "workspace" | "ids">,
  caller: string,
  chosen: (endpoint: Endpoint) => boolean,
  isChange = (endpoint: Endpoint) => getMethod(endpoint) === "PATCH",
  options: Parameters<typeof undoing>[1] = {},
  given?: string,
): Promise<Attempt[]> {
  const { db, now } = workspace;
  const token = given ?? (await issueToken(db, { user: caller, label: "test", now }));
  // Otherwise, recording the first use of the token would count as a change by the request.
  await db.updateTable("tokens").set({ last_used_at: now.toISOString() }).execute();
  const ask = undoing(workspace.service, options);
  const filling = { ids, word: "Probe" };
  const published = `http://tome.localhost/_site/${ids.get("site")}`;
  const tried: Attempt[] = [];
  for (const endpoint of endpoints.filter(chosen)) {
    for (const made of await listInputs(endpoint, filling, isChange(endpoint))) {
      // A resolvable URL for operations that look it up.
      const input = endpoint.route.includes(" /urls/") ? { ...made, url: published } : made;
      const answer = await ask(requestFor(endpoint, input, { base, token }));
      const name = `${endpoint.operation} with ${Object.keys(input).join(", ")}`;
      tried.push({ ...answer, endpoint, input, name });
    }
  }
  return tried;
}

/** Whether access was denied. */
export function isDenied({ endpoint, status }: Attempt): boolean {
  return status === 403 || status === 404 || (getMethod(endpoint) === "DELETE" && status === 204);
}

/** A user and a team have a role in all of them, so that roles can be changed and revoked. */
async function grant(
  { workspace, admin, ids, ...organization }: FullOrganization,
  user: string,
): Promise<void> {
  const { organizationId, collectionId, spaceId } = organization;
  const siteId = ids.get("site") ?? "";
  const to = { role: "read" as const, users: [user], teams: [ids.get("team") ?? ""] };
  await workspace.ok(admin, collectionPermission.grant, { collectionId, ...to });
  await workspace.ok(admin, spacePermission.grant, { spaceId, ...to });
  await workspace.ok(admin, sitePermission.grant, { organizationId, siteId, ...to });
}

/**
 * Creates one resource of every kind with the requests of an admin, until no new kind can be created.
 * @param filling the existing ids, to which the new ids are added
 * @param address the base URL, with the admin's token
 */
export async function makeOneOfEach(
  filling: { readonly ids: Map<string, string>; readonly word: string },
  address: { readonly base: string; readonly token: string },
  send: (request: WireRequest) => Promise<Pick<WireResponse, "status" | "body">>,
): Promise<void> {
  const { ids } = filling;
  for (let before = -1; before !== ids.size; ) {
    before = ids.size;
    for (const endpoint of endpoints) {
      const made = createdBy(endpoint);
      if (made === undefined || ids.has(made.path)) continue;
      const [input = {}] = await listInputs(endpoint, filling);
      rememberCreated(ids, endpoint, await send(requestFor(endpoint, input, address)));
    }
  }
  const ask = async (endpoint: Endpoint, input: object) =>
    send(requestFor(endpoint, input, address));
  await addGlossaryEntry(ids, ask);
  await addContextRecord(ids, ask);
  await addFinding(ids, ask);
}

type SendRequest = (endpoint: Endpoint, input: object) => Promise<Pick<WireResponse, "body">>;

/** The response to a change of the records has no id. */
async function addContextRecord(ids: Map<string, string>, ask: SendRequest): Promise<void> {
  const of = { organizationId: ids.get("org"), siteId: ids.get("site") };
  const records = [{ id: "1", type: "ticket", title: "Probe", body: "Probe" }];
  await ask(contextRecord.put, { ...of, records });
  const { body } = await ask(contextRecord.list, of);
  const [first] = JSON.parse(String(body)).items ?? [];
  if (first !== undefined) ids.set("contextRecord", first.id);
}

/** A redirect to a deleted section is a finding; it is resolved when the redirect is deleted. */
async function addFinding(ids: Map<string, string>, ask: SendRequest): Promise<void> {
  const of = { organizationId: ids.get("org"), siteId: ids.get("site") };
  const read = async (endpoint: Endpoint, input: object) =>
    JSON.parse(String((await ask(endpoint, input)).body));
  const spaceId = ids.get("space");
  const { id: siteSectionId } = await read(siteSection.create, { ...of, spaceId, title: "Probe" });
  const destination = { kind: "site-section", siteSectionId };
  const { id: siteRedirectId } = await read(siteRedirect.create, {
    ...of,
    source: "/gone",
    destination,
  });
  await ask(siteSection.remove, { ...of, siteSectionId });
  const [found] = (await read(siteFinding.list, of)).items ?? [];
  const [scan] = (await read(siteScan.list, of)).items ?? [];
  if (found !== undefined) ids.set("finding", found.id);
  if (scan !== undefined) ids.set("scan", scan.id);
  await ask(siteRedirect.remove, { ...of, siteRedirectId });
}

/** The response to a change of the glossary has no id. */
async function addGlossaryEntry(ids: Map<string, string>, ask: SendRequest): Promise<void> {
  const organizationId = ids.get("org");
  const operations = [{ type: "insert", translations: { en: "probe" } }];
  await ask(glossary.put, { organizationId, operations });
  const { body } = await ask(glossary.list, { organizationId });
  const [first] = JSON.parse(String(body)).items ?? [];
  if (first !== undefined) ids.set("glossaryEntry", first.id);
}
