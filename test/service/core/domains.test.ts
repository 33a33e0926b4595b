import { describe, expect, test } from "vitest";
import * as audit from "../../../src/contract/audit-event.ts";
import * as organization from "../../../src/contract/organization.ts";
import * as domain from "../../../src/contract/organization-domain.ts";
import * as site from "../../../src/contract/site.ts";
import {
  addClaim,
  buildVerificationRecord,
  claimDomains,
  findClaim,
  findDomainOwner,
  getProxyHost,
  ownsDomain,
  ownsEmail,
  revokeDomain,
  verifyDomain,
} from "../../../src/service/core/domains.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { getText } from "../../support/platforms/platform.ts";
import { openWorkspace, type Workspace } from "../../support/platforms/workspace.ts";

const name = "example.org";

async function start() {
  const records = new Map<string, readonly string[]>();
  const workspace = await openWorkspace({
    textRecordsOf: async (asked) => records.get(asked) ?? [],
  });
  const [one, other] = [await workspace.organization("One"), await workspace.organization("Other")];
  const admins = new Map([
    [one, await workspace.member(one, "admin")],
    [other, await workspace.member(other, "admin")],
  ]);
  const getAdmin = (organizationId: string) => admins.get(organizationId) ?? "";
  const claim = (organizationId: string, asked = name) =>
    workspace.ok(getAdmin(organizationId), domain.add, { organizationId, domain: asked });
  const check = async (organizationId: string, asked = name) => {
    const input = { organizationId, domain: asked };
    await workspace.ok(getAdmin(organizationId), domain.check, input);
    await workspace.service.jobs.finish();
    return workspace.ok(getAdmin(organizationId), domain.get, input);
  };
  const setRecord = (...organizations: readonly string[]) => {
    const values = organizations.map((id) => buildVerificationRecord(id, name).value);
    records.set(`_tome-verification.${name}`, values);
  };
  return { workspace, records, one, other, getAdmin, claim, check, setRecord };
}

async function makeSite(workspace: Workspace, admin: string, organizationId: string) {
  const { id } = await workspace.ok(admin, site.create, { organizationId, title: "Docs" });
  return { organizationId, siteId: id };
}

describe("nested domains", () => {
  const domains = ["example.org", "docs.example.org", "a.docs.example.org"] as const;

  test.each([
    [["example.org"], [0, 0, 0]],
    [["docs.example.org"], [undefined, 0, 0]],
    [
      ["docs.example.org", "example.org"],
      [1, 0, 0],
    ],
    [
      ["a.docs.example.org", "example.org"],
      [1, 1, 0],
    ],
    [
      ["a.docs.example.org", "docs.example.org"],
      [undefined, 1, 0],
    ],
  ])("verified as %j by one organization after the other", async (verified, owners) => {
    const { workspace, one, other } = await start();
    const { db, now } = workspace;
    for (const [index, domain] of verified.entries()) {
      const organizationId = [one, other][index] ?? "";
      await addClaim(db, organizationId, domain, now);
      expect(await verifyDomain(db, { organizationId, domain, by: "dns", now })).toBe(true);
    }
    const found = await Promise.all(domains.map((domain) => findDomainOwner(db, domain)));
    expect(found).toEqual(
      owners.map((index) => (index === undefined ? index : [one, other][index])),
    );
    // The last labels alone are not the domain.
    expect(await findDomainOwner(db, "notexample.org")).toBeUndefined();
  });
});

test.each([
  ["dns", "dns"],
  ["dns", "operator"],
  ["operator", "dns"],
  ["operator", "operator"],
] as const)(
  "a domain verified by %s keeps its verification if %s verifies it again",
  async (first, again) => {
    const { workspace, one } = await start();
    const { db } = workspace;
    const verify = (by: "dns" | "operator") =>
      verifyDomain(db, { organizationId: one, domain: name, by, now: workspace.now });
    await addClaim(db, one, name, workspace.now);
    expect(await verify(first)).toBe(true);
    const verified = await findClaim(db, one, name);
    expect(verified).toMatchObject({
      verified_by: first,
      verified_at: workspace.now.toISOString(),
    });
    workspace.passDays(1);
    expect(await verify(again)).toBe(true);
    expect(await findClaim(db, one, name)).toEqual(verified);
    await revokeDomain(db, one, name);
    expect(await findClaim(db, one, name)).toMatchObject({ verified_by: null, verified_at: null });
    expect(await verify(again)).toBe(true);
    expect(await findClaim(db, one, name)).toMatchObject({ verified_by: again });
  },
);

