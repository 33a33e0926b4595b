/** `tome access list`, with a platform that the tests choose. */
import { expect, test } from "vitest";
import { listAccess } from "../../../src/features/access/list.ts";
import { openScriptedContext } from "../../support/commands/scripted-context.ts";

const person = (id: string, more: object = {}) => ({
  id,
  user: { id, displayName: id },
  role: "read",
  ...more,
});
const sites = ["public", "unlisted", "share-link", "visitor-auth", "odd"].map((visibility, at) => ({
  id: `X${at}`,
  title: visibility,
  visibility,
  published: true,
  defaultLevel: "inherit",
}));
const base: Readonly<Record<string, unknown>> = {
  "/orgs/O1": { id: "O1", title: "Acme" },
  "/orgs/O1/members": { items: [person("ada"), person("off", { disabled: true })] },
  "/orgs/O1/collections": { items: [] },
  "/orgs/O1/spaces": { items: [{ id: "S1", title: "Guide", defaultLevel: "read" }] },
  "/orgs/O1/sites": { items: [] },
  "/spaces/S1/permissions/users": { items: [{ user: { id: "off" }, permission: "edit" }] },
  "/spaces/S1/permissions/teams": { items: [] },
};

async function run(
  input: Omit<Parameters<typeof listAccess>[1], "organizationId">,
  responses: Readonly<Record<string, unknown>> = {},
  { screen = false, format }: { readonly screen?: boolean; readonly format?: string } = {},
) {
  const { context, sent } = openScriptedContext({
    screen,
    answer: ({ line }) => {
      const path = line.slice("GET ".length).replace(/\?.*/, "");
      return { ...base, ...responses }[path] ?? (path.includes("/permissions/") ? 501 : 404);
    },
  });
  const shown: string[] = [];
  const progress = (text: string) => {
    shown.push(text);
    return { update: (next: string) => void shown.push(next), stop: () => void shown.push("stop") };
  };
  const result = await listAccess(
    { ...context, choice: { format } as never, terminal: { ...context.terminal, progress } },
    { organizationId: "O1", ...input },
  );
  if (result === undefined || !("list" in result)) throw result;
  const pages = [];
  for await (const page of result.list) pages.push(page);
  return {
    pages,
    rows: pages.flat(),
    headers: result.columns.map(({ header }) => header),
    notes: result.notes?.(),
    knownFields: result.knownFields,
    unsettled: result.unsettled?.(),
    shown,
    sent,
  };
}

const programs = [
  ...["NAME", "EMAIL", "STATUS", "KIND", "RESOURCE", "ROLE", "VIA", "REASON"],
  ...["EFFECTIVE", "COMPUTED", "USER", "RESOURCE ID"],
];

test("programs get all columns and each resource as soon as it is read", async () => {
  const { pages, headers, notes, knownFields, unsettled, shown } = await run({});
  expect(pages.map((page) => page.length)).toEqual([2, 2]);
  expect(pages[1]?.map((row) => [row.user, row.role, row.why, row.effective])).toEqual([
    [expect.objectContaining({ id: "ada" }), "read", "level", true],
    [expect.objectContaining({ id: "off" }), "edit", "direct", false],
  ]);
  expect(headers).toEqual(programs);
  expect(knownFields).toEqual([
    ...["user.id", "user.email", "thing.id", "from.id", "from.title", "team.title", "by"],
  ]);
  expect([unsettled, shown]).toEqual([undefined, []]);
  expect(notes).toEqual([
    "The platform does not report all access, so tome computed 1 row from default levels and grants.",
    "2 rows are grants of disabled or former members, which take effect when they return.",
  ]);
});

