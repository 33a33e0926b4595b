import { describe, expect, test } from "vitest";
import { ApiError } from "../../../src/errors.ts";
import {
  matchRepositorySpelling,
  readConnectionValue,
  toConnectionValue,
  writeConnection,
} from "../../../src/features/git/connection-fields.ts";
import { openScriptedClient } from "../../support/network/scripted-client.ts";

const github = "https://github.com/acme/docs";
const plain = "https://git.example.com/docs";

test.each([
  [
    { repository: github, branch: "refs/heads/main" },
    { repository: github, branch: "main" },
  ],
  [
    {
      repository: github,
      branch: "main",
      provider: "github",
      priority: "git",
      message: "",
      instance: "",
    },
    { repository: github, branch: "main" },
  ],
  [
    { repository: github, branch: "main", provider: "git" },
    { repository: github, branch: "main", provider: "git" },
  ],
  [
    { repository: "acme/docs", branch: "main", provider: "gitlab" },
    { repository: "acme/docs", branch: "main", provider: "gitlab" },
  ],
  [
    {
      repository: plain,
      branch: "main",
      folder: "./docs/",
      priority: "space",
      message: "Docs",
      instance: "https://i",
    },
    {
      repository: plain,
      branch: "main",
      folder: "docs",
      priority: "space",
      message: "Docs",
      instance: "https://i",
    },
  ],
  [
    { repository: plain, branch: "main", folder: "." },
    { repository: plain, branch: "main" },
  ],
  [
    { repository: plain, branch: "main", folder: "/./" },
    { repository: plain, branch: "main" },
  ],
] as const)("the fields %j without default values", (fields, expected) => {
  expect(toConnectionValue(fields)).toEqual(expected);
});

test.each([
  [undefined, null],
  [
    {
      provider: "github",
      providerConfiguration: { url: github, branch: "main" },
      repositoryConnection: { repositoryUrl: "https://other.example" },
      priority: "gitbook",
      projectDirectory: "docs",
      commitMessageTemplate: "Docs",
    },
    { repository: github, branch: "main", folder: "docs", priority: "space", message: "Docs" },
  ],
  [
    {
      provider: "gitlab",
      providerConfiguration: { branch: "main", customInstanceURL: "https://i" },
      repositoryConnection: { repositoryUrl: "https://i/acme/docs" },
      priority: "git",
    },
    {
      repository: "https://i/acme/docs",
      branch: "main",
      provider: "gitlab",
      instance: "https://i",
    },
  ],
  [
    { provider: "git", providerConfiguration: { url: github, branch: "main" } },
    { repository: github, branch: "main", provider: "git" },
  ],
  [
    { provider: "bitbucket", providerConfiguration: { url: plain, branch: "main" } },
    { repository: plain, branch: "main" },
  ],
])("the installation %j as fields", (installation, expected) => {
  expect(readConnectionValue(installation)).toEqual(expected);
});

describe("the repository of the platform", () => {
  test.each([
    [github, github, true],
    [`${github}.git`, `${github}/`, true],
    [github, "acme/docs", true],
    [github, "Acme/Docs", true],
    ["Acme/Docs", github, true],
    ["acme/docs", "acme/docs", true],
    [github, "acme/other", false],
    ["acme/other", github, false],
    [github, "https://github.com/Acme/docs", false],
    [github, "https://gitlab.com/acme/docs", false],
    ["git@github.com:acme/docs", "acme/docs", false],
    ["", "", false],
    ["", "acme/docs", false],
  ])("%s has the spelling of the file %s: %s", (repository, spelled, isSame) => {
    const live = { repository, branch: "main", provider: "github" };
    expect(matchRepositorySpelling(live, { repository: spelled })).toEqual(
      isSame ? { ...live, repository: spelled } : live,
    );
  });

  test("has the provider of the file, which a URL implies", () => {
    const live = { repository: github, branch: "main" };
    const desired = { repository: "acme/docs", provider: "github" };
    expect(matchRepositorySpelling(live, desired)).toEqual({ ...desired, branch: "main" });
    expect(matchRepositorySpelling(live, { repository: "acme/docs" })).toEqual({
      repository: "acme/docs",
      branch: "main",
    });
    const other = { repository: github, branch: "main", provider: "gitlab" };
    expect(matchRepositorySpelling(other, desired)).toEqual({ ...desired, branch: "main" });
  });

  test.each([
    [null, { repository: github }],
    [{ repository: github }, null],
  ])("is unchanged without a connection: %j, %j", (live, desired) => {
    expect(matchRepositorySpelling(live, desired)).toEqual(live);
  });
});

