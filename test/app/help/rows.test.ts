import { expect, test } from "vitest";
import * as z from "zod/mini";
import { formatVerbHelp } from "../../../src/app/help/help.ts";
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
import { custom, mutation, query } from "../../../src/commands/verb.ts";
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
