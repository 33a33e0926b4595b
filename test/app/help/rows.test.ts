import { expect, test } from "vitest";
import * as z from "zod/mini";
import {
  emphasizeHeadings,
  formatNounHelp,
  formatRootHelp,
  formatVerbHelp,
  suggestTopic,
} from "../../../src/app/help/help.ts";
import { listCommandGroups } from "../../../src/app/help/root-rows.ts";
import { flagGroups, listArguments, toRows, toSharedRow } from "../../../src/app/help/rows.ts";
import {
  boolean,
  enumeration,
  group,
  id,
  integer,
  json,
  list,
  nullable,
  optional,
  pointer,
  text,
} from "../../../src/commands/fields.ts";
import { tree } from "../../../src/commands/tree.ts";
import { custom, mutation, noun, query } from "../../../src/commands/verb.ts";
import * as members from "../../../src/contract/member.ts";
import * as contract from "../../../src/contract/space.ts";

const letters = [..."abcdefghijklm"];
const load = async () => async () => undefined;

const every = custom({
  summary: "Do every kind of work",
  fields: {
    spaceId: id("space"),
    files: list(text("Files to read"), "Files", { placeholder: "file" }),
    orgId: id("org", "Organization of the space"),
    title: text("Title", { max: 999, short: "t" }),
    description: optional(text("Description", { max: 1000 })),
    few: optional(enumeration(letters.slice(0, 12), "One of twelve letters")),
    many: optional(enumeration(letters, "One of many letters")),
    pair: optional(enumeration(["yes", "no"], "Shown as a choice")),
    mode: optional(
      enumeration(["fast", "slow"], "Hidden by a placeholder", { placeholder: "mode" }),
    ),
    only: optional(enumeration(["alone"], "A single choice")),
    level: optional(
      nullable(
        enumeration(["reader", "editor", "admin", "creator"], "Level", { nullWord: "inherit" }),
      ),
    ),
    statuses: optional(
      list(enumeration(["open", "closed", "merged"], "Status"), "Statuses", { flag: "status" }),
    ),
    pages: optional(list(id("page"), "", { flag: "page" })),
    dozen: optional(enumeration(letters.slice(0, 12), "Twelve", { placeholder: "letter" })),
    more: optional(enumeration(letters, "Thirteen", { placeholder: "letter" })),
    states: optional(list(enumeration(["on", "off"], "State"), "States", { placeholder: "state" })),
    count: optional(integer("Count", { default: 50, max: 99 })),
    sso: optional(boolean("Use SSO")),
    report: optional(text("Own report")),
    depth: optional(text("Depth", { bare: "all", placeholder: "depth" })),
    shape: optional(json(async () => z.object({}), "Shape")),
    body: optional(json(async () => z.object({}), "Body", { markdown: "member" })),
    target: optional(pointer(["space", "site"], "Target")),
    targets: optional(pointer(["space", "site", "collection"], "Targets")),
    at: optional(text("Time", { format: "date-time" })),
    link: optional(text("Link", { format: "url" })),
    rules: optional(
      group({ votes: integer("Votes"), name: optional(text("Name of the rule")) }, "Rules"),
    ),
  },
  arguments: ["spaceId", "files"],
  examples: ["x y Handbook a.md", "x y Handbook b.md --yes"],
  isWrite: true,
  mayPrompt: true,
  hasFindings: true,
  load,
});

test("the help of a command has its arguments, flags, values and limits", () => {
  expect(formatVerbHelp(["x", "y"], every)).toBe(`Do every kind of work.

Usage:
  tome x y <space> <file>... [flags]

Examples:
  $ tome x y Handbook a.md
  $ tome x y Handbook b.md --yes

Arguments:
  <space>    Title, id or URL of the space
  <file>...  Files

Flags:
      --org <org>                  Organization of the space (default: TOME_ORG
                                   or the org setting)
  -t, --title <text>               Title (maximum 999 characters; required)
      --description <text>         Description
      --few <a|b|c|d|e|f|g|h|i|j|k|l>
                                   One of twelve letters
      --many <many>                One of many letters
      --pair <yes|no>              Shown as a choice
      --mode <mode>                Hidden by a placeholder (fast, slow)
      --only <alone>               A single choice
      --level <level>, --no-level  Level (reader, editor, admin, creator,
                                   inherit)
      --status <open|closed|merged>
                                   Statuses (can be repeated)
      --page <page>                Path, id or URL of the page (can be repeated)
      --dozen <letter>             Twelve (a, b, c, d, e, f, g, h, i, j, k, l)
      --more <letter>              Thirteen
      --states <state>             States (can be repeated; on, off, all)
      --count <n>                  Count (default 50)
      --sso                        Use SSO
      --report <text>              Own report
      --depth [depth]              Depth
      --shape <JSON>               Shape
      --body <markdown>            Body
      --target <space:ID|site:ID>  Target
      --targets <kind:ID>          Targets
      --at <time>                  Time
      --link <url>                 Link
      --votes <n>                  Votes
      --name <text>                Name of the rule
  -n, --dry-run                    Print the requests without sending them
      --curl                       Dry run as curl commands
  -y, --yes                        Skip the confirmation prompt
      --verbose                    Show all fields of the result

More:
  --json, --jq, --profile ...  For the full list: tome help flags
`);
  expect(listArguments(every)).toEqual(["<space>", "<file>..."]);
});

