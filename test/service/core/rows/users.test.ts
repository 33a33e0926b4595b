import { expect, it } from "vitest";
import {
  loadUsersById,
  presentUser,
  requireMembers,
} from "../../../../src/service/core/rows/users.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

const base = "https://tome.example.com";

it("a user is presented with a photo if there is one", () => {
  const row = { id: "u1", display_name: "Ada", email: "ada@example.com", created_at: "" };
  const user = {
    ...{ object: "user", id: "u1", displayName: "Ada", email: "ada@example.com" },
    urls: { location: `${base}/v1/users/u1` },
  };
  expect(presentUser({ ...row, photo_url: null }, base)).toEqual(user);
  const photoURL = "https://example.com/a.png";
  expect(presentUser({ ...row, photo_url: photoURL }, base)).toEqual({ ...user, photoURL });
});

it("users are loaded once each, and an unknown one is a bug", async () => {
  const workspace = await openWorkspace();
  const { db } = workspace;
  const [ada, tom] = [await workspace.person("ada@users.example"), await workspace.person()];
  const getUser = await loadUsersById({ db, base }, [ada, null, ada, "unknown"]);
  expect(getUser(ada)).toMatchObject({ id: ada, email: "ada@users.example" });
  expect(() => getUser(tom)).toThrow(`The database has no user ${tom}.`);
  expect(() => getUser("unknown")).toThrow("The database has no user unknown.");
});

it("members are checked in the organization, in any number", async () => {
  const workspace = await openWorkspace();
  const { db } = workspace;
  const org = await workspace.organization();
  const other = await workspace.organization();
  const members = [await workspace.member(org, "read"), await workspace.member(org, null, true)];
  const foreign = await workspace.member(other, "admin");
  expect(await requireMembers(db, org, "users", [...members, ...members])).toEqual(members);
  expect(await requireMembers(db, org, "users", [])).toEqual([]);
  await expect(requireMembers(db, org, "users", [...members, foreign])).rejects.toMatchObject({
    status: 400,
    field: "users",
    message: `users contains user ${foreign}, who is not a member of the organization. Specify members only.`,
  });
  const many = Array.from({ length: 500 }, () => members[0] ?? "");
  const ids = [...many.map((id, at) => (at === 0 ? id : `u${at}`)), members[1] ?? ""];
  await expect(requireMembers(db, org, "users", ids)).rejects.toThrow("contains user u1,");
  for (let at = 1; at < 500; at++) {
    const created_at = workspace.now.toISOString();
    const user = { id: `u${at}`, display_name: "U", email: `u${at}@users.example` };
    await db
      .insertInto("users")
      .values({ ...user, photo_url: null, created_at })
      .execute();
    await workspace.enroll(org, `u${at}`, "read");
  }
  expect(await requireMembers(db, org, "users", ids)).toEqual(ids);
  const getUser = await loadUsersById({ db, base }, ids);
  expect(ids.map((id) => getUser(id).id)).toEqual(ids);
});
