import { expect, test } from "vitest";
import { current, update } from "../../../../../src/contract/user.ts";
import { shareOrganization } from "../../../../../src/service/areas/people/members/user-by-id.ts";
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
  const own = await workspace.ok(stranger, current, {});
  expect(await readAs(stranger, own.urls.location)).toEqual({ status: 200, body: own });
  expect(own.email).toBe("stranger@example.com");
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

test("a user changes the name or the picture alone, and no other user", async () => {
  const workspace = await openWorkspace();
  const [userId, other] = [
    await workspace.person("a@example.com"),
    await workspace.person("b@example.com"),
  ];
  const before = await workspace.ok(userId, current, {});
  const unchanged = await workspace.ok(other, current, {});
  const photoURL = "https://example.com/ada.png";
  expect(await workspace.ok(userId, update, { userId })).toEqual(before);
  expect(await workspace.ok(userId, update, { userId, photoURL })).toEqual({ ...before, photoURL });
  const displayName = "Ada";
  expect(await workspace.ok(userId, update, { userId, displayName })).toEqual({
    ...{ ...before, photoURL, displayName },
  });
  const blank = { userId, displayName: " " };
  expect((await workspace.refused(userId, update, blank)).status).toBe(400);
  expect(await workspace.ok(userId, current, {})).toMatchObject({ displayName, photoURL });
  expect(await workspace.ok(other, current, {})).toEqual(unchanged);
});

test("users share an organization while the caller is an active member of it", async () => {
  const workspace = await openWorkspace();
  const { db } = workspace;
  const [one, two] = [await workspace.organization(), await workspace.organization()];
  const [user, caller, disabled] = [
    await workspace.member(one, null),
    await workspace.member(one, "read"),
    await workspace.member(one, "read", true),
  ];
  await workspace.enroll(two, caller, "read");
  const stranger = await workspace.member(two, "admin");
  const share = (reader: string, boundTo?: string) => shareOrganization(db, user, reader, boundTo);
  expect([
    await share(caller),
    await share(caller, one),
    await share(caller, two),
    await share(disabled),
    await share(stranger),
    await share(user),
  ]).toEqual([true, true, false, false, false, true]);
  // A disabled user is still visible to colleagues.
  expect(await shareOrganization(db, disabled, caller, undefined)).toBe(true);
});
