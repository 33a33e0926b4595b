import { describe, expect, test } from "vitest";
import { NameNotFoundError } from "../../../src/errors.ts";
import { showCurrentUser } from "../../../src/features/auth/whoami.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

interface Options {
  readonly responses?: Readonly<Record<string, unknown>>;
  /** The configured organization, or the error of its look-up. */
  readonly org?: string | Error;
  readonly local?: boolean;
  readonly fields?: readonly string[];
  readonly screen?: boolean;
}

const user = { id: "U1", displayName: "Ada", email: "ada@x.org" };
const acme = {
  "GET /orgs/O1": { id: "O1", title: "Acme", hostname: "acme" },
  "GET /orgs/O1/members/U1": { id: "U1", role: "admin" },
};

async function show({ responses = acme, org, local = false, fields, screen }: Options) {
  const { context, sent } = openScriptedContext({
    answer: ({ line }) => (line === "GET /user" ? user : (responses[line] ?? 404)),
    ...(screen !== undefined && { screen }),
    more: {
      choice: { fields },
      settings: { local },
      local: { organization: async () => "O1" },
      parentId: async () => {
        if (org instanceof Error) throw org;
        return org;
      },
    },
  });
  const result = await showCurrentUser(context);
  if (result === undefined || !("record" in result)) throw result;
  return { record: result.record, columns: result.columns, sent: sent.map(String).toSorted() };
}

const organization = { object: "organization", id: "O1", title: "Acme" };
const three = ["GET /orgs/O1", "GET /orgs/O1/members/U1", "GET /user"];

describe("the current user is shown", () => {
  test.each<readonly [string, Options, object, readonly string[]]>([
    ["with organization and role", { org: "O1" }, { ...user, organization, role: "admin" }, three],
    [
      "with the organization of the local platform",
      { local: true },
      { ...user, organization, role: "admin" },
      three,
    ],
    ["without a configured organization", {}, { ...user, organization: null }, ["GET /user"]],
    [
      "as a guest",
      { org: "O1", responses: { ...acme, "GET /orgs/O1/members/U1": { id: "U1", role: null } } },
      { ...user, organization, role: "guest" },
      three,
    ],
    [
      "without a role that the platform does not return",
      { org: "O1", responses: { ...acme, "GET /orgs/O1/members/U1": { id: "U1" } } },
      { ...user, organization },
      three,
    ],
    [
      "with an organization that is not visible",
      { org: "O1", responses: {} },
      { ...user, organization: { object: "organization", id: "O1" } },
      three,
    ],
    [
      "without an organization whose name is unknown",
      { org: new NameNotFoundError("No organization matches.") },
      user,
      ["GET /user"],
    ],
    ["in a selection of the name", { org: "O1", fields: ["displayName"] }, user, ["GET /user"]],
    [
      "in a selection with the title of the organization",
      { org: "O1", fields: ["id", "organization.title"] },
      { ...user, organization, role: "admin" },
      three,
    ],
    [
      "in a selection with the role",
      { org: "O1", fields: ["role"] },
      { ...user, organization, role: "admin" },
      three,
    ],
  ])("%s", async (_, options, record, requests) => {
    const shown = await show(options);
    expect(shown.record).toEqual(record);
    expect(shown.sent).toEqual(requests);
    expect(shown.columns).toEqual([
      { header: "ID", path: "id", as: "id" },
      { header: "NAME", path: "displayName", as: "title" },
      { header: "EMAIL", path: "email" },
      { header: "ORGANIZATION", path: "organization" },
      { header: "ROLE", path: "role" },
    ]);
  });

  test.each<readonly [Options, string]>([
    [{ org: "O1" }, "Acme (O1)"],
    [{ org: "O1", responses: {} }, "O1"],
    [{}, "not set; to set one: tome config set org <organization>"],
  ])("on a terminal with its organization in words: %j", async (options, text) => {
    expect((await show({ ...options, screen: true })).record.organization).toBe(text);
  });
});

test("an error of tome while the organization is looked up is not hidden", async () => {
  await expect(show({ org: new TypeError("bug") })).rejects.toThrow("bug");
});
