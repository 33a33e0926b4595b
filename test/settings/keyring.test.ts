import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { openKeyring } from "../../src/settings/keyring.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";
import { openSecretService } from "../support/machine/keyring/secret-service.ts";

test("a token is written to the keyring, read and deleted", async () => {
  const service = await openSecretService();
  const entry = { folder: "/config", profile: "work", origin: "https://api.example.com" };
  const env = {
    ...process.env,
    DBUS_SESSION_BUS_ADDRESS: service.address,
    TOME_KEYRING_TIMEOUT: "60",
  };
  const keyring = openKeyring(entry, env);
  expect(await keyring.read()).toBeUndefined();
  await keyring.write("secret");
  expect(service.secrets()).toEqual(["secret"]);
  expect(await keyring.read()).toBe("secret");
  expect(await keyring.remove()).toBe(true);
  expect(await keyring.remove()).toBe(false);
  expect(service.secrets()).toEqual([]);
});

test("the time limit of a keyring is configurable, to type its password", async () => {
  const { address } = await openSecretService("hung");
  const entry = { folder: "/config", profile: "work", origin: "https://api.example.com" };
  const read = (seconds: string) =>
    openKeyring(entry, {
      ...process.env,
      DBUS_SESSION_BUS_ADDRESS: address,
      TOME_KEYRING_TIMEOUT: seconds,
    }).read();
  await expect(read("1")).rejects.toThrow("did not respond in time");
  await expect(read("soon")).rejects.toThrow(
    'TOME_KEYRING_TIMEOUT must be a number of seconds from 1 to 600, not "soon".',
  );
});

test("the session bus is also found at the system's default path", async () => {
  const { address, secrets } = await openSecretService();
  const folder = dirname(address.replace("unix:path=", ""));
  const { DBUS_SESSION_BUS_ADDRESS: _, ...rest } = process.env;
  const env = { ...rest, XDG_RUNTIME_DIR: folder, TOME_KEYRING_TIMEOUT: "60" };
  const entry = { folder: "/config", profile: "work", origin: "https://api.example.com" };
  await openKeyring(entry, env).write("secret");
  expect(secrets()).toEqual(["secret"]);
  const nowhere = { ...env, XDG_RUNTIME_DIR: "/nowhere" };
  await expect(openKeyring(entry, nowhere).read()).rejects.toThrow("there is no session bus");
});

test("entries of other profiles, platforms and folders are separate", async () => {
  const service = await openSecretService();
  const env = {
    ...process.env,
    DBUS_SESSION_BUS_ADDRESS: service.address,
    TOME_KEYRING_TIMEOUT: "60",
  };
  const entry = { folder: "/config", profile: "work", origin: "https://api.example.com" };
  await openKeyring(entry, env).write("secret");
  for (const other of [
    { ...entry, profile: "home" },
    { ...entry, origin: "https://api.example.com:8443" },
    { ...entry, folder: "/other" },
  ]) {
    expect(await openKeyring(other, env).read()).toBeUndefined();
    expect(await openKeyring(other, env).remove()).toBe(false);
  }
  expect(service.secrets()).toEqual(["secret"]);
});

const programs = ["dbus-daemon", "gnome-keyring-daemon"];
const isHere = programs.every((name) => !spawnSync(name, ["--version"]).error);

/**
 * A session with a keyring and without a user at the screen.
 * @param home the folder that persists between sessions
 * @param password opens the keyring, like a login; without one it stays locked
 */
async function openSession(home: string, password?: string) {
  const run = join(temporaryFolder(), "run");
  mkdirSync(run, { mode: 0o700 });
  const { DISPLAY: _, WAYLAND_DISPLAY: __, DBUS_SESSION_BUS_ADDRESS: ___, ...rest } = process.env;
  const env = { ...rest, HOME: home, XDG_RUNTIME_DIR: run, XDG_DATA_HOME: join(home, "data") };
  const bus = spawn("dbus-daemon", ["--session", "--nofork", "--print-address"], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void bus.kill());
  const [address] = await once(createInterface(bus.stdout), "line");
  const session = {
    ...env,
    DBUS_SESSION_BUS_ADDRESS: String(address),
    TOME_KEYRING_TIMEOUT: "60",
  };
  if (password !== undefined) {
    const words = ["--foreground", "--unlock", "--components=secrets"];
    const daemon = spawn("gnome-keyring-daemon", words, {
      env: session,
      stdio: ["pipe", "ignore", "ignore"],
    });
    onTestFinished(() => void daemon.kill());
    daemon.stdin.end(password);
    await vi.waitFor(() => expect(existsSync(join(run, "keyring", "control"))).toBe(true), 10_000);
  }
  const entry = { folder: "/config", profile: "work", origin: "https://api.example.com" };
  return {
    keyring: openKeyring(entry, session),
    async close() {
      bus.kill();
      await once(bus, "close");
    },
  };
}

const testKeyring = isHere ? slowTest : test.skip;

testKeyring(
  "GNOME Keyring keeps a token between sessions, and refuses it while it is locked",
  async () => {
    const home = temporaryFolder();
    const first = await openSession(home, "password");
    await first.keyring.write("secret");
    await first.close();
    const locked = await openSession(home);
    await expect(locked.keyring.read()).rejects.toThrow("is locked");
    await expect(locked.keyring.write("other")).rejects.toThrow("is locked");
    await expect(locked.keyring.remove()).rejects.toThrow("is locked");
    await locked.close();
    const second = await openSession(home, "password");
    expect(await second.keyring.read()).toBe("secret");
    expect(await second.keyring.remove()).toBe(true);
    expect(await second.keyring.read()).toBeUndefined();
  },
);
