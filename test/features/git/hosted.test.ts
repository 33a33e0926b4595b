import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openTome } from "../../support/commands/tome.ts";
import { slowTest, slowTests } from "../../support/generators/amount.ts";
import { hostedSpace, hostedToken, openHostedGit } from "../../support/git/hosted-git.ts";
import { temporaryFolder } from "../../support/machine/folder.ts";

/** Commands against a stub of the hosted platform. */
async function openHosted() {
  const { url, state } = await openHostedGit();
  const run = openTome();
  const env = { TOME_BASE_URL: url, TOME_TOKEN: hostedToken, TOME_ORG: "O0000000000000000001" };
  const tome = (line: string) => run(`${line.replace("Handbook", hostedSpace)}`, { env });
  const token = join(temporaryFolder(), "token.txt");
  writeFileSync(token, "gitlab-token\n");
  const findBody = (name: string) => state.requests.findLast((one) => one.operation === name)?.body;
  return { tome, state, token, findBody };
}

describe("on the hosted platform, git connect", () => {
  slowTest("connects a GitHub repository by its id and its default branch", async () => {
    const { tome, state, findBody } = await openHosted();
    const done = await tome("git connect Handbook --repo https://github.com/acme/docs --folder a");
    expect([done.code, done.stderr]).toEqual([
      0,
      expect.stringContaining('Connected "Handbook" to acme/docs, branch trunk, folder a.'),
    ]);
    expect(findBody("installGitSyncProviderOnTarget")).toEqual({
      provider: "github",
      target: { type: "space", spaceId: hostedSpace },
    });
    expect(findBody("updateGitSyncInstallationById")).toEqual({
      provider: "github",
      providerConfiguration: { repositoryId: 7, branch: "refs/heads/trunk" },
      projectDirectory: "a",
    });
    expect(state.violations).toEqual([]);
  });

  test("connects a GitLab project with a token and the priority of the space", async () => {
    const { tome, state, token, findBody } = await openHosted();
    const done = await tome(
      `git connect Handbook --provider gitlab --repo acme/docs --token-file ${token} --priority space --branch main`,
    );
    expect([done.code, done.stderr]).toEqual([0, expect.stringContaining("branch main")]);
    expect(done.stdout + done.stderr).not.toContain("gitlab-token");
    expect(findBody("updateGitSyncInstallationById")).toEqual({
      provider: "gitlab",
      providerConfiguration: {
        projectId: 7,
        branch: "refs/heads/main",
        accessToken: "gitlab-token",
      },
      projectDirectory: "",
      priority: "gitbook",
    });
    expect(state.operation).toMatchObject({ direction: "export" });
    expect(state.violations).toEqual([]);
  });

  slowTest(
    "names the step for GitHub without authorization, and leaves no installation",
    async () => {
      const { tome, state } = await openHosted();
      state.isAuthorized = false;
      const refused = await tome("git connect Handbook --provider github --repo acme/docs");
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringContaining("Authorize it in the Git settings of the space"),
      ]);
      expect(state.installation).toBeUndefined();
      expect(state.violations).toEqual([]);
    },
  );

  slowTest("refuses a GitHub token and an unknown repository", async () => {
    const { tome, state, token } = await openHosted();
    const withToken = await tome(
      `git connect Handbook --provider github --repo acme/docs --token-file ${token}`,
    );
    expect([withToken.code, withToken.stderr]).toEqual([
      2,
      expect.stringContaining("does not take an access token for GitHub"),
    ]);
    const unknown = await tome("git connect Handbook --provider github --repo acme/other");
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining("No repository acme/other is available"),
    ]);
    expect(state.installation).toBeUndefined();
    expect(state.violations).toEqual([]);
  });
});

describe("on the hosted platform, another Git server", () => {
  slowTest("is refused with the alternative", async () => {
    const { tome, state } = await openHosted();
    const other = await tome("git connect Handbook --repo https://git.example.com/docs.git");
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringContaining("connects repositories of GitHub and GitLab only"),
    ]);
    expect(other.stderr).toContain("tome git import");
    expect(state.installation).toBeUndefined();
  });
});

