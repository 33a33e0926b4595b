/** The resources that configuration files describe, with their fields, lists and errors. */
import { describe, expect, test } from "vitest";
import { UsageError } from "../../../../src/errors.ts";
import { readDesiredResources } from "../../../../src/features/organization-files/desired/desired.ts";
import type { OrganizationFolder } from "../../../../src/features/organization-files/desired/read-folder.ts";
import type { LockRecord } from "../../../../src/features/organization-files/lock.ts";
import { computeDigest } from "../../../../src/features/organization-files/resource.ts";

type Tree = Readonly<Record<string, unknown>>;

function createFolder({ sites, texts = {}, variables = {}, ...files }: Tree): OrganizationFolder {
  return {
    ...{ path: "conf", org: undefined, people: undefined, content: undefined, specs: undefined },
    ...{ webhooks: undefined, saml: undefined, digests: new Map() },
    ...files,
    sites: sites === undefined ? undefined : new Map(Object.entries(sites as Tree)),
    texts: new Map(Object.entries(texts as Tree)),
    variables: new Map(Object.entries(variables as Tree)),
    formatLine: ({ file, path }: { file: string; path: readonly unknown[] }) =>
      `${file}, line ${path.length}`,
  } as OrganizationFolder;
}

/** The resources by address: their kind, fields and, if there are any, other properties. */
function read(files: Tree, locked: ReadonlyMap<string, LockRecord> = new Map()) {
  const { things, listed, emptyLists, impliedSpaces } = readDesiredResources(
    createFolder(files),
    locked,
  );
  const resources = [...things.values()].map((one) => {
    const { address, kind, fields, lists, whole, protect, moved, location } = one;
    return [
      address,
      {
        ...{ kind, ...Object.fromEntries(fields) },
        ...(lists.size > 0 && { lists: [...lists] }),
        ...(whole.size > 0 && { whole: [...whole] }),
        ...(protect && { protect }),
        ...(moved !== undefined && { moved }),
        at: [location.file, ...location.path].join("."),
      },
    ];
  });
  return {
    resources: Object.fromEntries(resources),
    listed: [...listed],
    empty: emptyLists.map(({ location, explicit, content }) => [
      [location.file, ...location.path].join("."),
      explicit,
      content,
    ]),
    implied: [...impliedSpaces],
  };
}

const record = (fields: Tree = {}): LockRecord => ({
  ...{ kind: "space", id: "1", protect: false },
  fields: new Map(Object.entries(fields) as [string, string][]),
});
const site = (structure?: unknown, more: Tree = {}) => ({
  site: { title: "Help", ...(structure !== undefined && { structure }) },
  ...more,
});
const part = (key: string, more: Tree = {}) => ({ type: "space", key, path: key, ...more });

