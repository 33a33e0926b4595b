import { expect, test } from "vitest";
import { findToken, refuseOtherPlatform } from "../../src/settings/credentials.ts";
import { resolveSettings, type SettingFlags } from "../../src/settings/resolve.ts";
import { createTokenStore } from "../../src/settings/token-store.ts";
import { freshFolder, put } from "./fresh-folder.ts";

function find(flags: SettingFlags, given: Record<string, string> = {}) {
  const folder = freshFolder();
  put(folder, "settings.json", {
    profiles: { work: { "base-url": "https://docs.example/prefix" } },
  });
  put(folder, "tokens.json", {
    default: { "https://api.gitbook.com": "of-default", "http://tome.localhost": "never" },
    work: { "https://docs.example": "of-work" },
    local: { "http://tome.localhost": "never" },
  });
  const env = { HOME: folder.path, TOME_CONFIG_DIR: folder.path, ...given };
  const settings = resolveSettings({ flags, env, cwd: folder.path, warn: folder.warn });
  return findToken(settings, env, createTokenStore(folder, settings.profile.value, env));
}

test("the token of the environment precedes the one stored for the profile and origin", async () => {
  expect(await find({}, { TOME_TOKEN: "t", GITBOOK_TOKEN: "g" })).toEqual({
    value: "t",
    from: "environment TOME_TOKEN",
  });
  expect(await find({}, { TOME_TOKEN: "", GITBOOK_TOKEN: "g" })).toEqual({
    value: "g",
    from: "environment GITBOOK_TOKEN",
  });
  expect((await find({}))?.value).toBe("of-default");
  const work = await find({ profile: "work" });
  expect(work?.value).toBe("of-work");
  expect(work?.from).toMatch(/^file .*tokens\.json$/u);
});

test.each([
  "https://docs.example:8443",
  "http://docs.example",
  "https://docs.example.evil.example",
  "https://api.gitbook.com",
])("a stored token is not used for the base URL %s", async (baseUrl) => {
  expect(await find({ profile: "work", baseUrl })).toBeUndefined();
});

test.each<[SettingFlags, Record<string, string>]>([
  [{}, {}],
  [{ baseUrl: "https://other.example" }, {}],
  [{}, { TOME_BASE_URL: "https://other.example" }],
  [{ profile: "work" }, { GITBOOK_ENDPOINT: "https://other.example" }],
  [{ profile: "work" }, { TOME_BASE_URL: "https://docs.example/v1" }],
  [{ profile: "work", baseUrl: "https://docs.example" }, {}],
])(
  "the token of the environment is used for the base URL of the environment, --base-url or the default: %j %j",
  async (flags, env) => {
    expect((await find(flags, { ...env, TOME_TOKEN: "t" }))?.value).toBe("t");
    expect((await find(flags, { ...env, GITBOOK_TOKEN: "g" }))?.value).toBe("g");
  },
);

test.each<[SettingFlags, Record<string, string>, string]>([
  [{ profile: "work" }, {}, "https://docs.example/prefix (profile work)"],
  [{}, { TOME_PROFILE: "work" }, "https://docs.example/prefix (profile work)"],
  [
    { baseUrl: "https://typed.example" },
    { TOME_BASE_URL: "https://other.example" },
    "https://typed.example (flag --base-url)",
  ],
])(
  "the token of the environment is not used for another base URL: %j %j",
  async (flags, env, address) => {
    const found = find(flags, { ...env, TOME_TOKEN: "secret" });
    await expect(found).rejects.toThrow(`the current base URL is ${address}`);
    await expect(found).rejects.not.toThrow("secret");
  },
);

test("another path of the origin keeps its token", async () => {
  expect((await find({ profile: "work", baseUrl: "https://docs.example/other" }))?.value).toBe(
    "of-work",
  );
});

test("a token that does not belong to the local platform is refused there, and a stored one is not read", async () => {
  expect(await find({ local: true })).toBeUndefined();
  for (const env of [
    { TOME_TOKEN: "real", GITBOOK_TOKEN: "tome_abc" },
    { GITBOOK_TOKEN: "real" },
  ]) {
    const found = find({ local: true }, env);
    await expect(found).rejects.toThrow("does not belong to the local platform");
    await expect(found).rejects.not.toThrow("real");
  }
  expect((await find({ local: true }, { TOME_TOKEN: "tome_abc" }))?.value).toBe("tome_abc");
});

test("a token of the environment with a line break is refused without being printed", async () => {
  const found = find({}, { TOME_TOKEN: "secret\nX-Header: 1" });
  await expect(found).rejects.toThrow("The token from environment TOME_TOKEN must be");
  await expect(found).rejects.not.toThrow("secret");
});

const other = { TOME_BASE_URL: "https://other.example" };

test.each<[SettingFlags, Record<string, string>, string | undefined, boolean]>([
  // Only the default is refused, because the user may have forgotten it.
  [{}, other, "local", true],
  [{}, { GITBOOK_ENDPOINT: "https://other.example" }, "local", true],
  [{ local: true }, other, "local", false],
  [{ profile: "local" }, other, "local", false],
  [{}, { ...other, TOME_PROFILE: "local" }, "local", false],
  [{ profile: "default" }, other, "local", false],
  [{}, other, "default", false],
  [{}, other, undefined, false],
  [{}, {}, "local", false],
  [{}, { TOME_BASE_URL: "" }, "local", false],
])(
  "with the flags %j, the variables %j and the default profile %s, another platform is refused: %s",
  (flags, given, profile, isRefused) => {
    const folder = freshFolder();
    put(folder, "settings.json", { ...(profile !== undefined && { profile }) });
    const env = { HOME: folder.path, TOME_CONFIG_DIR: folder.path, ...given };
    const settings = resolveSettings({ flags, env, cwd: folder.path, warn: folder.warn });
    const refuse = () => refuseOtherPlatform(settings);
    if (isRefused) {
      expect(refuse).toThrow(
        `The default profile is local, but ${Object.keys(given)[0]} specifies another platform: https://other.example.`,
      );
    } else expect(refuse).not.toThrow();
  },
);
