/** The help topics, for behavior that all commands share. */
import { settingNames, settingTable } from "../../settings/table.ts";
import { exitCodes } from "../output/report.ts";
import { formatHelpRows, type HelpRow, indentLines } from "./layout.ts";
import { flagGroups } from "./rows.ts";

export interface Topic {
  readonly about: string;
  readonly text: () => string;
}

/** The variables that do not set a setting. */
export const variables: readonly HelpRow[] = [
  ["TOME_TOKEN", "Token to use instead of the stored one (fallback: GITBOOK_TOKEN)"],
  ["TOME_PROFILE", "Profile to use"],
  ["TOME_CONFIG_DIR", "Folder of settings and tokens"],
  [
    "TOME_KEYRING_TIMEOUT",
    "Seconds to wait for the system keyring (default 2.5); 60 leaves time to type its password",
  ],
  ["TOME_DEBUG=api", "Log requests and responses, without secrets"],
  ["TOME_ALLOW_PRIVATE=true", "Let the local platform fetch from private IP addresses"],
  ["TOME_JOB_CONCURRENCY", "Maximum number of concurrent long jobs on the local platform"],
  [
    "TOME_RATE_LIMIT, TOME_ORGANIZATION_RATE_LIMIT",
    "Maximum requests per minute of a token and of an organization to tome serve",
  ],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTLP/HTTP receiver for traces of tome serve"],
  ["TOME_JOBS", "Whether tome serve runs jobs and answers requests: both, none or only"],
  [
    "TOME_GIT_SSH_KEYS, TOME_GIT_KNOWN_HOSTS",
    "SSH private keys by host, and known host keys, for Git on the local platform",
  ],
  ["TOME_GIT_CHECK_SECONDS", "Seconds between comparisons of connected Git branches (default 300)"],
  ["TOME_AUDIT_DAYS", "Days to keep audit events on the local platform (default 365)"],
  ["TOME_DATA_DIR", "Data folder of the local platform"],
  ["TOME_DATABASE", "URL of a PostgreSQL database for the local platform"],
  [
    "TOME_DATABASE_PASSWORD_FILE, TOME_SEALING_KEY_FILE",
    "Files with the database password and the encryption key for secrets",
  ],
  [
    "TOME_S3_ENDPOINT, TOME_S3_BUCKET, TOME_S3_REGION, TOME_S3_PREFIX",
    "Object storage for file contents of the local platform",
  ],
  [
    "TOME_S3_KEY_ID, TOME_S3_SECRET, TOME_S3_SECRET_FILE",
    "Access key of the object storage, or the file with its secret",
  ],
  ["TOME_S3_KEEP_DAYS", "Days to keep an unused object (default 30)"],
  [
    "TOME_TRANSLATE_URL, TOME_TRANSLATE_KEY",
    "URL and key of a translation server with the LibreTranslate API",
  ],
  [
    "TOME_MODEL_URL, TOME_MODEL, TOME_MODEL_KEY",
    "Language model for questions: URL with the OpenAI chat API, name and key",
  ],
  ["TOME_HISTORY=off", "Disable the history and undo"],
  ["TOME_ERRORS=json", "Print errors as one JSON object on standard error"],
  ["TOME_OUTPUT_FILE", "File to append a line of JSON to for each command and finding"],
  [
    "GITHUB_ACTIONS=true",
    "Print errors and findings as annotations, mask tokens and write a job summary",
  ],
  ["TF_BUILD, TEAMCITY_VERSION", "Escape CI commands in untrusted output"],
  ["TOME_AGENT=0|1", "Whether an agent runs tome; by default known agents are detected"],
  [
    "TOME_ACCESSIBLE=1",
    "Screen reader mode: no animation or line drawing, times in words, numbered choices",
  ],
  ["FORCE_HYPERLINK", "1 prints URLs as terminal links, 0 prints plain text"],
  ["CI=true", "Never prompt, and store tokens in a file"],
];

/** Common variables with their usual meaning. */
export const commonVariables =
  "NO_COLOR, CLICOLOR, FORCE_COLOR, HTTPS_PROXY, HTTP_PROXY, NO_PROXY, XDG_*";