describe("the organization and its users", () => {
  test("have their fields, with roles, domains and emails in one form", () => {
    const org = { title: "Acme", defaultRole: "guest", emailDomains: ["b.example", "a.example"] };
    const people = {
      members: {
        "Ada@Example.com": "admin",
        "bob@example.com": { role: "guest", disabled: true, protect: true },
        "eve@example.com": { disabled: false },
      },
      teams: {
        writers: {
          ...{ title: "Writers", protect: true, moved: "authors" },
          members: { "Ada@Example.com": "owner", exclusive: true },
        },
        readers: { title: "Readers" },
      },
    };
    expect(read({ org, people })).toEqual({
      resources: {
        organization: {
          ...{ kind: "organization", title: "Acme", defaultRole: null, at: "org.yaml" },
          emailDomains: ["a.example", "b.example"],
        },
        "members/ada@example.com": {
          ...{ kind: "member", role: "admin", at: "people.yaml.members.Ada@Example.com" },
        },
        "members/bob@example.com": {
          ...{ kind: "member", role: null, disabled: true, protect: true },
          at: "people.yaml.members.bob@example.com",
        },
        "members/eve@example.com": {
          ...{ kind: "member", disabled: false, at: "people.yaml.members.eve@example.com" },
        },
        "teams/writers": {
          ...{ kind: "team", title: "Writers", "members/ada@example.com": "owner" },
          ...{ lists: ["members"], whole: ["members"], protect: true, moved: "teams/authors" },
          at: "people.yaml.teams.writers",
        },
        "teams/readers": { kind: "team", title: "Readers", at: "people.yaml.teams.readers" },
      },
      ...{ listed: ["members", "teams"], empty: [], implied: [] },
    });
  });

  test("are not managed without their keys, and empty keys are noted", () => {
    const none = { resources: {}, listed: [], empty: [], implied: [] };
    expect(read({})).toEqual(none);
    expect(read({ people: {} })).toEqual(none);
    const org = { emailDomains: null };
    expect(read({ org, people: { members: null, teams: null } })).toEqual({
      resources: { organization: { kind: "organization", emailDomains: [], at: "org.yaml" } },
      ...{ listed: ["members", "teams"], implied: [] },
      empty: [
        [
          "org.yaml.emailDomains",
          "[]",
          { of: "resource", address: "organization", list: "emailDomains" },
        ],
        ["people.yaml.members", "{}", { of: "kind", kind: "member" }],
        ["people.yaml.teams", "{}", { of: "kind", kind: "team" }],
      ],
    });
    expect(read({ org: { defaultRole: "read" } }).resources).toEqual({
      organization: { kind: "organization", defaultRole: "read", at: "org.yaml" },
    });
  });
});

test("collections and spaces have their parents, grants and rules", () => {
  const content = {
    spaces: { top: { title: "Top", grants: null } },
    collections: {
      outer: {
        ...{ title: "Outer", protect: true, moved: "old" },
        grants: { "Ada@Example.com": "edit", "teams/writers": "read" },
        spaces: {
          inner: {
            ...{ title: "Inner", directory: "docs", protect: true, moved: "former" },
            git: { repository: "https://github.com/acme/docs", branch: "refs/heads/main" },
            grants: { exclusive: true },
            mergeRules: { rules: [{ type: "x", users: ["Bob@example.com", "ada@example.com"] }] },
          },
          plain: { title: "Plain", mergeRules: "none", git: null },
        },
        collections: { innermost: { spaces: null } },
      },
    },
  };
  const at = (path: string) => `content.yaml.${path}`;
  expect(read({ content })).toEqual({
    resources: {
      "spaces/top": {
        ...{ kind: "space", title: "Top", parent: null, lists: ["grants"], whole: ["grants"] },
        at: at("spaces.top"),
      },
      "collections/outer": {
        ...{ kind: "collection", title: "Outer", parent: null, lists: ["grants"], protect: true },
        ...{ "grants/ada@example.com": "edit", "grants/teams/writers": "read" },
        ...{ moved: "collections/old", at: at("collections.outer") },
      },
      "spaces/inner": {
        ...{ kind: "space", title: "Inner", parent: "collections/outer", protect: true },
        ...{ lists: ["grants"], whole: ["grants"], moved: "spaces/former" },
        git: { repository: "https://github.com/acme/docs", branch: "main" },
        mergeRules: {
          type: "rules",
          rules: [{ type: "x", users: ["ada@example.com", "bob@example.com"] }],
        },
        at: at("collections.outer.spaces.inner"),
      },
      "spaces/plain": {
        ...{ kind: "space", title: "Plain", parent: "collections/outer", git: null },
        ...{ mergeRules: { type: "none" }, at: at("collections.outer.spaces.plain") },
      },
      "collections/innermost": {
        ...{ kind: "collection", parent: "collections/outer" },
        at: at("collections.outer.collections.innermost"),
      },
    },
    listed: ["collections", "spaces"],
    empty: [
      [
        "content.yaml.spaces.top.grants",
        "{}",
        { of: "resource", address: "spaces/top", list: "grants" },
      ],
      [
        "content.yaml.collections.outer.spaces.inner.grants",
        "{}",
        { of: "resource", address: "spaces/inner", list: "grants" },
      ],
      [
        "content.yaml.collections.outer.collections.innermost.spaces",
        "{}",
        { of: "parent", kind: "space", parent: "collections/innermost" },
      ],
    ],
    implied: [],
  });
  expect(read({ content: { collections: null } })).toMatchObject({
    listed: ["collections"],
    empty: [["content.yaml.collections", "{}", { of: "parent", kind: "collection", parent: null }]],
  });
  expect(read({ content: {} })).toMatchObject({ listed: [], empty: [] });
});

