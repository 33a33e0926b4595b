import { beforeAll, describe, expect, test } from "vitest";
import type { Input } from "../../../../../src/contract/endpoint.ts";
import type * as contract from "../../../../../src/contract/git-installation.ts";
import { configure } from "../../../../../src/service/areas/git/connections/configure.ts";
import {
  openCredentials,
  readConfig,
} from "../../../../../src/service/areas/git/connections/connection-rows.ts";
import type { GitInstallationTable } from "../../../../../src/service/areas/git/tables.ts";
import type { Call } from "../../../../../src/service/core/handlers.ts";
import { openOutside } from "../../../../../src/service/engines/network/egress.ts";
import { openSecretBox } from "../../../../../src/service/engines/secret-box.ts";
import { getConcurrencyKey } from "../../../../../src/service/jobs/principal.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { openWorkspace, type Workspace } from "../../../../support/platforms/workspace.ts";

type UpdateInput = Input<typeof contract.update>;

let workspace: Workspace;
const secretBox = openSecretBox(undefined);
const earlier = "2026-03-01T08:00:00.000Z";
const branch = "refs/heads/main";
const ofUser = (user: string) => getConcurrencyKey({ kind: "user", user });

beforeAll(async () => {
  workspace = await openWorkspace();
  return () => workspace.service.close();
});

/** @param caller ada stored the token "sealed" of the row */
async function change(
  row: Partial<GitInstallationTable>,
  config: object,
  input: Partial<UpdateInput>,
  caller = "ada",
) {
  const { db, now } = workspace;
  const stored: GitInstallationTable = {
    ...{ id: "I1", space_id: "S1", config: JSON.stringify(config) },
    provider: "github",
    ...{ credentials: "sealed", webhook_secret: "sealed", created_by: "ada" },
    ...{ principal: '{"kind":"user","user":"ada"}', created_at: earlier, updated_at: earlier },
    ...{ removed_at: null, observed_commit: "c1", checked_at: earlier, next_check_at: null },
    ...{ check_number: 3, failures: 2, problem: '{"reason":"moved"}', changed_at: earlier },
    ...{ received_at: earlier, rewritten: '{"from":"c0"}', ...row },
  };
  const call = createPartial<Call>({ db, now, caller, secretBox, outside: openOutside([]) });
  const { provider } = stored;
  const request = { installationId: "I1", provider, providerConfiguration: {}, ...input };
  return configure(stored, request as UpdateInput, call);
}

const known = { repositoryId: 7, branch, repositoryName: "acme/docs", defaultBranch: "main" };
const connected = { ...known, url: "https://git.example.com/acme/docs.git" };

const settings = { directory: "docs", messageTemplate: "Sync", priority: "gitbook" };
const project = {
  ...{ projectId: 7, branch, repositoryName: "acme/docs", defaultBranch: "main" },
  url: "https://gitlab.example.com/acme/docs.git",
};

describe("the configuration of an installation", () => {
  const owner = { tokenOwner: ofUser("ada") };
  test.each<[string, object, object, object]>([
    ["keeps what is omitted", { ...connected, ...settings }, {}, { ...connected, ...settings }],
    [
      "gets a repository by its id",
      {},
      { providerConfiguration: { repositoryId: 7, branch } },
      { repositoryId: 7, branch, isNew: true },
    ],
    [
      "gets another repository by its id, whose URL and name are not known",
      connected,
      { providerConfiguration: { repositoryId: 8 } },
      { repositoryId: 8, branch, isNew: true },
    ],
    [
      "keeps the repository with the same id",
      connected,
      { providerConfiguration: { repositoryId: 7 } },
      connected,
    ],
    [
      "gets another project by its id",
      { projectId: 7, branch },
      { providerConfiguration: { projectId: 8 } },
      { projectId: 8, branch, isNew: true },
    ],
    [
      "gets another project by its id, whose URL and name are not known",
      project,
      { providerConfiguration: { projectId: 8 } },
      { projectId: 8, branch, isNew: true },
    ],
    [
      "keeps the project with the same id",
      project,
      { providerConfiguration: { projectId: 7 } },
      project,
    ],
    [
      "gets another repository by its URL, with the other settings",
      { ...connected, ...settings },
      { providerConfiguration: { url: "https://git.example.com/acme/web.git" } },
      { url: "https://git.example.com/acme/web.git", ...settings, isNew: true },
    ],
    [
      "keeps the whole repository",
      connected,
      { projectDirectory: "" },
      { ...connected, directory: "" },
    ],
    [
      "gets another repository by its URL, with its own branch",
      connected,
      { providerConfiguration: { url: "https://git.example.com/acme/web.git" } },
      { url: "https://git.example.com/acme/web.git", isNew: true },
    ],
    [
      "keeps the repository with the same URL",
      connected,
      { providerConfiguration: { url: "https://git.example.com/acme/docs.git" } },
      connected,
    ],
    [
      "gets another branch",
      connected,
      { providerConfiguration: { branch: "refs/heads/next" } },
      { ...connected, branch: "refs/heads/next", isNew: true },
    ],
    [
      "gets another folder",
      connected,
      { projectDirectory: "/docs/" },
      { ...connected, directory: "docs", isNew: true },
    ],
    [
      "gets the whole repository again",
      { ...connected, directory: "docs" },
      { projectDirectory: "" },
      { ...connected, directory: "", isNew: true },
    ],
    [
      "gets a message and a priority",
      connected,
      { commitMessageTemplate: "Sync", priority: "gitbook" },
      { ...connected, messageTemplate: "Sync", priority: "gitbook" },
    ],
    [
      "gets a server",
      known,
      { providerConfiguration: { customInstanceURL: "https://git.example.com" } },
      { ...known, instance: "https://git.example.com" },
    ],
    [
      "keeps its server",
      { ...known, instance: "https://git.example.com" },
      {},
      { ...known, instance: "https://git.example.com" },
    ],
    [
      "gets the usual server again",
      { ...known, instance: "https://git.example.com" },
      { providerConfiguration: { customInstanceURL: null } },
      known,
    ],
  ])("%s", async (_, config, input, expected) => {
    const changed = await change({}, config, input);
    expect(readConfig(changed)).toEqual({ ...expected, ...owner });
    expect([changed.problem, changed.failures, changed.updated_at]).toEqual([
      ...[null, 0, workspace.now.toISOString()],
    ]);
    const isOther = "isNew" in expected;
    expect([changed.observed_commit, changed.checked_at, changed.rewritten]).toEqual(
      isOther ? [null, null, null] : ["c1", earlier, '{"from":"c0"}'],
    );
  });

  test("is that of its provider", async () => {
    await expect(change({}, {}, { provider: "gitlab" } as never)).rejects.toMatchObject({
      status: 400,
      field: "provider",
      message:
        "provider must be github, the provider of the installation. Remove the installation to use another one.",
    });
    const wrong = { providerConfiguration: { branch: "main" } };
    await expect(change({}, {}, wrong as never)).rejects.toMatchObject({
      ...{ status: 400, field: "providerConfiguration.branch" },
    });
  });
});

