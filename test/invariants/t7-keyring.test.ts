import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { openTome, type Ran } from "../support/commands/tome.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import {
  type Behaviour,
  behaviours,
  openSecretService,
  type SecretService,
} from "../support/machine/keyring/secret-service.ts";
import { answerJson, serve } from "../support/network/loopback.ts";

/** In seconds, for a keyring that never responds; the long run uses the default. */
const patience = amount({ short: 1, full: 0 }) === 1 ? "1" : "";
const times: number[] = [];
let tried = 0;
/** The first command also compiles the sources, which users never wait for. */
let isWarm = false;

afterAll(() => {
  const slowest = (Math.max(...times) / 1000).toFixed(2);
  report("T7", `${tried} states of a keyring, ${times.length} commands, the slowest ${slowest} s`);
});

interface KeyringSetup {
  readonly service: SecretService;
  /** Runs a command line in the profile work; standard input contains the token. */
  readonly run: (line: string, env?: Readonly<Record<string, string>>) => Promise<Ran>;
  /** The content of tokens.json. */
  readonly file: () => string;
}

async function openKeyringSetup(url: string, how: Behaviour = "works"): Promise<KeyringSetup> {
  tried += 1;
  const folder = temporaryFolder();
  const tome = openTome();
  const service = await openSecretService(how);
  const kept = join(folder, "config", "tokens.json");
  return {
    service,
    async run(line, env = {}) {
      const start = performance.now();
      const ran = await tome(`${line} --profile work`, {
        stdin: "the-token",
        env: {
          TOME_CONFIG_DIR: join(folder, "config"),
          TOME_BASE_URL: url,
          DBUS_SESSION_BUS_ADDRESS: service.address,
          TOME_TOKEN_STORE: "",
          // A responsive keyring may be slow on a busy machine.
          TOME_KEYRING_TIMEOUT: reasons[service.behaviour()] === hangs ? patience : "60",
          ...env,
        },
      });
      const time = performance.now() - start;
      if (isWarm) times.push(time);
      expect(ran.stdout + ran.stderr).not.toContain("the-token");
      return ran;
    },
    file: () => (existsSync(kept) ? readFileSync(kept, "utf8") : ""),
  };
}

/** A platform that knows one token. */
async function platform(): Promise<string> {
  const { url } = await serve(({ headers }, response) => {
    if (headers.authorization === "Bearer the-token") {
      answerJson(response, 200, { object: "user", id: "U1", displayName: "Ada", email: "a@b.co" });
    } else answerJson(response, 401, { error: { code: 401, message: "Unknown token." } });
  });
  return url;
}

const inKeyring = "keyring (Secret Service)";

const hangs = /did not respond in time/;

/** The reason why the keyring is unavailable, if it is. */
const reasons: Readonly<Record<Behaviour, RegExp | undefined>> = {
  works: undefined,
  "cannot delete": undefined,
  "deaf to deletes": undefined,
  absent: /no program on this machine provides one/,
  locked: hangs,
  hung: hangs,
  mute: hangs,
  "hangs on writing": hangs,
  "in memory": /has no collection for it/,
  erring: /cannot be used: .*out of cheese/,
  "forgets at once": /did not store the token/,
};

/**
 * Runs all hanging cases concurrently, because no time is measured there, and the others one by
 * one.
 */
async function forEach(all: readonly Behaviour[], deed: (how: Behaviour) => Promise<void>) {
  const hanging = all.filter((how) => reasons[how] === hangs);
  const together = amount({ short: hanging.length, full: 1 });
  for (let at = 0; at < hanging.length; at += together) {
    await Promise.all(hanging.slice(at, at + together).map(deed));
  }
  for (const how of all.filter((one) => reasons[one] !== hangs)) await deed(how);
}

slowTest(
  "with any behavior of the keyring, a login ends soon, stores the token in one place, and names it",
  async () => {
    const url = await platform();
    await logInWhere("works", url);
    isWarm = true;
    await forEach(behaviours, (how) => logInWhere(how, url));
  },
  300_000,
);

