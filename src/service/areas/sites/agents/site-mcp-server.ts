/** Handlers for the MCP servers of sites. The platform has no assistant, so it never connects to one. */
import type { Input, Output } from "../../../../contract/endpoint.ts";
import { hiddenHeader } from "../../../../contract/site-agent-values.ts";
import type * as contract from "../../../../contract/site-mcp-server.ts";
import { ApiError } from "../../../../errors.ts";
import { findOwn } from "../../../../json/own-members.ts";
import { authorize, createNotFoundError } from "../../../core/access/access.ts";
import type { Call, Handlers } from "../../../core/handlers.ts";
import { buildPage, countSelected, inOrder } from "../../../core/pages.ts";
import { requireSite } from "../queries.ts";
import type { SiteMcpServerTable } from "../tables.ts";
import { refuseBadCondition } from "../visitors/conditions.ts";

type HeaderValues = Readonly<Record<string, string>>;

/** Maximum number of MCP servers of a site. */
const maxServers = 100;

export const handlers = {
  /** Ordered by age, oldest first. */
  async list({ organizationId, siteId, page, limit }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "listSiteMcpServers");
    return buildPage<SiteMcpServerTable, Output<typeof contract.get>>({
      list: JSON.stringify(["MCP servers", siteId]),
      page,
      limit,
      read: (after, take) =>
        call.db
          .selectFrom("site_mcp_servers")
          .selectAll()
          .where("site_id", "=", siteId)
          .$call((query) => inOrder(query, ["created_at", "id"], after))
          .limit(take)
          .execute(),
      count: () => countServers(call, siteId),
      key: (row) => [row.created_at, row.id],
      show: (row) => presentServer(row, organizationId, call),
    });
  },

  async get({ organizationId, siteId, siteMcpServerId: id }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "getSiteMcpServerById");
    return presentServer(await requireServer(call, siteId, id), organizationId, call);
  },

  async create({ organizationId, siteId, ...input }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "createSiteMcpServer");
    await refuseBadCondition(input.condition);
    if ((await countServers(call, siteId)) >= maxServers) {
      throw new ApiError(
        409,
        `The site has reached the limit of ${maxServers} MCP servers. Delete some first.`,
      );
    }
    const id = call.newId();
    const row: SiteMcpServerTable = {
      id,
      site_id: siteId,
      name: input.name,
      url: input.url,
      transport: input.transport ?? "sse",
      headers: await encryptHeaders(call, id, input.headers, {}),
      condition: input.condition ?? null,
      created_at: call.now.toISOString(),
    };
    await call.db.insertInto("site_mcp_servers").values(row).execute();
    return presentServer(row, organizationId, call);
  },

  async update({ organizationId, siteId, siteMcpServerId: id, ...input }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "updateSiteMcpServerById");
    const row = await requireServer(call, siteId, id);
    await refuseBadCondition(input.condition);
    const changes = await readChanges(call, row, input);
    if (Object.keys(changes).length > 0) {
      await call.db.updateTable("site_mcp_servers").set(changes).where("id", "=", id).execute();
    }
    return presentServer({ ...row, ...changes }, organizationId, call);
  },

  async remove({ organizationId, siteId, siteMcpServerId: id }, call) {
    const { role } = await requireSite(call, organizationId, siteId);
    authorize(role, "deleteSiteMcpServerById");
    if (!(await findServer(call, siteId, id))) return false;
    await call.db.deleteFrom("site_mcp_servers").where("id", "=", id).execute();
    return true;
  },
} satisfies Handlers<typeof contract>;

async function readChanges(
  call: Call,
  row: SiteMcpServerTable,
  {
    name,
    url,
    transport,
    headers,
    condition,
  }: Pick<Input<typeof contract.update>, "name" | "url" | "transport" | "headers" | "condition">,
): Promise<Partial<SiteMcpServerTable>> {
  return {
    ...(name !== undefined && { name }),
    ...(url !== undefined && { url }),
    ...(transport !== undefined && { transport }),
    ...(headers !== undefined && {
      headers: await encryptHeaders(call, row.id, headers, JSON.parse(row.headers)),
    }),
    ...(condition !== undefined && { condition }),
  };
}

/**
 * Encrypts each value, so that a list can name the headers without the key.
 * @param stored encrypted values, which the hidden value in a request keeps
 * @throws ApiError 400 for the hidden value of a header that is not stored
 */
async function encryptHeaders(
  { secretBox }: Pick<Call, "secretBox">,
  serverId: string,
  headers: HeaderValues,
  stored: HeaderValues,
): Promise<string> {
  const encrypted: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value !== hiddenHeader) {
      encrypted.push([name, await secretBox.seal(value, getPurpose(serverId, name))]);
      continue;
    }
    const current = findOwn(stored, name);
    if (current === undefined) {
      throw new ApiError(400, `headers has no value of ${JSON.stringify(name)} yet. Specify one.`, {
        field: "headers",
      });
    }
    encrypted.push([name, current]);
  }
  return JSON.stringify(Object.fromEntries(encrypted));
}

/** The encryption purpose of a value, which is required to decrypt it. */
function getPurpose(serverId: string, name: string): string {
  return `MCP server ${serverId}/${name}`;
}

function countServers({ db }: Call, siteId: string): Promise<number> {
  return countSelected(db.selectFrom("site_mcp_servers").where("site_id", "=", siteId));
}

async function findServer(
  { db }: Call,
  siteId: string,
  id: string,
): Promise<SiteMcpServerTable | undefined> {
  return db
    .selectFrom("site_mcp_servers")
    .selectAll()
    .where("id", "=", id)
    .where("site_id", "=", siteId)
    .executeTakeFirst();
}

/** @throws ApiError 404 */
async function requireServer(call: Call, siteId: string, id: string): Promise<SiteMcpServerTable> {
  const row = await findServer(call, siteId, id);
  if (!row) throw createNotFoundError("MCP server", id, "siteMcpServerId");
  return row;
}

function presentServer(
  { id, site_id, name, url, transport, headers, condition }: SiteMcpServerTable,
  organizationId: string,
  { base }: Pick<Call, "base">,
): Output<typeof contract.get> {
  const names = Object.keys(JSON.parse(headers));
  return {
    object: "site-mcp-server",
    id,
    name,
    url,
    transport,
    headers: Object.fromEntries(names.map((header) => [header, hiddenHeader])),
    ...(condition !== null && { condition }),
    urls: { location: `${base}/v1/orgs/${organizationId}/sites/${site_id}/mcp-servers/${id}` },
  };
}
