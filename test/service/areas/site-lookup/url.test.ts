import { describe, expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as auth from "../../../../src/contract/site-auth.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as shareLink from "../../../../src/contract/site-share-link.ts";
import * as contract from "../../../../src/contract/url.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";
import { requestFor } from "../../../support/requests/requests.ts";
import { publish } from "../published/fixture.ts";
import { addSitesFixture } from "../sites/fixture.ts";

/** For all tests, each in its own organization. */
const shared = await openWorkspace();

const base = "http://127.0.0.1:4000";

/** A published site with a section, and its URL. */
async function start() {
  const fixture = await addSitesFixture(shared);
  const { workspace, admin, org } = fixture;
  const id = await fixture.site();
  const made = await fixture.section(id, "Guide");
  await publish(fixture, id);
  const home = `${base}/_site/${id}`;
  const stranger = await workspace.person();
  const resolve = (url = home, more: object = {}, caller = stranger) =>
    workspace.ok(caller, contract.resolve, { url, ...more });
  const refuse = (url = home, more: object = {}) =>
    workspace.explain(stranger, contract.resolve, { url, ...more });
  return { fixture, workspace, admin, org, id, made, home, stranger, resolve, refuse };
}

describe("a URL of a site", () => {
  test("leads to the part of the site, with a token for its content", async () => {
    const { workspace, admin, org, id, made, home, stranger, resolve } = await start();
    const [siteSpace] = made.siteSpaces;
    const expected = {
      ...{ site: id, siteSection: made.id, siteSpace: siteSpace?.id, organization: org },
      ...{ space: siteSpace?.space.id, pathname: "/start", complete: true },
      ...{ basePath: `/_site/${id}/`, siteBasePath: `/_site/${id}/` },
      ...{ canonicalUrl: `${home}/start`, apiToken: expect.any(String) },
    };
    const url = `${home}/start`;
    expect(await resolve(url)).toEqual(expected);
    expect(await workspace.ok(stranger, contract.getPublished, { url })).toEqual(expected);
    expect(await resolve(url, { visitor: { unsignedClaims: {} } })).toEqual(expected);
    expect(await resolve(url, {}, admin)).toEqual(expected);
  });

  test("stays on the requested host, unless the site has another URL", async () => {
    const { workspace, id, home, resolve } = await start();
    const canonical = async () => (await resolve(`${home}/start`)).canonicalUrl;
    const set = (columns: object) =>
      workspace.db.updateTable("sites").set(columns).where("id", "=", id).execute();
    await set({ hostname: "docs.example.com" });
    expect(await canonical()).toBe("https://docs.example.com/start");
    await set({ proxy: "example.com/help" });
    expect(await canonical()).toBe("https://example.com/help/start");
    await set({ hostname: null });
    expect(await canonical()).toBe("https://example.com/help/start");
  });

  test("has a different context for visitors with other claims only", async () => {
    const { fixture, workspace, id, home, resolve } = await start();
    await fixture.change(id, { adaptiveContent: { enabled: true } });
    const readContext = async (unsignedClaims: object) =>
      (await resolve(home, { visitor: { unsignedClaims } })).contextId;
    const [one, two] = [await readContext({ plan: "a" }), await readContext({ plan: "b" })];
    expect(one).toMatch(/^[\w-]{22}$/);
    expect(two).not.toBe(one);
    expect(await readContext({ plan: "a" })).toBe(one);
    expect(await readContext({})).toBeUndefined();
    await workspace.db.updateTable("sites").set({ adaptive_content: 0 }).execute();
    expect(await readContext({ plan: "a" })).toBeUndefined();
  });
});

describe("a URL is refused", () => {
  const refusal = (message: string, hint?: string, status = 404) => ({
    ...{ status, message, hint, notes: [] },
  });

  test("without a site, and for a site that is not published, with the same message", async () => {
    const { workspace, home, refuse } = await start();
    const unknown = `${base}/_site/unknown`;
    expect(await refuse(unknown)).toEqual(refusal(`No published site found at ${unknown}.`));
    await workspace.db.updateTable("sites").set({ published: 0 }).execute();
    expect(await refuse()).toEqual(refusal(`No published site found at ${home}.`));
  });

  slowTest("without the key of a share link, and without content for the visitor", async () => {
    const { fixture, workspace, admin, id, made, home, refuse, resolve } = await start();
    const of = fixture.of(id);
    await fixture.change(id, { visibility: "share-link" });
    const message = `Site ${id} requires the key of an active share link as the first segment of the path.`;
    expect(await refuse()).toEqual(refusal(message));
    expect(await refuse(`${home}/${"x".repeat(20)}`)).toEqual(refusal(message));
    const link = await workspace.ok(admin, shareLink.create, { ...of, name: "Link" });
    const key = new URL(link.urls.published ?? "").pathname.split("/").at(-1);
    const resolved = await resolve(`${home}/${key}`);
    expect(resolved).toMatchObject({ site: id, shareKey: key });
    const address = { base, token: Object(resolved).apiToken };
    const { body } = await workspace.service.transport(requestFor(site.published, of, address));
    expect(JSON.parse(String(body)).site.urls.published).toBe(link.urls.published);
    await fixture.change(id, { visibility: "public" });
    const condition = "visitor.claims.beta == true";
    await workspace.ok(admin, section.update, { ...of, siteSectionId: made.id, condition });
    expect(await refuse()).toEqual(refusal(`Site ${id} has no content for this visitor.`));
  });

  test("for visitors who must sign in, with the URL of the sign-in if there is one", async () => {
    const { fixture, workspace, admin, id, home, refuse, resolve } = await start();
    await fixture.change(id, { visibility: "visitor-auth" });
    const invalid = { visitor: { jwtToken: "x" } };
    expect(await refuse()).toEqual(
      refusal(
        `Site ${id} requires visitors to sign in, but has no sign-in URL. Set fallbackURL.`,
        `tome site auth update ${id} --fallback-url <url>`,
        403,
      ),
    );
    const message = `Site ${id} requires visitors to sign in, but the visitor's token is invalid (wrong signature).`;
    expect(await refuse(home, invalid)).toEqual(refusal(message, undefined, 403));
    expect(await refuse(home, { ...invalid, redirectOnError: true })).toEqual(
      refusal(message, undefined, 403),
    );
    const fallbackURL = "https://login.example.com/";
    await workspace.ok(admin, auth.update, { ...fixture.of(id), fallbackURL });
    const redirect = expect.stringMatching(/^https:\/\/login\.example\.com\/\?location=/);
    // The site has a key for tokens now.
    const external = { target: "external", site: id, redirect };
    expect(await resolve()).toEqual(external);
    expect(await resolve(home, { ...invalid, redirectOnError: true })).toEqual(external);
    expect(await refuse(home, { ...invalid, redirectOnError: false })).toEqual(
      refusal(message.replace("wrong signature", "malformed"), undefined, 403),
    );
  });
});

test("only URLs of websites have an embed", async () => {
  const { workspace, admin } = await start();
  for (const url of ["ftp://example.com/a", "mailto:a@example.com"]) {
    expect(await workspace.refused(admin, contract.embed, { url })).toEqual({
      status: 400,
      message: "url must be an http or https URL.",
    });
  }
});
