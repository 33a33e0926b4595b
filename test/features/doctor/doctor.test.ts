import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { packageName } from "../../../src/version.ts";
import { openTome } from "../../support/commands/tome.ts";
import { sample, slowTest } from "../../support/generators/amount.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";
import { answerJson, closedPort, serve } from "../../support/network/loopback.ts";

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly found: string;
  readonly fix: string | null;
}

async function examined(env: Record<string, string>, line = "doctor --json") {
  const { code, stdout } = await openTome()(line, { env });
  const findings: Finding[] = JSON.parse(stdout);
  return { code, findings, faults: findings.filter(({ ok }) => !ok) };
}

const ada = {
  object: "user",
  id: "U1",
  displayName: "Ada",
  urls: { location: "https://x.example" },
};

test("all checks pass if the platform accepts the token and has the same time", async () => {
  const { url } = await serve((_seen, response) => answerJson(response, 200, ada));
  const env = { TOME_BASE_URL: url, TOME_TOKEN: "secret" };
  expect(await examined(env)).toMatchObject({ code: 0, faults: [] });
  expect((await examined({}, "doctor --local --json")).faults).toEqual([]);
});

test("each problem is found with a solution, and exits with 10", async () => {
  const { url } = await serve((_seen, response) =>
    answerJson(response, 401, { error: { code: 401, message: "Unknown token." } }),
  );
  const refused = await examined({ TOME_BASE_URL: url, TOME_TOKEN: "secret" });
  expect(refused).toMatchObject({
    code: 10,
    faults: [{ check: "token", fix: `Set TOME_TOKEN to a token of ${url}, or unset it` }],
  });
  const silent = { TOME_BASE_URL: await closedPort(), TOME_TOKEN: "secret" };
  const unreachable = await examined(silent, "doctor --json --retries 0");
  expect(unreachable).toMatchObject({ code: 10, faults: [{ check: "reachable" }] });
});

test.each([-1, 1])("a clock that is wrong by a day (%i) is found", async (days) => {
  const date = new Date(Date.now() + days * 86_400_000).toUTCString();
  const { url } = await serve((_seen, response) => answerJson(response, 200, ada, { date }));
  const { faults } = await examined({ TOME_BASE_URL: url, TOME_TOKEN: "secret" });
  expect(faults.map(({ check }) => check)).toEqual(["clock"]);
});

test("all checks pass right after the installation, and the next step is printed", async () => {
  const { code, findings, faults } = await examined({});
  expect({ code, faults }).toEqual({ code: 0, faults: [] });
  expect(findings.find(({ check }) => check === "token")).toMatchObject({
    found: "not logged in",
    fix: "tome auth login, or to work without an account: tome auth switch local",
  });
  const screen = await openTome()("doctor", { screen: true });
  expect(screen.code).toBe(0);
  expect(screen.stdout).not.toContain("CURE");
  expect(screen.stderr).toBe(
    "token: not logged in; tome auth login, or to work without an account: tome auth switch local\n",
  );
});

test("a token for another base URL only is a problem of the base URL", async () => {
  const { url } = await serve((_seen, response) => answerJson(response, 200, ada));
  const tome = openTome();
  await tome(`auth login --with-token --base-url ${url}`, { stdin: "a-token\n" });
  const { code, stdout } = await tome("doctor --json", {
    env: { TOME_BASE_URL: "https://elsewhere.example" },
  });
  expect(code).toBe(10);
  expect(stdout).toContain(
    `none for https://elsewhere.example (environment TOME_BASE_URL); stored for ${url}`,
  );
});

test("a base URL with a wrong path is distinguished from an unreachable network", async () => {
  const { url } = await serve((_seen, response) =>
    answerJson(response, 404, { error: { code: 404, message: "No such page." } }),
  );
  const { code, faults } = await examined({ TOME_BASE_URL: `${url}/docs`, TOME_TOKEN: "secret" });
  expect(code).toBe(10);
  expect(faults).toMatchObject([{ check: "reachable" }]);
  expect(faults[0]?.found).toContain("responds, but is not a documentation platform");
  expect(faults[0]?.fix).toContain("path of the base URL");
});

