import { describe, expect, test } from "vitest";
import { ApiError } from "../../../src/errors.ts";
import {
  findConnection,
  isLocal,
  parseRepository,
  readInfo,
  requireConnection,
} from "../../../src/features/git/connection.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";

test.each([
  [
    "https://github.com/acme/docs.git",
    undefined,
    { url: "https://github.com/acme/docs.git", provider: "github", fullName: "acme/docs" },
  ],
  [
    "https://gitlab.com/acme/team/docs",
    undefined,
    { url: "https://gitlab.com/acme/team/docs", provider: "gitlab", fullName: "acme/team/docs" },
  ],
  [
    "https://git.example.com/docs",
    undefined,
    { url: "https://git.example.com/docs", provider: "git", fullName: "docs" },
  ],
  [
    "https://git.example.com/docs",
    "gitlab",
    { url: "https://git.example.com/docs", provider: "gitlab", fullName: "docs" },
  ],
  ["https://git.example.com", undefined, { url: "https://git.example.com", provider: "git" }],
  [
    "ssh://git@github.com/a%20b/c",
    undefined,
    { url: "ssh://git@github.com/a%20b/c", provider: "github", fullName: "a b/c" },
  ],
  [
    "git@github.com:acme/docs.git",
    undefined,
    { url: "git@github.com:acme/docs.git", provider: "github", fullName: "acme/docs" },
  ],
  [
    "git@gitlab.com:/acme/docs",
    undefined,
    { url: "git@gitlab.com:/acme/docs", provider: "gitlab", fullName: "acme/docs" },
  ],
  [
    "github.com/acme/docs",
    undefined,
    { url: "https://github.com/acme/docs", provider: "github", fullName: "acme/docs" },
  ],
  [
    "gitlab.com/acme/docs",
    "git",
    { url: "https://gitlab.com/acme/docs", provider: "git", fullName: "acme/docs" },
  ],
  ["FILE:///srv/docs", "github", { url: "FILE:///srv/docs", provider: "git" }],
  ["acme/docs", "github", { fullName: "acme/docs", provider: "github" }],
  ["acme/team/docs", "gitlab", { fullName: "acme/team/docs", provider: "gitlab" }],
  ["acme/docs", "git", undefined],
  ["acme/docs", undefined, undefined],
  ["./docs", "github", undefined],
  ["../docs", "github", undefined],
  ["/srv/docs", "github", undefined],
  ["docs", "github", undefined],
  ["github.com/", "github", undefined],
] as const)("the repository %s with the provider %s", (text, provider, expected) => {
  if (text === "github.com/") expect(parseRepository(text, provider)?.url).toBeUndefined();
  else expect(parseRepository(text, provider)).toEqual(expected);
});

const info = "GET /spaces/S1/git/info";
describe("findConnection", () => {
  const find = async (responses: Readonly<Record<string, unknown>>) => {
    const { client, sent } = openScriptedClient(({ line }) => responses[line] ?? 404);
    return { found: await findConnection(client, "S1"), sent };
  };

  test("reads the installation of the space", async () => {
    const { found, sent } = await find({
      [info]: { installationId: "I1", url: "u" },
      "GET /git/installations/I1": { id: "I1" },
    });
    expect(found).toEqual({
      id: "I1",
      info: { installationId: "I1", url: "u" },
      installation: { id: "I1" },
    });
    expect(sent).toHaveLength(2);
  });

  test.each([
    ["no information", {}, 1],
    ["no installation", { [info]: { url: "u" } }, 1],
    ["its own id", { [info]: { installationId: "S1" } }, 1],
    ["a removed installation", { [info]: { installationId: "I1" } }, 2],
  ])("of a space with %s is undefined", async (_, responses, count) => {
    const { found, sent } = await find(responses);
    expect([found, sent.length]).toEqual([undefined, count]);
    const { client } = openScriptedClient(
      ({ line }) => (responses as Record<string, unknown>)[line] ?? 404,
    );
    await expect(requireConnection(client, "S1")).rejects.toMatchObject({
      message: "The space is not connected to a Git repository.",
      hint: "tome git connect S1 --repo <url>",
    });
  });

  test("reports other errors", async () => {
    await expect(find({ [info]: 403 })).rejects.toThrow(ApiError);
    await expect(
      find({ [info]: { installationId: "I1" }, "GET /git/installations/I1": 500 }),
    ).rejects.toThrow(ApiError);
  });
});

test.each([
  [404, "The space S1 has no Git repository.", undefined],
  [404, "Not found.", undefined],
  [404, "The space S1 does not exist.", "throws"],
  [403, "No access to the Git repository.", "throws"],
])("the information of a space with the status %d and %s", async (status, message, expected) => {
  const client = { call: () => Promise.reject(new ApiError(status, message)) };
  const done = readInfo(client as never, "S1");
  if (expected === undefined) expect(await done).toBeUndefined();
  else await expect(done).rejects.toThrow(message);
});

test("only the local platform has webhooks", () => {
  expect([isLocal({ webhook: null }), isLocal({})]).toEqual([true, false]);
});