test("specifications, webhooks and SAML providers have their fields", () => {
  const files = {
    specs: {
      specs: {
        pets: { url: "https://example.com/pets.json", visibility: "public", protect: true },
        local: { file: "local.yaml" },
      },
    },
    texts: { "local.yaml": "openapi: 3.1.0" },
    webhooks: {
      webhooks: {
        ci: {
          ...{ url: "https://ci.example", active: false, protect: true, moved: "old" },
          ...{ secret: "value", events: ["z", "a"] },
        },
        plain: { url: "https://plain.example" },
      },
    },
    variables: { value: "CI_SECRET" },
    saml: {
      providers: {
        okta: {
          ...{ title: "Okta", certificate: "none", defaultRole: "guest", protect: true },
          ...{ moved: "old", groups: { eng: ["teams/b", "teams/a"], ops: "teams/a" } },
        },
        strict: { title: "Strict", groups: { exclusive: true } },
        bare: { title: "Bare", groups: null },
      },
    },
  };
  const { resources, listed, empty } = read(files);
  expect(resources).toMatchObject({
    "webhooks/ci": {
      ...{ kind: "webhook", url: "https://ci.example", active: false, secret: "value" },
      ...{ events: ["a", "z"], protect: true, moved: "webhooks/old" },
      at: "webhooks.yaml.webhooks.ci",
    },
    "saml/okta": {
      ...{ kind: "saml-provider", title: "Okta", certificate: "none", defaultRole: null },
      ...{ "groups/eng": ["teams/a", "teams/b"], "groups/ops": ["teams/a"], lists: ["groups"] },
      ...{ protect: true, moved: "saml/old", at: "saml.yaml.providers.okta" },
    },
  });
  expect(resources["specs/pets"]).toEqual({
    ...{ kind: "specification", visibility: "public", url: "https://example.com/pets.json" },
    ...{ protect: true, at: "specs.yaml.specs.pets" },
  });
  expect(resources["specs/local"]).toEqual({
    ...{ kind: "specification", text: computeDigest("openapi: 3.1.0") },
    at: "specs.yaml.specs.local",
  });
  expect(resources["webhooks/plain"]).toEqual({
    ...{ kind: "webhook", url: "https://plain.example", at: "webhooks.yaml.webhooks.plain" },
  });
  expect(resources["saml/okta"]).not.toHaveProperty("whole");
  expect(resources["saml/strict"]).toEqual({
    ...{ kind: "saml-provider", title: "Strict", lists: ["groups"], whole: ["groups"] },
    at: "saml.yaml.providers.strict",
  });
  expect(listed).toEqual(["specs", "webhooks", "saml"]);
  expect(empty.map(([at]) => at)).toEqual([
    "saml.yaml.providers.strict.groups",
    "saml.yaml.providers.bare.groups",
  ]);
  expect(read({ specs: {}, webhooks: {}, saml: {} })).toMatchObject({
    listed: ["webhooks", "saml"],
    empty: [],
  });
  const nothing = read({
    specs: { specs: null },
    webhooks: { webhooks: null },
    saml: { providers: null },
  });
  expect(nothing).toMatchObject({
    listed: ["specs", "webhooks", "saml"],
    empty: [
      ["specs.yaml.specs", "{}", { of: "kind", kind: "specification" }],
      ["webhooks.yaml.webhooks", "{}", { of: "kind", kind: "webhook" }],
      ["saml.yaml.providers", "{}", { of: "kind", kind: "saml-provider" }],
    ],
  });
});