describe("settings are checked:", () => {
  /** A workspace with a space and a site; runs a command line and returns its JSON. */
  async function openWorkspace() {
    const tome = openTome();
    const made = async (line: string) => JSON.parse((await tome(`${line} --local --json`)).stdout);
    const [org] = await made("org list");
    const space = await made("space create --title Guide");
    const site = await made("site create --title Docs");
    const other = await made("org create --title Other");
    const doctor = async (env: Record<string, string>, cwd?: string) => {
      const { code, stdout } = await tome("doctor --local --json", {
        env,
        ...(cwd !== undefined && { cwd }),
      });
      const findings: Finding[] = JSON.parse(stdout);
      return { code, of: (name: string) => findings.find(({ check }) => check === name) };
    };
    return { tome, doctor, org, space, site, other };
  }

  slowTest("existing resources are shown with title and source", async () => {
    const { doctor, org, space, site } = await openWorkspace();
    const env = { TOME_ORG: org.id, TOME_SPACE: space.id, TOME_SITE: site.id };
    const { code, of } = await doctor(env);
    expect(code).toBe(0);
    expect(of("organization")?.found).toBe(`${org.title}, ${org.id} (environment TOME_ORG)`);
    expect(of("space")?.found).toBe(`Guide, ${space.id} (environment TOME_SPACE)`);
    expect(of("site")?.found).toBe(`Docs, ${site.id} (environment TOME_SITE)`);
  });

  slowTest("a missing resource is a problem of the setting that names it", async () => {
    const { tome, doctor, other, space } = await openWorkspace();
    const unknown = await doctor({
      TOME_ORG: "O4040000000000000000",
      TOME_SPACE: "S4040000000000000000",
      TOME_SITE: "s404",
    });
    expect(unknown.code).toBe(10);
    expect(unknown.of("organization")).toMatchObject({
      ok: false,
      found: "O4040000000000000000 (environment TOME_ORG) does not exist or is not visible to you",
      fix: "To list yours: tome org list; then change TOME_ORG",
    });
    expect([unknown.of("space")?.ok, unknown.of("site")?.ok]).toEqual([false, false]);

    const project = temporaryFolder();
    writeFileSync(join(project, ".tome.json"), JSON.stringify({ org: "O4050000000000000000" }));
    const ofProject = await doctor({}, project);
    expect(ofProject.of("organization")?.fix).toMatch(/change "org" in .*\.tome\.json$/);

    // With a refused token, the organization is set unchecked.
    const env = { TOME_TOKEN: "refused" };
    await tome("config set org O4060000000000000000 --profile local", { env });
    const ofProfile = await doctor({});
    expect(ofProfile.of("organization")).toMatchObject({
      ok: false,
      found: "O4060000000000000000 (profile local) does not exist or is not visible to you",
      fix: "To list yours: tome org list; tome config set org <org> --profile local",
    });

    const elsewhere = await doctor({ TOME_ORG: other.id, TOME_SPACE: space.id });
    expect(elsewhere.of("space")?.found).toContain("belongs to the organization");
  });

  test("unset resources pass", async () => {
    const { url } = await serve((_seen, response) => answerJson(response, 200, ada));
    const { code, findings } = await examined({ TOME_BASE_URL: url, TOME_TOKEN: "secret" });
    expect(code).toBe(0);
    expect(findings.find(({ check }) => check === "organization")).toMatchObject({
      found: "not set; commands require --org",
      fix: "To list yours: tome org list; to set one: tome config set org <org>",
    });
  });
});

const scripts = {
  bash: "data/bash-completion/completions/tome",
  zsh: "data/zsh/site-functions/_tome",
  fish: "config/fish/completions/tome.fish",
  pwsh: "data/tome/tome.ps1",
};

/** A home folder with a shell, for the completion check of `doctor`. */
function openHome(shell: string) {
  const home = temporaryFolder();
  const env = {
    HOME: home,
    XDG_DATA_HOME: join(home, "data"),
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_DATA_DIRS: join(home, "system"),
    SHELL: shell,
  };
  const tome = openTome();
  return {
    home,
    install: (name: string) => tome(`completion ${name} --install`, { env }),
    async found() {
      const { stdout } = await tome("doctor --json", { env });
      const findings: { check: string }[] = JSON.parse(stdout);
      return findings.find(({ check }) => check === "completion");
    },
  };
}

test.each(sample(Object.entries(scripts), 1))(
  "%s: doctor finds the completion",
  async (program, path) => {
    const { home, install, found } = openHome(`/usr/bin/${program}`);
    const shell = program === "pwsh" ? "powershell" : program;
    const fix = `tome completion ${shell} --install`;
    expect(await found()).toMatchObject({ ok: true, found: `not installed for ${shell}`, fix });
    await install(shell);
    const file = join(home, path);
    expect(await found()).toMatchObject({ ok: true, found: `${shell}, in ${file}`, fix: null });
    writeFileSync(file, `${readFileSync(file, "utf8")}\n`);
    expect(await found()).toMatchObject({
      ok: false,
      found: `${shell}, outdated, in ${file}`,
      fix,
    });
  },
);

