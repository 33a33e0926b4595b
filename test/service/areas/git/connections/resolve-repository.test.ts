/** The look-up of a repository that was configured by its id, or without a branch. */
import { beforeAll, describe, expect, test } from "vitest";
import { sealCredentials } from "../../../../../src/service/areas/git/connections/connection-rows.ts";
import {
  isUnresolved,
  resolveRepository,
} from "../../../../../src/service/areas/git/connections/resolve-repository.ts";
import type { GitInstallationTable } from "../../../../../src/service/areas/git/tables.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { slowTests } from "../../../../support/generators/amount.ts";
import { gitRepository } from "../../../../support/git/git.ts";
import { gitServer } from "../../../../support/git/git-http.ts";
import { createGitRows, openGitPlatform } from "../../../../support/git/git-rows.ts";
import { main } from "../../../../support/git/git-space.ts";
import { answering } from "../../../../support/network/answering.ts";

let platform: Awaited<ReturnType<typeof openGitPlatform>>;

beforeAll(async () => {
  platform = await openGitPlatform();
  return () => platform.workspace.service.close();
});

/** @returns the configuration afterwards */
async function resolve(
  config: object,
  {
    provider = "github",
    password = "secret",
  }: { provider?: "github" | "gitlab" | "git"; password?: string } = {},
) {
  const { connect, call } = await createGitRows(platform);
  const row = await connect(config, { provider });
  const credentials = await sealCredentials(call.secretBox, row.id, { username: "git", password });
  const resolved = await resolveRepository({ ...row, credentials }, call);
  expect({ ...resolved, config: "" }).toEqual({ ...row, credentials, config: "" });
  return JSON.parse(resolved.config);
}

test.each<[object, boolean]>([
  [{}, false],
  [{ branch: main }, false],
  [{ repositoryId: 7 }, true],
  [{ projectId: 7, branch: main }, true],
  [{ url: "https://x.test/a.git" }, true],
  [{ url: "https://x.test/a.git", repositoryId: 7 }, true],
  [{ url: "https://x.test/a.git", branch: main }, false],
  [{ url: "https://x.test/a.git", branch: main, repositoryId: 7 }, false],
])("the repository %j has to be looked up: %s", (config, expected) => {
  const row = createPartial<GitInstallationTable>({ config: JSON.stringify(config) });
  expect(isUnresolved(row)).toBe(expected);
});

test.each([{}, { branch: main }, { url: "https://x.test/a.git", branch: main }])(
  "the repository %j stays as it is",
  async (config) => {
    expect(await resolve(config)).toEqual(config);
  },
);

describe("the branch", () => {
  slowTests.each([
    ["trunk", "refs/heads/trunk"],
    [undefined, main],
  ])("is the default one of the server: %s", async (name, branch) => {
    const repository = gitRepository(undefined, name ?? "main");
    if (name !== undefined) repository.commit({ "README.md": "# Home\n" });
    const server = await gitServer({ path: repository.path, access: "git:secret" });
    const config = { url: server.address(), priority: "git" };
    expect(await resolve(config, { provider: "git" })).toEqual({ ...config, branch });
    await expect(resolve(config, { provider: "git", password: "wrong" })).rejects.toMatchObject({
      reason: "credentials",
    });
  });
});

describe("the repository of an id", () => {
  /** The API of a provider, whose repositories are on the same server. */
  async function open(defaultBranch: string | null) {
    const api = await answering((request, response) => {
      const isGitHub = request.url === "/api/v3/repositories/7";
      const isGitLab = request.url === "/api/v4/projects/7";
      const names = { full_name: "acme/docs", path_with_namespace: "acme/docs" };
      const address = `${api.url}/acme/docs.git`;
      const urls = { clone_url: address, http_url_to_repo: address };
      response
        .writeHead(isGitHub || isGitLab ? 200 : 404, { "content-type": "application/json" })
        .end(JSON.stringify({ id: 7, ...names, ...urls, default_branch: defaultBranch }));
    });
    return api.url;
  }

  test.each([
    ["github", "repositoryId"],
    ["gitlab", "projectId"],
  ] as const)("at %s has its URL, its name and its default branch", async (provider, key) => {
    for (const [defaultBranch, given, branch] of [
      ["trunk", undefined, "refs/heads/trunk"],
      [null, undefined, main],
      ["trunk", "refs/heads/own", "refs/heads/own"],
    ] as const) {
      const instance = await open(defaultBranch);
      const config = { [key]: 7, instance, ...(given !== undefined && { branch: given }) };
      expect(await resolve(config, { provider })).toEqual({
        ...{ ...config, url: `${instance}/acme/docs.git`, repositoryName: "acme/docs", branch },
        ...(defaultBranch !== null && { defaultBranch }),
      });
    }
  });

  test("must exist", async () => {
    const instance = await open(null);
    await expect(resolve({ repositoryId: 8, instance })).rejects.toMatchObject({
      reason: "no-repository",
    });
  });
});