describe("a claim to a domain", () => {
  slowTest("creates one event for a verification that is checked again", async () => {
    const { workspace, one, getAdmin, claim, check, setRecord } = await start();
    await claim(one);
    setRecord(one);
    for (let times = 0; times < 3; times++) {
      expect(await check(one)).toMatchObject({ status: "verified" });
      workspace.passDays(1);
    }
    const asked = { organizationId: one, action: "changeDomainVerification" };
    expect((await workspace.ok(getAdmin(one), audit.list, asked)).items).toHaveLength(1);
  });

  test("counts once name servers have its record", async () => {
    const { workspace, records, one, getAdmin, claim, check, setRecord } = await start();
    const claimed = await claim(one, "Example.ORG");
    expect(claimed).toMatchObject({
      domain: name,
      status: "pending",
      record: { type: "TXT", ...buildVerificationRecord(one, name) },
    });
    expect(claimed.record.name).toBe("_tome-verification.example.org");
    expect(claimed.record.value).toMatch(/^tome-verification=[\w-]{43}$/);
    expect(await check(one)).toMatchObject({ status: "no_record" });
    records.set(claimed.record.name, ["v=spf1 -all"]);
    expect(await check(one)).toMatchObject({ status: "wrong_record" });
    setRecord(one);
    const verified = await check(one);
    expect(verified).toMatchObject({ status: "verified", verifiedBy: "dns" });
    // A failure of name servers ends no verification.
    records.clear();
    expect(await check(one)).toMatchObject({ status: "verified" });
    const { items } = await workspace.ok(getAdmin(one), domain.list, { organizationId: one });
    expect(items.map((item) => item.domain)).toEqual([name]);
  });

  test("is verified for one organization, and passes to another with the record only", async () => {
    const { one, other, claim, check, setRecord } = await start();
    for (const id of [one, other]) await claim(id);
    setRecord(one, other);
    expect(await check(one)).toMatchObject({ status: "verified" });
    expect(await check(other)).toMatchObject({ status: "taken" });
    setRecord(other);
    expect(await check(other)).toMatchObject({ status: "verified" });
    expect(await check(one)).toMatchObject({ status: "wrong_record" });
  });

  slowTest(
    "creates an audit event when its verification begins and ends, and no other",
    async () => {
      const { workspace, one, other, getAdmin, claim, check, setRecord } = await start();
      for (const id of [one, other]) await claim(id);
      const told = async (organizationId: string) => {
        const asked = { organizationId, action: "changeDomainVerification" };
        const { items } = await workspace.ok(getAdmin(organizationId), audit.list, asked);
        const events = items.map(async ({ id }) => {
          const event = { organizationId, auditEventId: id };
          const { actor, target, payload } = await workspace.ok(
            getAdmin(organizationId),
            audit.get,
            event,
          );
          return [actor.type, target.id, payload.verified, payload.by];
        });
        return (await Promise.all(events)).toReversed();
      };
      setRecord(one);
      for (let time = 0; time < 2; time++) await check(one);
      expect(await told(one)).toEqual([["system", name, true, "dns"]]);
      setRecord(other);
      workspace.passDays(1);
      await check(other);
      expect(await told(other)).toEqual([["system", name, true, "dns"]]);
      expect(await told(one)).toEqual([
        ["system", name, true, "dns"],
        ["system", name, false, "dns"],
      ]);
      const { actions } = audit;
      const { items } = await workspace.ok(getAdmin(one), actions, { organizationId: one });
      expect(items.map(({ id }) => id)).toContain("changeDomainVerification");
    },
  );

  test("does not replace the operator's verification, nor apply below another organization's domain", async () => {
    const { workspace, records, one, other, claim, check, setRecord } = await start();
    await workspace.vouch(one, name);
    await claim(other);
    setRecord(other);
    expect(await check(other)).toMatchObject({ status: "taken" });
    const below = `docs.${name}`;
    await claim(other, below);
    records.set(`_tome-verification.${below}`, [buildVerificationRecord(other, below).value]);
    expect(await check(other, below)).toMatchObject({ status: "taken" });
  });

  test("of the operator is verified at once, unless another organization holds the domain", async () => {
    const { workspace, one, other } = await start();
    const { owner } = await workspace.service.admin.beginning();
    for (const id of [one, other]) await workspace.enroll(id, owner, "admin");
    const add = (organizationId: string) =>
      workspace.ok(owner, domain.add, { organizationId, domain: name });
    expect(await add(one)).toMatchObject({ status: "verified", verifiedBy: "operator" });
    expect(await add(other)).toMatchObject({ status: "pending" });
  });

  test("admits no user, and is in no list, before it counts", async () => {
    const { workspace, one, getAdmin } = await start();
    const settings = { organizationId: one, emailDomains: [name] };
    await workspace.ok(getAdmin(one), organization.update, settings);
    const person = await workspace.person(`new@${name}`);
    const join = { organizationId: one };
    expect(await workspace.refused(person, organization.join, join)).toMatchObject({ status: 400 });
    const claim = () => workspace.ok(person, organization.forDomain, { emailDomain: name });
    expect((await claim()).organizations).toEqual([]);
    await workspace.vouch(one, name);
    expect((await claim()).organizations.map(({ id }) => id)).toEqual([one]);
    expect((await workspace.ask(person, organization.join, join)).status).toBe(204);
  });

  test("is named when a site requests a hostname or a proxy", async () => {
    const { workspace, one, getAdmin } = await start();
    const of = await makeSite(workspace, getAdmin(one), one);
    for (const names of [{ hostname: `docs.${name}` }, { proxy: `${name}/help` }]) {
      const refused = await workspace.refused(getAdmin(one), site.update, { ...of, ...names });
      expect(refused).toMatchObject({
        status: 412,
        message: expect.stringContaining("_tome-verification."),
      });
    }
    await workspace.vouch(one, name);
    const names = { hostname: `docs.${name}`, proxy: `${name}/help` };
    await workspace.ok(getAdmin(one), site.update, { ...of, ...names });
    const given = { organizationId: one, domain: name };
    expect((await workspace.ask(getAdmin(one), domain.remove, given)).status).toBe(205);
    const left = await workspace.ok(getAdmin(one), site.get, of);
    expect(left).not.toHaveProperty("hostname");
    expect(left).not.toHaveProperty("proxy");
  });

  test("adds one entry to the sign-in page, for its verified organization", async () => {
    const { workspace, one, other, getAdmin } = await start();
    const { addProvider } = await import("../../support/models/consent-world.ts");
    for (const id of [one, other]) {
      await addProvider(workspace, id, `Login of ${id}`);
      const settings = { organizationId: id, emailDomains: [name] };
      await workspace.ok(getAdmin(id), organization.update, settings);
    }
    const presented = async () => {
      const url = `http://127.0.0.1:4000/_signin?email=ada%40${name}`;
      const page = await workspace.service.transport({ method: "GET", url, headers: {} });
      return [page.status, (await getText(page)).match(/Login of \w+/g)];
    };
    expect(await presented()).toEqual([404, null]);
    await workspace.vouch(other, name);
    expect(await presented()).toEqual([200, [`Login of ${other}`]]);
  });
});

