/** Operations on the MCP servers that the assistant of a site can call. */
import { endpoint, paging } from "./endpoint.ts";
import { enumeration, id, json, optional, text } from "./fields.ts";
import { mcpTransports } from "./site-agent-values.ts";
import { condition } from "./site-fields.ts";

const loadModel = () => import("./site-mcp-server.model.ts").then((m) => m.mcpServer);
/** Declared separately, because a literal inside a field definition loses its type. */
const loadHeadersModel = () => import("./site-mcp-server.model.ts").then((m) => m.mcpHeaders);
const organizationId = id("org");
const siteId = id("site");
const siteMcpServerId = id("mcpServer");
const name = text("Name of the MCP server", { min: 1, max: 100 });
const url = text("URL of the MCP server", { max: 2048, format: "url" });
const transport = optional(enumeration(mcpTransports, "Transport protocol", { default: "sse" }));
const headers = json(loadHeadersModel, "Headers of requests to the server", { secret: "whole" });
/** Headers usually contain a key of the server. */
const secretMembers = ["headers"];

export const list = endpoint({
  summary: "List the MCP servers of a site",
  operation: "listSiteMcpServers",
  route: "GET /orgs/{organizationId}/sites/{siteId}/mcp-servers",
  input: { organizationId, siteId, ...paging },
  output: () => import("./site-mcp-server.model.ts").then((m) => m.mcpServers),
  list: true,
  secretMembers,
  extension: true,
});

export const get = endpoint({
  summary: "Show an MCP server of a site",
  operation: "getSiteMcpServerById",
  route: "GET /orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}",
  input: { organizationId, siteId, siteMcpServerId },
  output: loadModel,
  secretMembers,
  extension: true,
});

export const create = endpoint({
  summary: "Add an MCP server to a site",
  operation: "createSiteMcpServer",
  route: "POST /orgs/{organizationId}/sites/{siteId}/mcp-servers",
  input: { organizationId, siteId, name, url, transport, headers, condition },
  output: loadModel,
  status: 201,
  secretMembers,
  extension: true,
});

export const update = endpoint({
  summary: "Change an MCP server of a site",
  operation: "updateSiteMcpServerById",
  route: "PATCH /orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}",
  input: {
    organizationId,
    siteId,
    siteMcpServerId,
    name: optional(name),
    url: optional(url),
    transport: optional(enumeration(mcpTransports, "Transport protocol")),
    headers: optional(headers),
    condition,
  },
  output: loadModel,
  secretMembers,
  extension: true,
});

export const remove = endpoint({
  summary: "Delete an MCP server of a site",
  operation: "deleteSiteMcpServerById",
  route: "DELETE /orgs/{organizationId}/sites/{siteId}/mcp-servers/{siteMcpServerId}",
  input: { organizationId, siteId, siteMcpServerId },
  extension: true,
});
