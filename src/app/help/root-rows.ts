/** The rows of the root help: all commands, grouped by the work of an administrator. */
import type { CommandBranch } from "../../commands/tree.ts";
import type { HelpRow, HelpSection } from "./layout.ts";

/** A command with its own summary, or several commands with a common one. */
type RootRow = string | readonly [words: string, summary: string];

const groups: readonly (readonly [title: string, rows: readonly RootRow[]])[] = [
  [
    "Content",
    [
      ["space, collection", "Spaces, the containers of pages, and their collections"],
      "tree",
      ["page, file, content", "Pages and files of a space, and templates"],
      "search",
      "cr",
      "comment",
      "revision",
      "translation",
      "import",
      "git",
      "openapi",
    ],
  ],
  [
    "Sites",
    [
      ["site, hostname", "Sites, their structure, visitors and custom domains"],
      "integration",
      "conversation",
      "preview",
    ],
  ],
  [
    "Members and access",
    [
      "org",
      ["member, team", "Members, guests and teams"],
      "access",
      ["saml, sso", "Providers for single sign-on"],
    ],
  ],
  [
    "Configuration, checks and recovery",
    [
      "status",
      "check",
      ["export, plan, apply, drift", "An organization as configuration files"],
      "backup",
      ["history, undo", "View the log of write requests, and undo changes"],
    ],
  ],
  [
    "Setup and tools",
    [
      ["auth, whoami, user", "Login, tokens and your own profile"],
      ["config, doctor", "Settings, and checks of the network and token"],
      ["local, serve, tour", "The local platform, its HTTP server, and a demonstration"],
      ["api, agent, mcp", "API requests, and commands for agents"],
      ["open, url", "URLs of resources in a browser, and embeds of web pages"],
      "completion",
    ],
  ],
];

/** @param tree the commands; every one of them is in a row */
export function listCommandGroups(
  tree: Readonly<Record<string, CommandBranch>>,
): readonly HelpSection[] {
  return groups.map(
    ([title, rows]): HelpSection => [
      title,
      rows.map((row): HelpRow => (typeof row === "string" ? [row, tree[row]?.summary ?? ""] : row)),
    ],
  );
}
