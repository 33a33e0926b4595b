/** The help topics: what holds for every command, said once. */
import { settingNames, settingTable } from "../settings/table.ts";
import { type Row, table } from "./help-layout.ts";
import { exitCodes } from "./report.ts";

export interface Topic {
  readonly about: string;
  readonly text: () => string;
}

/** The variables that stand for no setting. */
export const variables: readonly Row[] = [
  ["TOME_TOKEN", "Token to use, instead of the stored one (GITBOOK_TOKEN where absent)"],
  ["TOME_PROFILE", "Profile to use"],
  ["TOME_CONFIG_DIR", "Folder of settings and tokens"],
  [
    "TOME_KEYRING_TIMEOUT",
    "Seconds to wait for the system's keyring (2.5), 60 to type its password",
  ],
  ["TOME_DEBUG=api", "Show requests and answers, without secrets"],
  ["TOME_ALLOW_PRIVATE=true", "Let the embedded platform fetch from private addresses"],
  [
    "TOME_GIT_SSH_KEYS, TOME_GIT_KNOWN_HOSTS",
    "Keys by host with which the embedded platform's Git uses ssh, and the hosts' own",
  ],
  ["TOME_DATABASE", "PostgreSQL that the embedded platform keeps its data in"],
  [
    "TOME_TRANSLATE_URL, TOME_TRANSLATE_KEY",
    "Server that speaks LibreTranslate's API, for translations",
  ],
  ["TOME_ERRORS=json", "Errors as one JSON object on standard error"],
  ["TOME_OUTPUT_FILE", "File that gets a line of JSON for each command and finding"],
  ["GITHUB_ACTIONS=true", "Errors and findings as annotations, tokens masked, a summary"],
  ["CI=true", "Never ask, and keep tokens in the file"],
];

/** The variables of others that are obeyed. */
export const commonVariables =
  "NO_COLOR, CLICOLOR, FORCE_COLOR, HTTPS_PROXY, HTTP_PROXY, NO_PROXY, XDG_*";

export const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: "Done.",
  failed: "Failed: an answer or a fault that no other code names.",
  usage: "Wrong usage: a bad flag, a missing value, a failed check. Nothing was sent.",
  cancelled: "Cancelled at a prompt.",
  not_allowed: "Not authenticated or not allowed: no token, 401 or 403.",
  not_found: "Not found: 404.",
  conflict: "Conflict or failed precondition: 409 or 412.",
  unavailable: "Unavailable: network, time limit, 429 or 5xx after the repeats.",
  pending: "Pending: accepted and not done yet (202), or --wait ran out before the end.",
  partial: "Done in part, or of unknown outcome; the message says how to check.",
  findings: "The command ran, and found what it was asked to look for.",
  interrupted: "Interrupted.",
};

export const topics: Readonly<Record<string, Topic>> = {
  bulk: {
    about: "One command for many things, and how it goes on after a crash",
    text: () => bulk,
  },
  environment: { about: "Environment variables and where settings come from", text: environment },
  "exit-codes": { about: "What each exit code means", text: codes },
  formatting: { about: "Forms of output, fields and jq filters", text: () => formatting },
  local: { about: "The embedded platform, for work without an account", text: () => local },
};

function codes(): string {
  const lines = Object.entries(exitCodes).map(
    ([name, code]) =>
      `  ${String(code).padStart(3)}  ${name.padEnd(12)} ${meanings[name as keyof typeof exitCodes]}`,
  );
  return `Exit codes of every command:

${lines.join("\n")}

The names are the "code" of an error in JSON, which --json and TOME_ERRORS=json
print to standard error.
`;
}

function indented(rows: readonly Row[]): string {
  return table(rows)
    .map((line) => `  ${line}`)
    .join("\n");
}

