/** The checks of `tome doctor`, with a platform and settings that the tests choose. */
import { describe, expect, test } from "vitest";
import { ApiError, MissingTokenError, NetworkError, UsageError } from "../../../src/errors.ts";
import { examine } from "../../../src/features/doctor/doctor.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly token?: { readonly value: string; readonly from: string } | Error;
  readonly user?: unknown;
  readonly local?: boolean;
  readonly origins?: readonly string[];
  readonly storages?: readonly string[];
  readonly version?: string;
  /** The published version, or the error of its look-up. */
  readonly newest?: string | object;
  readonly isUpdated?: boolean;
  readonly screen?: boolean;
  readonly format?: string;
}

const url = "https://api.example.com";

async function run({
  env = {},
  token,
  user = 404,
  local = false,
  origins = [],
  storages = [],
  version = "1.2.3",
  newest,
  isUpdated = false,
  screen = false,
  format,
}: Options = {}) {
  const { context } = openScriptedContext({
    screen,
    answer: ({ line }) => (line.startsWith("GET /user") ? user : {}),
    more: {
      env,
      version,
      choice: { format },
      settings: {
        profile: { value: "work", from: "flag --profile" },
        profileFlag: " --profile work",
        baseUrl: { value: url, from: "profile work" },
        dataDir: { value: "/data" },
        local,
      },
      store: { path: "/config", tokens: { origins: () => origins, storages: () => storages } },
      local: { organization: async () => "O1" },
      parentId: async () => undefined,
      token: async () => {
        if (token instanceof Error) throw token;
        return token;
      },
      newestVersion: async () => {
        if (typeof newest !== "string" && newest !== undefined) throw newest;
        return newest;
      },
    },
  });
  const updates = newest !== undefined || isUpdated;
  const result = await examine(context, { updates });
  if (result === undefined || !("list" in result)) throw result;
  const checks: { check: string; ok: boolean; found: string; fix: string | null }[] = [];
  for await (const page of result.list) for (const one of page) checks.push(one as never);
  const find = (name: string) => {
    const one = checks.find(({ check }) => check === name);
    return one && [one.ok, one.found, one.fix];
  };
  return { checks, find, result };
}

const stored = { value: "t", from: "keyring" };
const ada = { id: "U1", displayName: "Ada", email: "ada@x.org" };

test("the settings, the token and the network are listed", async () => {
  const { checks, result } = await run({ token: stored, user: ada, storages: ["keyring", "file"] });
  const passed = (check: string, found: string) => ({ check, ok: true, found, fix: null });
  expect(checks).toEqual([
    passed("tome", "1.2.3"),
    passed("Node", process.versions.node),
    passed("settings", "/config"),
    passed("profile", "work (flag --profile)"),
    passed("platform", `${url} (profile work)`),
    passed("tokens", "keyring and file"),
    passed("proxy", "none"),
    passed("completion", "no supported shell"),
    passed("token", "Ada <ada@x.org> (keyring)"),
    passed("reachable", "yes"),
    passed("clock", "the platform does not return its time"),
    {
      check: "organization",
      ok: true,
      found: "not set; commands require --org",
      fix: "To list yours: tome org list; to set one: tome config set org <org> --profile work",
    },
  ]);
  expect(result.unsettled?.()).toBeUndefined();
  expect(result.notes?.()).toEqual([]);
  expect(result.columns.map(({ header }) => header)).toEqual(["CHECK", "OK", "RESULT", "FIX"]);
});

test("the local platform has no network and no stored tokens", async () => {
  const { checks, find } = await run({ token: stored, user: ada, local: true });
  expect(checks.map(({ check }) => check)).toEqual([
    ...["tome", "Node", "settings", "profile", "platform", "proxy", "completion", "token"],
    "organization",
  ]);
  expect(find("platform")).toEqual([true, "local platform in /data", null]);
});

test("a terminal shows the solutions below the table", async () => {
  const { result } = await run({ screen: true });
  expect(result.columns.map(({ header }) => header)).toEqual(["CHECK", "OK", "RESULT"]);
  expect(result.notes?.()).toEqual([
    "token: not logged in; tome auth login --profile work, or to work without an account: tome auth switch local",
  ]);
  const wide = await run({ screen: true, format: "table" });
  expect(wide.result.columns).toHaveLength(4);
  expect(wide.result.notes?.()).toEqual([]);
});

test.each<readonly [Readonly<Record<string, string>>, string]>([
  [{ HTTPS_PROXY: "" }, "none"],
  [{ http_proxy: "p", HTTP_PROXY: "", NO_PROXY: "x" }, "from http_proxy, NO_PROXY"],
  [{ https_proxy: "p", no_proxy: "x" }, "from https_proxy, no_proxy"],
  [{ HTTPS_PROXY: "p", HTTP_PROXY: "q" }, "from HTTPS_PROXY, HTTP_PROXY"],
])("the proxy of %j is: %s", async (env, found) => {
  expect((await run({ env })).find("proxy")).toEqual([true, found, null]);
});

