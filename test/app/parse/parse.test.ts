import { expect, test } from "vitest";
import { findCommand } from "../../../src/app/parse/find-command.ts";
import { listParameters } from "../../../src/app/parse/parameters.ts";
import { parse } from "../../../src/app/parse/parse.ts";
import { openTome } from "../../support/commands/tome.ts";

/** Ids and defaults, so that no command line needs a request. */
const env = {
  TOME_BASE_URL: "http://127.0.0.1:9",
  TOME_TOKEN: "token",
  TOME_ORG: "O1000000000000000000",
  TOME_SPACE: "S1000000000000000000",
  TOME_SITE: "site_12345678901234567890",
};

test.each<[string, readonly string[]]>([
  [
    "ls cr",
    [
      'Unknown command "ls". The noun comes before the verb, as in tome cr list.',
      "hint: tome cr list",
    ],
  ],
  ["whoai", ['Unknown command "whoai" for "tome". Did you mean whoami?', "hint: tome whoami"]],
  [
    "ls tree",
    [
      'Unknown command "ls". The noun comes before the verb, as in tome tree list.',
      "hint: tome tree --help",
    ],
  ],
  ["put url", ['Unknown command "put" for "tome".', "hint: tome --help"]],
  [
    "join O1",
    [
      'Unknown command "join" for "tome". Similar commands: tome org join.',
      "hint: tome org join --help",
    ],
  ],
  [
    "tree add",
    ['tome tree accepts no arguments: unexpected argument "add".', "hint: tome tree --help"],
  ],
  [
    "org edit",
    [
      "tome org update needs a new value. Specify at least one of --title, --email-domain, --hostname, --default-role, --default-content, --logo, --sso, --ai, --invite-links, --merge-rules.",
      "hint: tome org update --help",
    ],
  ],
  [
    "diff org",
    [
      'Unknown command "diff" for "tome". Similar commands: tome plan, tome cr diff, tome openapi diff and tome backup diff.',
      "hint: tome plan --help",
    ],
  ],
  [
    "view sso",
    [
      'Unknown command "view". The noun comes before the verb, as in tome sso list.',
      "hint: tome sso --help",
    ],
  ],
  [
    "file add",
    [
      'Unknown command "add" for "tome file". Use tome cr edit --upload.',
      "hint: tome cr edit --help",
    ],
  ],
  [
    "user add",
    [
      'Unknown command "add" for "tome user". Use tome org invite users.',
      "hint: tome org invite users --help",
    ],
  ],
  [
    "site run",
    [
      'Unknown command "run" for "tome site". Similar commands: tome site style-guide run.',
      "hint: tome site style-guide run --help",
    ],
  ],
  [
    "get page",
    [
      'Unknown command "get". The noun comes before the verb, as in tome page get.',
      "hint: tome page get",
    ],
  ],
  ["ort acme", ['Unknown command "ort" for "tome". Did you mean org?', "hint: tome --help"]],
  ["--nosuch", ['Unknown flag --nosuch for "tome".', "hint: tome --help"]],
  ["import rm", ['Unknown command "rm" for "tome import".', "hint: tome import --help"]],
  [
    "config se",
    [
      'Unknown command "se" for "tome config". Did you mean set?',
      "hint: tome config set <name> <value>",
    ],
  ],
  [
    "cr approve",
    [
      'Unknown command "approve" for "tome cr". Use tome cr review --approve.',
      "hint: tome cr review --approve <cr>",
    ],
  ],
  ["check show", ["No rule is named show.", "hint: tome check rules"]],
  [
    "invite api",
    [
      'Unknown command "invite" for "tome". Use tome org invite users.',
      "hint: tome org invite users --help",
    ],
  ],
  ["plan --org", ["The flag --org needs a value: --org <org>.", "hint: tome plan --help"]],
  [
    "comment lst",
    ['Unknown command "lst" for "tome comment". Did you mean list?', "hint: tome comment list"],
  ],
  [
    "team create",
    ["tome team create requires --title <text> (Title).", "hint: tome team create --help"],
  ],
  [
    "logout auth",
    [
      "tome auth logout does not accept a token as an argument, because other programs can read command lines. Enter it at the prompt of tome auth login, pipe it to --with-token, or set TOME_TOKEN.",
      "hint: tome auth login --with-token < token.txt",
    ],
  ],
  [
    "switch auth",
    [
      "The profile auth does not exist. Existing profiles: default, local.",
      "hint: tome auth login --profile auth",
    ],
  ],
  ["undo --last", ["The flag --last needs a value: --last <n>.", "hint: tome undo --help"]],
  [
    "plan -out x",
    ['Unknown flag -out for "tome plan". Did you mean --save?', "hint: tome plan --save x"],
  ],
  ["org get A -x", ['Unknown flag -x for "tome org get".', "hint: tome org get --help"]],
  [
    "get font org",
    [
      'Unknown command "get". The noun comes before the verb, as in tome space get.',
      "hint: tome space get --help",
    ],
  ],
  ["cr update -x", ['Unknown flag -x for "tome cr update".', "hint: tome cr update --help"]],
  ["api --body x", ['Unknown flag --body for "tome api".', "hint: tome api --help"]],
  ["tour --limit", ['The flag --limit is not supported by "tome tour".', "hint: tome tour --help"]],
  [
    "list font org",
    [
      'Unknown command "list". The noun comes before the verb, as in tome space list.',
      "hint: tome space list",
    ],
  ],
  ["page get -n=1", ['Unknown flag -n for "tome page get".', "hint: tome page get --help"]],
  [
    "comment creat",
    [
      'Unknown command "creat" for "tome comment". Did you mean create?',
      "hint: tome comment create --body <markdown>",
    ],
  ],
  [
    "cr file --yes",
    [
      'The flag --yes is not supported by "tome cr file", which does not ask.',
      "hint: tome cr file <cr> <file>",
    ],
  ],
  [
    "content comput",
    [
      'Unknown command "comput" for "tome content". Did you mean compute?',
      "hint: tome content compute --source <JSON> --seed <text>",
    ],
  ],
  [
    "update openapi",
    [
      'Unknown command "update". The noun comes before the verb, as in tome openapi update.',
      "hint: tome openapi update <slug> --visibility <private|public>",
    ],
  ],
  ["team drop --yes", ["tome team drop requires <team>.", "hint: tome team drop --help"]],
  ["cr merge A -n=1", ["The flag -n does not accept a value.", "hint: tome cr merge --help"]],
  [
    "cr review --org",
    [
      'Unknown flag --org for "tome cr review". It is a flag of tome cr list.',
      "hint: tome cr list --help",
    ],
  ],
  ["check A --draft", ['Unknown flag --draft for "tome check".', "hint: tome check --help"]],
  [
    "url embed --web",
    [
      'The flag --web is not supported by "tome url embed". Use tome open.',
      "hint: tome open --help",
    ],
  ],
  ["tree --read-only", ['Unknown flag --read-only for "tome tree".', "hint: tome tree --help"]],
  [
    "test webhook org",
    ['Unknown command "test" for "tome". Use tome check.', "hint: tome check webhook org"],
  ],
  [
    "site lookup -t X",
    ['Unknown flag -t for "tome site lookup".', "hint: tome site lookup --help"],
  ],
  [
    "team put --nosuch",
    ['Unknown flag --nosuch for "tome team put".', "hint: tome team put --help"],
  ],
  ["cr create --draft", ['Unknown flag --draft for "tome cr create".', "hint: tome cr create"]],
  ["cr files --space=", ["tome cr files requires <cr>.", "hint: tome cr files --help"]],
  [
    "tour A --output x",
    [
      'Unknown flag --output for "tome tour". Use --format to select an output format: table, json, ndjson, yaml, csv, tsv, id.',
      "hint: tome help formatting",
    ],
  ],
  [
    "cr get --token abc",
    [
      "The flag --token does not exist, because other programs can read command lines. Enter it at the prompt of tome auth login, pipe it to --with-token, or set TOME_TOKEN.",
      "hint: tome auth login --with-token < token.txt",
    ],
  ],
  [
    "create translation",
    [
      'Unknown command "create". The noun comes before the verb, as in tome translation create.',
      "hint: tome translation create --source-space <space> --source-language <code> --language <code>",
    ],
  ],
  [
    "completion -s bash",
    [
      'Unknown flag -s for "tome completion"; the shell is an argument.',
      "hint: tome completion bash",
    ],
  ],
  [
    "site insights query",
    ["tome site insights query requires <site>.", "hint: tome site insights query --help"],
  ],
  [
    "cr files --user ada",
    ['Unknown flag --user for "tome cr files".', "hint: tome cr files --help"],
  ],
  [
    "cr backlinks A --csv",
    [
      'Unknown flag --csv for "tome cr backlinks".',
      "hint: tome cr backlinks A --format csv <page>",
    ],
  ],
  [
    "check A --no-headers",
    ['Unknown flag --no-headers for "tome check".', "hint: tome check --help"],
  ],
  [
    "token --profile work",
    [
      'Unknown command "token" for "tome". Use tome local token create.',
      "hint: tome local token create --profile work",
    ],
  ],
  [
    "space delete --space=",
    [
      'Unknown flag --space for "tome space delete"; the space is an argument.',
      "hint: tome space delete <space>",
    ],
  ],
  [
    "site list --site Docs",
    [
      'Unknown flag --site for "tome site list". It is a flag of tome site ask, tome site chat and tome site sort.',
      "hint: tome site ask --help",
    ],
  ],
  [
    "site scan --site Docs",
    ['--site requires a verb after "tome site scan".', "hint: tome site scan list --site Docs"],
  ],
  [
    "cr preview 3 Handbook",
    [
      "tome cr preview accepts <cr>; use --space for the space.",
      "hint: tome cr preview 3 --space Handbook",
    ],
  ],
  [
    "team create Writers X",
    [
      'tome team create accepts no arguments: unexpected argument "Writers".',
      "hint: tome team create --help",
    ],
  ],
  [
    "team create A --name X",
    [
      'Unknown flag --name for "tome team create". Did you mean --title?',
      "hint: tome team create --help",
    ],
  ],
  [
    "insights segments Docs",
    [
      'Unknown command "insights" for "tome". Use tome site insights.',
      "hint: tome site insights --help",
    ],
  ],
  [
    "site sort --format xml",
    ['The flag --format must be one of table, json, ndjson, yaml, csv, tsv, id, not "xml".'],
  ],
  [
    "org domain list A --fail",
    [
      'Unknown flag --fail for "tome org domain list". Did you mean --fail-truncated?',
      "hint: tome org domain list --help",
    ],
  ],
  [
    "cr list A --dry-run=true",
    ["The flag --dry-run does not accept a value.", "hint: tome cr list --help"],
  ],
  [
    "org ask A ada@example.com",
    [
      'tome org ask accepts <query>: unexpected argument "ada@example.com".',
      "hint: tome org ask --help",
    ],
  ],
  [
    "token revoke 3f9c1d2ab4e7",
    [
      'Unknown command "token" for "tome". Use tome local token create.',
      "hint: tome local token create --help",
    ],
  ],
  [
    "space transfer extra words",
    [
      "tome space transfer requires --to <org> (Organization to transfer to).",
      "  The error applies to both items, starting with extra",
      "hint: tome space transfer --help",
    ],
  ],
  [
    "revision get A extra words",
    [
      'tome revision get accepts <revision>: unexpected argument "extra".',
      "hint: tome revision get --help",
    ],
  ],
  [
    "cr edit --add-reviewer ada",
    [
      'Unknown flag --add-reviewer for "tome cr edit". Use tome cr request-review.',
      "hint: tome cr request-review --help",
    ],
  ],
  [
    "site published --no-headers",
    [
      'Unknown flag --no-headers for "tome site published".',
      "hint: tome site published --format tsv <site>",
    ],
  ],
  [
    "site topic update A -o json",
    [
      '{"error":{"code":"usage","category":"usage","message":"tome site topic update requires --[no-]change-requests (Propose change requests for the topic).","status":null,"hint":"tome site topic update --help","requestId":null,"retryable":false}}',
    ],
  ],
  [
    "cr file-backlinks --to /tmp",
    [
      'Unknown flag --to for "tome cr file-backlinks"; the file is an argument.',
      "hint: tome cr file-backlinks /tmp <file>",
    ],
  ],
  [
    "site channel create --json=id",
    [
      '{"error":{"code":"usage","category":"usage","message":"\\"id\\" is not a program in which the agent works.","status":null,"hint":"Specify one of slack, linear, github, discord","requestId":null,"retryable":false}}',
    ],
  ],
  [
    "integration unpublish -o json",
    [
      '{"error":{"code":"usage","category":"usage","message":"tome integration unpublish requires <name> (Name of the integration).","status":null,"hint":"tome integration unpublish --help","requestId":null,"retryable":false}}',
    ],
  ],
  [
    "site finding list A --dry-runn",
    [
      'Unknown flag --dry-runn for "tome site finding list". Did you mean --dry-run?',
      "hint: tome site finding list --site A --dry-run",
    ],
  ],
  [
    "translation glossary put A --csv",
    [
      'Unknown flag --csv for "tome translation glossary put". Did you mean --raw-csv?',
      "hint: tome translation glossary put --help",
    ],
  ],
  [
    "site external-link add A --title=",
    [
      "tome site external-link add accepts no arguments; use --site for the site.",
      "hint: tome site external-link add --site A --title= --url <url>",
    ],
  ],
  [
    "aml update Okta --default-role guest",
    [
      'Unknown command "aml" for "tome". Did you mean saml?',
      "hint: tome saml update Okta --default-role guest",
    ],
  ],
  [
    "site permission update --auto-approve",
    [
      'Unknown flag --auto-approve for "tome site permission update".',
      "hint: tome site permission update --yes <site> --role <role|none>",
    ],
  ],
  [
    "site adaptive-schema put A extra words",
    [
      "tome site adaptive-schema put requires --file <file> (File with the JSON Schema, - for standard input).",
      "  The error applies to all 3 items, starting with A",
      "hint: tome site adaptive-schema put --help",
    ],
  ],
  [
    "site adaptive-schema conditions --limit",
    [
      "The flag --limit needs a value: --limit <value>.",
      "hint: tome site adaptive-schema conditions --help",
    ],
  ],
  [
    "openapi version raw pets > openapi.yaml",
    [
      'tome openapi version raw accepts <slug> [version]: unexpected argument "openapi.yaml".',
      "hint: tome openapi version raw --help",
    ],
  ],
  [
    "conversation list --cr 3 --space Handbook",
    ['Unknown flag --cr for "tome conversation list".', "hint: tome conversation list --help"],
  ],
  [
    "org instructions put --file instruction.md",
    ["The file instruction.md cannot be read: no such file or directory."],
  ],
  [
    "site topic delete-findings A ada@example.com",
    [
      "1 of 2 items are invalid. Nothing was sent.",
      "  ada@example.com: <topic> must be an id: letters, digits, - and _.",
      "hint: tome site topic delete-findings --help",
    ],
  ],
  [
    "site auth update Docs https://example.com/login",
    [
      "2 of 2 items are invalid. Nothing was sent.",
      "  Docs: tome site auth update needs a new value. Specify at least one of --backend, --fallback-url, --logout-url.",
      "  https://example.com/login: <site>: the URL https://example.com/login does not contain the id of a site.",
      "hint: tome site auth update --help",
    ],
  ],
  [
    "member list --sort lastSeenAt user.email,lastSeenAt",
    [
      'tome member list accepts no arguments: unexpected argument "user.email,lastSeenAt".',
      "hint: tome member list --help",
    ],
  ],
  [
    "openapi put ets --file openapi.yaml --fail breaking",
    ["The file openapi.yaml cannot be read: no such file or directory."],
  ],
  [
    "agent task list --space Handbook --status backlog --status",
    ["The flag --status needs a value: --status <status>.", "hint: tome agent task list --help"],
  ],
  [
    "import start https://docs.example.com --space Handbook -cr 7",
    [
      'Unknown flag -cr for "tome import start". Did you mean --cr?',
      "hint: tome import start https://docs.example.com --space Handbook --cr 7",
    ],
  ],
  [
    "site agent update --topic-scans auto --change-requests --site Docs",
    [
      "tome site agent update accepts no arguments; use --site for the site.",
      "hint: tome site agent update --help",
    ],
  ],
  [
    'cr update  --space Handbook --description "Why **this** is better."',
    ["tome cr update requires <cr>.", "hint: tome cr update --help"],
  ],
  [
    "space move https://app.example.com/o/O2000000000000000000/s/S2000000000000000000",
    [
      "tome space move needs a destination. Specify at least one of --parent, --before, --after.",
      "hint: tome space move --help",
    ],
  ],
  [
    "cr request-review --space Handbook --reviewer ada@example.com --reviewer grace@example.com",
    ["tome cr request-review requires <cr>.", "hint: tome cr request-review --help"],
  ],
])("tome %s is explained with the nearest correct command line", async (line, expected) => {
  const { code, stdout, stderr } = await openTome()(line, { env });
  expect([
    code,
    stdout,
    stderr
      .trimEnd()
      .replace(/^error: /, "")
      .split("\n"),
  ]).toEqual([2, "", expected]);
});