export const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: "Success.",
  failed: "Any error without an exit code of its own.",
  usage: "Usage error: an invalid flag or value, or a failed check. Nothing was sent.",
  cancelled: "Canceled at a prompt.",
  not_allowed: "Authentication or permission error: no token, 401 or 403.",
  not_found: "Not found: 404, or no resource with that name.",
  conflict: "Conflict or failed precondition: 409 or 412.",
  unavailable: "Unavailable: network error, timeout, 429 or 5xx after all retries.",
  pending: "Pending: accepted but not finished (202), or --wait timed out.",
  partial: "Partial success or unknown outcome; the message explains how to check.",
  findings: "The command succeeded and reported findings.",
  interrupted: "Interrupted.",
};

export const topics: Readonly<Record<string, Topic>> = {
  bulk: {
    about: "Run one command for many resources, and resume it",
    text: () => bulk,
  },
  environment: { about: "Environment variables and sources of settings", text: formatEnvironment },
  "exit-codes": { about: "Exit codes of all commands", text: formatExitCodes },
  flags: { about: "Flags that commands share", text: formatFlags },
  formatting: { about: "Output formats, fields and jq filters", text: () => formatting },
  names: { about: "Names that commands accept instead of ids", text: () => names },
  local: { about: "The local platform, for work without an account", text: () => local },
};

function formatExitCodes(): string {
  const lines = Object.entries(exitCodes).map(
    ([name, code]) =>
      `  ${String(code).padStart(3)}  ${name.padEnd(12)} ${meanings[name as keyof typeof exitCodes]}`,
  );
  return `Exit codes of every command:

${lines.join("\n")}

The name is the "code" of an error in JSON. With --json or TOME_ERRORS=json,
errors are printed as JSON on standard error.
`;
}

function formatFlags(): string {
  const groups = flagGroups.map(
    ([title, rows]) => `${title}:\n${indentLines(formatHelpRows(rows))}`,
  );
  return `Flags can follow the command in any order, before or after its arguments. The
help of each command lists its other flags.

${groups.join("\n\n")}
`;
}

function formatEnvironment(): string {
  const settings = settingNames.map((name) => {
    const { variables, help } = settingTable[name];
    return [
      name,
      `${help}${variables.length > 0 ? ` (${variables.join(", ")})` : ""}`,
    ] satisfies HelpRow;
  });
  return `The value of a setting comes from the first source that sets it: flag,
environment variable, .tome.json in the current folder or a parent, profile,
built-in default.

Settings and their variables (to store a value: tome config set <name> <value>):
${indentLines(formatHelpRows(settings))}

Other variables:
${indentLines(formatHelpRows(variables))}
  ${commonVariables}

A .tome.json file can set org, space and site, but not the platform or the token.
A write that uses one of these values says so:
  {"org": "Acme", "space": "Handbook"}
The file can also require a "profile". The command fails if another profile is in
use, unless --profile or TOME_PROFILE selects one.

A token from the environment is sent only to the base URL from the environment.
Without that, it is sent to the URL of --base-url or to the default URL. It is
never sent to the URL of a profile, because each profile has its own token.
`;
}

const bulk = `A command that changes one resource can also change many, with one confirmation:

  tome space delete Drafts Archive "Old handbook"
  tome space create --from spaces.csv
  tome space list --all --json id | tome space update --from - --edit-mode locked

The first line of a CSV file names the columns: flags, arguments or API fields
(space,title,parent or spaceId,title,parent). An NDJSON file has one object per
line, a JSON file an array of objects. The "id" column selects the resource.
Empty cells are ignored, true in a no-parent column sends null, and a cell can
hold a list separated by semicolons. Flags on the command line apply to all items.

All items are validated before the first request is sent; errors name the file
and line. Each item then prints a row: number, item, status, id, error. The status
is done, failed, unknown (the connection broke or the response was a 5xx, so the
request may have succeeded), pending (accepted but not finished) or skipped (done
in an earlier run).

  --concurrency <n>   items to process at once (default 4, or 1 if order matters)
  --stop-on-error     stop after a failed item instead of continuing
  --dry-run           print all requests without sending them

When few requests remain in the rate limit, the rest are spread over the time
until it resets. After a 429, all items wait for the time that it specifies.

A journal is saved to disk before and after each item, without request values.
It is deleted when all items are done, unless --journal <file> names it. To
continue an interrupted run, use

  the same command, with --resume <journal>

It skips finished items, retries those that failed or were not sent, and lists
unknown ones. Check the unknown items and remove the lines of those that are done;
then add --retry-unknown to retry the others. Ctrl-C stops after the items in
progress; a second Ctrl-C stops immediately.

Exit code 0: all items are done. 9: some are not done or unknown. 8: the rest are
pending. 130: interrupted. If all items fail with the same exit code, it is that
code; otherwise, if all fail, it is 1.
`;

