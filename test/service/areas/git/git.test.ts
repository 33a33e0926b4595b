import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint, Input } from "../../../../src/contract/endpoint.ts";
import * as git from "../../../../src/contract/git.ts";
import * as installation from "../../../../src/contract/git-installation.ts";
import { sealCredentials } from "../../../../src/service/areas/git/connections/connection-rows.ts";
import { handlers } from "../../../../src/service/areas/git/git.ts";
import { toCredentialsPurpose } from "../../../../src/service/areas/git/operation.ts";
import type { Call } from "../../../../src/service/core/handlers.ts";
import { createPartial } from "../../../support/commands/partial.ts";
import { slowTest, slowTests } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { createGitRows, openGitPlatform } from "../../../support/git/git-rows.ts";
import { gitSpace, main } from "../../../support/git/git-space.ts";
import { publish } from "../../../support/organizations/content.ts";

let platform: Awaited<ReturnType<typeof openGitPlatform>>;

beforeAll(async () => {
  platform = await openGitPlatform();
  return () => platform.workspace.service.close();
});

slowTest(
  "a folder URL that is not an absolute path is refused at once, and others are normalized",
  async () => {
    const { workspace, admin, spaceId, imports } = await gitSpace();
    const bad = [
      "file:x",
      "file:/srv/docs",
      "file://host/docs",
      "file:",
      "file:////x",
      "file:///a%0ab",
    ];
    for (const url of bad) {
      expect(
        await workspace.refused(admin, git.importRepository, { spaceId, url, ref: main }),
        url,
      ).toMatchObject({ status: 400, message: expect.stringMatching(/URL|absolute path/) });
    }
    const repository = gitRepository();
    repository.commit({ "README.md": "# Home\n" });
    for (const url of [repository.path, `FILE://${repository.path}`]) {
      expect((await imports(url, { force: true })).error, url).toBeUndefined();
    }
  },
);

test("a folder inside .git or outside the repository is refused at once, in any spelling", async () => {
  const { workspace, admin, spaceId } = await gitSpace();
  const url = gitRepository().path;
  const bad = [".git", ".git/hooks", ".GIT/hooks", "GIT~1", "docs/git~2", "\\..\\..", "docs\\.git"];
  for (const folder of [...bad, "..", ".git.", ".git ", ".g\u200cit", ".git::$INDEX_ALLOCATION"]) {
    const asked = { spaceId, url, ref: main, repoProjectDirectory: folder };
    for (const refusal of [
      await workspace.refused(admin, git.importRepository, asked),
      await workspace.refused(admin, git.exportRepository, { ...asked, commitMessage: "x" }),
    ]) {
      expect(refusal, folder).toMatchObject({
        status: 400,
        message: expect.stringContaining("repoProjectDirectory"),
      });
    }
  }
});

