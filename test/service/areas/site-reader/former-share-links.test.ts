import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { amount, slowTest } from "../../../support/generators/amount.ts";
import { openReaders } from "../reader/fixture.ts";

/** A site with share links in each state, of which the key of each is returned. */
async function openSharedSite() {
  const readers = await openReaders();
  const { change, send, org, site } = readers;
  const links = `/v1/orgs/${org}/sites/${site}/share-links`;
  const createLink = async (json: object) => {
    const { id, urls } = JSON.parse((await send(`POST ${links}`, { json })).body);
    return { id, key: new URL(urls.published).pathname.slice(1) };
  };
  await change({ visibility: "share-link" });
  const active = await createLink({ name: "Active" });
  const revoked = await createLink({ name: "Revoked" });
  const expired = await createLink({
    name: "Expired",
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
  });
  await send(`PATCH ${links}/${revoked.id}`, { json: { active: false } });
  await readers.wait();
  return { ...readers, keys: [active.key, revoked.key, expired.key] };
}

describe("an old share link", () => {
  slowTest(
    "of a site that all visitors can read leads to the same page without the key",
    async () => {
      const { get, own, change, keys, site } = await openSharedSite();
      const property = fc.asyncProperty(
        fc.constantFrom("public", "unlisted"),
        fc.constantFrom(...keys),
        fc.constantFrom("", "/", "/install", "/install.md", "/user-guide/concepts", "/no%20page"),
        fc.constantFrom("", "?a=%20&flag", "?q=1"),
        fc.boolean(),
        async (visibility, key, path, query, isBelowPath) => {
          await change({ visibility });
          const prefix = isBelowPath ? `/_site/${site}` : "";
          const request = isBelowPath ? own : get;
          const { status, headers } = await request(`${prefix}/${key}${path}${query}`);
          const expected = prefix + path.replace(/\/$/, "");
          expect([status, headers.location]).toEqual([307, `${expected || "/"}${query}`]);
          const page = await request(headers.location ?? "");
          expect(page.status).toBe(path.includes("%20") ? 404 : 200);
          const wrong = await request(`${prefix}/${[...key].reverse().join("")}${path}`);
          expect(wrong.status).toBe(404);
        },
      );
      await fc.assert(property, { numRuns: amount({ short: 4, all: 6, full: 150 }) });
    },
  );

  slowTest(
    "of a site that requires a sign-in leads to it without the key, which gives no access",
    async () => {
      const { get, change, setFallback, keys, visitorToken } = await openSharedSite();
      await change({ visibility: "visitor-auth" });
      await setFallback("https://login.example.com/in");
      for (const key of keys) {
        const { status, headers } = await get(`/${key}/install?a=1`);
        expect([status, headers.location]).toEqual([
          307,
          "https://login.example.com/in?location=%2Finstall%3Fa%3D1",
        ]);
        const signedIn = await get(`/${key}/install?jwt_token=${await visitorToken()}`);
        expect(signedIn.headers.location).toMatch(/^\/install\?jwt_token=/);
      }
    },
  );

  test("of a site that still uses share links opens it only while it is active", async () => {
    const { get, keys } = await openSharedSite();
    const statuses = await Promise.all(
      keys.map(async (key) => (await get(`/${key}/install`)).status),
    );
    expect(statuses).toEqual([200, 404, 404]);
    const [, ...others] = keys;
    for (const key of others) {
      expect((await get(`/${key}/install`)).body).toContain("revoked or has expired");
    }
  });
});