async function logInWhere(how: Behaviour, url: string): Promise<void> {
  const { service, run, file } = await openKeyringSetup(url, how);
  const reason = reasons[how];
  const storage = reason === undefined ? inKeyring : "file ";
  const login = await run("auth login --with-token");
  expect({ how, ...login }).toMatchObject({ how, code: 0 });
  expect(login.stderr).toContain(`The token is stored in the ${storage}`);
  const said = login.stderr.match(/so the token is stored in the file/g) ?? [];
  expect({ how, said: said.length }).toEqual({ how, said: reason === undefined ? 0 : 1 });
  expect(login.stderr).toMatch(reason ?? /Logged in/);
  expect({ how, held: service.secrets(), inFile: file().includes("the-token") }).toEqual({
    how,
    held: reason === undefined ? ["the-token"] : [],
    inFile: reason !== undefined,
  });
  const status = await run("auth status --json");
  expect(JSON.parse(status.stdout).tokenFrom).toContain(storage);
  expect((await run("auth status --offline --json")).stdout).toContain(storage);
  expect((await run("whoami")).code).toBe(0);
}

slowTest(
  "a token in a failing keyring is read from nowhere else, and a logout fails while it exists",
  async () => {
    const url = await platform();
    const later: readonly Behaviour[] = ["absent", "locked", "hung", "erring"];
    const some = later.filter((_, at) => at % amount({ short: 2, full: 1 }) === 0);
    await forEach(some, async (how) => {
      const { service, run, file } = await openKeyringSetup(url);
      await run("auth login --with-token");
      service.behave(how);
      for (const line of ["auth status --offline", "whoami"]) {
        const { code, stderr } = await run(line);
        expect({ how, line, code }).toEqual({ how, line, code: 4 });
        expect(stderr).toContain(`The ${inKeyring} with the token of the profile work`);
        expect(stderr).toMatch(reasons[how] ?? /nothing/);
      }
      const asked = () => service.calls.filter((name) => name === "OpenSession").length;
      const before = asked();
      const logout = await run("auth logout");
      expect({ how, code: logout.code }).toEqual({ how, code: 1 });
      // It reads the token before it deletes it, and must not wait for both.
      if (reasons[how] === hangs)
        expect({ how, asked: asked() - before }).toEqual({ how, asked: 1 });
      expect(logout.stderr).toContain(`The ${inKeyring}`);
      expect(logout.stderr).toContain("may still contain the token");
      expect(service.secrets()).toEqual(["the-token"]);
      service.behave("works");
      expect((await run("auth logout")).code).toBe(0);
      expect({ held: service.secrets(), file: file() }).toEqual({ held: [], file: "{}\n" });
    });
  },
  300_000,
);

for (const how of ["cannot delete", "deaf to deletes"] as const) {
  slowTest(
    `a logout from a keyring that is '${how}' fails until the token is deleted`,
    async () => {
      const { service, run } = await openKeyringSetup(await platform(), how);
      await run("auth login --with-token");
      expect((await run("auth logout")).code).toBe(1);
      expect((await run("auth status --offline")).stdout).toContain(inKeyring);
      service.behave("works");
      expect((await run("auth logout")).code).toBe(0);
      expect(service.secrets()).toEqual([]);
    },
  );
}

slowTest("a keyring that has lost the token is named, and a logout from it succeeds", async () => {
  const { service, run, file } = await openKeyringSetup(await platform());
  await run("auth login --with-token");
  service.restart();
  const status = await run("auth status");
  expect(status.code).toBe(4);
  expect(status.stderr).toContain(
    `The ${inKeyring} no longer contains the token of the profile work`,
  );
  expect((await run("auth logout")).code).toBe(0);
  expect(file()).toBe("{}\n");
});

slowTest(
  "with token-store set to keyring, no other storage is used, and an earlier token is kept",
  async () => {
    const { service, run, file } = await openKeyringSetup(await platform(), "erring");
    const env = { TOME_TOKEN_STORE: "keyring" };
    const { code, stderr } = await run("auth login --with-token", env);
    expect(code).toBe(2);
    expect(stderr).toContain("allows no other storage. The token was not stored");
    expect([file(), service.secrets()]).toEqual(["{}\n", []]);
    await run("auth login --with-token --insecure-storage", env);
    expect((await run("auth login --with-token", env)).code).toBe(2);
    expect((await run("auth status --json")).stdout).toContain("tokens.json");
  },
);

