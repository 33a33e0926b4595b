import { describe, expect, test } from "vitest";
import { getRedirectName, readRedirects, restoreRedirects } from "../../src/history/redirects.ts";
import type { JsonObject } from "../../src/json/values.ts";

type Inverse = Parameters<typeof readRedirects>[0];
const old = (source: string, more: JsonObject = {}) => ({
  id: `of ${source}`,
  source,
  destination: { kind: "external", url: "https://a.example" },
  ...more,
});

/** The state of redirects that a write names, on a site with these redirects. */
async function read(input: JsonObject, site: { live?: JsonObject[]; draft?: JsonObject[] }) {
  const paths: string[] = [];
  const reader = async (path: string) => {
    paths.push(path.includes("draft=true") ? "draft" : "live");
    return { items: (path.includes("draft=true") ? site.draft : site.live) ?? [] };
  };
  // Only some operations name a redirect by its id.
  const inverse: Partial<Inverse> = {
    look: "/sites/{siteId}/redirects",
    ...(input.redirectId !== undefined && { one: "redirectId" }),
  };
  const state = await readRedirects(inverse as Inverse, { siteId: "T1", ...input }, reader);
  return { state, paths };
}

describe("the redirects before a write", () => {
  const site = { live: [old("/a")], draft: [old("/a", { permanent: true }), old("/b")] };
  const { id: _, ...a } = old("/a");

  // Publishing replaces the live redirect and removes the draft.
  test.each([
    [undefined, { "live =/a": a }, ["live"]],
    ["live", { "live =/a": a }, ["live"]],
    ["draft", { "draft =/a": { ...a, permanent: true } }, ["draft"]],
    ["publish", { "live =/a": a, "draft =/a": { ...a, permanent: true } }, ["live", "draft"]],
  ])("with the intent %s", async (intent, expected, paths) => {
    const redirect = { source: "/a", ...(intent !== undefined && { intent }) };
    expect(await read({ redirects: [redirect] }, site)).toEqual({ state: expected, paths });
  });

  test.each(["live", "draft", "publish"])("that do not exist are null (%s)", async (intent) => {
    const { state } = await read({ redirects: [{ source: "/new", intent }] }, site);
    expect(new Set(Object.values(state))).toEqual(new Set([null]));
    expect(Object.keys(state)).toHaveLength(intent === "publish" ? 2 : 1);
  });

  test("are found by id among both, with the fields that can be restored", async () => {
    const { state } = await read({ redirectId: "of /b" }, site);
    expect(state).toEqual({ "draft =/b": { source: "/b", destination: a.destination } });
  });
});

test("undo restores each redirect where it was, and deletes new ones that still exist", () => {
  const before = {
    "live =/a": old("/a"),
    "draft =/a": old("/a"),
    "live =/b": null,
    "draft =/c": null,
  };
  const now = { "live =/a": null, "live =/b": old("/b"), "draft =/c": null };
  expect(restoreRedirects(before, now)).toEqual([
    { ...old("/a"), intent: "live" },
    { ...old("/a"), intent: "draft" },
    { source: "/b", intent: "live", destination: null },
  ]);
  expect(["live */old/", "draft */old/"].map(getRedirectName)).toEqual([
    "the redirect from /old/*",
    "the draft from /old/*",
  ]);
  expect(Object.keys(before).map(getRedirectName)).toEqual([
    "the redirect from /a",
    "the draft from /a",
    "the redirect from /b",
    "the draft from /c",
  ]);
});