describe("on the hosted platform, a connected space", () => {
  async function openConnected() {
    const hosted = await openHosted();
    await hosted.tome("git connect Handbook --repo https://github.com/acme/docs --folder docs");
    hosted.state.requests.length = 0;
    return hosted;
  }

  slowTest("shows its connection and the last operation", async () => {
    const { tome, state } = await openConnected();
    const shown = await tome("git status Handbook --json");
    expect(JSON.parse(shown.stdout)).toMatchObject({
      repository: "acme/docs",
      branch: "trunk",
      folder: "docs",
      provider: "github",
      connection: "active",
      direction: "import",
      state: "success",
    });
    expect(state.violations).toEqual([]);
  });

  slowTest("lists repositories and branches, and shows a file", async () => {
    const { tome, state } = await openConnected();
    const repos = await tome("git repos Handbook");
    expect(repos.stdout).toContain("acme/docs\ttrunk");
    const branches = await tome("git branches Handbook");
    expect(branches.stdout).toBe("trunk\trefs/heads/trunk\n");
    const file = await tome("git file Handbook docs/README.md");
    expect([file.code, file.stdout]).toEqual([0, expect.stringContaining("docs/README.md")]);
    expect(state.violations).toEqual([]);
  });

  test("waits for a sync, and reports its success or failure", async () => {
    const { tome, state, findBody } = await openConnected();
    const done = await tome("git sync Handbook --wait");
    expect([done.code, done.stderr]).toEqual([0, expect.stringContaining("Completed the import")]);
    expect(findBody("updateGitSyncInstallationById")).toEqual({
      provider: "github",
      providerConfiguration: { repositoryId: 7, branch: "refs/heads/trunk" },
    });
    state.reason = "The branch is protected.";
    const failed = await tome("git sync Handbook --wait");
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringContaining("The branch is protected."),
    ]);
    expect(state.violations).toEqual([]);
  });

  slowTest("imports and exports without a URL", async () => {
    const { tome, state, findBody } = await openConnected();
    const imported = await tome("git import --space Handbook --wait");
    expect([imported.code, imported.stderr]).toEqual([
      0,
      expect.stringContaining("Completed the import"),
    ]);
    expect(findBody("importGitRepository")).toEqual({
      url: "https://example.com/acme/docs",
      ref: "refs/heads/trunk",
      repoProjectDirectory: "docs",
    });
    const exported = await tome("git export --space Handbook --message Sync --wait");
    expect([exported.code, exported.stderr]).toEqual([
      0,
      expect.stringContaining("Completed the export"),
    ]);
    expect(state.violations).toEqual([]);
  });

  test("is disconnected", async () => {
    const { tome, state } = await openConnected();
    const done = await tome("git disconnect Handbook --yes");
    expect([done.code, done.stderr]).toEqual([
      0,
      expect.stringContaining('Disconnected "Handbook" from acme/docs, branch trunk'),
    ]);
    const shown = await tome("git status Handbook");
    expect([shown.code, shown.stderr]).toEqual([
      5,
      expect.stringContaining("is not connected to a Git repository"),
    ]);
    expect(state.violations).toEqual([]);
  });

  slowTests.each([
    [402, "Upgrade your plan", 1],
    [403, "You cannot manage this space", 4],
    [404, "The installation is gone", 5],
    [409, "A sync is running", 6],
    [429, "Too many requests", 7],
  ] as const)("prints the message of the status %i", async (status, message, code) => {
    const { tome, state } = await openConnected();
    const headers = status === 429 ? { "retry-after": "0" } : {};
    state.failures.set("updateGitSyncInstallationById", { status, message, headers });
    const failed = await tome("git sync Handbook");
    expect([failed.code, failed.stderr]).toEqual([code, expect.stringContaining(message)]);
    expect(failed.stderr).toMatch(/^error: /m);
    expect(failed.stderr).not.toContain("    at ");
    expect(state.violations).toEqual([]);
  });
});