describe("a site", () => {
  test("has its settings, lists and parts in order", () => {
    const structure = [
      {
        ...{ type: "section", key: "guide", title: "Guide", path: "guide" },
        children: [part("en", { space: "en" }), part("fr", { space: "fr", default: true })],
      },
      { type: "section-group", key: "more", title: "More" },
    ];
    const help = site(structure, {
      ...{ protect: true, moved: "old", settings: { visibility: "public" } },
      customization: { styling: { theme: "clean" }, header: { preset: "bold" } },
      shareLinks: { beta: { active: true } },
      grants: { "Ada@Example.com": "edit" },
      redirects: { "/old": "/new/", exclusive: true },
      automaticRedirects: { "/moved": null },
    });
    const content = { spaces: { en: { title: "En" }, fr: { title: "Fr" } } };
    const { resources, listed, empty, implied } = read({ content, sites: { help } });
    expect(resources["sites/help"]).toEqual({
      ...{ kind: "site", title: "Help", visibility: "public", at: "sites/help.yaml" },
      ...{ "customization/styling.theme": "clean", "customization/header.preset": "bold" },
      ...{ "automaticRedirects//moved": null, order: ["guide", "more"], default: "guide" },
      ...{ "shareLinks/beta": { active: true }, "grants/ada@example.com": "edit" },
      "redirects//old": { to: "/new", capture: false, permanent: false },
      lists: ["grants", "shareLinks", "redirects"],
      ...{ whole: ["redirects"], protect: true, moved: "sites/old" },
    });
    expect(resources).toMatchObject({
      "sites/help/guide": {
        kind: "section",
        default: "fr",
        at: "sites/help.yaml.site.structure.0",
      },
      "sites/help/en": {
        ...{ kind: "site-space", space: "spaces/en", section: "sites/help/guide" },
        at: "sites/help.yaml.site.structure.0.children.0",
      },
      "sites/help/fr": { at: "sites/help.yaml.site.structure.0.children.1" },
      "sites/help/more": { kind: "group", at: "sites/help.yaml.site.structure.1" },
    });
    expect([listed, empty, implied]).toEqual([["spaces", "sites", "sites/help"], [], []]);
  });

  test("without structure does not manage its parts, and an empty one is noted", () => {
    const bare = read({ sites: { help: site() } });
    expect(bare.resources["sites/help"]).toEqual({
      ...{ kind: "site", title: "Help", at: "sites/help.yaml" },
    });
    expect(bare.listed).toEqual(["sites"]);
    const help = site(null, { redirects: null, automaticRedirects: null, shareLinks: null });
    const empty = read({ sites: { help } });
    expect(empty.resources["sites/help"]).toMatchObject({ order: [], default: null });
    expect(empty.listed).toEqual(["sites", "sites/help"]);
    expect(empty.empty).toEqual([
      ["sites/help.yaml.site.structure", "[]", { of: "site", address: "sites/help" }],
      [
        "sites/help.yaml.shareLinks",
        "{}",
        { of: "resource", address: "sites/help", list: "shareLinks" },
      ],
      [
        "sites/help.yaml.redirects",
        "{}",
        { of: "resource", address: "sites/help", list: "redirects" },
      ],
    ]);
  });
});

