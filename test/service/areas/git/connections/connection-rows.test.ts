import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as space from "../../../../../src/contract/space.ts";
import { ApiError } from "../../../../../src/errors.ts";
import {
  createWebhookSecret,
  findActor,
  findConnection,
  findInstallation,
  getTokenOwner,
  ignoreMissing,
  isTokenOwner,
  openCredentials,
  openWebhookSecret,
  readProblem,
  requireInstallation,
  sealCredentials,
  toRequest,
} from "../../../../../src/service/areas/git/connections/connection-rows.ts";
import type { Call } from "../../../../../src/service/core/handlers.ts";
import { openSecretBox } from "../../../../../src/service/engines/secret-box.ts";
import type { Requester } from "../../../../../src/service/jobs/principal.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { createGitRows, type GitRows, openGitPlatform } from "../../../../support/git/git-rows.ts";
import { main } from "../../../../support/git/git-space.ts";

let platform: Awaited<ReturnType<typeof openGitPlatform>>;
let rows: GitRows;

beforeAll(async () => {
  platform = await openGitPlatform();
  // The connection of another space.
  await (await createGitRows(platform)).connect();
  return () => platform.workspace.service.close();
});

beforeEach(async () => {
  rows = await createGitRows(platform);
});

const earlier = "2026-03-01T08:00:00.000Z";
const user: Requester = { kind: "user", user: "ada" };
const integration: Requester = { kind: "integration", integration: "sync", user: "ada" };
const installation: Requester = {
  ...{ kind: "installation", integration: "sync", installation: "i1", user: "ada" },
};

describe("a connection", () => {
  test("is found by its space and by its id, until it is removed", async () => {
    const { db, spaceId } = rows;
    expect(await findConnection(db, spaceId)).toBeUndefined();
    const removed = await rows.connect(undefined, { removed_at: earlier });
    expect(await findConnection(db, spaceId)).toBeUndefined();
    expect(await findInstallation(db, removed.id)).toBeUndefined();
    const row = await rows.connect();
    expect(await findConnection(db, spaceId)).toEqual(row);
    expect(await findInstallation(db, row.id)).toEqual(row);
    expect(await findInstallation(db, "gone")).toBeUndefined();
  });

  describe("of a request", () => {
    const open = (id: string, caller: string, mayBeRemoved?: boolean) => {
      const { db, now } = platform.workspace;
      const call = createPartial<Call>({ db, now, caller });
      return requireInstallation(call, id, "getGitSyncInstallationById", mayBeRemoved);
    };
    const missing = (id: string) => ({
      ...{ status: 404, field: "installationId" },
      message: `Git installation ${id} does not exist.`,
    });

    test("is returned with the role of the caller", async () => {
      const row = await rows.connect();
      expect(await open(row.id, platform.admin)).toMatchObject({ row, access: { role: "admin" } });
    });

    test("needs a role, and is unknown to other users", async () => {
      const { id } = await rows.connect();
      const { workspace, organizationId } = platform;
      const reader = await workspace.member(organizationId, "read");
      await expect(open(id, reader)).rejects.toMatchObject({ status: 403 });
      await expect(open(id, await workspace.person())).rejects.toMatchObject(missing(id));
      await expect(open("gone", platform.admin)).rejects.toMatchObject(missing("gone"));
      await workspace.ok(platform.admin, space.remove, { spaceId: rows.spaceId });
      await expect(open(id, platform.admin)).rejects.toMatchObject(missing(id));
    });

    test("may be a removed one only if the request restores it", async () => {
      const row = await rows.connect(undefined, { removed_at: earlier });
      await expect(open(row.id, platform.admin)).rejects.toMatchObject(missing(row.id));
      await expect(open(row.id, platform.admin, false)).rejects.toMatchObject(missing(row.id));
      expect((await open(row.id, platform.admin, true)).row).toEqual(row);
    });
  });

  test.each([
    [new ApiError(404, "It does not exist."), true],
    [new ApiError(403, "No role."), false],
    [new TypeError("A bug."), false],
    [{ status: 404 }, false],
  ])("is missing only after %s with the status 404", (error, isMissing) => {
    if (isMissing) expect(ignoreMissing(error)).toBeUndefined();
    else expect(() => ignoreMissing(error)).toThrow(expect.objectContaining(error));
  });
});