test.each([
  ["cr preview Handbook 3", "tome cr preview --space Handbook 3"],
  ["cr preview 4 3", "tome cr preview 4 --space 3"],
])("tome %s suggests %s", async (line, hint) => {
  const { code, stderr } = await openTome()(line, { env });
  expect([code, stderr]).toEqual([2, expect.stringContaining(`hint: ${hint}\n`)]);
});

test.each<[line: string, rest: string, further: string[] | string]>([
  ["cr request-review", "3 Ada", 'requires --reviewer <user>; "Ada" was read as another <cr>'],
  // The user is specified, so that the words are change requests.
  ["cr request-review", "3 Typos --reviewer ada", ["Typos"]],
  ["cr request-review", "3 4 --reviewer ada", ["4"]],
  ["cr request-review", "3 4", ["4"]],
  ["cr request-review", "3 Typos Ada", ["Typos", "Ada"]],
  ["space delete", "A B C", ["B", "C"]],
])("%s %s has further targets, or an error: %j", async (line, rest, further) => {
  const { command } = await findCommand(line.split(" "));
  if (command === undefined || command.kind === "noun") throw new Error(`${line} is no command.`);
  const read = () => parse(line, command, listParameters(command), rest.split(" ")).further;
  if (typeof further === "string") expect(read).toThrow(further);
  else expect(read()).toEqual(further);
});