describe("the space of a site space", () => {
  const listSpaces = (files: Tree, locked?: ReadonlyMap<string, LockRecord>, key = "en") => {
    const { resources, implied } = read(files, locked);
    const spaces = Object.entries(resources).filter(([address]) => address.startsWith("spaces/"));
    return [resources[`sites/help/${key}`].space, spaces.map(([address]) => address), implied];
  };
  const inSite = (...parts: unknown[]) => ({ sites: { help: site(parts) } });
  const digest = computeDigest("spaces/en");

  test.each<[string, Tree, Record<string, LockRecord>, readonly unknown[]]>([
    [
      "is in the files",
      { content: { spaces: { a: {} } }, ...inSite(part("en", { space: "a" })) },
      {},
      ["spaces/a", ["spaces/a"], []],
    ],
    ["is in the lock", inSite(part("en", { space: "a" })), {}, ["spaces/a", ["spaces/a"], []]],
    [
      "has the directory",
      {
        content: { spaces: { a: { directory: "docs" } } },
        ...inSite(part("en", { content: { directory: "docs" } })),
      },
      {},
      ["spaces/a", ["spaces/a"], []],
    ],
    [
      "is created for a directory",
      inSite(part("en", { content: { directory: "docs" } })),
      {},
      ["spaces/en", ["spaces/en"], [["sites/help/en", "spaces/en"]]],
    ],
    [
      "is created once for a directory",
      inSite(
        part("fr", { content: { directory: "docs" } }),
        part("en", { content: { directory: "docs" } }),
      ),
      {},
      ["spaces/fr", ["spaces/fr"], [["sites/help/fr", "spaces/fr"]]],
    ],
    [
      "is created without a directory",
      inSite(part("en", { content: {} })),
      {},
      ["spaces/en", ["spaces/en"], [["sites/help/en", "spaces/en"]]],
    ],
    [
      "has the key of a space in the files",
      { content: { spaces: { en: {} } }, ...inSite(part("en")) },
      {},
      ["spaces/en", ["spaces/en"], []],
    ],
    [
      "was renamed by moved",
      { content: { spaces: { english: { moved: "en" } } }, ...inSite(part("en")) },
      {},
      ["spaces/english", ["spaces/english"], []],
    ],
    [
      "was renamed before the last apply",
      { content: { spaces: { english: {} } }, ...inSite(part("en")) },
      {
        "sites/help/en": record({ space: computeDigest("spaces/english") }),
        "spaces/english": record(),
      },
      ["spaces/english", ["spaces/english"], []],
    ],
    [
      "was renamed again",
      { content: { spaces: { british: { moved: "english" } } }, ...inSite(part("en")) },
      {
        "sites/help/en": record({ space: computeDigest("spaces/english") }),
        "spaces/english": record(),
      },
      ["spaces/british", ["spaces/british"], []],
    ],
    [
      "was renamed before the last apply, like the site space",
      {
        content: { spaces: { english: {} } },
        ...inSite(part("en", { moved: "former" })),
      },
      {
        "sites/help/en": record({ space: computeDigest("spaces/english") }),
        "spaces/english": record(),
      },
      ["spaces/english", ["spaces/english"], []],
    ],
    [
      "was renamed before the last apply, and the site space since",
      {
        content: { spaces: { english: {} } },
        ...inSite(part("en", { moved: "former" })),
      },
      {
        "sites/help/former": record({ space: computeDigest("spaces/english") }),
        "sites/help/en": record({ space: digest }),
        "spaces/english": record(),
      },
      ["spaces/english", ["spaces/english"], []],
    ],
    [
      "is another one than at the last apply",
      { content: { spaces: { english: {} } }, ...inSite(part("en")) },
      { "sites/help/en": record({ space: digest }), "spaces/english": record() },
      ["spaces/en", ["spaces/english", "spaces/en"], [["sites/help/en", "spaces/en"]]],
    ],
    [
      "remains in the lock",
      { content: { spaces: { english: {} } }, ...inSite(part("en")) },
      {
        "sites/help/en": record({ space: computeDigest("spaces/english") }),
        ...{ "spaces/english": record(), "spaces/en": record() },
      },
      ["spaces/en", ["spaces/english", "spaces/en"], [["sites/help/en", "spaces/en"]]],
    ],
    [
      "was not applied",
      { content: { spaces: { english: {} } }, ...inSite(part("en")) },
      { "sites/help/en": record({ space: computeDigest("spaces/english") }) },
      ["spaces/en", ["spaces/english", "spaces/en"], [["sites/help/en", "spaces/en"]]],
    ],
  ])("%s", (_, files, locked, expected) => {
    expect(listSpaces(files, new Map(Object.entries(locked)))).toEqual(expected);
  });

  test("is renamed with its site space, if it was created for it", () => {
    const files = inSite(part("en", { title: "English", moved: "former" }));
    const readSpace = (former: Tree) =>
      read(files, new Map([["sites/help/former", record(former)]])).resources["spaces/en"];
    const at = "sites/help.yaml.site.structure.0";
    expect(readSpace({ space: computeDigest("spaces/former") })).toEqual({
      ...{ kind: "space", title: "English", moved: "spaces/former", at },
    });
    expect(readSpace({ space: digest })).toEqual({ kind: "space", title: "English", at });
    expect(readSpace({})).toEqual({ kind: "space", title: "English", at });
  });
});

