import { expect, test } from "vitest";
import * as content from "../../../../../src/contract/content.ts";
import * as hostnames from "../../../../../src/contract/hostname.ts";
import * as organization from "../../../../../src/contract/organization.ts";
import * as site from "../../../../../src/contract/site.ts";
import * as url from "../../../../../src/contract/url.ts";
import {
  checkHostname,
  loadStatus,
} from "../../../../../src/service/areas/sites/urls/check-hostname.ts";
import type { Egress } from "../../../../../src/service/engines/network/egress.ts";
import type { JobCall, LongJobCall } from "../../../../../src/service/jobs/job.ts";
import { issueToken } from "../../../../../src/service/server/tokens.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { openSitesFixture } from "../fixture.ts";

const hostname = "docs.acme.invalid";

async function start() {
  const fixture = await openSitesFixture();
  const { workspace, admin } = fixture;
  const id = await fixture.site("Guide");
  const of = fixture.of(id);
  await workspace.ok(admin, site.publish, of);
  return { fixture, workspace, admin, id, of };
}

test("a site has the hostname set by its admin, and its URLs use it", async () => {
  const { fixture, workspace, admin, id } = await start();
  const named = await fixture.change(id, { hostname });
  expect(named).toMatchObject({ hostname, urls: { published: `https://${hostname}` } });
  const items = await fixture.siteSpaces(id);
  expect(items[0]?.urls.published).toBe(`https://${hostname}`);
  const found = await workspace.ok(admin, url.resolve, { url: `https://${hostname}/page` });
  expect(found).toMatchObject({ site: id, pathname: "/page" });
  expect(await workspace.ok(admin, hostnames.get, { hostname })).toMatchObject({
    object: "custom-hostname",
    hostname,
    target: { type: "site", site: id },
    isActive: true,
  });
  expect(await workspace.ask(admin, hostnames.remove, { hostname })).toMatchObject({ status: 205 });
  expect(await workspace.ask(admin, hostnames.remove, { hostname })).toMatchObject({ status: 204 });
  expect(await fixture.get(id)).not.toHaveProperty("hostname");
});

/** Hostnames that are IP addresses, which need no name server. */
const [here, elsewhere] = ["203.0.113.10", "198.51.100.10"];

slowTest(
  "a lookup states whether a hostname leads to the platform, by its public hostname",
  async () => {
    const { fixture, workspace, admin, id } = await start();
    await fixture.change(id, { hostname: here });
    const { db, now, service } = workspace;
    const token = await issueToken(db, { user: admin, label: "test", now });
    const checked = async (base: string) => {
      const url = `${base}/v1/custom-hostnames/${here}`;
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const { status } = await service.transport({ method: "PATCH", url, headers, body: "{}" });
      await service.jobs.finish();
      const { status: found } = await workspace.ok(admin, hostnames.get, { hostname: here });
      return [status, found];
    };
    expect(await checked("http://127.0.0.1:4000")).toEqual([409, undefined]);
    expect(await checked(`https://${elsewhere}`)).toEqual([204, "dns_wrong_cname"]);
    expect(await checked(`https://${here}`)).toEqual([204, "dns_passed"]);
    expect(await checked(`https://${elsewhere}`)).toEqual([204, "dns_wrong_cname"]);
    const events = await db
      .selectFrom("audit_events")
      .select(["action", "target_id", "occurrences"])
      .execute();
    const recorded = { action: "dnsRevalidateCustomHostname", target_id: here, occurrences: 3 };
    expect(events.filter(({ action }) => action === recorded.action)).toEqual([recorded]);
  },
);

