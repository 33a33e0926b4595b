/** `tome mcp`. */
import { enumeration, id, optional } from "./fields.ts";
import { custom } from "./verb.ts";

export const command = custom({
  summary: "Serve the commands to an agent over the Model Context Protocol",
  fields: {
    allow: optional(
      enumeration(
        ["write", "delete"],
        "Changes that the agent can apply: writes, or writes and deletions, which a user confirms; default none",
      ),
    ),
    org: optional(id("org", "Default organization of the commands")),
    space: optional(id("space", "Default space of the commands")),
  },
  examples: ["mcp", "mcp --allow write --org Acme", "mcp --local"],
  load: () => import("../features/agents/mcp/serve.ts").then((m) => m.serveMcp),
});
