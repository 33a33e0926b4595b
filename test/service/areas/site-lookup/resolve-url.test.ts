import { expect, test } from "vitest";
import * as organization from "../../../../src/contract/organization.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import { amount, report, slowTest } from "../../../support/generators/amount.ts";
import { type Random, randomFrom } from "../../../support/generators/random.ts";
import { content, getResolver, local, outcome, publish } from "../published/fixture.ts";
import { openSitesFixture, type SitesFixture } from "../sites/fixture.ts";

/** The URLs of all spaces of a site, by the ids of the site spaces. */
async function listUrls(fixture: SitesFixture, id: string): Promise<Map<string, string>> {
  const home = (await fixture.get(id)).urls.published ?? "";
  const shareKey = /\/(\w{20})$/.exec(home)?.[1];
  const { items } = await fixture.workspace.ok(fixture.admin, siteSpace.list, {
    ...fixture.of(id),
    limit: 1000,
    ...(shareKey !== undefined && { shareKey }),
  });
  return new Map(items.map((item) => [item.id, item.urls.published ?? ""]));
}

/** A published site with random parts, names, visibility and proxy. */
async function randomSite(fixture: SitesFixture, random: Random): Promise<string> {
  const { workspace, admin, org } = fixture;
  const id = await fixture.site();
  const hasSections = random.chance(0.5);
  const titles = ["Guide", "API v1.0", "Français", "日本", "A B", "v1"];
  for (let number = 0; number < 1 + random.below(4); number++) {
    const title = random.pick(titles);
    if (!hasSections) {
      await fixture.add(id, await fixture.space(title));
      continue;
    }
    const made = await fixture.section(id, title);
    if (random.chance(0.5))
      await fixture.add(id, await fixture.space(random.pick(titles)), made.id);
  }
  if (random.chance(0.5)) {
    await workspace.ok(admin, organization.update, { organizationId: org, hostname: "acme-1" });
  }
  if (random.chance(0.3)) await fixture.change(id, { visibility: "share-link" });
  if (random.chance(0.3)) await fixture.change(id, { proxy: "docs.example.com/Help/me" });
  await publish(fixture, id);
  return id;
}

slowTest("the URL of every part of a site resolves to that part, in each form", async () => {
  const random = randomFrom();
  let asked = 0;
  for (let round = 0; round < amount({ short: 3, full: 200 }); round++) {
    const fixture = await openSitesFixture();
    const id = await randomSite(fixture, random);
    for (const [siteSpaceId, address] of await listUrls(fixture, id)) {
      const below = random.pick(["", "/", "/pages/one", "/%C3%A9t%C3%A9/x.md"]);
      const base = random.pick([local, "https://tome.example.com", "http://tome.localhost"]);
      const resolve = getResolver(fixture, base);
      const { host, pathname } = new URL(address);
      const inFolder = `/_site/${id}${pathname.replace(/\/$/, "")}`;
      const forms = [
        address,
        address.replace(/^http:/, "https:"),
        address.replace(/:\d+/, ""),
        address.replace(host, host.toUpperCase()),
        ...(host === "docs.example.com" ? [] : [`https://any.example.com:1${inFolder}`]),
      ];
      for (const form of forms) {
        const said = `${form}${below} (seed ${random.seed})`;
        const found = content(await resolve(form + below));
        expect(found.siteSpace.id, said).toBe(siteSpaceId);
        expect(`/${found.path}`, said).toBe(decodeURIComponent(below || "/"));
        expect(found.basePath, said).toBe(`${new URL(form).pathname.replace(/\/$/, "")}/`);
        expect(found.basePath.startsWith(found.siteBasePath), said).toBe(true);
        // Its published URL is the same, and is the canonical one.
        const again = content(await resolve(found.canonicalUrl));
        expect([again.siteSpace.id, again.path], said).toEqual([siteSpaceId, found.path]);
        expect(again.canonicalUrl, said).toBe(found.canonicalUrl);
        asked++;
      }
    }
    await fixture.workspace.service.close();
  }
  report("S14", `${asked} addresses of parts of random sites resolved to those parts`);
});

test("a URL is complete if no longer path of the site begins with it", async () => {
  const fixture = await openSitesFixture();
  const id = await fixture.site();
  await fixture.section(id, "Guide");
  const api = await fixture.section(id, "API");
  await fixture.add(id, await fixture.space("v2"), api.id);
  await publish(fixture, id);
  const home = (await fixture.get(id)).urls.published ?? "";
  const resolve = getResolver(fixture);
  const isComplete = async (path: string) => content(await resolve(home + path)).complete;
  expect(await isComplete("")).toBe(false);
  expect(await isComplete("/api")).toBe(false);
  expect(await isComplete("/API")).toBe(false);
  expect(await isComplete("/api/v2")).toBe(true);
  expect(await isComplete("/api/v2/calls")).toBe(true);
  expect(await isComplete("/start")).toBe(true);
});

test("a page with the path of a section keeps its URL", async () => {
  const fixture = await openSitesFixture();
  const id = await fixture.site();
  const guide = await fixture.section(id, "Guide");
  await fixture.section(id, "API");
  await publish(fixture, id);
  const home = (await fixture.get(id)).urls.published ?? "";
  const resolve = getResolver(fixture);
  const canonical = async (path: string) => content(await resolve(home + path)).canonicalUrl;
  expect(await canonical("/guide/start")).toBe(`${home}/start`);
  expect(await canonical("/guide/api")).toBe(`${home}/guide/api`);
  expect(content(await resolve(`${home}/guide/api`)).section?.id).toBe(guide.id);
});

test("an unknown URL resolves to nothing", async () => {
  const fixture = await openSitesFixture();
  const id = await fixture.site("Guide");
  await publish(fixture, id);
  const resolve = getResolver(fixture);
  for (const url of [
    "",
    "guide",
    "ftp://docs.acme.site.localhost",
    local,
    `${local}/_site`,
    `${local}/_site/${id.toLowerCase()}0`,
    `${local}/x/_site/${id}`,
    "http://docs.acme.site.localhost",
    "http://a.b.c.site.localhost",
    "http://site.localhost",
    `http://${id.toLowerCase()}.site.localhost`,
    `http://${id.toLowerCase()}-fffff.site.localhost`,
    "https://docs.example.com/help",
  ]) {
    expect(outcome(await resolve(url)), url).toBe("refused: no-site");
  }
});
