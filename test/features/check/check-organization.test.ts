/** The rules about an organization, with a platform that the tests choose. */
import { describe, expect, test } from "vitest";
import type { Context, JsonObject } from "../../../src/context.ts";
import { UsageError } from "../../../src/errors.ts";
import { findByJq, limitTotalTime } from "../../../src/features/check/check-organization.ts";
import type { CustomCheckRule } from "../../../src/features/check/configuration.ts";
import type { OrganizationRule } from "../../../src/features/check/organization-rules.ts";
import type { ScopedResource } from "../../../src/features/check/organization-scope.ts";
import { createPartial } from "../../support/commands/partial.ts";
import {
  app,
  type CheckedResponses,
  checkRule,
  guide,
  onSpace,
} from "../../support/organizations/check-rule.ts";

const onSite = { id: "X1", title: "Help", address: "https://app.example/help" };
describe("findings", () => {
  test.each<readonly [OrganizationRule, string, CheckedResponses, readonly object[]]>([
    [
      "site-share-link",
      "about share links that are valid",
      {
        "/orgs/O1/sites/X1/share-links": {
          items: [
            {
              id: "L1",
              name: "Press",
              createdAt: "2026-01-02T03:04:05Z",
              expiresAt: "2999-01-02T00:00:00Z",
            },
            { id: "L2", active: true },
            { id: "L3", active: false },
            { id: "L4", expiresAt: "2020-01-01T00:00:00Z" },
          ],
        },
      },
      [
        {
          ...onSite,
          target: "L1",
          message:
            'The share link "Press" gives access to the site since 2026-01-02, until 2999-01-02.',
        },
        { ...onSite, target: "L2", message: "A share link gives access to the site." },
      ],
    ],
    [
      "site-share-link",
      "not on a platform without share links",
      { "/orgs/O1/sites/X1/share-links": 501 },
      [],
    ],
    [
      "space-on-no-site",
      "about spaces that no site shows",
      { "/orgs/O1/sites/X1/site-spaces": { items: [{ space: { id: "S2" } }] } },
      [{ ...onSpace, message: "The space is not on a docs site." }],
    ],
    [
      "space-on-no-site",
      "not about spaces of a site",
      { "/orgs/O1/sites/X1/site-spaces": { items: [{ space: { id: "S1" } }] } },
      [],
    ],
    [
      "condition-without-claims",
      "about hidden parts of sites without claims",
      {
        "/orgs/O1/sites": {
          items: [
            { id: "X1", title: "Help", adaptiveContent: { enabled: false }, ...app("help") },
            { id: "X2", title: "Open", adaptiveContent: { enabled: true } },
          ],
        },
        "/orgs/O1/sites/X1/structure": {
          structure: [
            {
              id: "P1",
              title: "Free",
              siteSpaces: [{ id: "Y1", title: "Beta", condition: "visitor.claims.beta" }],
            },
          ],
        },
      },
      [
        {
          ...onSite,
          target: "Y1",
          message:
            'The condition of "Beta" hides it from all visitors, because adaptive content is disabled.',
        },
      ],
    ],
    [
      "specification-failed",
      "about specifications that could not be processed",
      {
        "/orgs/O1/openapi": {
          items: [
            {
              id: "A1",
              slug: "pets",
              lastProcessErrorCode: "invalid",
              lastProcessedErrors: [{ message: "No paths." }, { message: "More." }],
              ...app("pets"),
            },
            { id: "A2", slug: "cats", lastProcessErrorCode: "fetch" },
            { id: "A3", slug: "dogs" },
          ],
        },
      },
      [
        {
          id: "A1",
          target: "",
          title: "pets",
          message: "Processing failed with invalid: No paths.",
          address: "https://app.example/pets",
        },
        { id: "A2", target: "", title: "cats", message: "Processing failed with fetch." },
      ],
    ],
    [
      "title-twice",
      "about equal titles of a kind",
      {
        "/orgs/O1/spaces": {
          items: [
            { id: "S2", title: " guide " },
            guide,
            { id: "S3", title: "Guide", deletedAt: "2026" },
            { id: "S4", title: "" },
            { id: "S5", title: " " },
          ],
        },
        "/orgs/O1/teams": { items: [{ id: "T1", title: "Guide" }] },
        "/orgs/O1/collections": {
          items: [
            { id: "C1", title: "A" },
            { id: "C2", title: "A" },
            { id: "C3", title: "a" },
          ],
        },
      },
      [
        {
          id: "S1",
          target: "spaces",
          title: "Guide",
          message: "2 spaces have this title.",
          address: "https://app.example/guide",
        },
        { id: "C1", target: "collections", title: "A", message: "3 collections have this title." },
      ],
    ],
    [
      "guest-may-edit",
      "about guests with a high role",
      {
        "/orgs/O1/members": {
          items: [
            { id: "U1", role: null, user: { id: "U1", email: "gus@x.org" } },
            { id: "U2", role: null, disabled: true },
            { id: "U3", role: "edit" },
          ],
        },
        "/orgs/O1/members/U1/spaces": {
          items: [
            { permission: "edit", space: { id: "S1" } },
            { permission: "read", space: { id: "S1" } },
            { permission: "edit", space: { id: "S0" } },
          ],
        },
        "/orgs/O1/members/U2/spaces": { items: [{ permission: "edit", space: { id: "S1" } }] },
        "/orgs/O1/members/U3/spaces": { items: [{ permission: "edit", space: { id: "S1" } }] },
      },
      [
        {
          id: "U1",
          target: "S1",
          title: "gus@x.org",
          message: "The guest gus@x.org has the role edit in Guide.",
          spaces: ["S1"],
        },
      ],
    ],
    [
      "grant-beside-team",
      "about direct grants of members of a team",
      {
        "/spaces/S1/permissions/users": {
          items: [
            { user: { id: "U1", displayName: "Ada" }, permission: "edit" },
            { user: { id: "U2", displayName: "Bob" }, permission: "read" },
          ],
        },
        "/spaces/S1/permissions/teams": { items: [{ team: { id: "T1", title: "Docs" } }] },
        "/orgs/O1/teams/T1/members": { items: [{ organization: { id: "U1" } }] },
      },
      [
        {
          id: "S1",
          target: "U1",
          title: "Guide",
          message: "Ada has a direct grant (edit) in addition to the grant of the team Docs.",
          spaces: ["S1"],
        },
      ],
    ],
    [
      "site-redirect-broken",
      "about redirects to content that no longer exists",
      {
        "/orgs/O1/sites/X1/redirects": {
          items: [
            { id: "D1", source: "/a", destination: { kind: "external", url: "https://x.example" } },
            { id: "D2", source: "/b", destination: { kind: "site-section", siteSectionId: "P9" } },
            { id: "D3", source: "/c", destination: { kind: "site-section", siteSectionId: "P1" } },
            { id: "D4", source: "/d", destination: { kind: "site-space", siteSpaceId: "Y9" } },
            { id: "D5", source: "/e", destination: { kind: "site-space", siteSpaceId: "Y1" } },
            {
              id: "D6",
              source: "/f",
              destination: { kind: "site-page", siteSpaceId: "Y1", pageId: "gone" },
            },
            {
              id: "D7",
              source: "/g",
              destination: { kind: "site-page", siteSpaceId: "Y1", pageId: "deep" },
            },
          ],
        },
        "/orgs/O1/sites/X1/site-spaces": { items: [{ id: "Y1", space: { id: "S1" } }] },
        "/orgs/O1/sites/X1/sections": { items: [{ id: "P1" }] },
        "/spaces/S1/content/pages": { pages: [{ id: "top", pages: [{ id: "deep" }] }] },
      },
      [
        {
          ...onSite,
          target: "D2",
          message: "The redirect from /b leads to a section that is no longer on the site.",
        },
        {
          ...onSite,
          target: "D4",
          message: "The redirect from /d leads to a space that is no longer on the site.",
        },
        { ...onSite, target: "D6", message: "The redirect from /f leads to a deleted page." },
      ],
    ],
    [
      "site-redirect-broken",
      "not about redirects that the platform resolves",
      {
        "/orgs/O1/sites/X1/redirects": {
          items: [
            { id: "D4", source: "/d", destination: { kind: "site-space", siteSpaceId: "Y9" } },
          ],
        },
        "/orgs/O1/sites/X1/site-spaces": { items: [] },
        "/orgs/O1/sites/X1/redirect": {},
      },
      [],
    ],
    [
      "title-twice",
      "about teams and docs sites",
      {
        "/orgs/O1/teams": {
          items: [
            { id: "T2", title: "Docs" },
            { id: "T1", title: "docs" },
          ],
        },
        "/orgs/O1/sites": {
          items: [
            { id: "X1", title: "Help" },
            { id: "X2", title: "Help" },
          ],
        },
      },
      [
        { id: "T1", target: "teams", title: "docs", message: "2 teams have this title." },
        { id: "X1", target: "docs sites", title: "Help", message: "2 docs sites have this title." },
      ],
    ],
    [
      "site-redirect-broken",
      "not on a platform without redirects",
      { "/orgs/O1/sites/X1/redirects": 501 },
      [],
    ],
    [
      "site-redirect-broken",
      "not about redirects to other sites, which need no structure",
      {
        "/orgs/O1/sites/X1/redirects": {
          items: [{ id: "D1", source: "/a", destination: { kind: "external" } }],
        },
        "/orgs/O1/sites/X1/site-spaces": 500,
      },
      [],
    ],
    [
      "site-redirect-broken",
      "not about sections on a platform without them",
      {
        "/orgs/O1/sites/X1/redirects": {
          items: [
            { id: "D1", source: "/a", destination: { kind: "site-section", siteSectionId: "P1" } },
          ],
        },
        "/orgs/O1/sites/X1/site-spaces": { items: [] },
        "/orgs/O1/sites/X1/sections": 501,
      },
      [],
    ],
    [
      "certificate-ending",
      "about a certificate that cannot be read",
      {
        "/orgs/O1/saml": {
          items: [
            { id: "P1", label: "Okta", certificate: "x" },
            { id: "P2", label: "None", certificate: " " },
          ],
        },
      },
      [{ id: "P1", target: "", title: "Okta", message: "The certificate cannot be read." }],
    ],
  ])("%s: %s", async (rule, _, responses, expected) => {
    const { found, unread } = await checkRule(rule, responses);
    expect(found).toEqual(expected.map((one) => ({ rule, ...one })));
    expect(unread).toBeUndefined();
  });
});