test.each<[string, Tree, readonly string[]]>([
  [
    "a key that two members have",
    { people: { members: { "a@example.com": "read", "A@example.com": "edit" } } },
    ["people.yaml, line 2: members.A@example.com has the same key as people.yaml, line 2."],
  ],
  [
    "a specification with two sources",
    { specs: { specs: { pets: { url: "https://example.com/pets.json", file: "pets.json" } } } },
    ["specs.yaml, line 2: specs.pets has both url and file; specify one of them."],
  ],
  [
    "a secret that is not in a variable",
    { webhooks: { webhooks: { ci: { url: "https://ci.example", secret: "text" } } } },
    [
      "webhooks.yaml, line 2: webhooks.ci must have its secret in a variable: secret: { env: NAME }.",
    ],
  ],
  [
    "a space that is not in the files",
    { content: {}, sites: { help: site([part("en", { space: "gone" })]) } },
    ["sites/help.yaml, line 3: site.structure.0 refers to spaces/gone, which is not in any file."],
  ],
  [
    "redirects that are invalid or specified twice",
    {
      sites: {
        help: site(undefined, {
          redirects: { "no path": "/a", "/b": "/c", exclusive: true },
          automaticRedirects: { "/b": null, exclusive: null },
        }),
      },
    },
    [
      expect.stringMatching(
        /^sites\/help\.yaml, line 2: redirects\.no path must be .+\.$/,
      ) as never,
      "sites/help.yaml, line 2: redirects./b is also in automaticRedirects; specify it once.",
      "sites/help.yaml, line 2: redirects.exclusive is also in automaticRedirects; specify it once.",
    ],
  ],
  [
    "teams and content that are not in the files",
    {
      org: { defaultContent: "spaces/gone" },
      people: { teams: { writers: { title: "Writers" } } },
      content: {
        spaces: {
          a: {
            grants: {
              ...{ "teams/gone": "read", "teams/writers": "read", "x@example.com": "read" },
              ...{ "id:7": "read", "members/y": "read" },
            },
          },
        },
      },
      saml: {
        providers: { okta: { defaultTeam: "teams/none", groups: { eng: ["teams/lost"] } } },
      },
    },
    [
      "org.yaml, line 0:  refers to spaces/gone, which is not in any file.",
      "content.yaml, line 2: spaces.a refers to teams/gone, which is not in any file.",
      "saml.yaml, line 2: providers.okta refers to teams/none, which is not in any file.",
      "saml.yaml, line 2: providers.okta refers to teams/lost, which is not in any file.",
    ],
  ],
])("%s is an error", (_, files, details) => {
  const count = details.length === 1 ? "1 error" : `${details.length} errors`;
  let error: unknown;
  try {
    read(files);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toMatchObject({ message: `The files in conf have ${count}:`, details });
});