describe("the request of a sync", () => {
  const url = "https://git.example.com/acme/docs.git";

  async function open() {
    const rows = await createGitRows(platform);
    const { admin, workspace } = rows;
    const ask = <E extends Endpoint>(endpoint: E, input: Input<E>, caller = admin) =>
      workspace.explain(caller, endpoint, input);
    const list = async () =>
      (await rows.listOperations()).map(({ kind, request }) => ({ kind, ...request }));
    return { ...rows, ask, list };
  }

  const basic = { url, ref: main, directory: "", force: false, standalone: false };
  slowTests.each<[string, object, object]>([
    ["only its repository", {}, {}],
    ["a folder without its slashes", { repoProjectDirectory: "/docs/" }, { directory: "docs" }],
    ["force", { force: true }, { force: true }],
    ["standalone", { standalone: true }, { standalone: true }],
    [
      "the URL of commits",
      { repoCommitURL: "https://x.test/c" },
      { commitUrl: "https://x.test/c" },
    ],
    [
      "the time of its event",
      { timestamp: "2026-03-01T08:00:00Z" },
      { timestamp: "2026-03-01T08:00:00Z" },
    ],
  ])("has %s", async (_, input, expected) => {
    const { ask, list, spaceId } = await open();
    const remote = { url, ref: main, ...input };
    expect((await ask(git.importRepository, { spaceId, ...remote })).status).toBe(204);
    expect(
      (await ask(git.exportRepository, { spaceId, ...remote, commitMessage: "Docs" })).status,
    ).toBe(204);
    expect(await list()).toEqual([
      { kind: "import", ...basic, ...expected },
      { kind: "export", ...basic, ...expected, commitMessage: "Docs" },
    ]);
  });

  test("needs the role editor of a space that the user sees", async () => {
    const { ask, workspace, organizationId, list, spaceId } = await open();
    const [reader, stranger] = [
      await workspace.member(organizationId, "read"),
      await workspace.person(),
    ];
    const remote = { url, ref: main };
    const direction = "import" as const;
    for (const [caller, status] of [
      [reader, 403],
      [stranger, 404],
    ] as const) {
      const answers = await Promise.all([
        ask(git.importRepository, { spaceId, ...remote }, caller),
        ask(git.exportRepository, { spaceId, ...remote, commitMessage: "Docs" }, caller),
        ask(git.plan, { spaceId, ...remote, direction }, caller),
        ask(git.planned, { spaceId, gitPlanId: "p" }, caller),
        ask(git.removeLegacy, { spaceId }, caller),
      ]);
      expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(status));
    }
    expect(await list()).toEqual([]);
  });

  describe("of a connected space", () => {
    const connection = { url, branch: main, directory: "docs" };
    const remote = { url, ref: main, repoProjectDirectory: "docs" };
    slowTests.each<[string, object, boolean]>([
      ["for the connected remote", {}, true],
      ["for another repository", { url: "https://git.example.com/other.git" }, false],
      ["for another branch", { ref: "refs/heads/other" }, false],
      ["for another folder", { repoProjectDirectory: "other" }, false],
      ["with its own password", { url: "https://ada:own@git.example.com/acme/docs.git" }, true],
    ])("%s uses its installation and its token: %#", async (_, change, isConnected) => {
      const { ask, listOperations, workspace, connect, spaceId, admin, db } = await open();
      const { id: installationId } = await connect({}, { provider: "git" });
      const { url: address, branch } = connection;
      await workspace.ok(admin, installation.update, {
        ...{ installationId, provider: "git", projectDirectory: "docs" },
        providerConfiguration: { url: address, branch, accessToken: "secret" },
      });
      await db.deleteFrom("git_operations").where("space_id", "=", spaceId).execute();
      expect((await ask(git.importRepository, { spaceId, ...remote, ...change })).status).toBe(204);
      const [operation] = await listOperations();
      expect(operation?.request.installation).toBe(isConnected ? installationId : undefined);
      expect(operation?.credentials !== null).toBe(isConnected);
    });

    test.each([
      ["for the connected remote", "git.example.com/acme/docs.git", "git:secret"],
      ["with another password", "ada:own@git.example.com/acme/docs.git", "ada:own"],
      ["with a password for another repository", "ada:own@git.example.com/other.git", "ada:own"],
      ["for another repository", "git.example.com/other.git", undefined],
    ])("%s has the user name and password of %s: %s", async (_, address, expected) => {
      const { call, connect, spaceId, admin, listOperations } = await open();
      const id = `connection of ${spaceId}`;
      const stored = { username: "git", password: "secret" };
      const credentials = await sealCredentials(call.secretBox, id, stored);
      await connect(connection, { id, credentials });
      await handlers.importRepository(
        { ...remote, spaceId, url: `https://${address}` },
        createPartial<Call>({ ...call, caller: admin }),
      );
      const [operation] = await listOperations();
      const encrypted = operation?.credentials ?? undefined;
      const purpose = toCredentialsPurpose(operation?.id ?? "");
      const opened = encrypted && JSON.parse(await call.secretBox.open(encrypted, purpose));
      expect(opened && `${opened.username}:${opened.password}`).toBe(expected);
    });
  });

  describe("of a plan", () => {
    const synced = JSON.stringify(["https://git.example.com/last.git", "refs/heads/last", "sub"]);
    const last = {
      url: "https://git.example.com/last.git",
      ref: "refs/heads/last",
      directory: "sub",
    };

    test.each<[string, object, object | undefined, string | undefined, object]>([
      [
        "its own repository",
        { url, ref: main },
        { url: "https://x.test/a.git", branch: main },
        synced,
        {},
      ],
      [
        "the connected repository",
        {},
        { url, branch: "refs/heads/b", directory: "docs" },
        synced,
        { ref: "refs/heads/b", directory: "docs" },
      ],
      ["the last repository", {}, undefined, synced, last],
      [
        "another branch of the connected repository",
        { ref: "refs/heads/c" },
        { url, branch: "refs/heads/b", directory: "docs" },
        synced,
        { ref: "refs/heads/c", directory: "docs" },
      ],
      [
        "another folder of the last repository",
        { repoProjectDirectory: "other" },
        undefined,
        synced,
        { ...last, directory: "other" },
      ],
      ["the last repository without a known branch", {}, { url }, synced, last],
    ])("has %s", async (_, input, config, key, expected) => {
      for (const direction of ["import", "export"] as const) {
        const { ask, list, connect, insertSync, spaceId } = await open();
        if (config) await connect(config);
        await insertSync({ synced_place: key ?? null });
        expect((await ask(git.plan, { spaceId, ...input, direction })).status).toBe(201);
        const { installation: _, ...request } = (await list())[0] ?? {};
        expect(request).toEqual({ ...basic, ...expected, kind: direction, plan: true });
      }
    });

    test("needs a repository, and the branch of a repository", async () => {
      const { ask, spaceId, insertSync } = await open();
      const direction = "import" as const;
      const message = `Space ${spaceId} is not connected to a repository. Specify url and ref.`;
      expect(await ask(git.plan, { spaceId, direction })).toMatchObject({ status: 400, message });
      await insertSync();
      expect(await ask(git.plan, { spaceId, direction })).toMatchObject({ status: 400, message });
      expect(await ask(git.plan, { spaceId, direction, url })).toMatchObject({
        ...{ status: 400, message: "ref is required with url." },
      });
    });
  });
});

