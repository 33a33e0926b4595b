/** Programs of agents: the places of their skills and of the servers that they start. */
import type { JsonObject } from "../../json/values.ts";

/** A project is the current folder; a user is the home folder. */
export type AgentScope = "project" | "user";

export interface AgentProgram {
  /** Names in the project or home folder that show that the program is used there. */
  readonly signs: readonly string[];
  /** Folder of skills, in both folders. */
  readonly skills: string;
  /** Settings with the servers; undefined if the program has none in that folder. */
  readonly settings: Readonly<Record<AgentScope, string | undefined>>;
  /** Member of the settings with the servers by name. */
  readonly servers: string;
  readonly format: "json" | "toml";
  /** The entry of a server that is started with these words. */
  readonly toServer: (words: readonly string[]) => JsonObject;
}

/** The folder that several programs share. */
const sharedSkills = ".agents/skills";

const toServer = ([command = "", ...args]: readonly string[]) => ({ command, args });

export const programs = {
  claude: {
    signs: [".claude", ".mcp.json", "CLAUDE.md"],
    skills: ".claude/skills",
    settings: { project: ".mcp.json", user: ".claude.json" },
    servers: "mcpServers",
    format: "json",
    toServer,
  },
  codex: {
    signs: [".codex"],
    skills: sharedSkills,
    settings: { project: ".codex/config.toml", user: ".codex/config.toml" },
    servers: "mcp_servers",
    format: "toml",
    toServer,
  },
  cursor: {
    signs: [".cursor"],
    skills: sharedSkills,
    settings: { project: ".cursor/mcp.json", user: ".cursor/mcp.json" },
    servers: "mcpServers",
    format: "json",
    toServer,
  },
  gemini: {
    signs: [".gemini", "GEMINI.md"],
    skills: sharedSkills,
    settings: { project: ".gemini/settings.json", user: ".gemini/settings.json" },
    servers: "mcpServers",
    format: "json",
    toServer,
  },
  opencode: {
    signs: [".opencode", "opencode.json", ".config/opencode"],
    skills: sharedSkills,
    settings: { project: "opencode.json", user: ".config/opencode/opencode.json" },
    servers: "mcp",
    format: "json",
    toServer: (words) => ({ type: "local", command: words, enabled: true }),
  },
  vscode: {
    signs: [".vscode"],
    skills: sharedSkills,
    settings: { project: ".vscode/mcp.json", user: undefined },
    servers: "servers",
    format: "json",
    toServer: (words) => ({ type: "stdio", ...toServer(words) }),
  },
} as const satisfies Readonly<Record<string, AgentProgram>>;

export type AgentProgramName = keyof typeof programs;
