import { describe, expect, test } from "vitest";
import * as hostnames from "../../../../../src/contract/hostname.ts";
import {
  hostnamePermission,
  loadStatus,
} from "../../../../../src/service/areas/sites/urls/check-hostname.ts";
import { lookUpHostname } from "../../../../../src/service/areas/sites/urls/hostname-lookup.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { openSitesFixture } from "../fixture.ts";

test.each([
  [[], ["1.1.1.1"], "dns_no_cname"],
  [["1.1.1.1"], ["1.1.1.1"], "dns_passed"],
  [["2.2.2.2", "1.1.1.1"], ["3.3.3.3", "1.1.1.1"], "dns_passed"],
  [["2.2.2.2"], ["1.1.1.1"], "dns_wrong_cname"],
  [["2.2.2.2"], [], "dns_wrong_cname"],
] as const)("addresses %j, while the platform has %j, are %s", async (addresses, own, expected) => {
  const load = async (name: string) => (name === "docs.example.com" ? addresses : own);
  expect(await loadStatus("docs.example.com", "tome.example.com", load)).toBe(expected);
});

test("a lookup is queued unless the platform is reachable only from this machine", async () => {
  const jobs: unknown[] = [];
  const enqueue = async (job: unknown) => void jobs.push(job);
  const site = { id: "S", organization_id: "O" };
  const look = (base: string) => lookUpHostname({ base, enqueue }, site, "docs.example.com");
  expect([await look("http://127.0.0.1:4000"), jobs]).toEqual([false, []]);
  expect(await look("https://tome.example.com:8443/x")).toBe(true);
  expect(jobs).toEqual([
    {
      kind: "check-hostname",
      payload: { siteId: "S", hostname: "docs.example.com", own: "tome.example.com" },
      organization: "O",
    },
  ]);
});

describe("a lookup that is not permitted", () => {
  async function start() {
    const fixture = await openSitesFixture();
    const { workspace } = fixture;
    const { db } = workspace;
    const [id, other] = [await fixture.site("Guide"), await fixture.site("Other")];
    const set = (hostname: string, status: string | null, siteId = id) =>
      db
        .updateTable("sites")
        .set({ hostname, hostname_status: status as never })
        .where("id", "=", siteId)
        .execute();
    await set("docs.example.com", null);
    await set("other.example.com", null, other);
    const payload = { siteId: id, hostname: "docs.example.com", own: "tome.example.com" };
    const read = async () => {
      const rows = await db.selectFrom("sites").select(["id", "hostname_status"]).execute();
      const byId = new Map(rows.map((row) => [row.id, row.hostname_status]));
      return [byId.get(id), byId.get(other)];
    };
    return { fixture, workspace, id, set, payload, read };
  }

  test("is recorded only without an earlier result, and for the same hostname", async () => {
    const { workspace, id, set, payload, read } = await start();
    const end = (changes: object = {}) =>
      hostnamePermission.end?.({ ...payload, ...changes }, {} as never, workspace as never);
    const ended = {
      operation: "dnsRevalidateCustomHostname",
      target: { type: "site", id },
    };
    expect(await end({ hostname: "former.example.com" })).toBeUndefined();
    expect(await read()).toEqual([null, null]);
    expect([await end(), await read()]).toEqual([ended, ["internal_error", null]]);
    await set(payload.hostname, "dns_passed");
    expect([await end(), await read()]).toEqual([ended, ["dns_passed", null]]);
  });

  test("is that of a user who may not change the site", async () => {
    const { fixture, workspace, id, payload } = await start();
    const scopes: unknown[] = [];
    const authorize = (caller: string, changes: object = {}) =>
      hostnamePermission.authorize(
        { ...payload, ...changes },
        {
          ...{ db: workspace.db, now: workspace.now, caller, boundTo: undefined },
          ...{ organization: fixture.org },
          requireScope: async (...scope: unknown[]) => void scopes.push(scope),
        },
      );
    await authorize(fixture.admin);
    const operation = "dnsRevalidateCustomHostname";
    expect(scopes).toEqual([[operation, { organizationId: fixture.org, siteId: id }]]);
    const reader = await workspace.member(fixture.org, "read");
    await expect(authorize(reader)).rejects.toMatchObject({ status: 403 });
    const stranger = await workspace.person();
    await expect(authorize(stranger)).rejects.toMatchObject({ status: 404 });
    // Nothing is left to look up.
    await authorize(stranger, { hostname: "former.example.com" });
  });
});

slowTest("a hostname is shown and removed by users who see and manage its site only", async () => {
  const fixture = await openSitesFixture();
  const { workspace, admin, org } = fixture;
  const [id, other] = [await fixture.site("Guide"), await fixture.site("Other")];
  await fixture.change(id, { hostname: "docs.example.com" });
  await fixture.change(other, { hostname: "other.example.com" });
  const hostname = "docs.example.com";
  const [reader, stranger] = [await workspace.member(org, "read"), await workspace.person()];
  expect(await workspace.ok(admin, hostnames.get, { hostname })).toEqual({
    ...{ object: "custom-hostname", hostname, target: { type: "site", site: id } },
    ...{ isActive: true, dnsRecord: { type: "CNAME", name: hostname, value: null } },
    urls: { location: `http://127.0.0.1:4000/v1/custom-hostnames/${hostname}` },
  });
  const missing = `No site with the hostname ${hostname} found. Check the hostname.`;
  for (const endpoint of [hostnames.get, hostnames.check]) {
    expect(await workspace.refused(stranger, endpoint, { hostname })).toEqual({
      ...{ status: 404, message: missing },
    });
  }
  const statuses = [
    (await workspace.ask(stranger, hostnames.remove, { hostname })).status,
    (await workspace.ask(reader, hostnames.remove, { hostname })).status,
    (await workspace.ask(reader, hostnames.check, { hostname })).status,
  ];
  expect(statuses).toEqual([204, 403, 403]);
  expect(await workspace.refused(admin, hostnames.check, { hostname })).toEqual({
    status: 409,
    message: `The DNS records of ${hostname} cannot be checked, because http://127.0.0.1:4000 is reachable only from this machine. Start the platform with tome serve --public-url, and use that URL.`,
  });
  const { db } = workspace;
  await db.updateTable("sites").set({ hostname_status: "dns_passed" }).execute();
  expect((await workspace.ask(admin, hostnames.remove, { hostname })).status).toBe(205);
  const rows = await db.selectFrom("sites").select(["id", "hostname", "hostname_status"]).execute();
  expect(new Set(rows.map((row) => [row.id, row.hostname, row.hostname_status].join(" ")))).toEqual(
    new Set([`${id}  `, `${other} other.example.com dns_passed`]),
  );
  const subdomain = "acme-docs";
  await db
    .updateTable("organizations")
    .set({ hostname: subdomain })
    .where("id", "=", org)
    .execute();
  expect(await workspace.ok(reader, hostnames.subdomain, { subdomain })).toEqual({
    ...{ object: "subdomain", subdomain, isActive: true },
    target: { type: "organization", organization: org },
  });
  for (const [caller, name] of [
    [stranger, subdomain],
    [reader, "unknown"],
  ] as const) {
    expect(await workspace.refused(caller, hostnames.subdomain, { subdomain: name })).toEqual({
      status: 404,
      message: `No organization with the subdomain ${name} found. Check the subdomain.`,
    });
  }
});
