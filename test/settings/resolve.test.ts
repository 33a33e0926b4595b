import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import {
  type ResolvedSettings,
  resolveSettings,
  type SettingFlags,
} from "../../src/settings/resolve.ts";
import { slowTest } from "../support/generators/amount.ts";
import { freshFolder, put } from "./fresh-folder.ts";

interface Case {
  flags?: SettingFlags;
  env?: Record<string, string>;
  project?: object | undefined;
  stored?: object;
  newProfile?: boolean;
  lenient?: boolean;
}

function resolve({ flags = {}, env = {}, project, stored, ...more }: Case) {
  const folder = freshFolder();
  if (stored) put(folder, "settings.json", stored);
  const cwd = join(folder.path, "..", "work");
  mkdirSync(cwd);
  if (project) writeFileSync(join(cwd, ".tome.json"), JSON.stringify(project));
  const settings = resolveSettings({
    flags,
    env: { HOME: join(cwd, ".."), TOME_CONFIG_DIR: folder.path, ...env },
    cwd,
    warn: folder.warn,
    ...more,
  });
  return { settings, warnings: folder.warnings, file: join(cwd, ".tome.json") };
}

type ResolvedField =
  | "org"
  | "space"
  | "site"
  | "baseUrl"
  | "profile"
  | "format"
  | "timeout"
  | "retries"
  | "debug"
  | "caFile";
type Layer = [from: string, value: unknown, given: Case];

function everywhere(name: "org" | "space" | "site", variables: string[]): [ResolvedField, Layer[]] {
  return [
    name,
    [
      [`flag --${name}`, "flag", { flags: { [name]: "flag" } }],
      ...variables.map((one): Layer => [`environment ${one}`, one, { env: { [one]: one } }]),
      ["project file .tome.json", "file", { project: { [name]: "file" } }],
      ["profile default", "kept", { stored: { profiles: { default: { [name]: "kept" } } } }],
    ],
  ];
}

const kept = (settings: object): Case => ({ stored: { profiles: { default: settings } } });

/** The sources of each value, in order of precedence. */
const ladders: [ResolvedField, Layer[]][] = [
  everywhere("org", ["TOME_ORG", "GITBOOK_ORGANIZATION"]),
  everywhere("space", ["TOME_SPACE"]),
  everywhere("site", ["TOME_SITE"]),
  [
    "baseUrl",
    [
      ["flag --base-url", "https://f.example", { flags: { baseUrl: "https://f.example/v1" } }],
      [
        "environment TOME_BASE_URL",
        "https://t.example",
        { env: { TOME_BASE_URL: "https://t.example/" } },
      ],
      [
        "environment GITBOOK_ENDPOINT",
        "https://g.example/p",
        { env: { GITBOOK_ENDPOINT: "https://g.example/p/v1" } },
      ],
      ["profile default", "https://k.example", kept({ "base-url": "https://k.example" })],
      ["built-in default", "https://api.gitbook.com", {}],
    ],
  ],
  [
    "format",
    [
      ["flag --format", "json", { flags: { format: "json" } }],
      ["profile default", "csv", kept({ format: "csv" })],
    ],
  ],
  [
    "timeout",
    [
      ["flag --timeout", 5, { flags: { timeout: "5" } }],
      ["profile default", 7, kept({ timeout: 7 })],
      ["built-in default", 30, {}],
    ],
  ],
  [
    "retries",
    [
      ["flag --retries", 0, { flags: { retries: "0" } }],
      ["profile default", 7, kept({ retries: 7 })],
      ["built-in default", 3, {}],
    ],
  ],
  [
    "debug",
    [
      ["flag --debug", true, { flags: { debug: true } }],
      ["environment TOME_DEBUG", true, { env: { TOME_DEBUG: "api" } }],
      ["built-in default", false, {}],
    ],
  ],
];

const steps = ladders.flatMap(([name, layers]) =>
  layers.map((layer, index) => ({
    name,
    from: layer[0],
    value: layer[1],
    given: layers.slice(index).map((one) => one[2]),
  })),
);

test.each(steps)(
  "$name comes from the $from, which precedes all later sources",
  ({ name, from, value, given }) => {
    const merged: Case = {};
    for (const one of given) {
      merged.flags = { ...merged.flags, ...one.flags };
      merged.env = { ...merged.env, ...one.env };
      if (one.project) merged.project = one.project;
      if (one.stored) merged.stored = one.stored;
    }
    const { settings, file } = resolve(merged);
    expect(settings[name]).toMatchObject({ value, from: from.replace(".tome.json", file) });
  },
);

const profiles = { flagged: {}, named: {}, projected: {}, kept: {} };
test.each<[string, string, Case]>([
  ["flag --local", "local", { flags: { local: true }, env: { TOME_PROFILE: "named" } }],
  ["flag --profile", "flagged", { flags: { profile: "flagged" }, env: { TOME_PROFILE: "named" } }],
  [
    "environment TOME_PROFILE",
    "named",
    { env: { TOME_PROFILE: "named" }, project: { profile: "projected" } },
  ],
  ["settings.json", "kept", { env: { TOME_PROFILE: "" }, project: { profile: "kept" } }],
])("the profile comes from the %s", (from, value, given) => {
  const { settings } = resolve({ stored: { profile: "kept", profiles }, ...given });
  expect(settings.profile).toEqual({ value, from });
});

