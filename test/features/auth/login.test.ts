import { describe, expect, test } from "vitest";
import { ApiError, CanceledError, UsageError } from "../../../src/errors.ts";
import { login } from "../../../src/features/auth/login.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly organizations?: readonly object[] | number;
  readonly user?: object | number;
  readonly settings?: object;
  readonly accounts?: readonly object[];
  readonly answer?: string;
  readonly picks?: string | Error;
  readonly storage?: string;
}

const url = "https://api.example.com";

async function run(
  flags: Parameters<typeof login>[1],
  {
    env = {},
    organizations = [],
    user = { id: "U1", displayName: "Ada" },
    settings = {},
    accounts = [],
    answer,
    picks,
    storage = "keyring",
  }: Options = {},
) {
  const stored: unknown[] = [];
  const asked: unknown[] = [];
  const platform = openScriptedContext({
    answer: ({ line }) => {
      if (line.startsWith("GET /user")) return user;
      return typeof organizations === "number" ? organizations : { items: organizations };
    },
  });
  const tokens: unknown[] = [];
  const context = {
    ...platform.context,
    env,
    client: async (options: { token?: string }) => {
      tokens.push(options.token);
      return platform.context.client();
    },
    conceal: () => {},
    readText: async (path: string) => (path === "-" ? "typed-token\n" : ""),
    settings: {
      local: false,
      baseUrl: { value: url, from: "profile" },
      profile: { value: "work", from: "default" },
      profileFlag: " --profile work",
      ...settings,
    },
    store: {
      tokenFrom: (text: string) => text.trim(),
      set: async (values: object) => void stored.push(values),
      accounts: () => accounts,
      tokens: {
        set: async (...args: unknown[]) => {
          stored.push(args);
          return { storage, ...(storage === "file /t" && { warning: "The keyring is locked." }) };
        },
      },
    },
    terminal: {
      ...platform.context.terminal,
      interactive: answer !== undefined || picks !== undefined,
      ask: async (...args: unknown[]) => {
        asked.push(args);
        return answer;
      },
      pick: async (question: string, options: unknown) => {
        asked.push([question, options]);
        if (picks instanceof Error) throw picks;
        return picks;
      },
    },
  };
  const result = await login(context as never, flags).catch((error: unknown) => error);
  return { result, stored, asked, tokens, said: platform.said, sent: platform.sent };
}

const withToken = { withToken: true } as const;
const done = `Logged in to ${url} as Ada with profile work. The token is stored in the keyring.`;

