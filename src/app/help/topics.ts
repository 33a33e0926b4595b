/** The help topics: what is true for every command, written once. */
import { settingNames, settingTable } from "../../settings/table.ts";
import { exitCodes } from "../output/report.ts";
import { indented, type Row, table } from "./layout.ts";
import { flagGroups } from "./rows.ts";

export interface Topic {
  readonly about: string;
  readonly text: () => string;
}

/** The variables that do not set a setting. */
export const variables: readonly Row[] = [
  ["TOME_TOKEN", "Token to use instead of the stored one; without it, GITBOOK_TOKEN"],
  ["TOME_PROFILE", "Profile to use"],
  ["TOME_CONFIG_DIR", "Folder of settings and tokens"],
  [
    "TOME_KEYRING_TIMEOUT",
    "Seconds to wait for the system's keyring (2.5); use 60 to type its password",
  ],
  ["TOME_DEBUG=api", "Show requests and answers, without secrets"],
  ["TOME_ALLOW_PRIVATE=true", "Let the embedded platform fetch from private addresses"],
  ["TOME_JOBS", "Maximum number of long jobs at a time on the embedded platform"],
  [
    "TOME_GIT_SSH_KEYS, TOME_GIT_KNOWN_HOSTS",
    "Keys by host for the embedded platform's Git over ssh, and the keys of the hosts",
  ],
  ["TOME_AUDIT_DAYS", "Days that the embedded platform keeps audit events (365)"],
  ["TOME_DATA_DIR", "Folder of the embedded platform's data"],
  ["TOME_DATABASE", "PostgreSQL database for the data of the embedded platform"],
  [
    "TOME_DATABASE_PASSWORD_FILE, TOME_SEALING_KEY_FILE",
    "Files with the password of that database and the key that encrypts secrets",
  ],
  [
    "TOME_TRANSLATE_URL, TOME_TRANSLATE_KEY",
    "Server with the API of LibreTranslate, for translations",
  ],
  ["TOME_HISTORY=off", "Keep no history of what is sent, so that nothing can be undone"],
  ["TOME_ERRORS=json", "Print errors as one JSON object on standard error"],
  ["TOME_OUTPUT_FILE", "File that gets a line of JSON for each command and finding"],
  ["GITHUB_ACTIONS=true", "Print errors and findings as annotations, mask tokens, write a summary"],
  ["TF_BUILD, TEAMCITY_VERSION", "Print nothing of others that this runner would obey"],
  [
    "TOME_ACCESSIBLE=1",
    "For screen readers: nothing moves or is drawn, times are words, lists to pick from have numbers",
  ],
  ["FORCE_HYPERLINK", "1 makes addresses links that a terminal can open, 0 does not"],
  ["CI=true", "Never ask, and store tokens in the file"],
];

/** Common variables, which tome obeys as other programs do. */
export const commonVariables =
  "NO_COLOR, CLICOLOR, FORCE_COLOR, HTTPS_PROXY, HTTP_PROXY, NO_PROXY, XDG_*";

export const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: "Done.",
  failed: "Failed: an answer or a fault that no other code names.",
  usage: "Wrong usage: a bad flag, a missing value, a failed check. Nothing was sent.",
  cancelled: "Cancelled at a prompt.",
  not_allowed: "Not authenticated or not allowed: no token, 401 or 403.",
  not_found: "Not found: 404, or a name that nothing has.",
  conflict: "Conflict or failed precondition: 409 or 412.",
  unavailable: "Unavailable: network, time limit, 429 or 5xx after the repeats.",
  pending: "Pending: accepted and not done yet (202), or --wait timed out.",
  partial: "Done in part, or with unknown outcome; the message says how to check.",
  findings: "The command succeeded, and found what it was to look for.",
  interrupted: "Interrupted.",
};

export const topics: Readonly<Record<string, Topic>> = {
  bulk: {
    about: "One command for many things, and how to resume it",
    text: () => bulk,
  },
  environment: { about: "Environment variables, and where settings come from", text: environment },
  "exit-codes": { about: "What each exit code means", text: codes },
  flags: { about: "The flags that commands share", text: flags },
  formatting: { about: "Output formats, fields and jq filters", text: () => formatting },
  names: { about: "Name a thing by its title, path or email instead of its id", text: () => names },
  local: { about: "The embedded platform, for work without an account", text: () => local },
};

function codes(): string {
  const lines = Object.entries(exitCodes).map(
    ([name, code]) =>
      `  ${String(code).padStart(3)}  ${name.padEnd(12)} ${meanings[name as keyof typeof exitCodes]}`,
  );
  return `Exit codes of every command:

${lines.join("\n")}

The names are the "code" of an error in JSON. --json and TOME_ERRORS=json print
errors as JSON to standard error.
`;
}

function flags(): string {
  const groups = flagGroups.map(([title, rows]) => `${title}:\n${indented(table(rows))}`);
  return `Flags may stand anywhere after the words of the command, in any order. The flags
of its own are in the help of each command.

${groups.join("\n\n")}
`;
}

function environment(): string {
  const settings = settingNames.map((name) => {
    const { variables, help } = settingTable[name];
    return [
      name,
      `${help}${variables.length > 0 ? ` (${variables.join(", ")})` : ""}`,
    ] satisfies Row;
  });
  return `Each setting comes from the first of these that has it: the flag, the
environment, the file .tome.json in this folder or above it, the profile, the
built-in default.

Settings, with their variables; "tome config set <name> <value>" stores one:
${indented(table(settings))}

Further variables:
${indented(table(variables))}
  ${commonVariables}

The file .tome.json may set org, space and site, but neither the platform nor
the token. A write that uses one of them says so:
  {"org": "Acme", "space": "Handbook"}
It may also name the "profile" that it expects. If another profile is in use,
and neither --profile nor TOME_PROFILE names one, the command is refused.

A token in the environment is sent to the address in the environment. If there
is none, it is sent to the address of --base-url, or to the default address. It
is never sent to the address of a profile, which has a token of its own.
`;
}

