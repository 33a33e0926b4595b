import { expect, test } from "vitest";
import { formatRootHelp, formatTopicHelp } from "../../src/app/help/help.ts";
import { version } from "../../src/version.ts";
import { openTome } from "../support/commands/tome.ts";

test("a misspelled noun, verb or flag is refused with a suggestion", async () => {
  const tome = openTome();
  const noun = await tome("spcae list");
  expect(noun).toMatchObject({ code: 2, stdout: "" });
  expect(noun.stderr).toContain('Unknown command "spcae" for "tome". Did you mean space?');
  const verb = await tome("space lsit");
  expect(verb.stderr).toContain("Did you mean list?");
  const flag = await tome("space create --titel Guide --local");
  expect(flag).toMatchObject({ code: 2, stdout: "" });
  expect(flag.stderr).toContain(
    'Unknown flag --titel for "tome space create". Did you mean --title?',
  );
});

test("plurals are aliases of nouns, and flags can precede the verb", async () => {
  const tome = openTome();
  const { code, stdout } = await tome("--local spaces --quiet list --json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([]);
});

test("with --json every error is one JSON object on standard error, including parser errors", async () => {
  const tome = openTome();
  for (const line of [
    "space get --json",
    "space lsit --json",
    "space get S1000000000000000000 --nope --format json",
  ]) {
    const { code, stdout, stderr } = await tome(line);
    expect(code).toBe(2);
    expect(stdout).toBe("");
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: "usage", category: "usage", status: null, retryable: false },
    });
  }
  const unset = await tome("space get S1000000000000000000 --local", {
    env: { TOME_ERRORS: "json" },
  });
  expect(unset.code).toBe(5);
  expect(JSON.parse(unset.stderr)).toMatchObject({
    error: { code: "not_found", category: "api", status: 404, requestId: expect.any(String) },
  });
});

test("without a token nothing is sent, and the message explains how to get one", async () => {
  const tome = openTome();
  const { code, stderr } = await tome("org list");
  expect(code).toBe(4);
  expect(stderr).toContain("The profile default has no token for https://api.gitbook.com");
  expect(stderr).toContain("hint: tome auth login");
});

test("a missing parent is a usage error with the command that sets a default", async () => {
  const tome = openTome();
  const { code, stderr } = await tome("space list", { env: { TOME_TOKEN: "secret" } });
  expect(code).toBe(2);
  expect(stderr).toContain("requires --org <org>");
  expect(stderr).toContain("hint: tome config set org <org>");
});

test("error messages contain no control characters of the input", async () => {
  const tome = openTome();
  const { stderr } = await tome(["space", "get", "\u001b[31mred\u202e", "--local"]);
  expect(stderr).not.toContain("\u001b");
  expect(stderr).not.toContain("\u202e");
});

test("help goes to standard output for a noun, a verb, a topic and flags at any position", async () => {
  const tome = openTome();
  const help = await tome("space move --help");
  expect(help.code).toBe(0);
  expect(help.stdout).toContain("tome space move <space>... [flags]");
  expect((await tome("help space move")).stdout).toBe(help.stdout);
  expect((await tome("--no-color space --help move")).stdout).toBe(help.stdout);
  expect((await tome("space")).stdout).toContain("transfer <space>");
  expect((await tome("help exit-codes")).stdout).toContain("130  interrupted");
});

test.each([
  ["exit", "exit-codes", "help exit-codes"],
  ["formating", "formatting", "help formatting"],
  ["spce", "space", "help space"],
])("help on %s suggests %s", async (typed, meant, next) => {
  const { code, stderr } = await openTome()(`help ${typed}`);
  expect(code).toBe(2);
  expect(stderr).toContain(`Did you mean ${meant}?\nhint: tome ${next}\n`);
});

test.each([
  [
    "openapi update pets --file a.yaml",
    ". It is a flag of tome openapi create and tome openapi put.",
  ],
  ["space create --merge-rules none", ". It is a flag of tome space update."],
  ["space list --nonsense", 'Unknown flag --nonsense for "tome space list".'],
  ["tour --nonsense", 'Unknown flag --nonsense for "tome tour".'],
])("tome %s names the command that has the flag", async (line, said) => {
  const { code, stderr } = await openTome()(line);
  expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
});

test("an agent gets the flags of the command with the error of an unknown flag", async () => {
  const line = "comment update C1 --status resolved";
  const flags = "Its flags are --space, --cr, --body, --resolve,";
  const tome = openTome();
  expect((await tome(line, { env: { TOME_AGENT: "1" } })).stderr).toContain(flags);
  expect((await tome(line, { env: { TOME_AGENT: "0" } })).stderr).not.toContain(flags);
});

