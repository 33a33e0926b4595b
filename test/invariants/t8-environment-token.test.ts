import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countFaults } from "../support/commands/fault-count.ts";
import { openTome, type Tome } from "../support/commands/tome.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { type Random, randomFrom } from "../support/generators/random.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { answerJson, closedPort, type Loopback, serve } from "../support/network/loopback.ts";

const token = "token_of_the_environment";

const lines = [
  "whoami",
  "space list --limit 5",
  "api GET /user",
  "api POST /orgs/{org}/spaces -f title=x",
  "space create --title x",
  "site delete T1 --yes",
  "auth status",
  "doctor",
] as const;

interface Case {
  readonly line: string;
  readonly project: object;
  readonly settings: object;
  readonly env: Readonly<Record<string, string>>;
  /** The host that may get the token; undefined for the built-in default. */
  readonly home: Loopback | undefined;
}

slowTest(
  "a token of the environment is sent only to the base URL of the environment, of --base-url or the default, for any project file",
  async () => {
    const answering = (_: unknown, response: Parameters<typeof answerJson>[0]) =>
      answerJson(response, 200, { object: "user", id: "u1", displayName: "Ada", items: [] });
    const [canary, home, typed] = [
      await serve(answering),
      await serve(answering),
      await serve(answering),
    ];
    const hosts = { canary, home, typed };
    const nowhere = await closedPort();
    const random = randomFrom();
    const count = amount({ short: 30, full: 600 });
    const elsewhere = countFaults();
    for (let each = 0; each < count; each += 1) {
      const { line, project, settings, env, home } = getCase(random, hosts);
      const cwd = temporaryFolder();
      const config = join(cwd, "config");
      mkdirSync(config, { mode: 0o700 });
      writeFileSync(join(config, "settings.json"), JSON.stringify(settings), { mode: 0o600 });
      writeFileSync(join(cwd, ".tome.json"), JSON.stringify(project));
      const ran = await openTome()(line, {
        cwd,
        // Requests to the built-in default end at a missing proxy.
        env: { TOME_CONFIG_DIR: config, HTTPS_PROXY: nowhere, TOME_ORG: "O1", ...env },
      });
      const strayed = Object.values(hosts)
        .filter((host) => host !== home)
        .flatMap(({ seen }) => seen)
        .filter((request) => JSON.stringify(request).includes(token));
      elsewhere.add(strayed);
      expect([random.seed, line, project, settings, env, strayed]).toEqual([
        random.seed,
        line,
        project,
        settings,
        env,
        [],
      ]);
      expect(ran.stderr).not.toContain(token);
      for (const { seen } of Object.values(hosts)) seen.length = 0;
    }
    const tokens = `${elsewhere.total()} tokens elsewhere`;
    report("T8", `${count} project files, settings and environments: ${tokens}`);
  },
  600_000,
);

function getCase(
  random: Random,
  { canary, home, typed }: Record<"canary" | "home" | "typed", Loopback>,
): Case {
  const isTyped = random.chance(0.2);
  const named =
    isTyped || random.chance(0.4) ? random.pick(["TOME_BASE_URL", "GITBOOK_ENDPOINT"]) : undefined;
  const isHome = named !== undefined && random.chance(0.7);
  const profile = random.pick(["work", "work", "default", "other", undefined]);
  const flags = [
    ...(random.chance(0.3) ? ["--profile work"] : []),
    ...(isTyped ? [`--base-url ${typed.url}`] : []),
    "--retries 0 --timeout 5",
  ];
  return {
    line: [random.pick(lines), ...flags].join(" "),
    project: { org: "O2", ...(profile !== undefined && { profile }) },
    settings: {
      ...(random.chance(0.5) && { profile: "work" }),
      profiles: {
        default: random.chance(0.3) ? { "base-url": canary.url } : {},
        work: { "base-url": random.pick([canary.url, `${canary.url}/v1`]) },
      },
    },
    env: {
      [random.pick(["TOME_TOKEN", "GITBOOK_TOKEN"])]: token,
      ...(isHome && { [named]: home.url }),
      ...(random.chance(0.3) && { TOME_PROFILE: random.pick(["work", "default"]) }),
    },
    home: isHome ? home : isTyped ? typed : undefined,
  };
}

test("it is sent to its own base URL, and an error names both URLs and the solution", async () => {
  const answering = (_: unknown, response: Parameters<typeof answerJson>[0]) =>
    answerJson(response, 200, { object: "user", id: "u1", displayName: "Ada" });
  const [home, other] = [await serve(answering), await serve(answering)];
  const tome = openTome();
  await logIn(tome, other);
  const env = { TOME_TOKEN: token };
  expect((await tome(`whoami --base-url ${home.url}`, { env })).code).toBe(0);
  expect((await tome("whoami", { env: { ...env, TOME_BASE_URL: home.url } })).code).toBe(0);
  const refused = await tome("whoami --profile work", { env });
  expect(refused.code).toBe(4);
  expect(refused.stderr).toContain("https://api.gitbook.com");
  expect(refused.stderr).toContain(other.url);
  const cured = { ...env, TOME_BASE_URL: other.url };
  expect(refused.stderr).toContain(`TOME_BASE_URL=${other.url}`);
  expect(other.seen).toEqual([]);
  expect((await tome("whoami --profile work", { env: cured })).code).toBe(0);
});

test("a project file that requires another profile is refused before a request is sent", async () => {
  const answering = (_: unknown, response: Parameters<typeof answerJson>[0]) =>
    answerJson(response, 200, { object: "user", id: "u1", displayName: "Ada" });
  const other = await serve(answering);
  const tome = openTome();
  await logIn(tome, other);
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, ".tome.json"), '{"profile": "work", "org": "O1"}');
  const refused = await tome("whoami", { cwd });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("requires the profile work");
  expect(refused.stderr).toContain("hint: tome auth switch work");
  expect(other.seen).toEqual([]);
  expect((await tome("whoami --profile work", { cwd })).code).toBe(0);
  expect((await tome("auth switch work", { cwd })).code).toBe(0);
  expect((await tome("whoami", { cwd })).code).toBe(0);
});

async function logIn(tome: Tome, { url }: Loopback): Promise<void> {
  const line = `auth login --with-token --offline --profile work --base-url ${url}`;
  expect((await tome(line, { stdin: "stored" })).code).toBe(0);
}