test("the result of a lookup is not stored for a hostname that was replaced meanwhile", async () => {
  const { fixture, workspace, admin, id } = await start();
  const { db } = workspace;
  const outside = { loadAddresses: async (name: string) => [name] };
  const look = async (asked: string) => {
    const payload = { siteId: id, hostname: asked, own: here };
    const call: Partial<LongJobCall> = { db, outside: Object.assign({} as Egress, outside) };
    const end = await checkHostname.prepare(payload, call as LongJobCall);
    if (typeof end !== "function") throw new Error("The lookup has no effect.");
    const job: Partial<JobCall> = { db };
    return () => end(job as JobCall);
  };
  const status = async (asked: string) =>
    (await workspace.ok(admin, hostnames.get, { hostname: asked })).status;
  await fixture.change(id, { hostname: here });
  const end = await look(here);
  await fixture.change(id, { hostname: elsewhere });
  await end();
  expect(await status(elsewhere)).toBeUndefined();
  await (await look(elsewhere))();
  expect(await status(elsewhere)).toBe("dns_wrong_cname");
});

slowTest(
  "a site behind a proxy at its hostname has the same links as at its own hostname",
  async () => {
    const { fixture, workspace, admin, id } = await start();
    const { urls } = await fixture.get(id);
    const [guide] = await fixture.siteSpaces(id);
    const filled = { spaceId: guide?.space.id ?? "", id: "help-center" };
    await workspace.ok(admin, content.applyTemplate, filled);
    await fixture.change(id, { hostname });
    const read = async (path: string) => {
      const url = `${urls.published}${path}`;
      const { status, body } = await workspace.service.transport({
        method: "GET",
        url,
        headers: {},
      });
      return `${status} ${body}`;
    };
    const page = await read("/");
    expect(page).toContain(`<link rel="canonical" href="https://${hostname}"`);
    expect(page).not.toContain("/_site/");
    expect(await read("/sitemap.xml")).toContain(`<loc>https://${hostname}`);
  },
);

slowTest(
  "a hostname belongs to one site, which is not named to users who cannot see it",
  async () => {
    const { fixture, workspace, id } = await start();
    await fixture.change(id, { hostname });
    const other = await fixture.site();
    const taken = { ...fixture.of(other), hostname };
    expect(await workspace.refused(fixture.admin, site.update, taken)).toMatchObject({
      status: 409,
    });
    const stranger = await workspace.person();
    for (const endpoint of [hostnames.get, hostnames.check]) {
      expect(await workspace.refused(stranger, endpoint, { hostname })).toMatchObject({
        status: 404,
      });
    }
    const editor = await workspace.member(fixture.org, "edit");
    expect(await workspace.refused(editor, hostnames.check, { hostname })).toMatchObject({
      status: 403,
    });
  },
);

test("a subdomain belongs to an organization, for its members", async () => {
  const { workspace, admin, fixture } = await start();
  const update = { organizationId: fixture.org, hostname: "acme-docs" };
  await workspace.ok(admin, organization.update, update);
  expect(await workspace.ok(admin, hostnames.subdomain, { subdomain: "acme-docs" })).toEqual({
    object: "subdomain",
    subdomain: "acme-docs",
    target: { type: "organization", organization: fixture.org },
    isActive: true,
  });
  const stranger = await workspace.person();
  const asked = { subdomain: "acme-docs" };
  expect(await workspace.refused(stranger, hostnames.subdomain, asked)).toMatchObject({
    status: 404,
  });
});

test.each([
  [["203.0.113.7"], "dns_passed"],
  [["198.51.100.1"], "dns_wrong_cname"],
  [[], "dns_no_cname"],
] as const)("a name with the IP addresses %j is %s", async (addresses, status) => {
  const known = new Map<string, readonly string[]>([
    [hostname, addresses],
    ["tome.example.com", ["203.0.113.7", "2001:db8::7"]],
  ]);
  const listUrls = async (name: string) => known.get(name) ?? [];
  expect(await loadStatus(hostname, "tome.example.com", listUrls)).toBe(status);
});

test("the hostname of another organization gets the same response as an unknown one", async () => {
  const { fixture, workspace, id } = await start();
  await fixture.change(id, { hostname });
  const stranger = await workspace.member(await workspace.organization(), "admin");
  const unknown = "docs.nobody.invalid";
  for (const operation of [hostnames.get, hostnames.check, hostnames.remove]) {
    const answers = await Promise.all(
      [hostname, unknown].map(async (asked) => {
        const { status, message } = await workspace.ask(stranger, operation, { hostname: asked });
        return [status, message.replace(asked, "NAME")];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
  }
});