test("a project file that requires another profile is refused, and is ignored when settings are corrected", () => {
  const given = { stored: { profile: "kept", profiles }, project: { profile: "projected" } };
  expect(() => resolve(given)).toThrow("requires the profile projected");
  const { settings, warnings } = resolve({ ...given, lenient: true });
  expect(settings.profile.value).toBe("kept");
  expect(warnings.join()).toContain("but the current profile is kept");
});

test("the profile is default unless one is named, and provides only its own settings", () => {
  const { settings } = resolve({
    stored: { profiles: { default: { site: "s" }, work: { org: "o" } } },
  });
  expect(settings.profile).toEqual({ value: "default", from: "built-in default" });
  expect([settings.org, settings.site?.value]).toEqual([undefined, "s"]);
});

test.each(["org", "space", "site"] as const)(
  "a value of %s names the project file that it comes from",
  (name) => {
    const given = {
      project: { [name]: "file" },
      stored: { profiles: { default: { [name]: "p" } } },
    };
    const { settings, file } = resolve(given);
    expect(settings[name]).toMatchObject({ value: "file", projectFile: file });
    const { settings: flagged } = resolve({ ...given, flags: { [name]: "flag" } });
    expect(flagged[name]).not.toHaveProperty("projectFile");
    const { settings: stored } = resolve({ stored: given.stored });
    expect(stored[name]).not.toHaveProperty("projectFile");
  },
);

/** Every choice of a profile: by a flag, a variable, the default, and what a project file requires. */
const choices = [undefined, "default", "local", "work"].flatMap((flag) =>
  [undefined, "work", "other"].flatMap((variable) =>
    [undefined, "work"].flatMap((usual) =>
      [undefined, "default", "work"].map((required) => ({ flag, variable, usual, required })),
    ),
  ),
);

slowTest(
  "a suggested command names the profile exactly if it would use another one or be refused",
  () => {
    const find = (choice: (typeof choices)[number]) => {
      const { flag, variable, usual, required } = choice;
      const { settings } = resolve({
        flags: flag === undefined ? {} : { profile: flag },
        env: variable === undefined ? {} : { TOME_PROFILE: variable },
        project: required === undefined ? undefined : { profile: required },
        stored: { profile: usual, profiles: { work: {}, other: {} } },
      });
      return settings;
    };
    const findName = (choice: (typeof choices)[number]) => {
      try {
        return find(choice).profile.value;
      } catch {
        return "refused";
      }
    };
    for (const choice of choices) {
      const name = findName(choice);
      if (name === "refused") continue;
      const isUsual = findName({ ...choice, flag: undefined }) === name;
      const flag = isUsual ? "" : ` --profile ${name}`;
      expect({ ...choice, profileFlag: find(choice).profileFlag }).toEqual({
        ...choice,
        profileFlag: flag,
      });
    }
  },
);

test("an empty variable counts as absent", () => {
  const env = {
    TOME_ORG: "",
    GITBOOK_ORGANIZATION: "g",
    TOME_BASE_URL: "",
    TOME_SPACE: "",
    TOME_DEBUG: "",
  };
  const { settings } = resolve({ env });
  expect([settings.org?.value, settings.baseUrl.from, settings.space]).toEqual([
    "g",
    "built-in default",
    undefined,
  ]);
});

test.each<[Case, string]>([
  [{ flags: { timeout: "0" } }, 'The flag --timeout must be an integer from 1 to 3600, not "0".'],
  [{ flags: { retries: 11 } }, "The flag --retries must be an integer from 0 to 10, not 11."],
  [{ flags: { format: "xml" } }, "The flag --format must be one of"],
  [{ flags: { org: "" } }, "The flag --org must not be empty."],
  [{ flags: { baseUrl: "x" } }, "The flag --base-url must be an http or https URL"],
  [{ env: { TOME_BASE_URL: "file:///x" } }, "The environment variable TOME_BASE_URL must be"],
  [
    { env: { TOME_ORG: "a\u0007b" } },
    'The environment variable TOME_ORG must be an id or a name of 1 to 255 characters, not "a\\u0007b".',
  ],
  [
    { flags: { profile: "nowhere" } },
    "The profile nowhere (from flag --profile) does not exist. Existing profiles: default, local.",
  ],
  [{ project: { profile: "nowhere" } }, "requires the profile nowhere, but the current profile is"],
  [{ flags: { local: true, profile: "default" } }, "--local and --profile"],
  [
    { flags: { local: true, baseUrl: "https://x.example" } },
    "--base-url cannot be used with the profile local",
  ],
  [
    kept({ timeout: "soon" }),
    'The setting timeout of the profile default must be an integer from 1 to 3600, not "soon".',
  ],
  [kept({ "base-url": "ftp://x" }), "The setting base-url of the profile default must be"],
])("%j is refused", (given, message) => {
  expect(() => resolve(given)).toThrow(message);
});

