/** The rules about spaces, with a platform that the tests choose. */
import { describe, expect, test } from "vitest";
import type { OrganizationRule } from "../../../src/features/check/organization-rules.ts";
import {
  app,
  type CheckedResponses,
  checkRule,
  daysAgo,
  guide,
  onSpace,
} from "../../support/organizations/check-rule.ts";

const link = (kind: object, location: object | undefined, status = "broken") => ({
  status,
  targetReference: kind,
  ...(location && { locationReferences: [location, { page: { id: "P9", title: "Other" } }] }),
});
const home = { page: { id: "P1", title: "Home", ...app("home") } };

describe("findings", () => {
  test.each<readonly [OrganizationRule, string, CheckedResponses, readonly object[]]>([
    [
      "space-link-broken",
      "about each broken link",
      {
        "/spaces/S1/links": {
          items: [
            link({ kind: "url", url: "https://x.example" }, home),
            link({ kind: "page", page: { id: "P2", title: "Setup" } }, home),
            link(
              {
                kind: "anchor",
                page: { id: "P2", title: "Setup" },
                internalLocation: { anchor: "a" },
              },
              home,
            ),
            link(
              { kind: "file", file: { id: "F1", name: "a.png" } },
              { reusableContent: { id: "R1", title: "Note" } },
            ),
            link({ kind: "space", space: { id: "S9", title: "Other" } }, {}),
            link({ kind: "reusable-content", reusableContent: { id: "R2" } }, home),
            link({ kind: "page" }, undefined),
            link({ kind: "url", url: "https://ok.example" }, home, "ok"),
          ],
        },
      },
      [
        [
          "P1",
          "https://x.example",
          "Home, in Guide",
          "https://x.example, which does not exist",
          "home",
        ],
        ["P1", "P2", "Home, in Guide", "Setup, which does not exist", "home"],
        ["P1", "P2#a", "Home, in Guide", "#a on Setup, which does not exist", "home"],
        ["R1", "F1", "Note, in Guide", "a.png, which does not exist", ""],
        ["S1", "S9", "Guide, in Guide", "Other, which does not exist", ""],
        ["P1", "R2", "Home, in Guide", "deleted content", "home"],
      ].map(([id, target, title, name, url]) => ({
        ...{ id, target, title, message: `A link refers to ${name}.`, spaces: ["S1"] },
        ...(url !== "" && { address: `https://app.example/${url}` }),
      })),
    ],
    [
      "file-orphan",
      "about files that no page uses",
      {
        "/spaces/S1/content/files": {
          items: [
            { id: "F1", name: "a.png" },
            { id: "F2", name: "b.png" },
          ],
        },
        "/spaces/S1/links": { items: [link({ kind: "file", file: { id: "F1" } }, home, "ok")] },
      },
      [
        {
          id: "F2",
          target: "",
          title: "b.png, in Guide",
          message: "No page uses the file.",
          spaces: ["S1"],
        },
      ],
    ],
    [
      "page-without-description",
      "about pages at any depth",
      {
        "/spaces/S1/content/pages": {
          pages: [
            {
              id: "G1",
              type: "group",
              title: "Group",
              pages: [{ id: "P2", type: "document", title: "Deep", description: " " }],
            },
            { id: "P1", type: "document", title: "Home", ...app("home") },
            { id: "P3", type: "document", title: "Good", description: "Text" },
            { id: "P4", type: "document", title: "Hidden", hidden: true },
          ],
        },
      },
      [
        {
          id: "P2",
          target: "",
          title: "Deep, in Guide",
          message: "The page has no description.",
          spaces: ["S1"],
        },
        {
          id: "P1",
          target: "",
          title: "Home, in Guide",
          message: "The page has no description.",
          spaces: ["S1"],
          address: "https://app.example/home",
        },
      ],
    ],
    [
      "git-sync-absent",
      "about a space without Git",
      {},
      [{ ...onSpace, message: "The space is not connected to a Git repository." }],
    ],
    ["git-sync-failed", "not about a space without Git", {}, []],
    [
      "no-merge-rules",
      "about rules that permit everything",
      { "/orgs/O1/spaces": { items: [{ ...guide, mergeRules: { type: "none" } }] } },
      [{ ...onSpace, message: "Change requests can be merged without a review." }],
    ],
    [
      "no-merge-rules",
      "about inherited rules",
      {
        "/orgs/O1": { mergeRules: { type: "none" } },
        "/orgs/O1/spaces": { items: [{ ...guide, mergeRules: { type: "inherit" } }] },
      },
      [{ ...onSpace, message: "Change requests can be merged without a review." }],
    ],
    [
      "no-merge-rules",
      "not about inherited rules of reviewers",
      {
        "/orgs/O1": { mergeRules: { type: "rules" } },
        "/orgs/O1/spaces": { items: [{ ...guide, mergeRules: { type: "inherit" } }] },
      },
      [],
    ],
    [
      "no-merge-rules",
      "not about own rules",
      {
        "/orgs/O1": { mergeRules: { type: "none" } },
        "/orgs/O1/spaces": { items: [{ ...guide, mergeRules: { type: "rules" } }] },
      },
      [],
    ],
  ])("%s: %s", async (rule, _, responses, expected) => {
    const { found, unread } = await checkRule(rule, responses);
    expect(found).toEqual(expected.map((one) => ({ rule, ...one })));
    expect(unread).toBeUndefined();
  });

  const synced = { "/orgs/O1/spaces": { items: [{ ...guide, gitSync: {} }] } };
  test.each<readonly [object, string | undefined]>([
    [{ state: "success" }, undefined],
    [
      { state: "failure", error: "No access.", operation: "import" },
      "The last import failed: No access.",
    ],
    [
      { operation: { state: "failure", direction: "export", error: "Gone." } },
      "The last export failed: Gone.",
    ],
    [
      { operation: { state: "failure", direction: "import" } },
      "The last import failed: The platform did not return a reason.",
    ],
    [{ state: "success", operation: { state: "failure" } }, undefined],
    [
      { state: "failure", problem: { message: "No token." } },
      "The space is not synchronized: No token.",
    ],
  ])("git-sync-failed with %j: %s", async (info, message) => {
    const { found } = await checkRule("git-sync-failed", {
      ...synced,
      "/spaces/S1/git/info": info,
    });
    expect(found).toEqual(
      message === undefined ? [] : [{ rule: "git-sync-failed", ...onSpace, message }],
    );
    expect((await checkRule("git-sync-absent", synced)).found).toEqual([]);
  });

  const stale = (days: number) => ({
    "/orgs/O1/spaces": { items: [{ ...guide, updatedAt: daysAgo(days) }] },
  });
  const broken = {
    "/spaces/S1/links": {
      items: [link({ kind: "page" }, home), link({ kind: "page" }, home, "ok")],
    },
  };
  const newer = {
    "/spaces/S1/links": { items: [link({ openAPISpec: { updatedAt: daysAgo(1) } }, home, "ok")] },
  };
  const older = {
    "/spaces/S1/links": { items: [link({ openAPISpec: { updatedAt: daysAgo(400) } }, home, "ok")] },
  };
  const comments = { "/spaces/S1/comments": { items: [{}, {}] } };
  const empty = { "/spaces/S1/links": { items: [] }, "/spaces/S1/comments": { items: [] } };
  test.each<readonly [string, number, CheckedResponses, string | undefined]>([
    [
      "a broken link",
      180,
      { ...empty, ...broken },
      "The space was last changed 180 days ago and has 1 broken link.",
    ],
    [
      "open comments",
      200,
      { ...empty, ...comments },
      "The space was last changed 200 days ago and has 2 open comments.",
    ],
    [
      "a newer specification",
      200,
      { ...empty, ...newer },
      "The space was last changed 200 days ago and has a newer API specification.",
    ],
    [
      "both",
      200,
      { ...comments, ...broken },
      "The space was last changed 200 days ago and has 1 broken link and 2 open comments.",
    ],
    ["an older specification", 200, { ...empty, ...older }, undefined],
    ["no signs", 200, empty, undefined],
    ["a recent change", 179, { ...comments, ...broken }, undefined],
  ])("space-stale with %s", async (_, days, responses, message) => {
    const { found } = await checkRule("space-stale", { ...stale(days), ...responses });
    expect(found).toEqual(
      message === undefined ? [] : [{ rule: "space-stale", ...onSpace, message }],
    );
  });

  const plan = { "POST /spaces/S1/git/plans": { id: "L1", state: "running" } };
  test.each<readonly [object, readonly object[]]>([
    [
      { state: "success", report: { conflicts: [{ path: "a.md" }, { title: "Page" }] } },
      [
        {
          ...onSpace,
          target: "a.md",
          message: "a.md has conflicting changes in the space and the repository.",
        },
        {
          ...onSpace,
          target: "Page",
          message: "Page has conflicting changes in the space and the repository.",
        },
      ],
    ],
    [
      { state: "failure", error: "No access." },
      [{ ...onSpace, message: "The next import would fail: No access." }],
    ],
    [
      { state: "failure" },
      [
        {
          ...onSpace,
          message: "The next import would fail: The platform did not return a reason.",
        },
      ],
    ],
  ])("sync-conflict with the plan %j", async (ended, expected) => {
    const responses = { ...synced, ...plan, "/spaces/S1/git/plans/L1": { id: "L1", ...ended } };
    const { found, sent } = await checkRule("sync-conflict", responses);
    expect(sent.slice(1)).toEqual([
      ["POST /spaces/S1/git/plans", { direction: "import" }],
      "GET /spaces/S1/git/plans/L1",
    ]);
    expect(found).toEqual(expected.map((one) => ({ rule: "sync-conflict", ...one })));
  });
});
