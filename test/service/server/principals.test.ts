import { expect, it } from "vitest";
import * as integration from "../../../src/contract/integration.ts";
import * as space from "../../../src/contract/space.ts";
import type { Principal } from "../../../src/service/jobs/principal.ts";
import { createPrincipalDirectory } from "../../../src/service/server/principals.ts";
import { computeDigest, issueToken, revokeToken } from "../../../src/service/server/tokens.ts";
import { addProvider, signIn } from "../../support/models/consent-world.ts";
import { openIntegrations } from "../../support/organizations/integrations.ts";
import { openWorkspace } from "../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const directory = createPrincipalDirectory(() => workspace.now);
  const resolve = (principal: Principal) =>
    directory.resolve(workspace.db, principal).then(
      ({ caller, boundTo }) => [caller, boundTo],
      (error: Error & { status?: number }) => `${error.status} ${error.message}`,
    );
  return { workspace, directory, resolve };
}

it("a user is resolved while they exist and their token is valid", async () => {
  const { workspace, resolve } = await start();
  const { db, now } = workspace;
  const [ada, tom] = [await workspace.person(), await workspace.person()];
  expect(await resolve({ kind: "user", user: ada })).toEqual([ada, undefined]);
  expect(await resolve({ kind: "user", user: "none" })).toBe(
    "401 The user who requested the job no longer exists.",
  );
  const expiresAt = new Date(now.getTime() + 1000).toISOString();
  const secret = await issueToken(db, { user: ada, label: "CI", now, expiresAt });
  const token = { store: "tokens" as const, hash: computeDigest(secret) };
  expect(await resolve({ kind: "user", user: ada, token })).toEqual([ada, undefined]);
  const revoked = "401 The token that requested the job was revoked or has expired.";
  expect(await resolve({ kind: "user", user: tom, token })).toBe(revoked);
  expect(await resolve({ kind: "user", user: ada, token: { ...token, store: "sign_ins" } })).toBe(
    revoked,
  );
  workspace.passDays(1);
  expect(await resolve({ kind: "user", user: ada, token })).toBe(revoked);
  const other = await issueToken(db, { user: ada, label: "CI", now });
  const otherToken = { store: "tokens" as const, hash: computeDigest(other) };
  await revokeToken(db, otherToken.hash);
  expect(await resolve({ kind: "user", user: ada, token: otherToken })).toBe(revoked);
});

it("a user who signed in by SAML is limited to the organization of the sign-in", async () => {
  const { workspace, resolve } = await start();
  const [organization, other] = [await workspace.organization(), await workspace.organization()];
  const user = await workspace.person("ada@signin.example");
  for (const id of [organization, other]) await workspace.enroll(id, user, "admin");
  await workspace.vouch(organization, "signin.example");
  await addProvider(workspace, organization, "Sign-in");
  const hash = computeDigest(await signIn(workspace, organization, user));
  const token = { store: "sign_ins" as const, hash };
  expect(await resolve({ kind: "user", user, token })).toEqual([user, organization]);
  expect(await resolve({ kind: "user", user })).toEqual([user, undefined]);
});

it("a user may call any operation, and the platform has no permissions of a user", async () => {
  const { workspace, directory, resolve } = await start();
  const user = await workspace.person();
  const { requireScope } = await directory.resolve(workspace.db, { kind: "user", user });
  await expect(requireScope("updateSpaceById", {})).resolves.toBe(undefined);
  expect(await resolve({ kind: "platform" })).toBe(
    "401 The job belongs to the platform, which has no user permissions.",
  );
});

it("an integration that was uninstalled is not resolved", async () => {
  const { resolve } = await start();
  const gone = "401 The installation of docs-bot that requested the job was uninstalled or paused.";
  const integration = { integration: "docs-bot", user: "u1" };
  expect(await resolve({ kind: "integration", ...integration })).toBe(gone);
  expect(await resolve({ kind: "installation", installation: "n1", ...integration })).toBe(gone);
});

it("an installed integration has its scopes, in the organization of its installation", async () => {
  const { workspace, org, admin, publish } = await openIntegrations();
  const name = "link-checker";
  await publish({ visibility: "public", target: "all", scopes: ["space:metadata:read"] });
  const install = { integrationName: name, organization: org };
  const { id } = await workspace.ok(admin, integration.install, install);
  const other = await workspace.organization("Other");
  await workspace.enroll(other, admin, "admin");
  const [own, foreign] = await Promise.all(
    [org, other].map((organizationId) => workspace.ok(admin, space.create, { organizationId })),
  );
  const directory = createPrincipalDirectory(() => workspace.now);
  const resolve = (principal: Principal) => directory.resolve(workspace.db, principal);
  const requested = { integration: name, user: admin };
  const agent = await resolve({ kind: "installation", installation: id, ...requested });
  expect(agent.boundTo).toBeUndefined();
  expect((await resolve({ kind: "integration", ...requested })).caller).toBe(agent.caller);
  const attempt = (operation: string, spaceId = "") =>
    agent.requireScope(operation, { spaceId }).then(
      () => 200,
      (error: Error & { status?: number }) => error.status,
    );
  expect([
    await attempt("getSpaceById", own?.id),
    await attempt("updateSpaceById", own?.id),
    await attempt("getSpaceById", foreign?.id),
    await attempt("listOrganizationsForAuthenticatedUser"),
  ]).toEqual([200, 403, 404, 403]);
  const unknown = { kind: "installation", installation: "unknown", ...requested } as const;
  await expect(resolve(unknown)).rejects.toThrow("uninstalled or paused");
});
