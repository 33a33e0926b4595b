import { describe, expect, test } from "vitest";
import {
  listBranches,
  listRepositories,
  showFile,
} from "../../../src/features/git/repositories.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

type Installation = Readonly<Record<string, unknown>>;

const github: Installation = {
  provider: "github",
  providerConfiguration: { branch: "refs/heads/main" },
  repositoryConnection: { repositoryName: "acme/docs" },
};
const gitlab: Installation = {
  provider: "gitlab",
  providerConfiguration: { projectId: 7 },
  repositoryConnection: { repositoryName: "acme/docs" },
};
const url: Installation = { provider: "git", providerConfiguration: { branch: "refs/heads/main" } };

function open(installation: Installation) {
  const { context, sent } = openScriptedContext({
    answer: ({ line }) => {
      if (line === "GET /spaces/S1/git/info") return { installationId: "I1" };
      if (line === "GET /git/installations/I1") return { id: "I1", ...installation };
      if (line.endsWith("/gitlab/projects")) {
        return {
          items: [
            { id: 8, fullName: "acme/other" },
            { id: 9, fullName: "acme/site" },
          ],
        };
      }
      return { items: [{ name: "found" }] };
    },
  });
  return { context, requests: () => sent.slice(2) };
}

describe("the branches", () => {
  const root = "GET /git/installations/I1";
  test.each<readonly [string, Installation, string | undefined, readonly string[]]>([
    ["of a repository at GitHub", github, undefined, [`${root}/github/repos/acme/docs/branches`]],
    ["of another repository", github, "acme/site", [`${root}/github/repos/acme/site/branches`]],
    ["of a project at GitLab", gitlab, undefined, [`${root}/gitlab/projects/7/branches`]],
    [
      "of another project",
      gitlab,
      "acme/site",
      [`${root}/gitlab/projects`, `${root}/gitlab/projects/9/branches`],
    ],
    [
      "of a project without its id",
      {
        ...gitlab,
        providerConfiguration: {},
        repositoryConnection: { repositoryName: "acme/site" },
      },
      undefined,
      [`${root}/gitlab/projects`, `${root}/gitlab/projects/9/branches`],
    ],
    ["of the local platform", { ...url, webhook: null }, undefined, [`${root}/branches`]],
    [
      "of another repository on the local platform",
      { ...github, webhook: null },
      "acme/site",
      [`${root}/github/repos/acme/site/branches`],
    ],
  ])("%s are listed", async (_, installation, repo, lines) => {
    const { context, requests } = open(installation);
    const result = await listBranches(context, { spaceId: "S1", ...(repo && { repo }) });
    expect(requests()).toEqual(lines);
    expect(result).toMatchObject({ list: [[{ name: "found" }]], none: "No branches." });
  });
});

test.each<readonly [Installation, string]>([
  [github, "GET /git/installations/I1/github/repos"],
  [gitlab, "GET /git/installations/I1/gitlab/projects"],
])("the repositories of %j are listed", async (installation, line) => {
  const { context, requests } = open(installation);
  const result = await listRepositories(context, { spaceId: "S1" });
  expect(requests()).toEqual([line]);
  expect(result).toMatchObject({ none: "No repositories." });
});

test.each<readonly [Installation, object, string]>([
  [github, {}, "GET /git/installations/I1/github/repos/acme/docs/file?path=a.md&ref=main"],
  [github, { ref: "v1" }, "GET /git/installations/I1/github/repos/acme/docs/file?path=a.md&ref=v1"],
  [gitlab, { ref: "v1" }, "GET /git/installations/I1/gitlab/projects/7/file?path=a.md&ref=v1"],
])("a file of %j with %j is shown", async (installation, flags, line) => {
  const { context, requests } = open(installation);
  await showFile(context, { spaceId: "S1", path: "a.md", ...flags });
  expect(requests()).toEqual([line]);
});

describe("an error says", () => {
  const input = { spaceId: "S1", path: "a.md" };
  const byUrl = (content: string) =>
    `The space is connected by URL, and only the APIs of GitHub and GitLab list ${content}.`;
  test.each<
    readonly [string, Installation, (context: Parameters<typeof showFile>[0]) => Promise<unknown>]
  >([
    [byUrl("repositories"), url, (context) => listRepositories(context, input)],
    [byUrl("files"), url, (context) => listBranches(context, input)],
    [
      byUrl("files"),
      { ...url, webhook: null },
      (context) => listBranches(context, { ...input, repo: "a/b" }),
    ],
    [byUrl("files"), { ...url, webhook: null }, (context) => showFile(context, input)],
    ["--ref is required, such as --ref main.", gitlab, (context) => showFile(context, input)],
    [
      "--repo is required, such as --repo acme/docs.",
      { ...github, repositoryConnection: {} },
      (context) => showFile(context, input),
    ],
    [
      "No project acme/none is available for this connection.",
      gitlab,
      (context) => listBranches(context, { ...input, repo: "acme/none" }),
    ],
  ])("%s", async (message, installation, act) => {
    const { context, requests } = open(installation);
    await expect(act(context)).rejects.toThrow(message);
    expect(requests().filter((line) => !String(line).endsWith("/projects"))).toEqual([]);
  });
});
