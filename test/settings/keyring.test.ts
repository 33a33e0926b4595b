import { expect, test } from "vitest";
import { openKeyring } from "../../src/settings/keyring.ts";
import { openSecretService } from "../support/keyring/secret-service.ts";

test("a token is written to the keyring, read and removed", async () => {
  const service = await openSecretService();
  const entry = { folder: "/config", profile: "work", origin: "https://api.example.com" };
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: service.address };
  const keyring = openKeyring(entry, env);
  expect(await keyring.read()).toBeUndefined();
  await keyring.write("secret");
  expect(service.secrets()).toEqual(["secret"]);
  expect(await keyring.read()).toBe("secret");
  expect(await keyring.remove()).toBe(true);
  expect(await keyring.remove()).toBe(false);
  expect(service.secrets()).toEqual([]);
});
