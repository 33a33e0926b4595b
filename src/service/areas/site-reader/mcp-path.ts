/** Path of the MCP server below the URL of a site, as on the hosted platform. */
export const mcpPath = "~gitbook/mcp";