describe("the actor of a connection", () => {
  test.each<[string, Requester | undefined, Requester]>([
    ["without a principal is the caller", undefined, { kind: "user", user: "bob" }],
    ["is a user", user, user],
    ["is a user without the token", { ...user, token: { store: "tokens", hash: "h" } }, user],
    ["is an integration", integration, integration],
    ["is an installation", installation, installation],
  ])("%s", (_, principal, expected) => {
    expect(findActor({ caller: "bob", principal })).toEqual(expected);
  });

  test.each<[string, object, Requester, boolean]>([
    ["that stored it", { tokenOwner: "user ada" }, user, true],
    ["other than that stored it", { tokenOwner: "user bob" }, user, false],
    ["of another kind", { tokenOwner: "user ada" }, integration, false],
    ["of an earlier version, its principal", {}, installation, true],
    ["of an earlier version, another one", {}, user, false],
  ])("owns the token: %s", (_, config, actor, isOwner) => {
    const row = { config: JSON.stringify(config), principal: JSON.stringify(installation) };
    expect(isTokenOwner(createPartial(row), actor)).toBe(isOwner);
    expect(getTokenOwner(row)).toBe("tokenOwner" in config ? config.tokenOwner : "installation i1");
  });
});

test("a problem is that of the row", () => {
  const problem = { reason: "moved", message: "M", fix: "F", since: earlier, cause: "check" };
  expect(readProblem({ problem: JSON.stringify(problem) })).toEqual(problem);
  expect(readProblem({ problem: null })).toBeUndefined();
});

describe("the secrets of a connection", () => {
  const box = openSecretBox(undefined);

  test("are encrypted for it alone", async () => {
    const credentials = { username: "ada", password: "secret" };
    const encrypted = await sealCredentials(box, "I1", credentials);
    expect(encrypted).not.toContain("secret");
    expect(await openCredentials(box, { id: "I1", credentials: encrypted })).toEqual(credentials);
    await expect(openCredentials(box, { id: "I2", credentials: encrypted })).rejects.toThrow();
    await expect(openWebhookSecret(box, { id: "I1", webhook_secret: encrypted })).rejects.toThrow();
    expect(await openCredentials(box, { id: "I1", credentials: null })).toBeUndefined();
  });

  test("have a random one for its webhook", async () => {
    const first = await createWebhookSecret(box, "I1");
    const second = await createWebhookSecret(box, "I1");
    // 24 bytes.
    expect(first.secret).toMatch(/^[\w-]{32}$/);
    expect(second.secret).not.toBe(first.secret);
    const open = (id: string) => openWebhookSecret(box, { id, webhook_secret: first.sealed });
    expect(await open("I1")).toBe(first.secret);
    await expect(open("I2")).rejects.toThrow();
  });
});

describe("the request of a sync", () => {
  const url = "https://git.example.com/docs.git";
  test.each<[object, object | undefined]>([
    [{}, undefined],
    [{ url }, undefined],
    [{ branch: main }, undefined],
    [
      { url, branch: main },
      { directory: "", prefer: "repository" },
    ],
    [
      { url, branch: main, priority: "git" },
      { directory: "", prefer: "repository" },
    ],
    [
      { url, branch: main, directory: "docs", priority: "gitbook" },
      { directory: "docs", prefer: "space" },
    ],
  ])("is that of the configuration %j", async (config, expected) => {
    const row = await rows.connect(config);
    expect(toRequest(row)).toEqual(
      expected && {
        ...{ url, ref: main, force: false, standalone: false, installation: row.id },
        ...expected,
      },
    );
  });
});