const bulk = `A command that changes one thing can change many, with one confirmation:

  tome space delete Drafts Archive "Old handbook"
  tome space create --from spaces.csv
  tome space list --all --json id | tome space update --from - --edit-mode locked

The first line of a CSV file names its columns: flags, arguments or fields of
the API (space,title,parent or spaceId,title,parent). An NDJSON file has an
object on each line, a JSON file an array of objects. The column "id" names the
thing to act on. An empty cell counts as absent, true in a column no-parent
sends null, and the members of a list are in one cell, separated by ;. Flags on
the command line apply to all items.

All items are checked before the first request; errors name the file and the
line. Then each item has a line of output: number, item, status, id, error. The
status is done, failed, unknown (it may have been carried out: the connection
broke, or the answer was a 5xx), pending (accepted and not done yet) or skipped
(done before).

  --concurrency <n>   items at once: 4 by default, 1 if their order matters
  --stop-on-error     start no more items after a failure; by default others go on
  --dry-run           print all requests, and send none

If the platform's headers say that few requests are left, the rest is spread
over the time until the limit is reset. After a 429 all items wait as long as it
says.

A journal is written to the disk before and after each item; it contains no
values of requests. It is deleted when all items are done, unless --journal
<file> names it. To do what is left, give

  the same command again, with --resume <journal>

It skips what is done, repeats what failed or was not sent, and lists what is
unknown. Check the unknown items, and remove the lines of those that are done;
then --retry-unknown repeats the others. Ctrl-C ends after the items under way,
a second Ctrl-C at once.

Exit code 0: all items are done. 9: some are not done, or unknown. 8: all others
are pending. 130: interrupted. If all items fail with the same exit code, it is
that code; otherwise, if all fail, it is 1.
`;

const formatting = `On a terminal, a list is a table that fits its width, or a card for each row if
there is no room for a table; a single thing is a record. Titles come first, ids
are never cut, and columns that are empty in all rows are left out. Red is what
has failed, yellow what waits or is locked, green what is well. What was changed
is a sentence with the few fields that matter; --verbose shows all.

In a pipe, everything is tab-separated values: without header, without colour,
not shortened, and with times in RFC 3339.

  --columns id,title     these columns in this order, also of csv and tsv
  --filter 'title=Rel*'  rows whose column has this text; * is any text, != not,
                         and case does not matter; may be repeated
  --sort -updatedAt      sorted by a column, backwards with a -
  --json                 JSON: a list is an array of the platform's objects, and
                         a tree (page list) is one object; on a terminal, the
                         names of the fields there are
  --json id,urls.app     only these fields; dotted paths select inner fields
  --jq '.[].title'       the JSON filtered by a jq program; texts without quotes
  --format ndjson        one object on each line, printed page by page
  --format yaml|csv|tsv|table|id

--filter and --sort are the work of tome: it reads as many rows as it takes to
fill the limit, or all of them to sort, and says how many it has looked at.

A list has 50 items by default; --limit <n> changes that, and --all fetches
every item. If there are more, a line on standard error says so. If a list
cannot be fetched as a whole, the command fails, and JSON lacks its closing
bracket.

With --format csv and --format tsv, cells that a spreadsheet would run as a
formula get a leading '; --raw-csv leaves them as they are. The default output
in a pipe is for programs, and has no such '.
`;

const names = `Wherever a command takes an id, it also takes a name: in arguments, in flags such
as --org, --space and --parent, in the columns of a file, in the body of --input,
in .tome.json, in settings and in the environment.

  organization            title, hostname
  collection, space       title; Collection/Space; /Space at the top level; the
                          last part of its published address
  docs site               title, hostname, basename
  section, site space     path on the site (api/v2), else title
  section group           title, Group/Group
  change request          number, subject
  page                    path (guides/install), else title
  file                    file name
  member, user            email, else name
  team, SAML provider     title, label
  translation             "Title of the source -> language"
  installation            title of its organization
  deleted space           the title that it had, for space restore
  branch                  main, for refs/heads/main
  revision, comment       latest, or latest~2 for the second one before it

  tome space update "On-call guide" --parent Handbooks/Internal
  tome page get guides/install --space "User guide"

Replies, reviews, events and conversations have ids alone.

The whole name has to match. The same case wins; without such a match, case does
not matter. If several things have the name, nothing is done: they are listed,
each with a name for it alone (exit 2). If none has it, the nearest are listed
(exit 5). What has the form of an id (20 letters and digits, say) is an id and
costs no request. id:<id> forces an id, '=<title>' a title; quote the latter, as
some shells read a leading = themselves.

A command that deletes, removes, transfers or unpublishes something takes only
the exact case if there is no terminal to ask at. --dry-run looks names up, and
shows the ids. --json, journals and recordings contain the ids too.
`;

const local = `tome contains a whole platform. It needs no account and no network, and stores
its data in a folder of your own ("tome local path").

  tome auth switch local          use it from now on, until you switch back:
  tome auth switch default        the platform that you log in to
  tome space list --local         use it for one command
  tome local seed                 add a sample workspace
  tome local clock --advance 8d   let time pass
  tome local token create --role read  a token of a user who may only read
  tome local export backup.json   all data in one file; import restores it
  tome local reset                remove all data and start over

"tome serve" serves the same data over HTTP on this machine, for programs that
use the platform's API. "tome local --help" lists the commands of "local".
`;