describe("lists that cannot be read", () => {
  test.each<readonly [OrganizationRule, string, CheckedResponses]>([
    ["file-orphan", "/spaces/S1/links", { "/spaces/S1/content/files": { items: [{ id: "F1" }] } }],
    ["space-on-no-site", "/orgs/O1/sites/X1/site-spaces", {}],
    ["space-on-no-site", "/orgs/O1/sites", {}],
    ["one-admin", "/orgs/O1/members", {}],
    [
      "site-redirect-broken",
      "/orgs/O1/sites/X1/site-spaces",
      {
        "/orgs/O1/sites/X1/redirects": {
          items: [
            { id: "D4", source: "/d", destination: { kind: "site-space", siteSpaceId: "Y9" } },
          ],
        },
      },
    ],
    [
      "site-redirect-broken",
      "/spaces/S1/content/pages",
      {
        "/orgs/O1/sites/X1/redirects": {
          items: [
            {
              id: "D4",
              source: "/d",
              destination: { kind: "site-page", siteSpaceId: "Y1", pageId: "x" },
            },
          ],
        },
        "/orgs/O1/sites/X1/site-spaces": { items: [{ id: "Y1", space: { id: "S1" } }] },
      },
    ],
    [
      "site-redirect-broken",
      "/orgs/O1/sites/X1/sections",
      {
        "/orgs/O1/sites/X1/redirects": {
          items: [
            { id: "D1", source: "/a", destination: { kind: "site-section", siteSectionId: "P1" } },
          ],
        },
        "/orgs/O1/sites/X1/site-spaces": { items: [] },
      },
    ],
    [
      "site-redirect-broken",
      "/orgs/O1/sites/X1/redirect",
      {
        "/orgs/O1/sites/X1/redirects": {
          items: [
            { id: "D4", source: "/d", destination: { kind: "site-space", siteSpaceId: "Y9" } },
          ],
        },
        "/orgs/O1/sites/X1/site-spaces": { items: [] },
      },
    ],
    [
      "sync-conflict",
      "POST /spaces/S1/git/plans",
      { "/orgs/O1/spaces": { items: [{ ...guide, gitSync: {} }] } },
    ],
  ])("make %s incomplete, without findings: %s", async (rule, path, responses) => {
    const { found, unread } = await checkRule(rule, { ...responses, [path]: 500 });
    expect(found).toEqual([]);
    expect(unread).toMatchObject({ how: "partial" });
  });
});