describe("the operator", () => {
  test("verifies and revokes domains, for one organization at a time", async () => {
    const { workspace, one, other } = await start();
    const { service } = workspace;
    const token = await service.admin.newAdminToken();
    const ask = async (method: "GET" | "POST", path: string, body?: object) => {
      const answer = await service.transport({
        method,
        url: `http://127.0.0.1:4000/_tome/domains${path}`,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: JSON.parse(await getText(answer)) };
    };
    const asked = (organizationId: string) => ({ organization: organizationId, domain: name });
    expect(await ask("POST", "/vouch", asked(one))).toMatchObject({
      status: 200,
      body: { status: "verified", verifiedBy: "operator", organization: { title: "One" } },
    });
    expect((await ask("POST", "/vouch", asked(other))).status).toBe(409);
    expect(await ask("POST", "/revoke", asked(one))).toMatchObject({ body: { status: "pending" } });
    expect((await ask("POST", "/vouch", asked(other))).status).toBe(200);
    const { body } = await ask("GET", "");
    const shown = body.items.map((item: { organization: { id: string }; status: string }) => [
      item.organization.id,
      item.status,
    ]);
    expect(new Map(shown)).toEqual(
      new Map([
        [one, "pending"],
        [other, "verified"],
      ]),
    );
    const unnamed = { organization: one, domain: "not a domain" };
    expect((await ask("POST", "/vouch", unnamed)).status).toBe(400);
  });
});

slowTest("sites lose the hostnames and proxies that no other verified domain covers", async () => {
  const { workspace, one, other, getAdmin } = await start();
  const { db } = workspace;
  for (const domain of ["example.org", "docs.example.org", "example.com"]) {
    await workspace.vouch(one, domain);
  }
  await workspace.vouch(other, "other.example");
  const open = async (organizationId: string, changes: { hostname?: string; proxy?: string }) => {
    const admin = getAdmin(organizationId);
    const ids = await makeSite(workspace, admin, organizationId);
    await workspace.ok(admin, site.update, { ...ids, ...changes });
    return async () => {
      const row = await db
        .selectFrom("sites")
        .select(["hostname", "proxy"])
        .where("id", "=", ids.siteId)
        .executeTakeFirstOrThrow();
      return [row.hostname, row.proxy];
    };
  };
  const sites = [
    await open(one, { hostname: "a.docs.example.org" }),
    await open(one, { hostname: "help.example.org" }),
    await open(one, { proxy: "www.example.com/help" }),
    await open(one, {}),
    await open(other, { hostname: "docs.other.example" }),
  ];
  const read = () => Promise.all(sites.map((readSite) => readSite()));
  await revokeDomain(db, one, "example.org");
  expect(await read()).toEqual([
    ["a.docs.example.org", null],
    [null, null],
    [null, "www.example.com/help"],
    [null, null],
    ["docs.other.example", null],
  ]);
  await revokeDomain(db, one, "example.com");
  expect((await read())[2]).toEqual([null, null]);
  expect((await findClaim(db, one, "example.com"))?.verified_at).toBe(null);
  expect((await findClaim(db, one, "docs.example.org"))?.verified_at).not.toBe(null);
});

test("an organization owns the email addresses of its verified domains", async () => {
  const { workspace, one, other } = await start();
  const { db, now } = workspace;
  await workspace.vouch(one, "example.org");
  await addClaim(db, one, "example.com", now);
  const addresses = ["a@example.org", "a@b@Sub.Example.ORG", "a@example.com", "a@", "a@localhost"];
  const owned = (organizationId: string) =>
    Promise.all(addresses.map((email) => ownsEmail(db, organizationId, email)));
  expect(await owned(one)).toEqual([true, true, false, false, false]);
  expect(await owned(other)).toEqual([false, false, false, false, false]);
  expect(await ownsDomain(db, other, "none.example")).toBe(false);
});

test("claims of the operator are verified at once, unless another organization owns the domain", async () => {
  const { workspace, one, other } = await start();
  const { db, now } = workspace;
  const { owner } = await workspace.service.admin.beginning();
  await workspace.vouch(other, "taken.example");
  const claim = async (caller: string, domains: readonly string[], more = {}) => {
    await claimDomains({ db, caller, now, ...more }, one, domains);
    return Promise.all(
      domains.map(async (domain) => (await findClaim(db, one, domain))?.verified_by),
    );
  };
  expect(await claim(owner, ["a.example", "taken.example"])).toEqual(["operator", null]);
  expect(await claim("someone", ["b.example"])).toEqual([null]);
  expect(await claim(owner, ["c.example"], { boundTo: one })).toEqual([null]);
  expect(await claim(owner, ["a.example"])).toEqual(["operator"]);
  expect(await findDomainOwner(db, "taken.example")).toBe(other);
});

test.each([
  ["docs.example.com/help/a", "docs.example.com"],
  ["docs.example.com", "docs.example.com"],
  ["", ""],
])("the host of the proxy %j is %j", (proxy, host) => {
  expect(getProxyHost(proxy)).toBe(host);
});