describe("login", () => {
  test("verifies and stores the token", async () => {
    const { result, stored, tokens, sent } = await run(withToken);
    expect(result).toEqual({
      done,
      record: { profile: "work", baseUrl: url, user: "U1", token: "keyring" },
    });
    expect(stored).toEqual([{}, [url, "typed-token", "either"]]);
    expect(tokens[0]).toBe("typed-token");
    expect(sent).toContain("GET /user");
  });

  test("offline verifies nothing", async () => {
    const { result, sent } = await run({ ...withToken, offline: true });
    expect(result).toMatchObject({
      done: `Logged in to ${url} with profile work. The token is stored in the keyring.`,
      record: { user: null },
    });
    expect(sent).toEqual([]);
  });

  test.each<readonly [object, Options, string]>([
    [{}, {}, "either"],
    [{ insecureStorage: true }, {}, "file"],
    [{}, { env: { CI: "true" } }, "file"],
    [{}, { env: { CI: "1" } }, "file"],
    [{}, { env: { CI: "false" } }, "either"],
    [{}, { env: { CI: "true" }, settings: { tokenStore: { value: "keyring" } } }, "keyring"],
    [{ insecureStorage: true }, { settings: { tokenStore: { value: "keyring" } } }, "file"],
  ])("with %j and %j stores it in: %s", async (flags, options, storage) => {
    const { stored } = await run({ ...withToken, ...flags }, options);
    expect(stored[1]).toEqual([url, "typed-token", storage]);
  });

  test("says that only the user can read a file, and passes on a warning", async () => {
    const { result, said } = await run(withToken, { storage: "file /t" });
    expect(result).toMatchObject({
      done: expect.stringContaining("The token is stored in the file /t, readable only by you."),
    });
    expect(said).toEqual(["warning: The keyring is locked."]);
  });

  test("stores a --base-url for later commands", async () => {
    const { stored } = await run(withToken, {
      settings: { baseUrl: { value: url, from: "flag --base-url" } },
    });
    expect(stored[0]).toEqual({ "base-url": url });
  });

  test.each([
    [{ TOME_TOKEN: "x" }, "TOME_TOKEN"],
    [{ GITBOOK_TOKEN: "x" }, "GITBOOK_TOKEN"],
    [{ TOME_TOKEN: "", GITBOOK_TOKEN: "x" }, "GITBOOK_TOKEN"],
  ])("warns that %j takes precedence", async (env, name) => {
    expect((await run(withToken, { env })).said).toEqual([
      `warning: The token in the environment variable ${name} takes precedence while it is set.`,
    ]);
    expect((await run(withToken, { env: { TOME_TOKEN: "" } })).said).toEqual([]);
  });

  test.each<readonly [Options, readonly string[]]>([
    [
      { settings: { profile: { value: "work", from: "flag --profile" } } },
      ["note: Another profile is the default. Add --profile work, or run tome auth switch work."],
    ],
    [
      {
        settings: { profile: { value: "work", from: "flag --profile" } },
        accounts: [
          { name: "work", inUse: false },
          { name: "home", inUse: true },
        ],
      },
      ["note: Another profile is the default. Add --profile work, or run tome auth switch work."],
    ],
    [
      {
        settings: { profile: { value: "work", from: "flag --profile" } },
        accounts: [{ name: "work", inUse: true }],
      },
      [],
    ],
    [{ settings: { profile: { value: "work", from: "environment" } } }, []],
  ])("notes another default profile: %#", async (options, said) => {
    expect((await run(withToken, options)).said).toEqual(said);
  });

  describe("the default organization", () => {
    const acme = { id: "O1", title: "Acme" };
    const other = { id: "O2" };
    test.each<readonly [Options, string, unknown]>([
      [{ organizations: [acme] }, " The default organization is Acme.", { org: "O1" }],
      [{ organizations: [other] }, " The default organization is O2.", { org: "O2" }],
      [{ organizations: [] }, "", undefined],
      [{ organizations: 403 }, "", undefined],
      [{ organizations: [acme], settings: { org: { value: "O9" } } }, "", undefined],
      [
        { organizations: [acme, other] },
        " You are a member of 2 organizations. To set a default: tome config set org <org> --profile work",
        undefined,
      ],
      [
        { organizations: [acme, other], picks: "O2" },
        " The default organization is O2.",
        { org: "O2" },
      ],
      [{ organizations: [acme, other], picks: new CanceledError() }, "", undefined],
    ])("%j", async (options, sentence, values) => {
      const { result, stored } = await run(withToken, options);
      expect(result).toMatchObject({ done: `${done}${sentence}` });
      expect(stored[2]).toEqual(values);
    });
  });

  test("asks for a hidden token on a terminal", async () => {
    const { stored, asked } = await run({}, { answer: "  typed  " });
    expect(asked).toEqual([[`Token for ${url} (input is hidden):`, { hidden: true }]]);
    expect(stored[1]).toEqual([url, "typed", "either"]);
  });

  test.each<readonly [object, Options, Error]>([
    [
      {},
      {},
      new UsageError(
        "--with-token is required when not running interactively.",
        "tome auth login --with-token < token.txt",
      ),
    ],
    [
      { withToken: true, web: true },
      {},
      new UsageError("Specify either --with-token or --web, not both.", "tome auth login --help"),
    ],
    [
      withToken,
      { settings: { local: true } },
      new UsageError(
        "The local platform needs no login. Choose another profile to log in.",
        "tome whoami",
      ),
    ],
    [withToken, { user: 403 }, new ApiError(403, "Answered with 403.")],
  ])("with %j is refused: %#", async (flags, options, error) => {
    const { result, stored } = await run(flags, options);
    expect(result).toMatchObject({ message: error.message });
    expect(stored).toEqual([]);
  });

  test("does not store a token that the platform rejects", async () => {
    const { result, stored } = await run(withToken, { user: 401 });
    expect(result).toMatchObject({
      status: 401,
      message: `${url} rejected the token. The token was not stored.`,
      hint: `tome auth login --profile work --base-url ${url}`,
    });
    expect(stored).toEqual([]);
  });
});