function environment(): string {
  const settings = settingNames.map((name) => {
    const { variables, help } = settingTable[name];
    return [
      name,
      `${help}${variables.length > 0 ? ` (${variables.join(", ")})` : ""}`,
    ] satisfies Row;
  });
  return `A value is taken from the first of these that has it: the flag, the environment,
the file .tome.json in this folder or above it, the profile, the built-in value.

Settings, with their variables; "tome config set <name> <value>" keeps one:
${indented(settings)}

Further variables:
${indented(variables)}
  ${commonVariables}

The file .tome.json may name org, space and site, and decides neither the platform
nor the token; a write that takes one of them from it says so:
  {"org": "O1", "space": "S1"}
A "profile" in it is the one that it expects: where another one is in use, and none
is named by --profile or TOME_PROFILE, the command is refused.

A token in the environment goes to the address in the environment; where there is
none, to the one of --base-url or the built-in one. It is not sent to the address
that a profile keeps: that one has a token of its own.
`;
}

const bulk = `What changes one thing changes many, with one confirmation for all:

  tome space delete S1 S2 S3
  tome space create --from spaces.csv
  tome space list --all --json id | tome space update --from - --edit-mode locked

The first line of a CSV names its columns: flags, arguments or fields of the API
(space,title,parent or spaceId,title,parent). NDJSON has an object a line, JSON
an array of them. "id" is what the command acts on. An empty cell of a CSV says
nothing, true in a column no-parent sends null, and members of a list stand in
one cell with ; between them. Flags on the line hold for all items.

Everything is checked before the first request; faults name file and line. Then
every item has a line of output: number, item, status, id, error. The status is
done, failed, unknown (it may have been carried out: a connection broke, or a 5xx
came), pending (accepted and not done yet) or skipped (done before).

  --concurrency <n>   under way at once: 4, but 1 where an order comes of it
  --stop-on-error     begin no more after a failure; usually the others go on
  --dry-run           print all requests, send none

Where the platform's headers say that few requests are left, the rest is spread
until there are new ones; after a 429 all wait until the time that it names.

A journal is on the disk before and after each item, and holds no values of
requests. It is deleted when all is done, unless --journal <file> named it. What
is left over:

  the same command again, with --resume <journal>

skips what is done, repeats what failed or was not sent, and lists what is
unknown. Look at those; then --retry-unknown repeats them too, without the lines
that you took out. Ctrl-C ends after the items under way, a second one at once.

Exit code 0: all done. 9: a part is not done, or unknown. The code of the failure:
all failed alike (1: not alike). 8: all the rest is pending. 130: interrupted.
`;

const formatting = `On a terminal a list is a table fitted to its width, and one thing is a record.
Piped, both are tab-separated values without header, colour or shortening, and
times are in RFC 3339.

  --json                 JSON: a list is one array of the platform's own objects
  --json id,urls.app     only these fields, dotted paths reach inside
  --jq '.[].title'       the JSON through a jq program, texts without quotes
  --format ndjson        one object a line, written page by page as it comes
  --format yaml|csv|tsv|table|id

A list fetches 50 items; --limit <n> takes more or fewer, --all every one. When
there are more, a line on standard error says so. A list is whole or the command
fails: JSON that was cut off never gets its closing bracket.

Cells of --format csv and --format tsv that a spreadsheet would run as a formula
get a leading '; --raw-csv leaves them alone. What a pipe gets without --format
is for programs, and has none.
`;

const local = `tome carries a whole platform in itself. It needs no account and no network, and
keeps its data in a folder of your own ("tome local path").

  tome local seed                 add a sample workspace
  tome space list --local         --local works with every command
  tome config set org <org> --profile local
  tome auth switch local          use it until you switch back
  tome local clock --advance 8d   let time pass
  tome local token --role read    a token of somebody who may only read
  tome local export backup.json   all data in one file; import brings it back
  tome local reset                begin anew

"tome serve" answers over HTTP on this machine, on the same data, for programs
that speak the platform's API. "tome local --help" lists the commands of "local".
`;
