import { describe, expect, test } from "vitest";
import { toVisitorRequest } from "../../../../src/service/areas/site-reader/visitor-request.ts";
import type { PublicRequest } from "../../../../src/service/core/public-route.ts";
import { openSitesFixture } from "../sites/fixture.ts";

const base = "https://tome.example.com";

async function start() {
  const fixture = await openSitesFixture();
  const { workspace, org } = fixture;
  const { db } = workspace;
  const id = await fixture.site("Guide");
  for (const domain of ["example.com", "docs.example.org"]) await workspace.vouch(org, domain);
  await db
    .updateTable("sites")
    .set({ proxy: "example.com/Help/Center", hostname: "docs.example.org" })
    .where("id", "=", id)
    .execute();
  const read = async (
    url: string,
    forwarded?: { origin: string; prefix?: string; platform?: string },
    path: object = { siteId: id },
  ) => {
    const request = { db, base, path, request: { method: "GET", url, headers: {}, forwarded } };
    const visited = await toVisitorRequest(request as PublicRequest);
    return visited && [visited.mount, visited.platform, visited.request.url];
  };
  return { id, read };
}

describe("a request of a visitor", () => {
  test("without a proxy is below the folder of the site, or at its own host", async () => {
    const { id, read } = await start();
    const url = `${base}/_site/${id}/guide?q=1`;
    expect(await read(url)).toEqual([`/_site/${id}`, base, url]);
    const host = "http://docs.acme.site.localhost:4000/guide";
    expect(await read(host, undefined, {})).toEqual(["", base, host]);
  });

  test("behind a proxy has the URL that the browser shows", async () => {
    const { id, read } = await start();
    const folder = `${base}/_site/${id}`;
    const platform = "https://login.example.com";
    for (const [url, forwarded, expected] of [
      [
        `${folder}/guide?q=1`,
        { origin: "https://example.com", prefix: "/help/center", platform },
        ["/Help/Center", platform, "https://example.com/Help/Center/guide?q=1"],
      ],
      [
        folder,
        { origin: "https://example.com", prefix: "/Help/Center" },
        ["/Help/Center", undefined, "https://example.com/Help/Center/"],
      ],
      // Without a prefix, the host identifies the site.
      [
        `${folder}/guide`,
        { origin: "https://example.com" },
        ["/Help/Center", undefined, "https://example.com/Help/Center/guide"],
      ],
      [
        `${folder}/guide`,
        { origin: "https://docs.example.org" },
        ["", undefined, "https://docs.example.org/guide"],
      ],
      [
        `${folder}/guide`,
        { origin: "https://docs.example.org", prefix: "" },
        ["", undefined, "https://docs.example.org/guide"],
      ],
      // Another prefix than that of the site.
      [`${folder}/guide`, { origin: "https://example.com", prefix: "/other" }, undefined],
      [`${folder}/guide`, { origin: "https://docs.example.org", prefix: "/help" }, undefined],
      [`${folder}/guide`, { origin: "https://evil.example", prefix: "/help/center" }, undefined],
      // The header may name the platform itself.
      [`${folder}/guide`, { origin: base, platform }, [`/_site/${id}`, base, `${folder}/guide`]],
    ] as const) {
      expect([url, forwarded, await read(url, forwarded)]).toEqual([url, forwarded, expected]);
    }
  });

  test("for an unknown site is as it is, unless it has a prefix", async () => {
    const { read } = await start();
    const url = `${base}/_site/unknown/guide`;
    const path = { siteId: "unknown" };
    const origin = "https://example.com";
    expect(await read(url, { origin }, path)).toEqual(["/_site/unknown", base, url]);
    expect(await read(url, { origin, prefix: "/help/center" }, path)).toBeUndefined();
  });
});