test.each([
  [{}, undefined, ["NAME", "ROLE", "RESOURCE", "KIND", "REASON", "STATUS", "EMAIL"]],
  [{}, "table", ["NAME", "ROLE", "RESOURCE", "KIND", "REASON", "STATUS", "EMAIL"]],
  [{ spaceId: "S1" }, undefined, ["NAME", "ROLE", "REASON", "STATUS", "EMAIL"]],
  [{ userId: "ada" }, undefined, ["ROLE", "RESOURCE", "KIND", "REASON", "STATUS"]],
  [{}, "csv", programs],
])("a terminal with %j and the format %s has the columns %j", async (input, format, expected) => {
  const screen = true;
  const { headers, shown, pages } = await run(input, {}, { screen, ...(format && { format }) });
  expect(headers).toEqual(expected);
  expect(pages).toHaveLength(1);
  expect(shown[0]).toBe("Reading access …");
  expect(shown.slice(1, 2)).toEqual(["Reading access: 1 resource …"]);
  expect(shown.at(-1)).toBe("stop");
});

test("notes count one row, and rows that nothing explains", async () => {
  const { notes, rows } = await run(
    { spaceId: "S1" },
    {
      "/spaces/S1/permissions/aggregate": {
        items: [{ user: { id: "ada", displayName: "ada" }, permission: "admin" }],
      },
    },
  );
  expect(rows).toHaveLength(2);
  expect(notes).toEqual([
    "1 row is a grant of disabled or former members, which take effect when they return.",
    "1 row has a role that default levels and grants do not explain.",
  ]);
});

test("a grant of a team without members is no grant of a former member", async () => {
  const { rows, notes } = await run(
    { teamId: "T1" },
    {
      "/orgs/O1/members": { items: [person("ada")] },
      "/orgs/O1/teams/T1/members": { items: [] },
      "/spaces/S1/permissions/users": { items: [] },
      "/spaces/S1/permissions/teams": {
        items: [{ team: { id: "T1", title: "Docs" }, permission: "edit" }],
      },
    },
  );
  expect(rows.map(({ user, team }) => [user, team])).toEqual([[null, { id: "T1", title: "Docs" }]]);
  expect(notes?.some((note) => note.includes("former members"))).toBe(false);
});

test.each<readonly [Parameters<typeof run>[0], object, readonly string[]]>([
  [
    { spaceId: "S1" },
    {},
    [
      'All visitors can read the space, because the docs site "public" is published.',
      'All visitors who sign in can read the space, because the docs site "visitor-auth" is published.',
    ],
  ],
  [
    { siteId: "X1" },
    {},
    [
      'All visitors with the URL can read the content of the site, because the docs site "unlisted" is published.',
    ],
  ],
  [
    { siteId: "X2" },
    {},
    [
      'All visitors with a share link can read the content of the site, because the docs site "share-link" is published.',
    ],
  ],
  [{ siteId: "X4" }, {}, []],
  [{}, {}, []],
  [{ spaceId: "S1", role: "admin" }, {}, []],
  [{ spaceId: "S1" }, { screen: false }, []],
  [{ spaceId: "S1" }, { format: "json" }, []],
])("the visitors with %j and %j are %j", async (input, options, expected) => {
  const inSites = Object.fromEntries(
    sites.map(({ id }, at) => [
      `/orgs/O1/sites/${id}/site-spaces`,
      { items: at === 0 || at === 3 ? [{ space: { id: "S1" } }] : [{ space: { id: "S2" } }] },
    ]),
  );
  const { notes } = await run(
    input,
    {
      "/orgs/O1/sites": { items: [...sites, { ...sites[0], id: "X9", published: false }] },
      ...inSites,
      "/orgs/O1/sites/X9/site-spaces": { items: [{ space: { id: "S1" } }] },
    },
    { screen: true, ...options },
  );
  expect(notes?.filter((note) => note.includes("visitors"))).toEqual(expected);
});

test("lists that cannot be read make the result partial", async () => {
  const { unsettled } = await run({}, { "/orgs/O1/collections": 500 });
  expect(unsettled).toMatchObject({ how: "partial" });
});
