/** The missing roles of planned requests, with a platform that the tests choose. */
import { describe, expect, test } from "vitest";
import { permissionFlags } from "../../../src/contract/permission-flags.ts";
import type { Role } from "../../../src/contract/roles.ts";
import { allows, type PermissionRule } from "../../../src/contract/rules.ts";
import { describeMissingRoles } from "../../../src/features/access/missing-roles.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

/** The permissions that the platform returns to a caller with a role. */
function listPermissions(kind: "space" | "collection" | "site", role: Role | null) {
  const flags: Readonly<Record<string, unknown>> = permissionFlags[kind];
  return Object.fromEntries(
    Object.entries(flags).flatMap(([name, flag]) =>
      Array.isArray(flag) ? [[name, allows(role, (flag as PermissionRule[])[0] as never)]] : [],
    ),
  );
}

const admin = (name: string) => ({ user: { displayName: name } });
const organization = (role: string | null, ...admins: readonly object[]) => ({
  "GET /user": { id: "U1" },
  "GET /orgs/O1/members/U1": { id: "U1", role },
  "GET /orgs/O1/members?role=admin": { items: admins },
});
const space = (role: Role | null, more: object = { title: "Guide", organization: "O1" }) => ({
  "GET /spaces/S1": { ...more, permissions: listPermissions("space", role) },
});
const collection = (role: Role | null) => ({
  "GET /collections/C1": {
    title: "Folder",
    organization: "O1",
    permissions: listPermissions("collection", role),
  },
});
const site = (role: Role | null) => ({
  "GET /orgs/O1/sites/X1": { title: "Help", permissions: listPermissions("site", role) },
});

async function describeAll(
  responses: Readonly<Record<string, unknown>>,
  ...requests: readonly (readonly [line: string, body?: object])[]
) {
  const { context, sent } = openScriptedContext({ answer: ({ line }) => responses[line] ?? 404 });
  const clients: unknown[] = [];
  const recording = {
    ...context,
    client: async (options?: object) => {
      clients.push(options);
      return context.client();
    },
  };
  const planned = requests.map(([line, body]) => {
    const [method = "", path = ""] = line.split(" ");
    return { method, url: `https://tome.example/v1${path}`, ...(body && { body: body as never }) };
  });
  return { sentences: await describeMissingRoles(recording, planned), sent, clients };
}

const rename = ["PATCH /spaces/S1", { title: "New" }] as const;