test("a narrow screen has the descriptions below the flags", () => {
  expect(formatVerbHelp(["x", "y"], every, 40)).toBe(`Do every kind of work.

Usage:
  tome x y <space> <file>... [flags]

Examples:
  $ tome x y Handbook a.md
  $ tome x y Handbook b.md --yes

Arguments:
  <space>    Title, id or URL of the
             space
  <file>...  Files

Flags:
      --org <org>    Organization of the
                     space (default:
                     TOME_ORG or the org
                     setting)
  -t, --title <text>
        Title (maximum 999 characters;
        required)
      --description <text>
        Description
      --few <a|b|c|d|e|f|g|h|i|j|k|l>
        One of twelve letters
      --many <many>  One of many letters
      --pair <yes|no>
        Shown as a choice
      --mode <mode>  Hidden by a
                     placeholder (fast,
                     slow)
      --only <alone>
        A single choice
      --level <level>, --no-level
        Level (reader, editor, admin,
        creator, inherit)
      --status <open|closed|merged>
        Statuses (can be repeated)
      --page <page>  Path, id or URL of
                     the page (can be
                     repeated)
      --dozen <letter>
        Twelve (a, b, c, d, e, f, g, h,
        i, j, k, l)
      --more <letter>
        Thirteen
      --states <state>
        States (can be repeated; on,
        off, all)
      --count <n>    Count (default 50)
      --sso          Use SSO
      --report <text>
        Own report
      --depth [depth]
        Depth
      --shape <JSON>
        Shape
      --body <markdown>
        Body
      --target <space:ID|site:ID>
        Target
      --targets <kind:ID>
        Targets
      --at <time>    Time
      --link <url>   Link
      --votes <n>    Votes
      --name <text>  Name of the rule
  -n, --dry-run      Print the requests
                     without sending
                     them
      --curl         Dry run as curl
                     commands
  -y, --yes          Skip the
                     confirmation prompt
      --verbose      Show all fields of
                     the result

More:
  --json, --jq, --profile ...
        For the full list: tome help
        flags
`);
});

test("a command for one resource accepts several, and a command of a list does not", () => {
  const move = mutation(contract.move, {
    doneText: "Moved.",
    extra: { wait: optional(boolean("Wait")) },
  });
  expect(
    formatVerbHelp(["space", "move"], move),
  ).toBe(`Move a space to another collection or position.

Usage:
  tome space move [flags]

Flags:
      --space <space>  Title, id or URL of the space (default: TOME_SPACE or the
                       space setting)
      --parent <collection>, --no-parent
                       Parent collection; --no-parent moves to the top level
      --before [ref]   Place it right before this space, or collection:<id>
      --after [ref]    Place it right after this space, or collection:<id>
      --wait           Wait
      --input <file>   JSON or YAML file with the request body, - for stdin;
                       flags override it
  -n, --dry-run        Print the requests without sending them
      --curl           Dry run as curl commands
      --verbose        Show all fields of the result

More:
  several, or --from <file>    Process several resources: tome help bulk
  --json, --jq, --profile ...  For the full list: tome help flags
`);
  const bulk = custom({
    summary: "Change members",
    fields: { orgId: id("org"), who: list(text("Members"), "Members") },
    arguments: ["who"],
    operations: [members.list],
    isWrite: true,
    load,
  });
  expect(formatVerbHelp(["member", "change"], bulk)).toBe(`Change members.

Usage:
  tome member change <who>... [flags]

Arguments:
  <who>...  Members

Flags:
      --org <org>  Title, id or URL of the organization (default: TOME_ORG or
                   the org setting)
  -n, --dry-run    Print the requests without sending them
      --curl       Dry run as curl commands
      --verbose    Show all fields of the result

More:
  several, or --from <file>    Process several resources: tome help bulk
  --json, --jq, --profile ...  For the full list: tome help flags
`);
});

