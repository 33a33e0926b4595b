import { expect, test } from "vitest";
import {
  emphasizeHeadings,
  formatNounHelp,
  formatRootHelp,
  formatVerbHelp,
  suggestTopic,
} from "../../../src/app/help/help.ts";
import { listCommandGroups } from "../../../src/app/help/root-rows.ts";
import { id, list, text } from "../../../src/commands/fields.ts";
import { tree } from "../../../src/commands/tree.ts";
import { custom, mutation, noun, query } from "../../../src/commands/verb.ts";
import * as contract from "../../../src/contract/space.ts";

const every = custom({
  summary: "Do every kind of work",
  fields: {
    spaceId: id("space"),
    files: list(text("Files to read"), "Files", { placeholder: "file" }),
  },
  arguments: ["spaceId", "files"],
  load: async () => async () => undefined,
});

const verbs = {
  list: query(contract.list),
  create: mutation(contract.create, { doneText: "Created." }),
  get: query(contract.get),
  update: mutation(contract.update, { doneText: "Updated." }),
  delete: mutation(contract.remove, { doneText: "Deleted." }),
  move: mutation(contract.move, { doneText: "Moved." }),
  links: query(contract.links),
  search: query(contract.search),
};

test("the verbs of a noun are grouped if they are many and the noun has a get", () => {
  expect(formatNounHelp(["space"], noun({ summary: "Spaces", own: "space", verbs }))).toBe(`Spaces.

Usage:
  tome space <verb> [arguments] [flags]

View:
  list                      List the spaces of an organization
  get <space>               Show a space

Manage:
  create                    Create a space
  update <space>            Change the settings of a space
  delete <space>            Delete a space; it can be restored for 7 days
  move <space>              Move a space to another collection or position

Content:
  links <space>             List the links in a space and their status
  search <space>            Search the pages of a space

More:
  tome space <verb> --help  Show the flags and examples of a command
  Alias: tome spaces
`);
  const { links: _, ...seven } = verbs;
  expect(formatNounHelp(["cr", "page"], noun({ summary: "Pages", verbs: seven }))).toBe(`Pages.

Usage:
  tome cr page <verb> [arguments] [flags]

Commands:
  list                        List the spaces of an organization
  create                      Create a space
  get                         Show a space
  update                      Change the settings of a space
  delete                      Delete a space; it can be restored for 7 days
  move                        Move a space to another collection or position
  search                      Search the pages of a space

More:
  tome cr page <verb> --help  Show the flags and examples of a command
  Alias: tome cr pages
`);
  const { get: __, ...withoutGet } = {
    ...verbs,
    every,
    inner: noun({ summary: "Inner", verbs: {} }),
  };
  expect(formatNounHelp(["local"], noun({ summary: "Data", verbs: withoutGet }), 60)).toBe(`Data.

Usage:
  tome local <verb> [arguments] [flags]

Commands:
  list                      List the spaces of an
                            organization
  create                    Create a space
  update                    Change the settings of a space
  delete                    Delete a space; it can be
                            restored for 7 days
  move                      Move a space to another
                            collection or position
  links                     List the links in a space and
                            their status
  search                    Search the pages of a space
  every <space> <file>...   Do every kind of work
  inner ...                 Inner

More:
  tome local <verb> --help  Show the flags and examples of a
                            command
  tome help local           The local platform, for work
                            without an account
`);
});

test.each([
  [
    ["space"],
    "  tome space update <space>... [flags]",
    `Words.

Usage:
  tome space <verb> [arguments] [flags]

Commands:
  update <space>            Change the settings of a space
  get [space]               Show a space

More:
  tome space <verb> --help  Show the flags and examples of a command
  Alias: tome spaces
`,
  ],
  [
    ["local"],
    "  tome local update <space>... [flags]",
    `Words.

Usage:
  tome local <verb> [arguments] [flags]

Commands:
  update <space>            Change the settings of a space
  get [space]               Show a space

More:
  tome local <verb> --help  Show the flags and examples of a command
  tome help local           The local platform, for work without an account
`,
  ],
  [
    ["x", "local"],
    "  tome x local update <space>... [flags]",
    `Words.

Usage:
  tome x local <verb> [arguments] [flags]

Commands:
  update <space>              Change the settings of a space
  get [space]                 Show a space

More:
  tome x local <verb> --help  Show the flags and examples of a command
`,
  ],
])("the usage and topics of %j", (path, usage, expected) => {
  const update = mutation(contract.update, { arguments: ["spaceId"], doneText: "Updated." });
  const get = query(contract.get, { arguments: ["spaceId"], usesDefault: true });
  const help = formatNounHelp(path, noun({ summary: "Words", verbs: { update, get } }));
  expect(help).toBe(expected);
  expect(formatVerbHelp([...path, "update"], update).split("\n")[3]).toBe(usage);
});

