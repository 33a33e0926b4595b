/** The status of a token and the deletion of a token, with a store that the tests choose. */
import { describe, expect, test } from "vitest";
import { MissingTokenError } from "../../../src/errors.ts";
import { logout, printToken, showAuthStatus, useProfile } from "../../../src/features/auth/auth.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

interface Options {
  readonly token?: { readonly value: string; readonly from: string } | Error;
  readonly local?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly removed?: readonly string[];
  readonly left?: object;
  readonly origins?: readonly string[];
  readonly variable?: string;
  readonly data?: object;
  readonly answer?: unknown;
}

const url = "https://api.example.com";

function open({
  token,
  local = false,
  env = {},
  removed = [],
  left,
  origins = [],
  variable,
  data = { folder: "/nowhere" },
  answer = {},
}: Options = {}) {
  const forgotten: unknown[] = [];
  const clients: unknown[] = [];
  const opened = openScriptedContext({ answer: () => answer });
  const context = {
    ...opened.context,
    env,
    local: data,
    client: async (options?: object) => {
      clients.push(options);
      return opened.context.client();
    },
    token: async () => {
      if (token instanceof Error) throw token;
      return token;
    },
    settings: {
      local,
      dataDir: { value: "/data" },
      baseUrl: { value: url, from: "profile work" },
      profile: { value: "work", from: "default" },
      profileFlag: " --profile work",
      addressVariable: variable,
      environmentAddress: { value: "https://env.example" },
    },
    idCache: { forgetAddress: (...args: unknown[]) => void forgotten.push(args) },
    store: {
      use: async () => {},
      tokens: { remove: async () => ({ removed, left }), origins: () => origins },
    },
  } as never;
  return { context, forgotten, clients, said: opened.said, sent: opened.sent };
}

const stored = { value: "secret", from: "keyring" };

describe("the status of a token", () => {
  const details = { profile: "work", profileFrom: "default", baseUrl: url, tokenFrom: "keyring" };

  test("is checked by the platform", async () => {
    const { context, sent } = open({ token: stored, answer: { id: "U1", displayName: "Ada" } });
    expect(await showAuthStatus(context, {})).toEqual({
      record: { ...details, checked: true, user: "U1", name: "Ada" },
    });
    expect(sent).toEqual(["GET /user"]);
  });

  test("is not checked offline, and the local platform is named", async () => {
    const { context, sent } = open({ token: stored, local: true });
    expect(await showAuthStatus(context, { offline: true })).toEqual({
      record: { ...details, baseUrl: "local platform in /data", checked: false },
    });
    expect(sent).toEqual([]);
  });

  test.each([
    ["keyring", "tome auth login --profile work"],
    [
      "environment TOME_TOKEN",
      "Set a valid token in TOME_TOKEN, or unset it to use the token of the profile.",
    ],
  ])("that the platform rejects, from the %s", async (from, hint) => {
    const { context } = open({ token: { value: "x", from }, answer: 401 });
    await expect(showAuthStatus(context, {})).rejects.toMatchObject({
      status: 401,
      message: `${url} rejected the token from the ${from}.`,
      hint,
    });
  });

  test("reports other errors of the platform unchanged", async () => {
    const { context } = open({ token: stored, answer: 403 });
    await expect(showAuthStatus(context, {})).rejects.toMatchObject({
      status: 403,
      message: "Answered with 403.",
    });
  });

  test("without a token is an error, as is printing it", async () => {
    await expect(showAuthStatus(open().context, {})).rejects.toMatchObject({
      message: `Profile work has no token for ${url}. To use the local platform without an account, run: tome auth switch local`,
      hint: "tome auth login --profile work",
    });
    await expect(printToken(open().context)).rejects.toMatchObject({
      message: `Profile work has no token for ${url}.`,
      hint: "tome auth login --profile work",
    });
    expect(await printToken(open({ token: stored }).context)).toEqual({ text: "secret\n" });
  });
});

