import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { readStoredSettings, updateProfile } from "../../src/settings/profiles.ts";
import { createTokenStore } from "../../src/settings/token-store.ts";
import { freshFolder, mode, put } from "./fresh-folder.ts";

const asRoot = process.getuid?.() === 0;

test("without a folder the settings are empty and nothing is created", () => {
  const folder = freshFolder();
  expect([...readStoredSettings(folder).profiles.keys()]).toEqual(["default", "local"]);
  expect(readdirSync(join(folder.path, ".."))).toEqual([]);
  expect(folder.warnings).toEqual([]);
});

test.each([
  ["half a file", '{"profiles": {"default": {"org": "ab'],
  ["an empty file", ""],
  ["a list", "[]"],
  ["profiles that are no objects", '{"profiles": {"default": 5}}'],
])(
  "%s is set aside with a warning that names the copy, and the command continues",
  async (_name, broken) => {
    const folder = freshFolder();
    put(folder, "settings.json", broken);
    expect(readStoredSettings(folder).profile).toBeUndefined();
    const [aside] = readdirSync(folder.path);
    expect(aside).toMatch(/^settings\.json\.corrupt-/u);
    expect(readdirSync(folder.path)).toEqual([aside]);
    expect(readFileSync(join(folder.path, String(aside)), "utf8")).toBe(broken);
    expect(folder.warnings).toEqual([expect.stringContaining(String(aside))]);
    await updateProfile(folder, "default", { org: "o1" }, "/");
    expect(readStoredSettings(folder).profiles.get("default")).toEqual({ org: "o1" });
  },
);

test("a writer sets an invalid file aside too", async () => {
  const folder = freshFolder();
  put(folder, "settings.json", "{");
  await updateProfile(folder, "default", { org: "o1" }, "/");
  expect(folder.warnings).toEqual([expect.stringContaining("was renamed to")]);
  expect(readStoredSettings(folder).profiles.get("default")).toEqual({ org: "o1" });
});

test("an invalid file is unchanged while another process holds the lock", () => {
  const folder = freshFolder();
  put(folder, "settings.json", "{");
  mkdirSync(join(folder.path, "settings.lock"));
  expect(readStoredSettings(folder).profile).toBeUndefined();
  expect(readdirSync(folder.path)).toEqual(["settings.json", "settings.lock"]);
  expect(folder.warnings).toEqual([expect.stringContaining("was ignored")]);
});

test("a byte order mark is accepted", () => {
  const folder = freshFolder();
  put(folder, "settings.json", '\uFEFF{"profile": "work"}');
  expect(readStoredSettings(folder).profile).toBe("work");
});

test("wider modes are corrected, with a note", async () => {
  const folder = freshFolder();
  const path = put(folder, "tokens.json", { default: { "https://a.example": "secret" } });
  chmodSync(path, 0o644);
  chmodSync(folder.path, 0o755);
  expect((await createTokenStore(folder, "default", {}).get("https://a.example"))?.value).toBe(
    "secret",
  );
  expect([mode(path), mode(folder.path)]).toEqual(["600", "700"]);
  expect(folder.warnings).toEqual([
    `${folder.path} was accessible to other users. Its mode was changed to 700.`,
    `${path} was accessible to other users. Its mode was changed to 600.`,
  ]);
});

test("a shared folder is refused and keeps its mode", () => {
  const folder = freshFolder();
  mkdirSync(folder.path);
  chmodSync(folder.path, 0o1777);
  expect(() => readStoredSettings(folder)).toThrow("accessible to other users");
  expect(mode(folder.path)).toBe("777");
});

test.each([
  ["755", "refused"],
  ["770", "refused"],
  ["701", "refused"],
  ["700", "used"],
])("a home folder with the mode %s is %s, and keeps its mode", (before, outcome) => {
  const folder = freshFolder();
  mkdirSync(folder.path);
  chmodSync(folder.path, Number.parseInt(before, 8));
  vi.stubEnv("HOME", folder.path);
  vi.stubEnv("USERPROFILE", folder.path);
  onTestFinished(() => void vi.unstubAllEnvs());
  const read = () => readStoredSettings(folder).profile;
  if (outcome === "used") expect(read()).toBeUndefined();
  else expect(read).toThrow("accessible to other users, and its mode cannot be changed");
  expect([mode(folder.path), folder.warnings]).toEqual([before, []]);
});

test.each(["settings.json", "tokens.json"])(
  "%s as a symbolic link is neither read nor written",
  async (name) => {
    const folder = freshFolder();
    const real = put(folder, name, { default: { "https://a.example": "secret" } });
    const elsewhere = join(folder.path, "..", "elsewhere.json");
    renameSync(real, elsewhere);
    symlinkSync(elsewhere, real);
    const before = readFileSync(elsewhere, "utf8");
    const tokens = createTokenStore(folder, "default", {});
    const read = async () =>
      name === "settings.json" ? readStoredSettings(folder) : tokens.get("https://a.example");
    const write = () =>
      name === "settings.json"
        ? updateProfile(folder, "default", { org: "o" }, "/")
        : tokens.set("https://a.example", "t", "file");
    await expect(read()).rejects.toThrow(`${real} is a symbolic link`);
    await expect(write()).rejects.toThrow(UsageError);
    expect(readFileSync(elsewhere, "utf8")).toBe(before);
  },
);

test("a folder that is a symbolic link is refused", async () => {
  const folder = freshFolder();
  const elsewhere = join(folder.path, "..", "elsewhere");
  mkdirSync(elsewhere, { mode: 0o700 });
  symlinkSync(elsewhere, folder.path);
  expect(() => readStoredSettings(folder)).toThrow("is a symbolic link");
  await expect(updateProfile(folder, "default", { org: "o" }, "/")).rejects.toThrow(
    "is a symbolic link",
  );
  expect(readdirSync(elsewhere)).toEqual([]);
});

test("a folder in place of the file is refused, and a file in place of the folder", async () => {
  const folder = freshFolder();
  mkdirSync(join(folder.path, "settings.json"), { recursive: true, mode: 0o700 });
  expect(() => readStoredSettings(folder)).toThrow("is not a file");
  const other = freshFolder();
  writeFileSync(other.path, "");
  await expect(updateProfile(other, "default", { org: "o" }, "/")).rejects.toThrow(
    "is not a folder",
  );
});

test.runIf(asRoot)("a file or folder of another user is refused", () => {
  const folder = freshFolder();
  const path = put(folder, "settings.json", {});
  chownSync(path, 4321, 4321);
  expect(() => readStoredSettings(folder)).toThrow(`${path} belongs to another user (4321)`);
  chownSync(path, 0, 0);
  chownSync(folder.path, 4321, 4321);
  expect(() => readStoredSettings(folder)).toThrow(`${folder.path} belongs to another user (4321)`);
});

test("a system error names the file, the reason and the solution", async () => {
  const folder = freshFolder();
  // A file in the position of the parent folder.
  const path = join(folder.path, "settings.json", "tome");
  put(folder, "settings.json", {});
  const inside = { ...folder, path };
  const reason = `${path}/settings.json cannot be changed: ENOTDIR`;
  const change = updateProfile(inside, "default", { org: "o" }, "/");
  await expect(change).rejects.toThrow(reason);
  await expect(change).rejects.toThrow("set TOME_CONFIG_DIR to another folder");
});