test("a command that does not ask is suggested without --yes", async () => {
  const { code, stderr } = await openTome()("site publish Docs --yes");
  expect(code).toBe(2);
  expect(stderr).toContain('--yes is not supported by "tome site publish", which does not ask.');
  expect(stderr).toContain("hint: tome site publish Docs\n");
});

test.each([
  ["history -L 5", '-L requires a verb after "tome history".', "tome history list -L 5"],
  [
    "space --sort -title --all",
    '--sort requires a verb after "tome space".',
    "tome space list --sort -title --all",
  ],
  [
    "page --space=Guide",
    '--space=Guide requires a verb after "tome page".',
    "tome page list --space=Guide",
  ],
  ["content --space Guide", '--space requires a verb after "tome content".', "tome content --help"],
  ["space --nonsense", 'Unknown flag --nonsense for "tome space".', "tome space --help"],
])("tome %s without a verb fails instead of printing help", async (line, said, hint) => {
  const { code, stdout, stderr } = await openTome()(line);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(said);
  expect(stderr).toContain(`hint: ${hint}\n`);
});

test("a closed pipe ends the command silently", async () => {
  const { main } = await import("../../src/app/main.ts");
  const { PassThrough, Writable } = await import("node:stream");
  const closed = new Writable({
    write(_chunk, _encoding, done) {
      done(Object.assign(new Error("write EPIPE"), { code: "EPIPE" }));
    },
  });
  let said = "";
  const stderr = new Writable({
    write(chunk, _encoding, done) {
      said += String(chunk);
      done();
    },
  });
  const code = await main(["--help"], {
    stdin: new PassThrough(),
    stdout: closed,
    stderr,
    env: {},
    cwd: "/",
    interrupted: () => Promise.resolve(),
  });
  expect({ code, said }).toEqual({ code: 0, said: "" });
});

const whoamiHelp = `Show the authenticated user.

Usage:
  tome whoami [flags]

Examples:
  $ tome whoami
  $ tome whoami --json email
  $ tome whoami --json organization.id,role

More:
  --json, --jq, --profile ...  For the full list: tome help flags
`;

test.each([
  ["version", { code: 0, stdout: `${version}\n`, stderr: "" }],
  ["--version", { code: 0, stdout: `${version}\n`, stderr: "" }],
  ["-V", { code: 0, stdout: `${version}\n`, stderr: "" }],
  ["-v", { code: 0, stdout: `${version}\n`, stderr: "" }],
  ["help", { code: 0, stdout: formatRootHelp(), stderr: "" }],
  ["", { code: 0, stdout: formatRootHelp(), stderr: "" }],
  ["help names", { code: 0, stdout: formatTopicHelp("names"), stderr: "" }],
  [
    "help whoami",
    {
      code: 0,
      stdout: whoamiHelp,
      stderr: "",
    },
  ],
  [
    "whoami --json -h",
    {
      code: 0,
      stdout: whoamiHelp,
      stderr: "",
    },
  ],
  [
    "help formating",
    {
      code: 2,
      stdout: "",
      stderr: `error: Unknown command or help topic "formating". Did you mean formatting?
hint: tome help formatting
`,
    },
  ],
  [
    "help spcae",
    {
      code: 2,
      stdout: "",
      stderr: `error: Unknown command "spcae" for "tome". Did you mean space?
hint: tome help space
`,
    },
  ],
  [
    "help names list",
    {
      code: 2,
      stdout: "",
      stderr: `error: Unknown command "names" for "tome".
hint: tome --help
`,
    },
  ],
  ["whoami --version", { code: 0, stdout: `${version}\n`, stderr: "" }],
  ["space -V", { code: 0, stdout: `${version}\n`, stderr: "" }],
  ["space delete docs --yes --version", { code: 0, stdout: `${version}\n`, stderr: "" }],
  ["whoami --version --help", { code: 0, stdout: whoamiHelp, stderr: "" }],
  [
    "version now",
    {
      code: 2,
      stdout: "",
      stderr: `error: Unknown command "version" for "tome". Similar commands: tome openapi version.
hint: tome openapi version --help
`,
    },
  ],
  [
    "space --nope",
    {
      code: 2,
      stdout: "",
      stderr: `error: Unknown flag --nope for "tome space".
hint: tome space --help
`,
    },
  ],
  [
    "api GET /user -- --help",
    {
      code: 2,
      stdout: "",
      stderr: `error: tome api accepts <METHOD> <path>: unexpected argument "--help".
hint: tome api --help
`,
    },
  ],
])("tome %s", async (line, expected) => {
  const { code, stdout, stderr } = await openTome()(line);
  expect({ code, stdout, stderr }).toEqual(expected);
});
