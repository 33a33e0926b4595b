import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { openKeyring } from "../../src/settings/keyring.ts";
import { slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

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