describe("the stored access token", () => {
  test.each<[string, object, object, string, boolean]>([
    ["of the same repository stays for its owner", connected, {}, "ada", true],
    ["of the same repository stays for another user", connected, {}, "bob", true],
    [
      "of another repository on the same server stays for its owner",
      connected,
      { url: "https://git.example.com/acme/web.git" },
      "ada",
      true,
    ],
    [
      "of another repository is removed for another user",
      connected,
      { url: "https://git.example.com/acme/web.git" },
      "bob",
      false,
    ],
    [
      "of another server is removed",
      connected,
      { url: "https://evil.example.com/acme/docs.git" },
      "ada",
      false,
    ],
    [
      "of another scheme is removed",
      connected,
      { url: "http://git.example.com/acme/docs.git" },
      "ada",
      false,
    ],
    [
      "of another branch stays for its owner",
      connected,
      { branch: "refs/heads/next" },
      "ada",
      true,
    ],
    [
      "of another branch is removed for another user",
      connected,
      { branch: "refs/heads/next" },
      "bob",
      false,
    ],
    [
      "of another repository of the provider stays for its owner",
      known,
      { repositoryId: 8 },
      "ada",
      true,
    ],
    [
      "of a repository of the provider stays for its owner, by its URL",
      known,
      { url: "https://github.com/acme/docs" },
      "ada",
      true,
    ],
    [
      "of the provider is removed for a URL elsewhere",
      known,
      { url: "https://evil.example.com/acme/docs" },
      "ada",
      false,
    ],
    [
      "of a folder stays for its owner with another branch",
      { url: "/srv/docs.git", branch },
      { branch: "refs/heads/next" },
      "ada",
      true,
    ],
    [
      "of a folder is removed for a URL elsewhere",
      { url: "/srv/docs.git", branch },
      { url: "https://evil.example.com/acme/docs" },
      "ada",
      false,
    ],
    [
      "of another instance is removed",
      known,
      { customInstanceURL: "https://evil.example.com" },
      "ada",
      false,
    ],
  ])("%s", async (_, config, providerConfiguration, caller, isKept) => {
    const input = { providerConfiguration } as Partial<UpdateInput>;
    const changed = await change({}, config, input, caller);
    expect([changed.credentials, readConfig(changed).tokenOwner]).toEqual(
      isKept ? ["sealed", ofUser("ada")] : [null, ofUser(caller)],
    );
    expect(JSON.parse(changed.principal)).toEqual({ kind: "user", user: caller });
  });

  test.each([
    ["ada", true],
    ["bob", false],
  ])(
    "without a repository and a provider is for the first one of its owner: %s",
    async (caller, isKept) => {
      const input = { providerConfiguration: { url: "https://git.example.com/a.git" } };
      const changed = await change({ provider: "git" }, {}, input, caller);
      expect(changed.credentials).toBe(isKept ? "sealed" : null);
    },
  );

  test.each<[GitInstallationTable["provider"], object, object]>([
    ["github", { accessToken: "t1" }, { username: "x-access-token", password: "t1" }],
    ["gitlab", { accessToken: "t1" }, { username: "oauth2", password: "t1" }],
    ["git", { accessToken: "t1" }, { username: "git", password: "t1" }],
    [
      "git",
      { url: "https://eve:p@git.example.com/a.git", accessToken: "t1" },
      { username: "eve", password: "t1" },
    ],
    ["git", { url: "https://eve:p@git.example.com/a.git" }, { username: "eve", password: "p" }],
  ])("of %s is replaced by that of %j", async (provider, providerConfiguration, expected) => {
    const input = { providerConfiguration } as Partial<UpdateInput>;
    const changed = await change({ provider }, connected, input, "bob");
    expect(await openCredentials(secretBox, changed)).toEqual(expected);
    expect(readConfig(changed).tokenOwner).toBe(ofUser("bob"));
    expect(changed.config).not.toContain("eve");
  });
});