test.each([
  [{}, "default"],
  [{ flags: { profile: "work" } }, "work"],
  [{ flags: { local: true } }, "local"],
])(
  "with %j, the error of an invalid stored value unsets it in the profile %s",
  (given, profile) => {
    const stored = { profiles: { work: {}, [profile]: { timeout: "soon" } } };
    expect(() => resolve({ ...given, stored })).toThrow(
      expect.objectContaining({ hint: `tome config unset timeout --profile ${profile}` }),
    );
  },
);

test("invalid stored values are reported and skipped by the commands that correct them", () => {
  const stored = { profile: "gone", profiles: { default: { timeout: 0, org: "o" } } };
  const { settings, warnings } = resolve({ stored, lenient: true });
  expect([settings.profile.value, settings.timeout.value, settings.org?.value]).toEqual([
    "default",
    30,
    "o",
  ]);
  expect(warnings).toEqual([
    expect.stringContaining("The profile gone"),
    expect.stringContaining("The setting timeout of the profile default"),
  ]);
});

test("a new profile is accepted only where it is created", () => {
  expect(resolve({ flags: { profile: "new" }, newProfile: true }).settings.profile.value).toBe(
    "new",
  );
});

test("the profile local ignores the base URL of the environment and of the file", () => {
  const env = { TOME_BASE_URL: "https://real.example", GITBOOK_ENDPOINT: "https://real.example" };
  const stored = { profiles: { local: { "base-url": "https://real.example", org: "o" } } };
  const { settings, warnings } = resolve({ flags: { local: true }, env, stored });
  expect(settings.local).toBe(true);
  expect(settings.baseUrl).toEqual({ value: "http://tome.localhost", from: "flag --local" });
  expect(settings.org?.value).toBe("o");
  expect(warnings).toEqual([]);
});

test("an unencrypted base URL of another computer causes a warning", () => {
  expect(resolve({ flags: { baseUrl: "http://docs.example" } }).warnings).toEqual([
    "The connection to http://docs.example is not encrypted. Others on the network can read the token.",
  ]);
  expect(resolve({ flags: { baseUrl: "http://127.0.0.1:4010" } }).warnings).toEqual([]);
});

test("paths in the profile are absolute, and the data folder has a default", () => {
  const relative: ResolvedSettings = resolve(
    kept({ "data-dir": "data", "ca-file": "/etc/ca.pem" }),
  ).settings;
  expect(relative.dataDir.value).toBe(join(relative.folder.path, "data"));
  expect(relative.caFile?.value).toBe("/etc/ca.pem");
  const { settings } = resolve({ env: { XDG_DATA_HOME: "/d" } });
  expect(settings.dataDir).toEqual({ value: "/d/tome/local", from: "built-in default" });
});

test.each<readonly [string, Case, "dataDir" | "caFile", "work" | "settings", string]>([
  ["in a variable", { env: { TOME_DATA_DIR: "d" } }, "dataDir", "work", "d"],
  ["in a variable with dots", { env: { TOME_DATA_DIR: "../d" } }, "dataDir", "work", "../d"],
  ["of the profile", kept({ "data-dir": "d" }), "dataDir", "settings", "d"],
  ["of the profile with dots", kept({ "ca-file": "./c/ca.pem" }), "caFile", "settings", "c/ca.pem"],
  [
    "of the profile local",
    { stored: { profiles: { local: { "data-dir": "d" } } }, flags: { local: true } },
    "dataDir",
    "settings",
    "d",
  ],
])("a relative path %s starts at its source", (_, given, name, start, path) => {
  const { settings, file } = resolve(given);
  const folder = start === "settings" ? settings.folder.path : dirname(file);
  expect(settings[name]?.value).toBe(join(folder, path));
});

test.each([
  ["of any profile", { profiles: { local: { "data-dir": "/l" } } }, "/l", "profile local"],
  [
    "also if the profile has one of an earlier version",
    { profiles: { default: { "data-dir": "/d" }, local: { "data-dir": "/l" } } },
    "/l",
    "profile local",
  ],
  [
    "of an earlier version",
    { profiles: { default: { "data-dir": "/d" } } },
    "/d",
    "profile default",
  ],
])("the data folder of the profile local is that %s", (_, stored, value, from) => {
  expect(resolve({ stored }).settings.dataDir).toEqual({ value, from });
});

test("the local platform reads the data folder of other profiles, and the environment decides", () => {
  const stored = { profiles: { local: { "data-dir": "/l" }, work: {} } };
  for (const flags of [{}, { local: true }, { profile: "work" }]) {
    expect(resolve({ flags, stored }).settings.dataDir.value).toBe("/l");
    const env = { TOME_DATA_DIR: "/e" };
    expect(resolve({ flags, stored, env }).settings.dataDir.value).toBe("/e");
  }
});
