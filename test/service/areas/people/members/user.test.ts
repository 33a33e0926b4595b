import { expect, test } from "vitest";
import { current, update } from "../../../../../src/contract/user.ts";
import { issueToken } from "../../../../../src/service/server/tokens.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

test("the caller is the user of the token", async () => {
  const workspace = await openWorkspace();
  await workspace.person("someone@example.com");
  const id = await workspace.person("me@example.com");
  const me = await workspace.ok(id, current, {});
  expect(me).toMatchObject({ object: "user", id, email: "me@example.com" });
  expect(me).not.toHaveProperty("photoURL");
});

test("the URL of a user is available to all, with the email for users in a common organization", async () => {
  const workspace = await openWorkspace();
  const { db, now, service } = workspace;
  const organization = await workspace.organization();
  const member = await workspace.member(organization, "read");
  const colleague = await workspace.member(organization, "read");
  const stranger = await workspace.person("stranger@example.com");
  const me = await workspace.ok(member, current, {});
  const readAs = async (user: string, url = me.urls.location) => {
    const token = await issueToken(db, { user, label: "test", now });
    const headers = { authorization: `Bearer ${token}` };
    const { status, body } = await service.transport({ method: "GET", url, headers });
    return { status, body: JSON.parse(String(body)) };
  };
  expect(await readAs(member)).toEqual({ status: 200, body: me });
  expect(await readAs(colleague)).toEqual({ status: 200, body: me });
  const { email: _, ...known } = me;
  expect(await readAs(stranger)).toEqual({ status: 200, body: known });
  expect(await readAs(member, `${me.urls.location}x`)).toMatchObject({ status: 404 });
});

test("users change only their own name and picture", async () => {
  const workspace = await openWorkspace();
  const organization = await workspace.organization();
  const admin = await workspace.member(organization, "admin");
  const userId = await workspace.member(organization, "read");
  const changes = { displayName: "Ada Byron", photoURL: "https://example.com/ada.png" };
  expect(await workspace.ok(userId, update, { userId, ...changes })).toMatchObject(changes);
  expect(await workspace.ok(userId, current, {})).toMatchObject(changes);
  const input = { userId, displayName: "Someone" };
  expect((await workspace.refused(admin, update, input)).status).toBe(403);
  const stranger = await workspace.person("stranger@example.com");
  expect((await workspace.refused(stranger, update, input)).status).toBe(404);
});
