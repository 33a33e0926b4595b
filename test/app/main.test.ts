import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatRootHelp, formatTopicHelp } from "../../src/app/help/help.ts";
import { version } from "../../src/version.ts";
import { openLocalTome, openTome } from "../support/commands/tome.ts";
import { slowTest, slowTests } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

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
  const machine = {
    stdin: new PassThrough(),
    stdout: closed,
    stderr,
    env: {},
    cwd: "/",
    interrupted: () => Promise.resolve(),
  };
  expect({ code: await main(["--help"], machine), said }).toEqual({ code: 0, said: "" });
  // The exit code of an error stays, even if nobody reads the error.
  expect(await main(["nosuch"], { ...machine, stderr: closed })).toBe(2);
});

test("an error that cannot be written does not end the process", async () => {
  const { main } = await import("../../src/app/main.ts");
  const { PassThrough, Writable } = await import("node:stream");
  const errors: string[] = [];
  const ended = new Promise<void>((resolve) => {
    const stderr = new Writable({
      write: (_chunk, _encoding, done) => done(new Error("write EIO")),
    });
    // Without a listener of the program, this error would end the process.
    const { emit } = stderr;
    stderr.emit = (name: string | symbol, ...args: unknown[]) => {
      if (name === "error") errors.push(`${stderr.listenerCount("error")} listeners`);
      if (name === "close") resolve();
      return name === "error" || emit.call(stderr, name, ...args);
    };
    const machine = {
      ...{ stdin: new PassThrough(), stdout: new PassThrough(), stderr, env: {}, cwd: "/" },
      interrupted: () => Promise.resolve(),
    };
    void main(["nosuch"], machine).then((code) => errors.push(`exit code ${code}`));
  });
  await ended;
  expect(errors.toSorted()).toEqual(["1 listeners", "exit code 2"]);
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

slowTest("suggested commands have titles on a terminal, and ids elsewhere", async () => {
  const { tome, ok } = openLocalTome();
  const folder = temporaryFolder();
  writeFileSync(join(folder, "page.md"), "# Start\n\nOld text\n");
  const space = await ok("space create --title Guide --format id");
  await ok("cr create --space Guide --subject Typo");
  await ok(`cr edit 1 --space Guide --new --title Start --file ${join(folder, "page.md")}`);
  await ok("cr update 1 --space Guide --status open");
  const env = { TOME_SPACE: space, CLICOLOR: "0" };
  const replaceText = (text: string, by: string, screen?: true) =>
    tome(`cr replace 1 ${text} --with ${by} --local`, { env, ...(screen && { screen }) });
  const shown = "To show the changes: tome cr diff 1 --space";
  expect((await replaceText("Old", "New", true)).stderr).toContain(`${shown} Guide --local\n`);
  expect((await replaceText("New", "Old")).stderr).toContain(`${shown} ${space} --local\n`);
  const none = await replaceText("nosuch", "text", true);
  expect([none.code, none.stderr.includes("tome cr diff")]).toEqual([0, false]);
  const status = await tome("status --local", { env: { CLICOLOR: "0" }, screen: true });
  expect(status.stdout).toContain("    tome cr view 1 --space Guide --local\n");
  expect(status.stdout).not.toContain(space);

  const site = await ok("site create --title Docs --format id");
  const line = `site published ${site} --local`;
  const suggestion = "hint: tome site publish";
  expect((await tome(line)).stderr).toContain(`${suggestion} ${site} --local\n`);
  expect((await tome(line, { answers: [], env: { CLICOLOR: "0" } })).stderr).toContain(
    `${suggestion} Docs --local\n`,
  );
});

test("an error message is wrapped at the width of a terminal only", async () => {
  const { main } = await import("../../src/app/main.ts");
  const { PassThrough } = await import("node:stream");
  const print = async (isTTY: boolean) => {
    const stderr = Object.assign(new PassThrough(), { isTTY, columns: 40 });
    const code = await main(["spcae"], {
      stdin: new PassThrough(),
      stdout: new PassThrough(),
      stderr,
      env: { CLICOLOR: "0" },
      cwd: "/",
      interrupted: () => Promise.resolve(),
    });
    return [code, String(stderr.read())];
  };
  const hint = "hint: tome space\n";
  expect(await print(false)).toEqual([
    2,
    `error: Unknown command "spcae" for "tome". Did you mean space?\n${hint}`,
  ]);
  expect(await print(true)).toEqual([
    2,
    `error: Unknown command "spcae" for\n"tome". Did you mean space?\n${hint}`,
  ]);
});

slowTests.each([
  ["space list --output json", "[]\n"],
  ["space list -o json", "[]\n"],
  ["space list --output=ndjson", ""],
])("%s is accepted as a format", async (line, stdout) => {
  expect(await openLocalTome().run(line)).toMatchObject({ code: 0, stdout });
});

test("the name of a command can be mixed with flags when its help is requested", async () => {
  const tome = openTome();
  const { stdout } = await tome("help space list");
  expect(stdout).toContain("tome space list [flags]");
  for (const line of ["help space --no-color list", "--no-color help space list"]) {
    expect((await tome(line)).stdout, line).toBe(stdout);
  }
  expect((await tome("space --local")).stderr).toBe("");
});

slowTests.each(["--report junit=report.xml", "--report=junit=report.xml"])(
  "%s writes a report, also of a failed command",
  async (flag) => {
    const cwd = temporaryFolder();
    const read = () => readFileSync(join(cwd, "report.xml"), "utf8");
    const tome = openTome();
    await tome("space create --title Guide --local");
    expect((await tome(`space links Guide --local ${flag}`, { cwd })).code).toBe(0);
    expect(read()).toContain('name="tome space links" package="tome"');
    expect(read()).toContain('failures="0" errors="0"');
    expect((await tome(`space links Nosuch --local ${flag}`, { cwd })).code).not.toBe(0);
    expect(read()).toContain('errors="1"');
  },
);

test("a recording has the words of its command", async () => {
  const { run } = openLocalTome();
  const file = join(temporaryFolder(), "recording");
  expect((await run(`space list --limit 3 --record ${file}`)).code).toBe(0);
  const [first = ""] = readFileSync(file, "utf8").split("\n");
  expect(JSON.parse(first)).toMatchObject({
    command: ["space", "list", "--limit", "3", "--local"],
  });
});

slowTest("a recording of another platform has no parents from the local one", async () => {
  const { url } = await serve((_, response) => answerJson(response, 200, { object: "user" }));
  const { tome, ok } = openLocalTome();
  await ok("space create --title Guide");
  const file = join(temporaryFolder(), "recording");
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "canary-of-a-token" };
  expect((await tome(`api GET /user --record ${file}`, { env })).code).toBe(0);
  const [first = ""] = readFileSync(file, "utf8").split("\n");
  expect(JSON.parse(first).parents).toEqual({});
});

test("a token is masked in errors and in the log, and a missing folder is an error", async () => {
  const { url } = await serve((_, response) =>
    answerJson(response, 400, { error: { code: 400, message: "Bad token canary-of-a-token." } }),
  );
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "canary-of-a-token" };
  const { code, stderr } = await openTome()("whoami", { env });
  expect(code).not.toBe(0);
  expect(stderr).toContain("Bad token");
  expect(stderr).not.toContain("canary-of-a-token");
  const { main } = await import("../../src/app/main.ts");
  const { PassThrough } = await import("node:stream");
  const concealed: string[] = [];
  await main(["whoami"], {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    env: { ...env, TOME_CONFIG_DIR: temporaryFolder() },
    cwd: "/",
    interrupted: () => Promise.resolve(),
    conceal: (secret) => concealed.push(secret),
  });
  expect(concealed).toContain("canary-of-a-token");
  expect(await openTome()("whoami", { cwd: "" })).toEqual({
    code: 2,
    stdout: "",
    stderr: "error: The current folder does not exist.\nhint: cd\n",
  });
});

slowTest("a command with several resources changes each of them", async () => {
  const { ok, run } = openLocalTome();
  for (const title of ["One", "Two", "Three"]) await ok(`space create --title ${title}`);
  expect((await run("space update One Two --language de")).code).toBe(0);
  const spaces: readonly { readonly title: string; readonly language?: string }[] = JSON.parse(
    await ok("space list --json title,language"),
  );
  const german = spaces.filter(({ language }) => language === "de").map(({ title }) => title);
  expect(german.sort()).toEqual(["One", "Two"]);
});

slowTest("an empty response is no error, on a terminal or not", async () => {
  const { ok, tome } = openLocalTome();
  for (const screen of [{}, { screen: true }] as const) {
    const id = await ok("space create --title Guide --format id");
    const line = `api DELETE /spaces/${id} --yes --local`;
    expect(await tome(line, screen)).toMatchObject({ code: 0, stdout: "" });
  }
});