describe("the sentence", () => {
  test.each<
    readonly [
      string,
      readonly [string, object?],
      Readonly<Record<string, unknown>>,
      readonly string[],
    ]
  >([
    [
      "names the space, the own role and the admins",
      rename,
      { ...space("read"), ...organization("read", admin("Ada"), { user: { email: "b@x.org" } }) },
      [
        'Changing the title of a space requires admin in the space "Guide". Your role is read. It can be done by Ada or b@x.org.',
      ],
    ],
    ["is absent if the role is sufficient", rename, space("admin"), []],
    ["is absent for fields that need no further role", ["PATCH /spaces/S1", {}], space("edit"), []],
    ["is absent if the platform returns no permissions", rename, { "GET /spaces/S1": {} }, []],
    ["is absent if the space cannot be read", rename, {}, []],
    ["is absent for an unknown request", ["PATCH /nowhere", { title: "New" }], {}, []],
    [
      "names no admins that cannot be listed",
      rename,
      space(null, { title: "Guide", organization: "O2" }),
      [
        'To change the settings of a space requires read in the space "Guide". You have no role.',
        'Changing the title of a space requires admin in the space "Guide". You have no role.',
      ],
    ],
    [
      "names three admins and the number of others",
      ["DELETE /collections/C1"],
      {
        ...collection("edit"),
        ...organization("edit", ...["A", "B", "C", "D", "E"].map(admin)),
      },
      [
        'Deleting a collection requires admin in the collection "Folder". Your role is at most review. It can be done by A, B, C, or 2 other users.',
      ],
    ],
    [
      "names three admins without others",
      ["DELETE /collections/C1"],
      { ...collection("edit"), ...organization("edit", ...["A", "B", "C"].map(admin)) },
      [
        'Deleting a collection requires admin in the collection "Folder". Your role is at most review. It can be done by A, B, or C.',
      ],
    ],
    [
      "names the site",
      ["DELETE /orgs/O1/sites/X1"],
      { ...site("read"), ...organization("read", admin("Ada")) },
      [
        'Deleting a site requires admin on the site "Help". Your role is at most review. It can be done by Ada.',
      ],
    ],
    [
      "names the role in the organization",
      ["PATCH /orgs/O1/members/U2", { role: "read" }],
      organization("edit", admin("Ada")),
      [
        "Changing the role of a member requires admin in the organization. Your role is edit. It can be done by Ada.",
      ],
    ],
    [
      "says that a guest has no role",
      ["PATCH /orgs/O1/members/U2", { role: "read" }],
      organization(null),
      ["Changing the role of a member requires admin in the organization. You have no role."],
    ],
    [
      "is absent for the own membership",
      ["DELETE /orgs/O1/members/U1"],
      organization("read", admin("Ada")),
      [],
    ],
    [
      "is present for another membership",
      ["DELETE /orgs/O1/members/U2"],
      organization("read"),
      [
        "Removing a member requires admin in the organization; or the user themselves. Your role is read.",
      ],
    ],
    [
      "is about the parent collection of a new space",
      ["POST /orgs/O1/spaces", { title: "New", parent: "C1" }],
      { ...collection("read"), ...organization("create") },
      [
        'Creating a space requires create in the collection or organization that it is put in "Folder". Your role is at most review.',
      ],
    ],
    [
      "is about the organization of a new space",
      ["POST /orgs/O1/spaces", { title: "New", parent: "O1" }],
      organization("read"),
      [
        "Creating a space requires create in the collection or organization that it is put in. Your role is read.",
      ],
    ],
    [
      "is about the organization of a new space without a parent",
      ["POST /orgs/O1/spaces", { title: "New" }],
      organization("read"),
      [
        "Creating a space requires create in the collection or organization that it is put in. Your role is read.",
      ],
    ],
  ])("%s", async (_, request, responses, expected) => {
    const { sentences, clients } = await describeAll(responses, request);
    expect(sentences).toEqual(expected.map((one) => `Missing role: ${one}`));
    expect(clients).toEqual([{ lookup: true, isOptional: true }]);
  });
});

test("resources are read once for several requests, and each sentence is returned once", async () => {
  const responses = { ...space("read"), ...organization("read", admin("Ada")) };
  const { sentences, sent } = await describeAll(responses, rename, ["DELETE /spaces/S1"], rename);
  expect(sentences).toHaveLength(2);
  expect(sent).toEqual(["GET /spaces/S1", "GET /orgs/O1/members?role=admin"]);
});

test("at most 100 requests are examined", async () => {
  const others = (count: number) => Array.from({ length: count }, () => ["GET /nowhere"] as const);
  const responses = { ...space("read"), ...organization("read") };
  expect((await describeAll(responses, ...others(99), rename)).sentences).toHaveLength(1);
  expect((await describeAll(responses, ...others(100), rename)).sentences).toEqual([]);
});

describe("the author of a comment", () => {
  const remove = ["DELETE /spaces/S1/comments/M1"] as const;
  test.each<readonly [string, object, number]>([
    ["needs no role", { "GET /spaces/S1/comments/M1": { postedBy: { id: "U1" } } }, 0],
    ["may be its creator", { "GET /spaces/S1/comments/M1": { createdBy: { id: "U1" } } }, 0],
    ["is another user", { "GET /spaces/S1/comments/M1": { postedBy: { id: "U2" } } }, 1],
    ["is unknown", {}, 1],
  ])("%s", async (_, comment, count) => {
    const { sentences } = await describeAll(
      { ...space("comment"), ...organization("comment"), ...comment },
      remove,
    );
    expect(sentences).toHaveLength(count);
  });

  test("is that of the comment of a reply without an own author", async () => {
    const responses = {
      ...space("comment"),
      ...organization("comment"),
      "GET /spaces/S1/comments/M1": { postedBy: { id: "U1" } },
    };
    const { sentences, sent } = await describeAll(responses, [
      "DELETE /spaces/S1/comments/M1/replies/R1",
    ]);
    expect(sentences).toEqual([]);
    expect(sent.slice(-2)).toEqual([
      "GET /spaces/S1/comments/M1/replies",
      "GET /spaces/S1/comments/M1",
    ]);
  });
});