describe("a check of some spaces", () => {
  const two = { "/orgs/O1/spaces": { items: [guide, { id: "S2", title: "Second" }] } };
  test("reports only findings in them", async () => {
    const { found, looked, examined, titles } = await checkRule("git-sync-absent", two, {
      spaces: ["S2"],
    });
    expect(found.map(({ id }) => id)).toEqual(["S2"]);
    expect([looked, examined, [...titles]]).toEqual([
      "1 space",
      [[1, "space"]],
      [
        ["S1", "Guide"],
        ["S2", "Second"],
      ],
    ]);
    expect((await checkRule("git-sync-absent", two)).looked).toBe("2 spaces");
  });

  test("reports no findings about the organization", async () => {
    const all = { "/orgs/O1/members": { items: [{ id: "U1", role: "admin" }] } };
    expect((await checkRule("one-admin", all)).found).toHaveLength(1);
    expect((await checkRule("one-admin", all, { spaces: ["S1"] })).found).toEqual([]);
  });

  test("skips rules that are off", async () => {
    const off = {
      rules: new Map([["git-sync-absent", { level: "off" as const, parameters: {} }]]),
    };
    const { found, sent } = await checkRule("git-sync-absent", {}, { configuration: off });
    expect([found, sent]).toEqual([[], ["GET /orgs/O1/spaces?limit=1000"]]);
  });
});