describe("a logout", () => {
  const web = { value: "tome_web_1", from: "keyring" };
  const unreached =
    "warning: The platform could not be reached to revoke the sign-in. Its token expires after 30 days.";

  test.each<
    readonly [string, Options, readonly string[], readonly string[], string, readonly string[]]
  >([
    [
      "deletes the token everywhere",
      { token: stored, removed: ["keyring", "file /t"] },
      [],
      [],
      `Deleted the token of profile work for ${url} from the keyring and file /t.`,
      ["keyring", "file /t"],
    ],
    [
      "without a token changes nothing",
      {},
      [],
      [],
      `Profile work has no token for ${url}. No changes were made.`,
      [],
    ],
    [
      "revokes the token of a sign-in in the browser",
      { token: web, removed: ["keyring"] },
      ["POST /sign-in/end"],
      [],
      `Deleted the token of profile work for ${url} from the keyring.`,
      ["keyring"],
    ],
    [
      "does not revoke a token of the environment",
      { token: { ...web, from: "environment TOME_TOKEN" }, env: { TOME_TOKEN: "x" } },
      [],
      ["warning: The token in the environment variable TOME_TOKEN is still in use."],
      `Profile work has no token for ${url}. No changes were made.`,
      [],
    ],
    [
      "warns that the sign-in could not be revoked",
      { token: web, removed: ["keyring"], answer: 500 },
      ["POST /sign-in/end"],
      [unreached],
      `Deleted the token of profile work for ${url} from the keyring.`,
      ["keyring"],
    ],
    [
      "works if the token cannot be read",
      { token: new MissingTokenError("Locked."), removed: ["file /t"] },
      [],
      [],
      `Deleted the token of profile work for ${url} from the file /t.`,
      ["file /t"],
    ],
    [
      "names the remaining tokens",
      {
        removed: ["keyring"],
        env: { TOME_TOKEN: "", GITBOOK_TOKEN: "x" },
        origins: ["https://a.example", "https://b.example"],
      },
      [],
      [
        "warning: The token in the environment variable GITBOOK_TOKEN is still in use.",
        "note: Profile work also has tokens for https://a.example, https://b.example. To choose one, use --base-url <url>.",
      ],
      `Deleted the token of profile work for ${url} from the keyring.`,
      ["keyring"],
    ],
  ])("%s", async (_, options, requests, messages, done, storages) => {
    const { context, sent, said, forgotten, clients } = open(options);
    expect(await logout(context)).toEqual({
      done,
      record: { profile: "work", baseUrl: url, removed: storages.length > 0, places: storages },
    });
    expect([sent, said]).toEqual([requests, messages]);
    expect(forgotten).toEqual([[url, "work"]]);
    expect(clients).toEqual(requests.map(() => ({ token: web.value })));
  });

  test.each([
    [[], ""],
    [["file /t"], " The token was deleted from the file /t."],
  ])("that could not delete one of the tokens (%j)", async (removed, sentence) => {
    const left = { storage: "keyring", reason: "is locked", advice: " Unlock it." };
    const { context, forgotten } = open({ removed, left });
    await expect(logout(context)).rejects.toMatchObject({
      how: "failed",
      message: `The keyring is locked and may still contain the token of profile work for ${url}.${sentence} Unlock it.`,
      hint: "tome auth logout --profile work",
    });
    expect(forgotten).toEqual([]);
  });

  test("of the local platform is refused", async () => {
    await expect(logout(open({ local: true }).context)).rejects.toMatchObject({
      message: "The local platform needs no stored token. Choose another profile to log out.",
      hint: "tome auth list",
    });
  });
});

describe("a switch to a profile", () => {
  const seed =
    "This is the local platform, which needs no account. To load the sample workspace: tome local seed";
  const list =
    "This is the local platform, which needs no account. To list its spaces: tome space list";
  const ignored = (name: string) =>
    `warning: TOME_PROFILE is set to ${name} and takes precedence over the default profile.`;
  const address =
    "warning: TOME_BASE_URL is set to https://env.example. While it is set, commands need --local.";
  test.each<readonly [string, Options, string | undefined, readonly string[]]>([
    ["work", {}, undefined, []],
    ["work", { env: { TOME_PROFILE: "" } }, undefined, []],
    ["work", { env: { TOME_PROFILE: "work" } }, undefined, []],
    ["work", { env: { TOME_PROFILE: "home" } }, undefined, [ignored("home")]],
    ["work", { variable: "TOME_BASE_URL" }, undefined, []],
    ["local", { variable: "TOME_BASE_URL" }, seed, [address]],
    ["local", {}, seed, []],
    ["local", { data: { folder: "/" } }, list, []],
    ["local", { data: { folder: "/nowhere", database: "postgres" } }, list, []],
  ])("%s with %j", async (profile, options, next, messages) => {
    const { context, said } = open(options);
    expect(await useProfile(context, profile)).toEqual({
      done: `Switched to profile ${profile}.`,
      next,
      record: { profile },
    });
    expect(said).toEqual(messages);
  });
});
