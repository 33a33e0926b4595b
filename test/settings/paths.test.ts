import { expect, test } from "vitest";
import { getDataPath, getSettingsPath } from "../../src/settings/paths.ts";

const home = { HOME: "/home/ada" };

test.each([
  [
    "the variable of the tool first",
    { ...home, TOME_CONFIG_DIR: "/etc/mine", XDG_CONFIG_HOME: "/x" },
    "/etc/mine",
  ],
  [
    "a relative folder starts where the command runs",
    { ...home, TOME_CONFIG_DIR: "mine" },
    "/home/ada/here/mine",
  ],
  ["then XDG_CONFIG_HOME", { ...home, XDG_CONFIG_HOME: "/x" }, "/x/tome"],
  [
    "a relative XDG_CONFIG_HOME is ignored",
    { ...home, XDG_CONFIG_HOME: "x" },
    "/home/ada/.config/tome",
  ],
  [
    "empty variables count as absent",
    { ...home, TOME_CONFIG_DIR: "", XDG_CONFIG_HOME: "" },
    "/home/ada/.config/tome",
  ],
  ["then ~/.config", home, "/home/ada/.config/tome"],
] as const)("settings: %s", (_name, env, expected) => {
  expect(getSettingsPath(env, "/home/ada/here", "linux")).toBe(expected);
});

test("the data of the local platform is stored in XDG_DATA_HOME, else in ~/.local/share", () => {
  expect(getDataPath({ ...home, XDG_DATA_HOME: "/d" }, "linux")).toBe("/d/tome/local");
  expect(getDataPath(home, "linux")).toBe("/home/ada/.local/share/tome/local");
});

test("on macOS both are in Application Support", () => {
  expect(getSettingsPath(home, "/", "darwin")).toBe("/home/ada/Library/Application Support/tome");
  expect(getDataPath(home, "darwin")).toBe("/home/ada/Library/Application Support/tome/local");
});

test("on Windows they are in APPDATA and LOCALAPPDATA", () => {
  const env = { USERPROFILE: "/u", APPDATA: "/u/roaming", LOCALAPPDATA: "/u/local" };
  expect(getSettingsPath(env, "/", "win32")).toBe("/u/roaming/tome");
  expect(getDataPath(env, "win32")).toBe("/u/local/tome/local");
});