const formatting = `On a terminal, a list is a table that fits the screen, or one card per row if it
is too narrow; a single resource is a record. Titles come first, ids are never
shortened, and empty columns are hidden. Red means failed, yellow waiting or
locked, green healthy. A write prints one sentence and the most important fields;
--verbose prints all fields.

In a pipe, output is tab-separated values without a header or color. Values are
not shortened, and times are in RFC 3339.

  --columns id,title     columns to print, in this order; also for csv and tsv
  --filter 'title=Rel*'  rows with this value in a column; * matches any text, !=
                         negates, case is ignored; can be repeated
  --filter 'updatedAt<30d'  rows with a smaller number or an earlier time; also <=, >
                         and >=; times as 12h, 7d, yesterday or 2026-03-01
  --sort -updatedAt      order by a column; a leading - reverses the order
  --json                 JSON: a list is an array of API objects, a page tree one
                         object; on a terminal, prints the available fields
  --json id,urls.app     only these fields; dots select nested fields
  --jq '.[].title'       JSON filtered by a jq program; strings without quotes
  --format ndjson        one object per line, printed page by page
  --format yaml|csv|tsv|table|id

tome applies --filter and --sort itself. It fetches rows until the limit is
filled, or all rows to sort them, and prints how many it has read.

A list has 50 items by default; --limit <n> changes that, and --all fetches
every item. If there are more, a note on standard error says so, and with
--fail-truncated the exit code is 9. If a list cannot be fetched completely, the
command fails, and JSON lacks its closing bracket.

In a pipe, tables have no header; --header adds the column names.

With --format csv and --format tsv, cells that a spreadsheet would run as a
formula start with a '; --raw-csv omits it. The default output in a pipe is for
programs and has no such '.
`;

const names = `Commands accept a name wherever they accept an id: in arguments, in flags such as
--org, --space and --parent, in columns of a file, in the --input body, in
.tome.json, in settings and in the environment.

  organization            title, hostname
  collection, space       title; Collection/Space; /Space at the top level; the
                          last segment of its published URL
  docs site               title, hostname, basename
  section, site space     path on the site (api/v2), else title
  section group           title, Group/Group
  change request          number, subject
  page                    path (guides/install), else title
  file                    file name
  member, user            email, else name
  team, SAML provider     title, label
  translation             "Source title -> language"
  installation            title of its organization
  deleted space           its former title, for space restore
  branch                  main, for refs/heads/main
  revision, comment       latest, or latest~2 for the second one before it

  tome space update "On-call guide" --parent Handbooks/Internal
  tome page get guides/install --space "User guide"

Replies, reviews, events and conversations have ids only.

The whole name must match. An exact match wins; without one, case is ignored.
If a name matches several resources, the command lists them, each with a unique
name, and changes nothing (exit code 2). If it matches none, the command lists
similar names (exit code 5). A value in the format of an id, such as 20 letters
and digits, is an id and needs no lookup. id:<id> forces an id, '=<title>' a
title; the quotes keep some shells from interpreting the leading =.

Without a terminal for confirmation, a command that deletes, removes, transfers or
unpublishes a resource accepts only the exact case. --dry-run resolves names and
prints the ids. JSON output, journals and recordings contain ids too.
`;

const local = `The local platform is built into tome. It needs no account and no network, and
stores its data in a local folder ("tome local path").

  tome auth switch local          use it by default, until you switch back:
  tome auth switch default        use the hosted platform that you logged in to
  tome space list --local         use it for one command
  tome local seed                 add a sample workspace
  tome local clock --advance 8d   advance its clock
  tome local token create --role read  create a token with a role
  tome local export backup.json   export all data to a file ("local import" loads it)
  tome local reset                delete all data

"tome serve" serves the same data over HTTP on this machine, for programs that
use the API. "tome local --help" lists the other commands.
`;