describe("the connection of a space", () => {
  const write = async (
    value: Parameters<typeof writeConnection>[2],
    installation?: object | number,
  ) => {
    const { client, sent } = openScriptedClient(({ line }) => {
      if (line === "GET /spaces/S1/git/info") {
        return installation === undefined ? 404 : { installationId: "I1" };
      }
      if (line === "GET /git/installations/I1") return installation;
      if (line.startsWith("GET")) return { items: [] };
      return { object: "git-installation", id: "NEW", provider: "git" };
    });
    const error = await writeConnection(client, "S1", value).catch((thrown: Error) => thrown);
    return { error, writes: sent.filter((one) => !String(one).startsWith("GET")) };
  };
  const lines = (writes: readonly unknown[]) => writes.map((one) => String(one).split(",")[0]);
  const existing = (provider: string, more: object = {}) => ({
    id: "I1",
    provider,
    webhook: null,
    providerConfiguration: { url: plain, branch: "refs/heads/main" },
    ...more,
  });
  const value = { repository: plain, branch: "main" };

  test("is removed", async () => {
    expect(await write(null, existing("git"))).toEqual({
      error: undefined,
      writes: ["DELETE /git/installations/I1"],
    });
    expect(await write(null)).toEqual({ error: undefined, writes: [] });
  });

  test("is replaced by that of another provider", async () => {
    const { writes } = await write(value, existing("github"));
    expect(lines(writes)[0]).toBe("DELETE /git/installations/I1");
    expect(lines(writes)[1]).toMatch(/^POST /);
  });

  test("is changed if the provider stays", async () => {
    const { writes, error } = await write(
      { ...value, folder: "docs", priority: "space" },
      existing("git", { commitMessageTemplate: "Docs" }),
    );
    expect(error).toBeUndefined();
    const configuration = {
      provider: "git",
      providerConfiguration: { url: plain, branch: "refs/heads/main" },
      projectDirectory: "docs",
      priority: "gitbook",
    };
    expect(writes).toEqual([
      ["PATCH /git/installations/I1", { ...configuration, commitMessageTemplate: "" }],
    ]);
    const [second] = (await write({ ...value, message: "New" }, existing("git"))).writes;
    expect(second?.[1]).toEqual({
      ...configuration,
      projectDirectory: "",
      priority: "git",
      commitMessageTemplate: "New",
    });
  });

  test("clears an instance of GitLab", async () => {
    const instance = { customInstanceURL: "https://i" };
    const configured = existing("gitlab", { providerConfiguration: instance });
    const lab = { repository: "https://gitlab.com/acme/docs", branch: "main" };
    const update = async (installation: object, more: object = {}) => {
      const { writes } = await write({ ...lab, ...more }, installation);
      return writes[0]?.[1];
    };
    const both = { url: lab.repository, branch: "refs/heads/main" };
    expect(await update(configured)).toMatchObject({
      providerConfiguration: { ...both, customInstanceURL: null },
    });
    expect(await update(configured, { instance: "https://j" })).toMatchObject({
      providerConfiguration: { ...both, customInstanceURL: "https://j" },
    });
    expect(await update(existing("gitlab"))).toEqual({
      provider: "gitlab",
      providerConfiguration: both,
      projectDirectory: "",
      priority: "git",
    });
  });

  test("that the platform refuses is an error of the apply", async () => {
    const { error, writes } = await write({
      repository: "acme/docs",
      branch: "main",
      provider: "github",
    });
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      message: "No repository acme/docs is available for this connection.",
    });
    expect(writes).toEqual([
      ["POST /git/installations", { provider: "github", target: { type: "space", spaceId: "S1" } }],
      "DELETE /git/installations/NEW",
    ]);
  });

  test("is not written if it cannot be read", async () => {
    const { error, writes } = await write(value, 500);
    expect([(error as { status?: number }).status, writes]).toEqual([500, []]);
  });
});