describe("a problem of the platform:", () => {
  test.each<readonly [string, Options, string, readonly unknown[]]>([
    [
      "a token of another URL",
      { origins: ["https://a.example", "https://b.example"] },
      "token",
      [
        false,
        `none for ${url} (profile work); stored for https://a.example, https://b.example`,
        `tome auth login --profile work --base-url ${url}`,
      ],
    ],
    [
      "a token that cannot be read",
      { token: new MissingTokenError("The keyring is locked.", "unlock it") },
      "token",
      [false, "The keyring is locked", "unlock it"],
    ],
    [
      "a token that cannot be read, without a hint",
      { token: new MissingTokenError("The keyring is locked."), local: true },
      "token",
      [false, "The keyring is locked", "tome auth login --profile work"],
    ],
    [
      "a rejected token of the profile",
      { token: stored, user: 401 },
      "token",
      [false, "Answered with 401 (keyring)", "tome auth login --profile work"],
    ],
    [
      "a rejected token of a variable",
      { token: { value: "t", from: "environment TOME_TOKEN" }, user: 401 },
      "token",
      [
        false,
        "Answered with 401 (environment TOME_TOKEN)",
        `Set TOME_TOKEN to a token of ${url}, or unset it`,
      ],
    ],
    [
      "another program at the URL",
      { token: stored, user: 404 },
      "reachable",
      [
        false,
        `${url} (profile work) responds, but is not a documentation platform: Answered with 404`,
        "Check the path of the base URL, the part before /v1",
      ],
    ],
    [
      "a failing platform",
      { token: stored, user: 500 },
      "reachable",
      [false, "Answered with 500", `Check the base URL ${url} (profile work) and the network`],
    ],
    [
      "local data that cannot be read",
      { token: stored, user: 404, local: true },
      "platform",
      [true, "local platform in /data", null],
    ],
  ])("%s", async (_, options, check, expected) => {
    const { find, checks, result } = await run(options);
    expect(find(check)).toEqual(expected);
    const failed = checks.filter(({ ok }) => !ok);
    expect(failed).toHaveLength(1);
    if (options.local === true && check === "platform") {
      expect(failed).toEqual([
        { check: "platform", ok: false, found: "Answered with 404", fix: "tome help local" },
      ]);
    }
    expect(find("reachable")?.[0]).toBe(
      check === "reachable" ? false : options.user === 401 ? true : undefined,
    );
    expect(result.unsettled?.()?.message).toBe(`1 of ${checks.length} checks failed.`);
  });
});

describe("the version", () => {
  test.each<readonly [string, string, boolean]>([
    ["1.2.3", "1.2.3", false],
    ["1.2.3-4-gabc", "1.2.3", false],
    ["1.2.3", "1.2.4", true],
    ["1.2.9", "1.3.0", true],
    ["1.9.9", "2.0.0", true],
    ["1.10.0", "1.9.9", false],
    ["2.0.0", "1.9.9", false],
    ["1.9.0", "1.10.0", true],
  ])("%s is compared with the published %s", async (version, newest, isNewer) => {
    const { find } = await run({ version, newest });
    expect(find("update")).toEqual(
      isNewer
        ? [
            true,
            `version ${newest} is available`,
            `npm install --global --ignore-scripts @tome-docs/cli@${newest}`,
          ]
        : [true, `${version} is the latest version`, null],
    );
  });

  test.each([
    ["true", false],
    ["1", false],
    ["false", true],
    ["", true],
  ])("with CI=%s is compared: %s", async (CI, isCompared) => {
    const { find } = await run({ env: { CI }, newest: "1.2.3" });
    const found = isCompared ? "1.2.3 is the latest version" : "not checked in a pipeline";
    expect(find("update")).toEqual([true, found, null]);
  });

  const network = "Check the network and npm_config_registry";
  test.each<readonly [object | undefined, readonly unknown[]]>([
    [undefined, [true, "not checked because requests are disabled", null]],
    [new ApiError(404, "It is not published."), [true, "It is not published", null]],
    [new ApiError(500, "Broken."), [false, "Broken", network]],
    [new NetworkError("No route.", { arrived: "no" }), [false, "No route", network]],
    [new UsageError("No registry.", "Set one"), [false, "No registry", "Set one"]],
    [new UsageError("No registry."), [false, "No registry", network]],
    [Object.assign(new Error("Odd."), { status: 404, hint: "x" }), [false, "Odd", network]],
  ])("with %s from the registry", async (newest, expected) => {
    const { find } = await run({ isUpdated: true, ...(newest !== undefined && { newest }) });
    expect(find("update")).toEqual(expected);
  });

  test("is not compared without --updates", async () => {
    expect((await run()).find("update")).toBeUndefined();
  });
});
