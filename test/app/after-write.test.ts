/** A terminal shows the sentence of a write and the main fields; a pipe gets the record. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openLocalTome, openTome } from "../support/commands/tome.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { answerJson, certificate as authority, serve } from "../support/network/loopback.ts";

const space = {
  object: "space",
  id: "S1000000000000000000",
  title: "On-call",
  editMode: "locked",
  language: "de",
  defaultLevel: "read",
  parent: "C1000000000000000000",
  urls: { app: "https://app.example/s/1" },
};

async function platform() {
  const { url } = await serve(({ method }, response) => {
    answerJson(response, method === "POST" ? 201 : 200, space);
  });
  const env = {
    TOME_BASE_URL: url,
    TOME_TOKEN: "secret",
    TOME_ORG: "O1000000000000000000",
    CLICOLOR: "0",
  };
  const tome = openTome();
  return (line: string | readonly string[], screen = true) =>
    tome(line, { env, ...(screen && { screen: true as const }) });
}

const create = "space create --title On-call --parent C1000000000000000000";
const update = `space update ${space.id} --edit-mode locked --title On-call`;

test("a creation prints the URL of the resource, and an update prints the changed fields", async () => {
  const run = await platform();
  const made = await run(create);
  expect(made.stderr).toBe('Created the space "On-call" (S1000000000000000000).\n');
  expect(made.stdout).toBe("PARENT  C1000000000000000000\nURL     https://app.example/s/1\n");
  expect((await run(update)).stdout).toBe("EDIT MODE  locked\n");
});

test("a deletion prints a sentence, and other writes print only their sentence", async () => {
  const reviewer = { id: "U1", displayName: "Ada" };
  const users = [{ object: "change-request-requested-reviewer", user: reviewer }];
  const { url } = await serve(({ method, url }, response) => {
    if (url.endsWith("/requested-reviewers")) return answerJson(response, 201, { users });
    answerJson(response, method === "PATCH" ? 200 : 201, { ...space, defaultLevel: null });
  });
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "secret", CLICOLOR: "0" };
  const run = (line: string) => openTome()(line, { env, screen: true });
  const changed = await run(`space update ${space.id} --default-level none`);
  expect(changed.stdout).toBe("DEFAULT LEVEL  none\n");
  const asked = await run(
    `cr request-review 2 --space ${space.id} --reviewer U1000000000000000000`,
  );
  expect(asked.stderr).toContain("Requested a review of change request 2 from Ada.");
  expect(asked.stdout).toBe("");
});

test.each([
  ["--no-emoji", "EMOJI  none\n"],
  ["--emoji x", ""],
])("after an update with %s, a removed value is printed as none: %j", async (flags, stdout) => {
  const { url } = await serve((_, response) =>
    answerJson(response, 200, {
      object: "space",
      id: space.id,
      title: "A",
      emoji: null,
    }),
  );
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "secret", CLICOLOR: "0" };
  const ran = await openTome()(`space update ${space.id} ${flags}`, { env, screen: true });
  expect([ran.code, ran.stdout], ran.stderr).toEqual([0, stdout]);
});

test("the URL of a platform in the same process, which no browser can open, is not printed", async () => {
  const made = await openTome()("space create --title On-call --local", { screen: true });
  expect(made).toMatchObject({ code: 0, stdout: "" });
});

test("a created token is printed on a terminal, and a sent certificate is not repeated", async () => {
  const token = { object: "token", token: "tome_once" };
  const certificate = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
  const provider = {
    id: "P1",
    label: "Okta",
    status: "active",
    certificate,
    ssoURL: "https://a.b",
  };
  const { url } = await serve(({ url }, response) =>
    answerJson(response, 201, url.includes("token") ? token : provider),
  );
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "secret", TOME_ORG: "O1000000000000000000" };
  const run = (line: string) => openTome()(line, { env: { ...env, CLICOLOR: "0" }, screen: true });
  expect((await run("integration token link-watch")).stdout).toBe("TOKEN  tome_once\n");
  const file = join(temporaryFolder(), "okta.pem");
  writeFileSync(file, authority);
  const made = await run(`saml create --label Okta --sso-url https://a.b --certificate ${file}`);
  expect(made.stdout).toBe("SIGN-IN URL  https://a.b\n");
});

test("--verbose shows all fields, and --quiet prints nothing", async () => {
  const run = await platform();
  expect((await run(`${update} --verbose`)).stdout).toMatch(/^TITLE .*\nID [\s\S]*LANGUAGE +de\n/);
  const quiet = await run(`${update} --quiet`);
  expect([quiet.stdout, quiet.stderr]).toEqual(["", ""]);
});

test("a pipe and --json get the record instead of the sentence", async () => {
  const run = await platform();
  expect((await run(update, false)).stdout).toContain("language\tde\n");
  expect(JSON.parse((await run(`${update} --json`)).stdout)).toEqual(space);
});

test("errors are red with color, and have the same text without it", async () => {
  const run = await platform();
  const plain = await run("space get");
  const colored = await run("space get --color");
  expect(plain.stderr).toMatch(/^error: /);
  expect(colored.stderr).toContain("\u001b[31merror:\u001b[39m ");
  expect((await run("space get --color --no-color")).stderr).toBe(plain.stderr);
});

test("an API error names the flag that was typed, not the API field", async () => {
  const { url } = await serve((_, response) => {
    answerJson(response, 400, {
      error: { code: 400, message: "position.before is in another collection." },
    });
  });
  const { stderr } = await openTome()(
    "space move S1000000000000000000 --before S2000000000000000000",
    { env: { TOME_BASE_URL: url, TOME_TOKEN: "secret" } },
  );
  expect(stderr).toContain("error: --before is in another collection.");
});

test("bulk results show titles on a terminal, and the original items in a pipe", async () => {
  const run = await platform();
  const line = `space update ${space.id} S2000000000000000000 --edit-mode locked`;
  const shown = (await run(line)).stdout.split("\n");
  expect(shown[0]).toMatch(/^ITEM +ID +STATUS$/);
  expect(shown[1]).toMatch(/^On-call +S1000000000000000000 +done$/);
  expect((await run(line, false)).stdout.split("\n")[0]).toBe(
    "S1000000000000000000\tdone\tS1000000000000000000\t\t",
  );
});

test("common merge rules can be set by a single word", async () => {
  const run = await platform();
  for (const line of ["space update S1000000000000000000", "org update O1000000000000000000"]) {
    const { stdout } = await run(`${line} --merge-rules approval --dry-run --json`);
    expect(JSON.parse(stdout).body).toEqual({
      mergeRules: {
        type: "rules",
        rules: [{ rule: "require_at_least_one_approved_review" }],
      },
    });
  }
  const { code, stderr } = await run("space update S1000000000000000000 --merge-rules one");
  expect(code).toBe(2);
  expect(stderr).toContain('--merge-rules must be inherit, none, approval or JSON, not "one".');
});

test("an invalid discriminator is refused with the valid values", async () => {
  const run = await platform();
  const { code, stderr } = await run([
    "space",
    "update",
    space.id,
    "--merge-rules",
    '{"type":"x"}',
  ]);
  expect(code).toBe(2);
  expect(stderr).toContain('error: --merge-rules (type) must be rules, none or inherit, not "x".');
});

slowTest(
  "a write succeeds and prints its sentence if a field is missing from the response",
  async () => {
    const tome = openTome();
    const made = await tome("space create --title Guide --local --json nosuch");
    expect(made.code).toBe(0);
    expect(JSON.parse(made.stdout)).toMatchObject({ title: "Guide" });
    expect(made.stderr).toContain('Unknown field "nosuch"');
    expect((await tome("space list --local --json nosuch")).code).toBe(2);
  },
);

test("rows of a write cannot be filtered", async () => {
  for (const line of ["apply files", "undo", "backup restore folder"]) {
    const { code, stderr } = await openTome()(`${line} --filter action=create --local`);
    expect([line, code, stderr]).toEqual([line, 2, expect.stringContaining("--filter")]);
  }
});

slowTest(
  "the sentence about a role names the user or team, and a missing role the command to grant it",
  async () => {
    const tome = openTome({ withSample: true });
    await tome("team create --title Writing --local");
    const role = '"On-call handbook" --team Writing --role edit --local';
    const missing = await tome(`space permission set ${role}`);
    expect([missing.code, missing.stderr]).toEqual([
      5,
      expect.stringMatching(
        /hint: To grant one: tome space permission grant 'On-call handbook' --team Writing --role edit --local\n/,
      ),
    ]);
    const granted = await tome(`space permission grant ${role}`);
    expect(granted.stderr).toMatch(
      /^Granted the role edit to "Writing" \(\S+\) in the space "On-call handbook" \(\S+\)\.\n$/,
    );
    const changed = await tome(`space permission set ${role.replace("edit", "read")}`);
    expect(changed.stderr).toMatch(
      /^Changed the role of "Writing" \(\S+\) to read in the space "On-call/,
    );
  },
);

slowTest(
  "a command of several requests prints the fields of its resource like an update",
  async () => {
    const { ok } = openLocalTome();
    await ok("space create --title Guide");
    const created = await ok("cr create --space Guide --subject Typos");
    const names = (text: string) => text.split("\n").map((line) => line.split("\t")[0]);
    const scheduled = await ok("cr merge 1 --space Guide --at tomorrow");
    expect(names(scheduled)).toEqual(names(created));
    const record = JSON.parse(await ok("cr merge 1 --space Guide --at tomorrow --json"));
    expect(record).toMatchObject({ object: "change-request", number: 1 });
  },
);
