import { expect, test } from "vitest";
import {
  getDataPath,
  getHomeFolder,
  getSettingsPath,
  getStatePath,
} from "../../src/settings/paths.ts";

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

const usual = { HOME: "/h", USERPROFILE: "/u" };

test.each([
  ["linux", "/h"],
  ["darwin", "/h"],
  ["win32", "/u"],
] as const)("on %s the home folder is %s, as each system names it", (platform, folder) => {
  expect(getHomeFolder(usual, platform)).toBe(folder);
});

/** The folders of settings, data and state in the home folder of each system. */
const inHome = {
  linux: ["/h/.config/tome", "/h/.local/share/tome/local", "/h/.local/state/tome"],
  darwin: [
    "/h/Library/Application Support/tome",
    "/h/Library/Application Support/tome/local",
    "/h/Library/Application Support/tome",
  ],
  win32: ["/u/AppData/Roaming/tome", "/u/AppData/Local/tome/local", "/u/AppData/Local/tome"],
} as const;

const listFolders = (env: Record<string, string>, platform: NodeJS.Platform) => [
  getSettingsPath(env, "/", platform),
  getDataPath(env, platform),
  getStatePath(env, platform),
];

test.each(["linux", "darwin", "win32"] as const)(
  "on %s all folders are in the home folder, unless a variable names another one",
  (platform) => {
    expect(listFolders(usual, platform)).toEqual(inHome[platform]);
    const xdg = { XDG_CONFIG_HOME: "/c", XDG_DATA_HOME: "/d", XDG_STATE_HOME: "/s" };
    expect(listFolders({ ...usual, ...xdg }, platform)).toEqual([
      "/c/tome",
      "/d/tome/local",
      "/s/tome",
    ]);
    const relative = { XDG_CONFIG_HOME: "c", XDG_DATA_HOME: "d", XDG_STATE_HOME: "s" };
    expect(listFolders({ ...usual, ...relative }, platform)).toEqual(inHome[platform]);
    const windows = { APPDATA: "/r", LOCALAPPDATA: "/l" };
    expect(listFolders({ ...usual, ...windows }, platform)).toEqual(
      platform === "win32" ? ["/r/tome", "/l/tome/local", "/l/tome"] : inHome[platform],
    );
  },
);