test("commands are grouped by the routes of their operations", async () => {
  const groups = await Promise.all(
    (["space", "site", "cr", "org", "page"] as const).map(async (word) => {
      const command = await tree[word]?.load();
      if (command?.kind !== "noun") throw new Error(`${word} is a verb.`);
      const sections = formatNounHelp([word], command).split("\n\n").slice(2, -1);
      return sections.map((section) => {
        const [title, ...lines] = section.split("\n");
        return [word, title, lines.flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? [])];
      });
    }),
  );
  expect(groups.flat()).toEqual([
    ["space", "View:", ["list", "get", "integrations", "embed"]],
    [
      "space",
      "Manage:",
      ["create", "update", "delete", "duplicate", "restore", "move", "transfer"],
    ],
    ["space", "Content:", ["links", "pdf", "search"]],
    ["space", "Users and access:", ["commenters", "permission"]],
    [
      "site",
      "View:",
      [
        "list",
        "get",
        "integration-scripts",
        "integrations",
        "published",
        "resolve",
        "lookup",
        "export",
        "visitor-token",
        "scan",
        "question",
        "answer",
      ],
    ],
    [
      "site",
      "Manage:",
      [
        "create",
        "update",
        "delete",
        "apply-template",
        "publish",
        "unpublish",
        "ask",
        "chat",
        "style-guide",
        "external-link",
        "mcp-server",
        "channel",
        "agent",
        "ads",
        "customization",
        "context",
        "topic",
      ],
    ],
    ["site", "Visitors:", ["preview", "redirect", "share-link", "auth", "adaptive-schema"]],
    ["site", "Content:", ["search", "prewarm", "insights", "finding"]],
    ["site", "Users and access:", ["permission"]],
    ["site", "Structure:", ["structure", "sort", "section", "section-group", "space"]],
    ["cr", "View:", ["list", "get", "view", "diff", "preview"]],
    ["cr", "Manage:", ["create", "update", "conversation"]],
    [
      "cr",
      "Content:",
      [
        "merge",
        "pull",
        "resolve",
        "pdf",
        "edit",
        "replace",
        "content",
        "pages",
        "page",
        "meta-links",
        "links",
        "page-links",
        "backlinks",
        "file-backlinks",
        "files",
        "file",
        "reusable-content",
        "changes",
      ],
    ],
    [
      "cr",
      "Users and access:",
      [
        "review",
        "reviews",
        "reviewers",
        "request-review",
        "unrequest-review",
        "contributors",
        "commenters",
      ],
    ],
    ["org", "View:", ["list", "get", "questions", "audit", "style-guide", "ai-usage"]],
    [
      "org",
      "Manage:",
      ["create", "update", "ask", "domain", "webhook", "instructions", "font", "file"],
    ],
    ["org", "Content:", ["search"]],
    ["org", "Users and access:", ["join", "ping", "for-domain", "invite"]],
    ["page", "Commands:", ["list", "get", "links", "backlinks", "meta-links"]],
  ]);
});

test("a command of the root help has its own summary, or a common one with others", async () => {
  const branch = { summary: "Own", group: "tool", load: async () => every } as const;
  const sections = listCommandGroups({ tree: branch, search: branch });
  expect(sections.map(([title, rows]) => [title, rows.slice(0, 4)])).toEqual([
    [
      "Content",
      [
        ["space, collection", "Spaces, the containers of pages, and their collections"],
        ["tree", "Own"],
        ["page, file, content", "Pages and files of a space, and templates"],
        ["search", "Own"],
      ],
    ],
    [
      "Sites",
      [
        ["site, hostname", "Sites, their structure, visitors and custom domains"],
        ["integration", ""],
        ["conversation", ""],
        ["preview", ""],
      ],
    ],
    [
      "Members and access",
      [
        ["org", ""],
        ["member, team", "Members, guests and teams"],
        ["access", ""],
        ["saml, sso", "Providers for single sign-on"],
      ],
    ],
    [
      "Configuration, checks and recovery",
      [
        ["status", ""],
        ["check", ""],
        ["export, plan, apply, drift", "An organization as configuration files"],
        ["backup", ""],
      ],
    ],
    [
      "Setup and tools",
      [
        ["auth, whoami, user", "Login, tokens and your own profile"],
        ["config, doctor", "Settings, and checks of the network and token"],
        ["local, serve, tour", "The local platform, its HTTP server, and a demonstration"],
        ["api, agent, mcp", "API requests, and commands for agents"],
      ],
    ],
  ]);
  const lines = formatRootHelp().split("\n");
  expect([lines.slice(0, 10), lines.slice(-7)]).toEqual([
    [
      "Manage documentation workspaces on the hosted platform or a local platform.",
      "",
      "Usage:",
      "  tome <noun> <verb> [arguments] [flags]",
      "",
      "Get started:",
      "  tome auth login         Log in to the hosted platform",
      "  tome auth switch local  Use the local platform (no account)",
      "  tome local seed         Load sample data into the local platform",
      "",
    ],
    [
      "",
      "More:",
      "  <command> --help             Verbs, flags and examples of a command",
      "  help <topic>                 Topics: bulk, environment, exit-codes, flags,",
      "                               formatting, names, local",
      "  --json, --jq, --profile ...  For the full list: tome help flags",
      "",
    ],
  ]);
});

test.each([
  ["formating", 'Unknown command or help topic "formating". Did you mean formatting?'],
  ["zzzz", undefined],
])("the topic for %j", (word, expected) => {
  expect(suggestTopic(word)?.message).toEqual(expected);
});

test("only headings are bold", () => {
  expect(
    emphasizeHeadings("Usage:\n  Flags:\nA sentence: goes on\nUsers (and access):\nlower:\n"),
  ).toBe(
    "\u001b[1mUsage:\u001b[22m\n  Flags:\nA sentence: goes on\n\u001b[1mUsers (and access):\u001b[22m\nlower:\n",
  );
});
