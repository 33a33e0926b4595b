import { expect, test } from "vitest";
import { resolveSettings } from "../../src/settings/resolve.ts";
import { listAccounts, listSettings } from "../../src/settings/settings-rows.ts";
import { settingNames } from "../../src/settings/table.ts";
import { freshFolder, put } from "./fresh-folder.ts";

test("the list contains every setting once, with its value and source", () => {
  const { path, warn } = freshFolder();
  const env = { HOME: path, TOME_CONFIG_DIR: path, TOME_ORG: "o1" };
  const rows = listSettings(resolveSettings({ flags: {}, env, cwd: "/", warn }));
  expect(rows.map((row) => row.name)).toEqual(["profile", "platform", ...settingNames]);
  expect(rows.find((row) => row.name === "org")).toMatchObject({
    value: "o1",
    from: "environment TOME_ORG",
  });
  expect(rows.find((row) => row.name === "space")).toMatchObject({
    value: undefined,
    from: undefined,
  });
});

test.each([
  [{}, "hosted", "built-in default"],
  [{ local: true }, "local", "flag --local"],
  [{ profile: "local" }, "local", "flag --profile"],
])("with the flags %j, the platform in use is %s", (flags, value, from) => {
  const { path, warn } = freshFolder();
  const env = { HOME: path, TOME_CONFIG_DIR: path };
  const [profile, platform] = listSettings(resolveSettings({ flags, env, cwd: "/", warn }));
  expect(platform).toMatchObject({ name: "platform", value, from });
  expect(profile).toMatchObject({ name: "profile", from });
});

test("accounts are the stored profiles, with the platform of each", () => {
  const folder = freshFolder();
  put(folder, "settings.json", {
    profile: "work",
    profiles: { work: { "base-url": "https://docs.example" }, other: {}, local: {} },
  });
  const env = { HOME: folder.path, TOME_CONFIG_DIR: folder.path };
  expect(listAccounts(folder, env)).toEqual([
    {
      name: "default",
      inUse: false,
      baseUrl: "https://api.gitbook.com",
      tokenStorages: expect.any(Array),
    },
    { name: "local", inUse: false, tokenStorages: [] },
    {
      name: "work",
      inUse: true,
      baseUrl: "https://docs.example",
      tokenStorages: expect.any(Array),
    },
    {
      name: "other",
      inUse: false,
      baseUrl: "https://api.gitbook.com",
      tokenStorages: expect.any(Array),
    },
  ]);
});

test.each([
  ["no settings", undefined, "default"],
  ["no chosen profile", { profiles: { work: {} } }, "default"],
  ["a chosen profile", { profile: "work", profiles: { work: {}, other: {} } }, "work"],
  ["the local platform as profile", { profile: "local", profiles: {} }, "local"],
])("with %s, one account is in use", (_, stored, used) => {
  const folder = freshFolder();
  if (stored !== undefined) put(folder, "settings.json", stored);
  const env = { HOME: folder.path, TOME_CONFIG_DIR: folder.path };
  const accounts = listAccounts(folder, env);
  expect(accounts.filter(({ inUse }) => inUse).map(({ name }) => name)).toEqual([used]);
});
