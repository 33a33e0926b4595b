/** An MCP server that the assistant of a site can call. */
import * as z from "zod/mini";
import { describeLengths } from "./check.ts";
import { createPageModel, open, url } from "./shared.model.ts";
import { mcpTransports } from "./site-agent-values.ts";

/** Header values by header name. Errors of these lengths do not repeat the value, which is secret. */
// Spread: two checks.
export const mcpHeaders = z.record(z.string(), z.string().check(...describeLengths(1, 512)));

export const mcpServer = z.looseObject({
  object: z.literal("site-mcp-server"),
  id: z.string(),
  name: z.string(),
  url,
  transport: open(mcpTransports),
  /** The local platform hides the values. */
  headers: z.record(z.string(), z.string()),
  /** Visitors who can use the server; absent for all visitors. */
  condition: z.optional(z.string()),
  urls: z.looseObject({ location: url }),
});

export const mcpServers = createPageModel(mcpServer);