test("a query has the flags of lists, without those that it defines itself", () => {
  const spaces = query(contract.list, { extra: { sort: optional(text("Own order")) } });
  expect(toRows(spaces).shared.map(({ long }) => long)).toEqual([
    "limit",
    "all",
    "fail-truncated",
    "filter",
    "columns",
    "page-token",
    "page-size",
    "dry-run",
    "curl",
    "header",
  ]);
  expect(toRows(query(contract.get)).shared.map(({ long }) => long)).toEqual([
    "columns",
    "dry-run",
    "curl",
    "web",
  ]);
  expect(formatVerbHelp(["space", "get"], query(contract.get))).toBe(`Show a space.

Usage:
  tome space get [flags]

Flags:
      --space <space>    Title, id or URL of the space (default: TOME_SPACE or
                         the space setting)
      --share-key <key>  Share key, to resolve published URLs
      --columns <names>  Comma-separated columns to print, in this order:
                         id,title
  -n, --dry-run          Print the requests without sending them
      --curl             Dry run as curl commands
      --web              Open the resource in the browser instead of printing it

More:
  --json, --jq, --profile ...  For the full list: tome help flags
`);
});

test("shared flags are grouped by the commands that take them", () => {
  expect(flagGroups.map(([title, rows]) => [title, rows.map(([left]) => left.trim())])).toEqual([
    [
      "All commands",
      [
        "--json [fields]",
        "-q, --jq <filter>",
        "--format <format>",
        "--raw-csv",
        "--profile <name>",
        "--local",
        "--base-url <url>",
        "--timeout <seconds>",
        "--retries <n>",
        "--no-input",
        "--quiet",
        "--debug",
        "--record <file>",
        "--replay <file>",
        "--no-color",
        "--color",
        "-h, --help",
        "-V, --version",
      ],
    ],
    [
      "Lists",
      [
        "-L, --limit <n>",
        "--all",
        "--fail-truncated",
        "--filter <column=text>",
        "--sort <column>",
        "--columns <names>",
        "--page-token <token>",
        "--page-size <n>",
        "--header",
      ],
    ],
    ["Commands that send a request body", ["--input <file>"]],
    [
      "Bulk commands",
      [
        "--from <file>",
        "--concurrency <n>",
        "--journal <file>",
        "--resume <file>",
        "--retry-unknown",
        "--stop-on-error",
      ],
    ],
    ["Commands that send requests", ["-n, --dry-run", "--curl"]],
    ["Commands that ask for confirmation", ["-y, --yes"]],
    ["Commands that write", ["--verbose"]],
    ["Commands that get one resource", ["--web"]],
    ["Commands that report findings", ["--report <format=file>"]],
  ]);
});

test.each([
  [{ long: "plain", help: "Plain" }, ["    --plain", "Plain"]],
  [{ long: "short", short: "s", help: "Short" }, ["-s, --short", "Short"]],
  [{ long: "file", value: "file", help: "File" }, ["    --file <file>", "File"]],
  [
    { long: "format", value: "format", values: ["a", "b"], help: "Format" },
    ["    --format <a|b>", "Format"],
  ],
  [
    { long: "format", value: "format", values: ["x".repeat(12), "y".repeat(11)], help: "Format" },
    ["    --format <xxxxxxxxxxxx|yyyyyyyyyyy>", "Format"],
  ],
  [
    { long: "format", value: "format", values: ["x".repeat(12), "y".repeat(12)], help: "Format" },
    ["    --format <format>", "Format: xxxxxxxxxxxx, yyyyyyyyyyyy"],
  ],
  [
    { long: "json", short: "j", value: "fields", valueOptional: true, help: "JSON" },
    ["-j, --json [fields]", "JSON"],
  ],
])("the row of %j", (flag, expected) => {
  expect(toSharedRow({ ...flag } as never)).toEqual(expected);
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
      const command = await tree[word].load();
      if (command.kind !== "noun") throw new Error(`${word} is a verb.`);
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