test("by setting, in a pipeline and without a session, the token is stored in the file without the keyring", async () => {
  const url = await platform();
  for (const [flag, env] of [
    [" --insecure-storage", {}],
    ["", { CI: "true" }],
    ["", { TOME_TOKEN_STORE: "file" }],
    ["", { DBUS_SESSION_BUS_ADDRESS: "", XDG_RUNTIME_DIR: "/nowhere" }],
    ["", { DBUS_SESSION_BUS_ADDRESS: "autolaunch:" }],
  ] as const) {
    const { service, run } = await openKeyringSetup(url);
    const login = await run(`auth login --with-token${flag}`, env);
    expect(login.stderr).toContain("The token is stored in the file ");
    const isForced = "DBUS_SESSION_BUS_ADDRESS" in env;
    expect(login.stderr.includes("there is no session bus")).toBe(isForced);
    await run("whoami");
    await run("auth status");
    await run("auth logout");
    expect(service.connections()).toBe(0);
  }
});

slowTest("a token of the environment is used without reading the keyring", async () => {
  const { service, run } = await openKeyringSetup(await platform());
  await run("auth login --with-token");
  const before = service.connections();
  expect((await run("whoami", { TOME_TOKEN: "the-token" })).code).toBe(0);
  expect(service.connections()).toBe(before);
});

slowTest("a login into the other storage leaves no copy in the first", async () => {
  const { service, run, file } = await openKeyringSetup(await platform());
  await run("auth login --with-token --insecure-storage");
  await run("auth login --with-token");
  expect([service.secrets(), file()]).toEqual([
    ["the-token"],
    expect.not.stringContaining("the-t"),
  ]);
  await run("auth login --with-token --insecure-storage");
  expect([service.secrets(), file()]).toEqual([[], expect.stringContaining("the-token")]);
});

slowTest(
  "a copy that a failing keyring keeps is not used, and stays recorded until it is deleted",
  async () => {
    const { service, run, file } = await openKeyringSetup(await platform());
    await run("auth login --with-token");
    service.behave("erring");
    const login = await run("auth login --with-token --insecure-storage");
    expect(login.code).toBe(0);
    expect(login.stderr).toContain("may still contain the previous token, which is no longer used");
    const before = service.connections();
    expect((await run("whoami")).code).toBe(0);
    expect(service.connections()).toBe(before);
    const logout = await run("auth logout");
    expect(logout.code).toBe(1);
    expect(logout.stderr).toContain("The token was deleted from the file ");
    expect(file()).not.toContain("the-token");
    service.behave("works");
    expect((await run("auth logout")).code).toBe(0);
    expect(service.secrets()).toEqual([]);
  },
);

slowTest(
  "a login records the location of the token before writing it, so no copy is unknown after a kill",
  async () => {
    const { service, run, file } = await openKeyringSetup(await platform(), "hangs on writing");
    const env = patience === "" ? {} : { TOME_KEYRING_TIMEOUT: "5" };
    const login = run("auth login --with-token", env);
    await vi.waitFor(() => expect(service.calls).toContain("CreateItem"), 60_000);
    expect(JSON.parse(file()).work).toEqual({ [originIn(file())]: { keyring: true } });
    expect((await login).stderr).toContain("did not respond");
    // It may have been written, so it must be deleted.
    expect(file()).toContain('"keyring": true');
    service.behave("works");
    expect((await run("auth logout")).code).toBe(0);
    expect(file()).toBe("{}\n");
  },
);

slowTest("kernel keys, which a restart clears, never store a token", async () => {
  const { run } = await openKeyringSetup(await platform(), "absent");
  await run("auth login --with-token");
  expect(readFileSync("/proc/keys", "utf8")).not.toMatch(/tome|work at/);
});

function originIn(text: string): string {
  return Object.keys(JSON.parse(text).work)[0] ?? "";
}
