import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import * as git from "../../../../src/contract/git.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { gitServer } from "../../../support/git/git-http.ts";
import { gitSpace } from "../../../support/git/git-space.ts";
import {
  hasSsh,
  type SshServer,
  sshAgent,
  sshKey,
  sshServer,
} from "../../../support/git/ssh-server.ts";
import { temporaryFolder } from "../../../support/machine/folder.ts";

const own = join(userInfo().homedir, ".ssh", "known_hosts");

function stub(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

function repositoryWithHome() {
  const repository = gitRepository();
  repository.commit({ "README.md": "# Home\n" });
  return repository;
}

function keysFor(server: SshServer, files: Readonly<Record<string, string>>, name = "127.0.0.1") {
  const knownHosts = join(temporaryFolder(), "known hosts");
  writeFileSync(knownHosts, server.knownHost(name));
  return { files: new Map(Object.entries(files)), knownHosts };
}

/** With an SSH server. */
const sshTest = hasSsh ? slowTest : test.skip;

test.skipIf(!hasSsh)(
  "without a key for the host no ssh URL is fetched, regardless of the operator's agent",
  async () => {
    const key = sshKey("operator");
    const server = await sshServer([key]);
    stub({ SSH_AUTH_SOCK: await sshAgent(key), GIT_SSH_COMMAND: `ssh -i ${key}` });
    const { workspace, admin, spaceId } = await gitSpace({
      sshKeys: keysFor(server, { "git.example.com": key, [`127.0.0.1:${server.port + 1}`]: key }),
    });
    const { path } = repositoryWithHome();
    const urls = [
      server.address(path),
      server.address(path, "localhost"),
      "ssh://git@github.com/acme/docs.git",
      "git@github.com:acme/docs.git",
      "ssh://git@git.example.com:2222/acme/docs.git",
      "ssh://git@git.example.com./acme/docs.git",
    ];
    for (const operation of [git.importRepository, git.exportRepository]) {
      for (const url of urls) {
        const message = operation === git.exportRepository && { commitMessage: "Sync" };
        const asked = { spaceId, url, ref: "refs/heads/main", ...message };
        const answer = await workspace.ask(admin, operation, asked);
        expect([url, answer.status, answer.message]).toEqual([
          url,
          400,
          expect.stringMatching(/^The platform has no SSH key for [\w.:]+\. .*TOME_GIT_SSH_KEYS/),
        ]);
      }
    }
    expect(server.connections()).toBe(0);
  },
);

sshTest(
  "with a key for its host, a repository is imported and exported without the agent's keys",
  async () => {
    const [key, operators] = [sshKey("platform key"), sshKey("operator")];
    const server = await sshServer([key]);
    stub({ SSH_AUTH_SOCK: await sshAgent(operators) });
    const known = existsSync(own) ? readFileSync(own, "utf8") : undefined;
    const name = `127.0.0.1:${server.port}`;
    const { imports, exports, edit } = await gitSpace({
      sshKeys: keysFor(server, { "other.example.com": operators, [name]: key }),
    });
    const repository = repositoryWithHome();
    const address = server.address(repository.path);
    expect(await imports(address)).toMatchObject({ state: "success", commit: repository.head() });
    await edit((tree) => ({
      ...tree,
      pages: tree.pages.map((page) => ({ ...page, description: "Edited" })),
    }));
    expect(await exports(address)).toMatchObject({ state: "success" });
    expect(repository.files()["README.md"]).toContain("description: Edited");
    const offered = server.log().match(/SHA256:\S+/g) ?? [];
    expect(new Set(offered)).toEqual(new Set([computeFingerprint(key)]));
    expect(existsSync(own) ? readFileSync(own, "utf8") : undefined).toBe(known);
  },
);

sshTest("a host with a key other than the known one is reported, and gets no key", async () => {
  const key = sshKey("platform");
  const [server, other] = [await sshServer([key]), await sshServer([key])];
  const name = `127.0.0.1:${server.port}`;
  const { path } = repositoryWithHome();
  const failed = {
    state: "failure",
    error: expect.stringMatching(/not in the platform's known hosts/),
  };
  const stranger = { files: new Map([[name, key]]), knownHosts: "/dev/null" };
  const { imports } = await gitSpace({ sshKeys: stranger });
  expect(await imports(server.address(path))).toMatchObject(failed);
  const changed = keysFor(other, { [name]: key });
  const text = readFileSync(changed.knownHosts, "utf8");
  writeFileSync(changed.knownHosts, text.replace(String(other.port), String(server.port)));
  const second = await gitSpace({ sshKeys: changed });
  expect(await second.imports(server.address(path))).toMatchObject(failed);
  expect(server.log()).not.toContain("SHA256:");
});

sshTest("a key that the host rejects is reported", async () => {
  const server = await sshServer([]);
  const name = `127.0.0.1:${server.port}`;
  const { imports } = await gitSpace({ sshKeys: keysFor(server, { [name]: sshKey("platform") }) });
  expect(await imports(server.address("/docs.git"))).toMatchObject({
    state: "failure",
    error: expect.stringMatching(/rejected the platform's SSH key/),
  });
});

slowTest(
  "the ssh program gets the key of the host, and no environment of the operator",
  async () => {
    const folder = temporaryFolder();
    const recorded = join(folder, "recorded");
    const program = join(folder, "ssh");
    writeFileSync(
      program,
      `#!/bin/sh\nprintf '%s\\n' "$@" > '${recorded}.words'\nenv > '${recorded}.env'\nexit 255\n`,
    );
    chmodSync(program, 0o755);
    const secrets = {
      SSH_AUTH_SOCK: "/canary/agent",
      SSH_ASKPASS: "/canary/askpass",
      GIT_SSH: "/canary/ssh",
      GIT_SSH_COMMAND: "canary-ssh",
      GIT_ASKPASS: "/canary/askpass",
      GIT_CONFIG_GLOBAL: "/canary/config",
      GIT_CONFIG_PARAMETERS: "'core.sshCommand=canary'",
      GIT_TEMPLATE_DIR: "/canary/templates",
      XDG_CONFIG_HOME: "/canary/config",
      TOME_TOKEN: "canary-token",
      TOME_SEALING_KEY: "canary-key",
      AWS_SECRET_ACCESS_KEY: "canary-cloud",
      HTTPS_PROXY: "http://canary.example",
      DISPLAY: ":canary",
      BASH_ENV: "/canary/profile",
      ENV: "/canary/profile",
      LD_PRELOAD: "",
      NODE_OPTIONS: "",
    };
    stub({ ...secrets, PATH: `${folder}:${process.env.PATH}` });
    const key = "/keys/it's a key";
    const sshKeys = { files: new Map([["127.0.0.1:2222", key]]), knownHosts: "/keys/known hosts" };
    const { imports } = await gitSpace({ sshKeys });
    expect((await imports("ssh://127.0.0.1:2222/docs.git")).state).toBe("failure");
    const words = readFileSync(`${recorded}.words`, "utf8").split("\n");
    expect(words.slice(0, 2)).toEqual(["-F", "none"]);
    expect(words).toEqual(
      expect.arrayContaining([
        "BatchMode=yes",
        `IdentityFile="${key}"`,
        "IdentitiesOnly=yes",
        "IdentityAgent=none",
        'UserKnownHostsFile="/keys/known hosts"',
        "GlobalKnownHostsFile=none",
        "StrictHostKeyChecking=yes",
        "HostName=127.0.0.1",
        "HostKeyAlias=[127.0.0.1]:2222",
        "Port=2222",
        "User=git",
      ]),
    );
    const environment = readFileSync(`${recorded}.env`, "utf8");
    expect(environment).not.toContain("canary");
  },
);

slowTest(
  "no credentials, settings and URLs of the operator's Git are used for an https URL",
  async () => {
    const repository = repositoryWithHome();
    const sent: string[] = [];
    const server = await gitServer({
      path: repository.path,
      access: "bot:right-word",
      before: ({ rawHeaders, url }) => void sent.push(`${url} ${rawHeaders.join(" ")}`),
    });
    const home = temporaryFolder();
    const config = join(home, ".gitconfig");
    writeFileSync(join(home, ".netrc"), "machine 127.0.0.1 login bot password right-word\n");
    writeFileSync(join(home, "cookies"), "127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\tcanary\n");
    writeFileSync(join(home, "askpass"), "#!/bin/sh\necho right-word\n", { mode: 0o755 });
    writeFileSync(
      config,
      `[http]
  extraHeader = X-Canary: canary
  cookieFile = ${join(home, "cookies")}
  userAgent = canary
[credential]
  helper = "!f() { echo username=bot; echo password=right-word; }; f"
[url "${server.url}/canary"]
  insteadOf = ${server.url}/docs
[core]
  askPass = ${join(home, "askpass")}
`,
    );
    stub({
      HOME: home,
      XDG_CONFIG_HOME: home,
      GIT_CONFIG_GLOBAL: config,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "http.extraHeader",
      GIT_CONFIG_VALUE_0: "X-Canary: canary",
      GIT_ASKPASS: join(home, "askpass"),
      SSH_ASKPASS: join(home, "askpass"),
      http_proxy: "http://127.0.0.1:1",
      https_proxy: "http://127.0.0.1:1",
      ALL_PROXY: "http://127.0.0.1:1",
    });
    const { imports } = await gitSpace();
    expect(await imports(server.address())).toMatchObject({
      state: "failure",
      error: expect.stringMatching(/requires a valid user name and password/),
    });
    expect(sent.join("\n")).not.toMatch(/authorization|cookie|canary/i);
    expect(sent.length).toBeGreaterThan(0);
    expect(await imports(server.address("bot", "right-word"))).toMatchObject({ state: "success" });
    expect(sent.join("\n")).not.toMatch(/cookie|canary/i);
  },
);

function computeFingerprint(key: string): string {
  const told = execFileSync("ssh-keygen", ["-lf", key], { encoding: "utf8" });
  return /SHA256:\S+/.exec(told)?.[0] ?? "";
}