describe("the repository of a space", () => {
  async function open() {
    const rows = await createGitRows(platform);
    const { spaceId, admin, workspace } = rows;
    const info = () => workspace.ok(admin, git.info, { spaceId });
    const explain = () => workspace.explain(admin, git.info, { spaceId });
    return { ...rows, info, explain };
  }

  test("is not shown without a connection, and after it is disconnected", async () => {
    const { explain, spaceId, insertSync } = await open();
    const missing = {
      ...{ status: 404, hint: `tome git connect ${spaceId} --repo <url>` },
      message: `Space ${spaceId} has no Git repository. Connect one.`,
    };
    expect(await explain()).toMatchObject(missing);
    await insertSync({ disconnected: 1 });
    expect(await explain()).toMatchObject(missing);
  });

  test("is that of the connection, with the state of the last sync", async () => {
    const { info, insertSync, connect, db, spaceId } = await open();
    const { id } = await connect(undefined, { observed_commit: "c1" });
    expect(await info()).toMatchObject({ installationId: id, pending: "import" });
    await insertSync({ state: "success", operation: "import", disconnected: 1 });
    const disconnected = await info();
    expect([disconnected.state, disconnected.pending]).toEqual([undefined, "import"]);
    await db
      .updateTable("git_syncs")
      .set({ disconnected: null, synced_commit: "c1" })
      .where("space_id", "=", spaceId)
      .execute();
    const shown = await info();
    expect([shown.state, shown.pending]).toEqual(["success", undefined]);
  });

  test.each([
    ["running", { phase: "read" }],
    ["pending", undefined],
    ["success", undefined],
  ] as const)("that is %s has the progress %j", async (state, progress) => {
    const { info, insertSync, insertOperation } = await open();
    await insertSync({ state, operation: "import" });
    await insertOperation({ progress: '{"phase":"read"}' });
    expect((await info()).progress).toEqual(progress);
  });

  test("has warnings for redirects without a target", async () => {
    const { info, insertSync, workspace, spaceId } = await open();
    await insertSync();
    expect(await info()).not.toHaveProperty("warnings");
    await publish(workspace, spaceId, (tree) => ({ ...tree, redirects: { old: "gone.md" } }));
    expect((await info()).warnings).toEqual([expect.stringContaining("gone.md")]);
  });

  test("is forgotten if it is a legacy connection", async () => {
    for (const legacy of [0, 1]) {
      const { info, explain, insertSync, workspace, admin, spaceId } = await open();
      await insertSync({ legacy });
      expect(await workspace.explain(admin, git.removeLegacy, { spaceId })).toMatchObject({
        status: 204,
      });
      if (legacy === 0) expect(await info()).toBeDefined();
      else expect((await explain()).status).toBe(404);
    }
  });
});
