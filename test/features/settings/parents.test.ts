/** The checks of a default organization, space and site before they are set. */
import { describe, expect, test } from "vitest";
import {
  ApiError,
  MissingTokenError,
  NameNotFoundError,
  NetworkError,
} from "../../../src/errors.ts";
import { setSetting, unsetSettings } from "../../../src/features/settings/config.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

interface Options {
  readonly name?: string;
  readonly org?: string | undefined;
  readonly status?: number;
  /** The error of the look-up of the name. */
  readonly error?: Error;
  readonly profile?: string;
  readonly defaultProfile?: string;
}

async function run(
  act: (context: ReturnType<typeof openScriptedContext>["context"]) => Promise<unknown>,
  { org, status, error, profile = "work", defaultProfile = "work" }: Options = {},
) {
  const lookUps: unknown[] = [];
  const clients: unknown[] = [];
  const stored: unknown[] = [];
  const { context, sent, said } = openScriptedContext({
    answer: () => status ?? {},
    more: {
      env: {},
      local: { folder: "/nowhere" },
      settings: { profile: { value: "work" }, defaultProfile },
      parentId: async (name: string) => (name === "org" ? org : "wrong"),
      lookUp: async (options: object) => {
        lookUps.push(options);
        if (error !== undefined) throw error;
        return { id: "ID" };
      },
      store: {
        set: async (values: object) => {
          stored.push(values);
          return profile;
        },
        unset: async (names: readonly string[]) => void stored.push(names),
        use: async (name: string) => void stored.push(`use ${name}`),
      },
    },
  });
  const client = context.client;
  const recorded = {
    ...context,
    client: (options?: object) => {
      clients.push(options);
      return client();
    },
  };
  const result = await act(recorded).catch((thrown: unknown) => thrown);
  return { result, lookUps, clients, stored, sent, said };
}

const set = (name: string, options: Options = {}) =>
  run((context) => setSetting(context, { name, value: "guide" }), options);
const done = (name: string, note = "") => ({
  done: `Set ${name} in the profile work.${note}`,
  record: { profile: "work", name, value: "guide" },
});

describe("a default is looked up before it is set", () => {
  test.each([
    ["org", "O1", undefined, ["GET /orgs/ID"]],
    ["space", "O1", "O1", ["GET /spaces/ID"]],
    ["space", undefined, undefined, ["GET /spaces/ID"]],
    ["site", "O1", "O1", ["GET /orgs/O1/sites/ID"]],
  ] as const)("%s with the organization %s", async (name, org, organizationId, requests) => {
    const { result, lookUps, clients, stored, sent } = await set(name, { org });
    expect(result).toEqual(done(name));
    expect(lookUps).toEqual([
      { of: [name], word: "guide", label: name, within: { organizationId } },
    ]);
    expect([sent, clients, stored]).toEqual([requests, [{ lookup: true }], [{ [name]: "guide" }]]);
  });

  test.each([["site"], ["timeout"]])("but not %s without an organization", async (name) => {
    const { result, lookUps, stored, sent } = await set(name);
    expect([result, lookUps, sent]).toEqual([done(name), [], []]);
    expect(stored).toEqual([{ [name]: "guide" }]);
  });

  test.each([
    ["org", "No organization", "tome org list"],
    ["space", "No space", "tome space list"],
    ["site", "No site", "tome site list"],
  ])("%s that does not exist is not set", async (name, start, hint) => {
    const { result, stored } = await set(name, { org: "O1", status: 404 });
    expect(result).toBeInstanceOf(NameNotFoundError);
    expect(result).toMatchObject({ message: `${start} has the id "guide".`, hint });
    expect(stored).toEqual([]);
  });

  test.each<readonly [Options]>([
    [{ status: 500 }],
    [{ error: new NameNotFoundError("No space matches.") }],
    [{ error: Object.assign(new Error("x"), { status: 404 }) }],
    [{ error: Object.assign(new Error("x"), { status: 403 }) }],
  ])("an error is reported and nothing is set: %j", async (options) => {
    const { result, stored } = await set("space", options);
    expect(result).toBeInstanceOf(Error);
    expect(result).toMatchObject(options.error ?? { status: 500 });
    expect(stored).toEqual([]);
  });

  test.each<readonly [Options, string]>([
    [{ status: 401 }, "Answered with 401."],
    [{ status: 403 }, "Answered with 403."],
    [{ error: new ApiError(403, "Denied.") }, "Denied."],
    [{ error: new MissingTokenError("No token.") }, "No token."],
    [{ error: new NetworkError("No route.", { arrived: "no" }) }, "No route."],
  ])("and is set unchecked if the platform cannot tell: %j", async (options, message) => {
    const { result, stored } = await set("space", options);
    expect(result).toEqual(done("space", ` The space was not checked: ${message}`));
    expect(stored).toEqual([{ space: "guide" }]);
  });
});

test("a setting of another profile says that all profiles use it", async () => {
  const { result } = await set("data-dir", { profile: "local" });
  expect(result).toEqual({
    done: "Set data-dir in the profile local. All profiles use it for the local platform.",
    record: { profile: "local", name: "data-dir", value: "guide" },
  });
});

describe("settings are removed", () => {
  const unset = (names: readonly string[], options: Options = {}) =>
    run((context) => unsetSettings(context, { names }), options);
  test.each([[["org"]], [["org", "space"]], [["platform", "org"]]])("%j", async (names) => {
    const { result, stored } = await unset(names);
    expect(result).toEqual({
      done: `Removed ${names.join(", ")} from the profile work.`,
      record: { profile: "work", removed: names },
    });
    expect(stored).toEqual([names]);
  });

  test.each([
    ["work", "work"],
    ["local", "default"],
  ])("the platform with the default profile %s switches to %s", async (defaultProfile, profile) => {
    const { result, stored } = await unset(["platform"], { defaultProfile });
    expect(result).toMatchObject({ done: `Switched to profile ${profile}.`, record: { profile } });
    expect(stored).toEqual([`use ${profile}`]);
  });
});

test.each([
  ["local", "work", "local"],
  ["hosted", "work", "work"],
  ["hosted", "local", "default"],
])(
  "the platform %s with the default profile %s is the profile %s",
  async (value, defaultProfile, profile) => {
    const act = (context: Parameters<typeof setSetting>[0]) =>
      setSetting(context, { name: "platform", value });
    const { result, stored } = await run(act, { defaultProfile });
    expect(result).toMatchObject({ record: { profile } });
    expect(stored).toEqual([`use ${profile}`]);
  },
);

test("the platform is no URL", async () => {
  const act = (context: Parameters<typeof setSetting>[0]) =>
    setSetting(context, { name: "platform", value: "https://x.example" });
  const { result, stored } = await run(act);
  expect(result).toMatchObject({
    message:
      'platform must be "local" or "hosted", not "https://x.example". To set a URL, use base-url.',
    hint: "tome config set base-url <url>",
  });
  expect(stored).toEqual([]);
});