describe("a custom rule", () => {
  const rule: CustomCheckRule = {
    id: "no-owner",
    title: "No owner",
    over: "organization",
    level: "error",
    finds: "",
    why: "",
    fix: "",
    parameters: {},
    where: ".odd # comment",
    message: ".message",
    things: "spaces",
  };
  const spaces: readonly ScopedResource[] = [
    { odd: true, id: "S1", title: "Guide", message: "It is odd.", ...app("guide") },
    { odd: false, id: "S2", title: "Even" },
    { odd: "true", id: "S3", title: "Text" },
    { odd: true, id: "S4", user: { displayName: "Ada" } },
    { odd: true, id: "S5", user: "x" },
  ].map((value) => ({ id: value.id, title: "", value }));

  /** Evaluates the two expressions of the rule, as jq does. */
  const evaluate: Context["jq"] = async (program, values) => {
    const items = values as readonly JsonObject[];
    expect(program).toMatch(
      /^\[\.\[\] \| \[\((\.odd # comment|\.message)\n\)\] \| (any|first \| tostring)\]$/,
    );
    const isWhere = program.includes(".odd");
    return [items.map(({ odd, message }) => (isWhere ? odd === true : (message ?? "")))];
  };
  const find = (jq: Context["jq"], more: Partial<CustomCheckRule> = {}, reading: object = {}) =>
    findByJq({ jq }, { ...rule, ...more }, createPartial(reading), spaces);

  test("finds the resources that match, with their messages", async () => {
    const shared = { rule: "no-owner", target: "" };
    expect(await find(evaluate)).toEqual([
      {
        ...shared,
        id: "S1",
        title: "Guide",
        message: "It is odd.",
        address: "https://app.example/guide",
        spaces: ["S1"],
      },
      { ...shared, id: "S4", title: "Ada", message: "No owner", spaces: ["S4"] },
      { ...shared, id: "S5", title: "S5", message: "No owner", spaces: ["S5"] },
    ]);
    const teams = async () => [{ odd: true, id: "T1", title: "Docs" }];
    expect(await find(evaluate, { things: "teams" }, { teams })).toEqual([
      { ...shared, id: "T1", title: "Docs", message: "No owner" },
    ]);
  });

  test("evaluates nothing without resources, and no message without matches", async () => {
    const unused = () => Promise.reject(new Error("It is not evaluated."));
    expect(await find(unused, { things: "teams" }, { teams: async () => [] })).toEqual([]);
    expect(await find(unused, { things: "teams" }, { teams: async () => undefined })).toEqual([]);
    let count = 0;
    const none: Context["jq"] = async () => {
      count += 1;
      return [[]];
    };
    expect([await find(none), count]).toEqual([[], 1]);
    expect(await find(async () => ["no list"])).toEqual([]);
  });

  test("with a failing expression is an error that names it", async () => {
    const fail = (error: Error) => () => Promise.reject(error);
    await expect(find(fail(new UsageError("The --jq filter failed: bad.")))).rejects.toThrow(
      "The expression where of the rule no-owner failed: bad.",
    );
    await expect(find(fail(new TypeError("bug")))).rejects.toThrow("bug");
  });
});

describe("the total time of expressions", () => {
  const refused =
    "The expressions of all rules ran for more than 0 seconds in total (limit check.jqSeconds).";
  test("is passed on as the limit of each, and refuses further ones", async () => {
    const limits: unknown[] = [];
    const jq = limitTotalTime(async (_program, _value, limit) => {
      limits.push(limit);
      return [1];
    }, 10);
    expect([await jq(".", []), await jq(".", [])]).toEqual([[1], [1]]);
    expect(limits).toEqual([10, expect.any(Number)]);
    expect(Number(limits[1])).toBeLessThan(10);
    expect(Number(limits[1])).toBeGreaterThan(9);
    await expect(limitTotalTime(async () => [1], 0)(".", [])).rejects.toThrow(refused);
  });

  test("does not replace an error before its end", async () => {
    const failing = () => Promise.reject(new UsageError("bad"));
    await expect(limitTotalTime(failing, 10)(".", [])).rejects.toThrow("bad");
    const late = limitTotalTime(failing, 0.001);
    await expect(late(".", [])).rejects.toThrow("limit check.jqSeconds");
    await expect(late(".", [])).rejects.toThrow("limit check.jqSeconds");
  });
});
