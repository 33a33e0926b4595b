import { describe, expect, test } from "vitest";
import { findOrganization, findUser } from "../../../../src/service/server/admin/named.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

const workspace = await openWorkspace();
const { db } = workspace;

async function addUser(name: string, email: string): Promise<string> {
  const id = await workspace.person(email);
  await db.updateTable("users").set({ display_name: name }).where("id", "=", id).execute();
  return id;
}

const [ada, grace, otherGrace, impostor] = [
  await addUser("Ada Lovelace", "Ada@Example.com"),
  await addUser("Grace", "grace@example.com"),
  await addUser("Grace", "other@example.com"),
  await addUser("ADA@example.com", "impostor@example.com"),
];
const [acme, , twin] = [
  await workspace.organization("Acme"),
  await workspace.organization("Twin"),
  await workspace.organization("Twin"),
];
const named = await workspace.organization(acme);

const catchError = (found: Promise<string>) => found.catch((error: unknown) => error);

describe("a user", () => {
  test.each([
    ["an id", grace, grace],
    ["a name", "Ada Lovelace", ada],
    ["an email address", "other@example.com", otherGrace],
    ["an email address in another case, which is also a name", "ADA@example.com", ada],
    ["the email address of a user whose name is another's", "IMPOSTOR@example.com", impostor],
  ])("is found by %s", async (_, word, expected) => {
    expect(await findUser(db, word)).toBe(expected);
  });

  test.each([
    ["Grace", 409, '2 users have the name "Grace". Specify the email address.'],
    ["grace", 404, 'No user matches "grace".'],
    ["", 404, 'No user matches "".'],
  ])("is not found by %j", async (word, status, message) => {
    const refused = { status, field: "user", message };
    expect(await catchError(findUser(db, word))).toMatchObject(refused);
  });
});

describe("an organization", () => {
  test.each([
    ["an id, also if it is the title of another one", acme, acme],
    ["an id instead of an ambiguous title", twin, twin],
    ["a title", "Acme", acme],
    ["the id of one whose title is an id", named, named],
  ])("is found by %s", async (_, word, expected) => {
    expect(await findOrganization(db, word)).toBe(expected);
  });

  test.each([
    ["Twin", 409, '2 organizations have the title "Twin". Specify the id; tome org list shows it.'],
    ["acme", 404, 'No organization matches "acme".'],
  ])("is not found by %j", async (word, status, message) => {
    const refused = { status, field: "organization", message };
    expect(await catchError(findOrganization(db, word))).toMatchObject(refused);
  });
});