test.each([
  ["bash", "bash-completion/completions/tome"],
  ["zsh", "zsh/site-functions/_tome"],
  ["zsh", "zsh/vendor-completions/_tome"],
  ["fish", "fish/vendor_completions.d/tome.fish"],
])("%s: doctor finds the completion of a package in %s", async (shell, path) => {
  const { home, found } = openHome(`/bin/${shell}`);
  const file = join(home, "system", path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, "");
  expect(await found()).toMatchObject({ ok: true, found: `${shell}, in ${file}`, fix: null });
});

slowTest("doctor reports a completion that is not loaded", async () => {
  const { home, install, found } = openHome("/bin/zsh");
  await install("zsh");
  writeFileSync(join(home, ".zshrc"), "# mine\n");
  expect(await found()).toMatchObject({
    ok: false,
    found: `zsh, in ${join(home, scripts.zsh)}, which ${join(home, ".zshrc")} does not load`,
    fix: "tome completion zsh --install",
  });
});

test("an unsupported shell and an unusual location are not problems", async () => {
  expect(await openHome("/bin/tcsh").found()).toMatchObject({ ok: true, fix: null });
  expect(await openHome("").found()).toMatchObject({ ok: true, fix: null });
  const { home, found } = openHome("/bin/fish");
  mkdirSync(join(home, dirname(scripts.fish)), { recursive: true });
  mkdirSync(join(home, scripts.fish));
  expect(await found()).toMatchObject({ ok: true, found: "not installed for fish" });
});

/** A registry with this version of the program; 404 without one. */
async function registry(version?: string) {
  const asked: string[] = [];
  const { url } = await serve(({ url, headers }, response) => {
    asked.push(`${url} ${headers.authorization ?? "without a token"}`);
    if (version === undefined) answerJson(response, 404, { error: "Not found" });
    else answerJson(response, 200, { name: "@tome-docs/cli", version });
  });
  return { env: { npm_config_registry: `${url}/` }, asked };
}

const update = async (env: Record<string, string>, line = "doctor --updates --json") =>
  (await examined(env, line)).findings.find(({ check }) => check === "update");

test("a newer version is reported with the install command, and the registry gets no token", async () => {
  const { env, asked } = await registry("987.6.5");
  const others = { ...env, TOME_TOKEN: "secret", TOME_BASE_URL: await closedPort() };
  expect(await update(others, "doctor --updates --json --retries 0")).toEqual({
    check: "update",
    ok: true,
    found: "version 987.6.5 is available",
    fix: "npm install --global --ignore-scripts @tome-docs/cli@987.6.5",
  });
  expect(asked).toEqual(["/@tome-docs%2fcli/latest without a token"]);
});

test("an older version, no version and an unresponsive registry are reported", async () => {
  expect(await update((await registry("0.0.0")).env)).toMatchObject({ ok: true, fix: null });
  const none = await update((await registry()).env);
  expect(none).toMatchObject({ ok: true, found: expect.stringContaining("is not published at") });
  const silent = { npm_config_registry: await closedPort() };
  expect(await update(silent)).toMatchObject({ ok: false });
  const plain = { npm_config_registry: "http://registry.example" };
  expect((await update(plain))?.found).toContain("must be an https URL");
});

slowTest(
  "the registry is requested only with --updates, and never in a pipeline or for a recording",
  async () => {
    const { env, asked } = await registry("987.6.5");
    expect(await update(env, "doctor --json")).toBe(undefined);
    expect((await update({ ...env, CI: "true" }))?.found).toBe("not checked in a pipeline");
    const record = join(temporaryFolder(), "doctor.ndjson");
    const recorded = await update(env, `doctor --updates --json --local --record ${record}`);
    expect(recorded?.found).toBe("not checked because requests are disabled");
    expect(asked).toEqual([]);
  },
);

test("without a registry in the configuration, doctor names the variable to set", async () => {
  const env = { HOME: temporaryFolder(), PATH: temporaryFolder() };
  expect(await update(env)).toMatchObject({
    ok: false,
    found: "No npm registry is configured",
    fix: "Set npm_config_registry",
  });
});

test("the requested package has the name of this package", () => {
  const { name } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(name).toBe(packageName);
});
