import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, serve } from "../../support/network/loopback.ts";

/** The output of a dry run. */
async function sent(line: string | readonly string[], tome = openTome()) {
  const args = typeof line === "string" ? line : [...line, "--dry-run", "--local"];
  const { code, stdout, stderr } = await tome(
    typeof args === "string" ? `${args} --dry-run --local` : args,
  );
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

async function refused(line: string, stdin = "") {
  const { code, stdout, stderr } = await openTome()(`${line} --local`, { stdin });
  expect(code).toBe(2);
  expect(stdout).toBe("");
  return stderr;
}

test("flags are fields of the body, and omitted flags are not sent", async () => {
  expect(
    await sent('space update S1000000000000000000 --title "New title" --edit-mode locked'),
  ).toEqual({
    method: "PATCH",
    url: "http://tome.localhost/v1/spaces/S1000000000000000000",
    body: { title: "New title", editMode: "locked" },
  });
});

slowTest("--no-x sends false for a boolean and null for a nullable field", async () => {
  const { body } = await sent(
    "org update O1000000000000000000 --no-sso --ai --no-logo --default-role guest",
  );
  expect(body).toEqual({ sso: false, ai: true, logo: null, defaultRole: null });
  expect((await sent("space update S1000000000000000000 --default-level none")).body).toEqual({
    defaultLevel: null,
  });
});

slowTest("a repeated flag is a list, in the body and in the query", async () => {
  const { body } = await sent(
    "org update O1000000000000000000 --email-domain a.example --email-domain b.example",
  );
  expect(body).toEqual({ emailDomains: ["a.example", "b.example"] });
});

test("a sibling is the id of a space, or collection:<id>", async () => {
  expect(
    (
      await sent(
        "space move S1000000000000000000 --before S2000000000000000000 --after collection:C1000000000000000000",
      )
    ).body,
  ).toEqual({
    position: {
      before: { type: "space", space: "S2000000000000000000" },
      after: { type: "collection", collection: "C1000000000000000000" },
    },
  });
  expect(
    await refused("space move S1000000000000000000 --before site:T1000000000000000000"),
  ).toContain("--before must be");
});

slowTest("the body can come from a file, and flags override it", async () => {
  const folder = temporaryFolder();
  const json = join(folder, "body.json");
  const yaml = join(folder, "body.yaml");
  writeFileSync(json, '{"title":"From the file","editMode":"locked"}');
  writeFileSync(yaml, "title: From the file\nposition:\n");
  expect(
    (await sent(["space", "update", "S1000000000000000000", "--input", json, "--title", "Mine"]))
      .body,
  ).toEqual({
    title: "Mine",
    editMode: "locked",
  });
  const tome = openTome();
  const { stdout } = await tome("space update S1000000000000000000 --input - --dry-run --local", {
    stdin: "title: Piped\n",
  });
  expect(JSON.parse(stdout).body).toEqual({ title: "Piped" });
});

test("an unknown field of the file is named", async () => {
  expect(await refused("space update S1000000000000000000 --input -", '{"tilte":"x"}')).toContain(
    "The field tilte of --input is not a field of this operation",
  );
});

test("an unreadable file and an invalid document are named with the reason", async () => {
  expect(await refused("space create --input /nowhere/body.json")).toContain(
    "The file /nowhere/body.json cannot be read: no such file or directory.",
  );
  expect(await refused("space create --input -", "{]")).toContain("neither JSON nor YAML");
  expect(await refused("space create --input -", "[1]")).toContain(
    "must contain a JSON or YAML object",
  );
});

slowTest(
  "limits are validated before a request is sent, with the flag, the rule and the value",
  async () => {
    expect(await refused(`space create --title ${"x".repeat(51)}`)).toContain(
      "--title can have at most 50 characters (it has 51).",
    );
    expect(await refused("space update S1000000000000000000 --default-level boss")).toContain(
      'not "boss"',
    );
    expect(await refused("space list --limit 0")).toContain("--limit must be an integer from 1");
    expect(await refused("space list --all --limit 3")).toContain(
      "--all and --limit cannot be combined",
    );
  },
);

test("contradictory positions are refused before a request is sent", async () => {
  expect(
    await refused(
      "space move S1000000000000000000 --parent C1000000000000000000 --before collection:C1000000000000000000",
    ),
  ).toContain("--before and --parent are both C1000000000000000000");
  expect(await refused("space move S1000000000000000000 --before S1000000000000000000")).toContain(
    "--before and the moved resource are both",
  );
  expect(
    await refused("collection move C1000000000000000000 --parent C1000000000000000000"),
  ).toContain("A resource cannot be inside itself");
  expect(
    await refused(
      "space move S1000000000000000000 --before S2000000000000000000 --after S2000000000000000000",
    ),
  ).toContain("are both S2000000000000000000");
});

test("a web URL can replace an id, and sets its parents", async () => {
  const address = "https://app.example.com/o/O9000000000000000000/s/S9000000000000000000/some-page";
  expect((await sent(["space", "get", address])).url).toContain("/v1/spaces/S9000000000000000000");
  const tome = openTome();
  const { code, stderr } = await tome(["collection", "get", address, "--local"]);
  expect(code).toBe(2);
  expect(stderr).toContain("does not contain the id of a collection");
});

slowTest("the argument after a bare --json is the resource, not a field", async () => {
  const tome = openTome();
  const { stdout } = await tome("whoami --local --json");
  expect(JSON.parse(stdout)).toMatchObject({ object: "user" });
  expect((await sent("space get --json S1000000000000000000")).url).toContain(
    "/spaces/S1000000000000000000",
  );
});

slowTest(
  "the organization comes from the flag, else the environment, else the profile",
  async () => {
    const tome = openTome();
    const id = JSON.parse((await tome("org list --local --json id")).stdout)[0].id;
    expect((await tome(`config set org ${id} --profile local`)).code).toBe(0);
    const from = async (line: string, env: Record<string, string> = {}) =>
      JSON.parse((await tome(`collection create ${line} --dry-run --local`, { env })).stdout).url;
    expect(await from("")).toContain(`/orgs/${id}/`);
    expect(await from("", { TOME_ORG: "ENV00000000000000000" })).toContain(
      "/orgs/ENV00000000000000000/",
    );
    expect(
      await from("--org FLAG0000000000000000", { TOME_ORG: "ENV00000000000000000" }),
    ).toContain("/orgs/FLAG0000000000000000/");
    expect(await from("--organization FLAG0000000000000000")).toContain(
      "/orgs/FLAG0000000000000000/",
    );
  },
);

test("the target of a deletion never comes from a default", async () => {
  const tome = openTome();
  const { code, stderr } = await tome("space delete --yes --local", {
    env: { TOME_SPACE: "S1000000000000000000" },
  });
  expect(code).toBe(2);
  expect(stderr).toContain("requires <space>");
});

test("a missing value is prompted for on a terminal, unless prompts are disabled", async () => {
  const tome = openTome();
  const asked = await tome("org create --local --json title", { answers: ["", "Asked for"] });
  expect(asked.code).toBe(0);
  expect(JSON.parse(asked.stdout)).toEqual({ title: "Asked for" });
  for (const [flag, env] of [
    ["--no-input", {}],
    ["", { CI: "true" }],
  ] as const) {
    const refused = await tome(`org create --local ${flag}`, { answers: ["x"], env });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("requires --title <text>");
  }
});

slowTests.each([
  ["space create", "Title", "space get Prompted --json title", { title: "Prompted" }],
  ["site create", "Title", "site get Prompted --json title", { title: "Prompted" }],
  ["cr create", "Subject", "cr get Prompted --json subject", { subject: "Prompted" }],
])("%s without flags prompts for the title on a terminal", async (line, question, get, record) => {
  const tome = openTome();
  await tome("space create --title Guide --local");
  await tome("config set space Guide --profile local");
  const { code, stderr } = await tome(`${line} --local`, { answers: ["Prompted"] });
  expect([code, stderr]).toEqual([0, expect.stringContaining(question)]);
  expect(JSON.parse((await tome(`${get} --local`)).stdout)).toEqual(record);
});

slowTest(
  "a title is not prompted for if there is none to ask, or a flag describes the resource",
  async () => {
    const tome = openTome();
    expect((await tome("space create --local")).code).toBe(0);
    expect((await tome("space create --emoji 1f600 --local", { answers: [] })).code).toBe(0);
  },
);

slowTest("a name within a space is looked up after the prompt for the space", async () => {
  const tome = openTome();
  const ok = async (line: string) => {
    const { code, stdout, stderr } = await tome(`${line} --local`);
    if (code !== 0) throw new Error(stderr);
    return stdout.trim();
  };
  const space = await ok("space create --title Guide --format id");
  await ok(`cr create --space ${space} --subject "Rename who to call"`);
  const answered = await tome('cr get "Rename who to call" --format id --local', {
    answers: ["1"],
  });
  expect(answered.stderr).toContain("Space");
  expect(answered.code).toBe(0);
  expect(answered.stdout).toMatch(/^\w+\n$/);
});

test("an integer beyond 2^53 in the place of a text is refused with all its digits", async () => {
  const stdin = '{"title": 12345678901234567890}';
  const { code, stderr } = await openTome()("space create --input - --local", { stdin });
  expect([code, stderr]).toEqual([2, expect.stringContaining("not 12345678901234567890.")]);
});

test.each<[flags: readonly string[], isAsked: boolean, body: object]>([
  [["--input", "body.json"], false, { emoji: "y" }],
  [["--input", "empty.json"], true, { title: "Typed" }],
])("on a terminal, a creation with %j asks for a title: %s", async (flags, isAsked, body) => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "body.json"), '{"emoji":"y"}');
  writeFileSync(join(cwd, "empty.json"), "{}");
  const line = ["space", "create", ...flags, "--dry-run", "--local", "--json"];
  const { stdout, stderr } = await openTome()(line, { answers: ["Typed"], cwd });
  expect(stderr.includes("Title")).toBe(isAsked);
  expect(JSON.parse(stdout).body).toEqual(body);
});

