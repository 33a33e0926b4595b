import { dirname } from "node:path";
import { expect, test } from "vitest";
import { openKeyring } from "../../src/settings/keyring.ts";
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
