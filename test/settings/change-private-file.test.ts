import { existsSync, mkdirSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readStoredSettings, updateProfile } from "../../src/settings/profiles.ts";
import { amount, slowTest } from "../support/generators/amount.ts";
import { compile } from "./compiled.ts";
import { content, freshFolder, mode, put, temporaryFolder } from "./fresh-folder.ts";

const writer = `
import { updateProfile } from "settings/profiles.ts";
import { createTokenStore } from "settings/token-store.ts";
process.umask(0);
const [path = "", writer = "", count = "1"] = process.argv.slice(2);
const folder = { path, warn: (text: string) => console.log(text) };
for (let turn = 0; turn < Number(count); turn += 1) {
  await updateProfile(folder, writer + "-" + turn, { org: "o" + turn }, "/");
}
await createTokenStore(folder, writer, {}).set("https://a.example", "token-of-" + writer, "file");
`;

slowTest("20 concurrent writers in one process lose no changes", async () => {
  const folder = freshFolder();
  const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
  await Promise.all(names.map((name) => updateProfile(folder, name, { org: name }, "/")));
  const { profiles } = readStoredSettings(folder);
  expect(names.map((name) => profiles.get(name))).toEqual(names.map((org) => ({ org })));
});

slowTest(
  "concurrent processes, starting with a stale lock, lose no changes",
  async () => {
    const folder = freshFolder();
    put(folder, "settings.json", { profiles: { mine: { org: "mine" } }, other: 1 });
    const lock = join(folder.path, "settings.lock");
    mkdirSync(lock);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(lock, longAgo, longAgo);
    const run = await compile(temporaryFolder(), writer);
    const count = amount({ short: 8, full: 20 });
    const names = Array.from({ length: count }, (_, index) => `w${index}`);
    const ended = await Promise.all(names.map((name) => run(folder.path, name, "5")));
    expect(ended.filter(({ code, output }) => code !== 0 || output !== "")).toEqual([]);
    const { profiles } = readStoredSettings(folder);
    for (const name of names) {
      for (const turn of [0, 1, 2, 3, 4]) {
        expect(profiles.get(`${name}-${turn}`)).toEqual({ org: `o${turn}` });
      }
    }
    expect(profiles.get("mine")).toEqual({ org: "mine" });
    expect(content(folder, "settings.json")).toMatchObject({ other: 1 });
    expect(Object.keys(Object(content(folder, "tokens.json"))).sort()).toEqual(names.sort());
    expect(readdirSync(folder.path)).toEqual(["settings.json", "tokens.json"]);
  },
  60_000,
);

slowTest("under umask 000 the files are 0600, and every created folder 0700", async () => {
  const folder = freshFolder();
  const deep = join(folder.path, "deeper", "tome");
  const run = await compile(temporaryFolder(), writer);
  expect(await run(deep, "w")).toEqual({ code: 0, output: "" });
  expect(["settings.json", "tokens.json"].map((name) => mode(join(deep, name)))).toEqual([
    "600",
    "600",
  ]);
  expect([folder.path, join(deep, ".."), deep].map(mode)).toEqual(["700", "700", "700"]);
});

test("temporary files of a killed writer are removed", async () => {
  const folder = freshFolder();
  const half = put(folder, "tokens.json.tmp-1234567890abcdef", '{"default": {"https://a.exa');
  await updateProfile(folder, "default", { org: "o" }, "/");
  expect(existsSync(half)).toBe(false);
});

test("unknown keys of any name survive a write", async () => {
  const folder = freshFolder();
  const before =
    '{"later":{"a":[1]},"profiles":{"x":{"new-setting":{"b":2},"__proto__":{"c":3}}},"__proto__":{"d":4}}';
  put(folder, "settings.json", before);
  await updateProfile(folder, "x", { org: "o" }, "/");
  expect(JSON.stringify(content(folder, "settings.json"))).toBe(
    before.replace('{"c":3}}', '{"c":3},"org":"o"}'),
  );
  expect(Object.hasOwn(Object.prototype, "d")).toBe(false);
});

slowTest("reading works without conf and proper-lockfile, and writing does not", async () => {
  const folder = freshFolder();
  put(folder, "settings.json", { profiles: { default: { org: "o1" } } });
  put(folder, "tokens.json", { default: { "https://api.gitbook.com": "secret" } });
  const reader = `
import { resolveSettings } from "settings/resolve.ts";
import { findToken } from "settings/credentials.ts";
import { createTokenStore } from "settings/token-store.ts";
import { updateProfile } from "settings/profiles.ts";
const env = { TOME_CONFIG_DIR: process.argv[2], HOME: process.argv[2] };
const settings = resolveSettings({ flags: {}, env, cwd: "/", warn: console.log });
const token = await findToken(settings, env, createTokenStore(settings.folder, settings.profile.value, env));
console.log(settings.org?.value, token?.value);
await updateProfile(settings.folder, "default", { org: "o2" }, "/").catch((error) => console.log(error.code));
`;
  const run = await compile(temporaryFolder(), reader, ["conf", "proper-lockfile"]);
  expect(await run(folder.path)).toEqual({ code: 0, output: "o1 secret\nERR_MODULE_NOT_FOUND\n" });
});