test.each([
  ["secret1", false],
  ["secret12", true],
])("the secret %s is masked in the log of a runner: %s", async (secret, isMasked) => {
  const line = [
    "space",
    "get",
    "S1000000000000000000",
    "--share-key",
    secret,
    "--dry-run",
    "--local",
  ];
  const { code, stderr } = await openTome()(line, { env: { GITHUB_ACTIONS: "true" } });
  expect([code, stderr.includes(`::add-mask::${secret}\n`)]).toEqual([0, isMasked]);
});

test.each([
  ["space list", 4, "has no token"],
  // Without a request, the token would not help.
  ["space list --dry-run", 2, "requires --org <org>"],
  ["space create --title A --dry-run", 2, "requires --org <org>"],
  ["page list", 4, "has no token"],
  ["space update", 2, "requires <space>"],
])("without a token and parents, tome %s ends with %d: %s", async (line, code, message) => {
  const env = { TOME_BASE_URL: "http://127.0.0.1:9" };
  const ran = await openTome()(line, { env });
  expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(message)]);
});

test.each([
  ["cr list", "/spaces/S1000000000000000000/change-requests"],
  ["cr list --org-wide", "/orgs/O1000000000000000000/change-requests"],
])("with a default space, tome %s reads %s", async (line, path) => {
  const env = { TOME_ORG: "O1000000000000000000", TOME_SPACE: "S1000000000000000000" };
  const server = await serve((_, response) => answerJson(response, 200, { items: [] }));
  const own = { ...env, TOME_BASE_URL: server.url, TOME_TOKEN: "token" };
  expect((await openTome()(line, { env: own })).code).toBe(0);
  expect(server.seen[0]?.url.split("?")[0]).toBe(`/v1${path}`);
});
