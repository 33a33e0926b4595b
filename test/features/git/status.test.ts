import { expect, test } from "vitest";
import { showStatus } from "../../../src/features/git/status.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

/** The record of a space with this information and installation. */
async function show(info: object, installation?: object) {
  const { context } = openScriptedContext({
    answer: ({ line }) => {
      if (line.endsWith("/git/info"))
        return { ...info, ...(installation && { installationId: "I1" }) };
      return installation ?? 404;
    },
  });
  const result = await showStatus(context, { spaceId: "S1" });
  return result && "record" in result ? result.record : undefined;
}

const operation = {
  direction: "import",
  state: "success",
  startedAt: "a",
  endedAt: "b",
  error: "e",
};

test.each([
  [
    { repoName: "acme/docs", url: "u", ref: "refs/heads/main", operation },
    undefined,
    {
      repository: "acme/docs",
      url: "u",
      branch: "main",
      connection: "none",
      direction: "import",
      state: "success",
      startedAt: "a",
      endedAt: "b",
      error: "e",
    },
  ],
  [
    { state: "failure", error: "f", operation, ref: "" },
    undefined,
    {
      connection: "none",
      direction: "import",
      state: "failure",
      startedAt: "a",
      endedAt: "b",
      error: "f",
    },
  ],
  [
    {
      installationProvider: "github",
      installationStatus: "active",
      pending: 2,
      nextCheckAt: "n",
      checkedAt: "c",
      problem: { message: "p" },
      rewritten: { at: "r" },
      lastImport: { at: "i" },
      lastExport: { at: "x" },
    },
    {
      repositoryConnection: { repositoryName: "n", repositoryUrl: "r" },
      providerConfiguration: { branch: "refs/heads/dev" },
      projectDirectory: "docs",
      priority: "gitbook",
      webhook: { url: "https://t/hook" },
    },
    {
      repository: "n",
      url: "r",
      branch: "dev",
      folder: "docs",
      priority: "space",
      provider: "github",
      connection: "active",
      installationId: "I1",
      pending: 2,
      nextCheckAt: "n",
      checkedAt: "c",
      webhook: { url: "https://t/hook" },
      problem: { message: "p" },
      rewritten: { at: "r" },
      lastImport: { at: "i" },
      lastExport: { at: "x" },
    },
  ],
  [
    { installationStatus: "active", nextCheckAt: "n", ref: "dev" },
    { projectDirectory: "", priority: "git", webhook: { url: "http://tome.localhost/hook" } },
    { branch: "dev", priority: "git", connection: "active", installationId: "I1" },
  ],
])("the state of %j", async (info, installation, expected) => {
  expect(await show(info, installation)).toEqual(expected);
});

test("a space without a repository is an error", async () => {
  const { context } = openScriptedContext({ answer: () => 404 });
  await expect(showStatus(context, { spaceId: "S1" })).rejects.toThrow(
    "The space is not connected to a Git repository.",
  );
});
