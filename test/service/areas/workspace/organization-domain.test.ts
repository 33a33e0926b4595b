import { expect, test } from "vitest";
import * as contract from "../../../../src/contract/organization-domain.ts";
import {
  checkDomain,
  type DomainCheck,
} from "../../../../src/service/areas/workspace/check-domain.ts";
import { buildVerificationRecord, verifyDomain } from "../../../../src/service/core/domains.ts";
import { createId } from "../../../../src/service/core/ids.ts";
import type { LongJobCall } from "../../../../src/service/jobs/job.ts";
import { slowTests } from "../../../support/generators/amount.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";
import { readAllPages } from "../../../support/requests/all-pages.ts";

async function start() {
  const workspace = await openWorkspace();
  const [organizationId, other] = [await workspace.organization(), await workspace.organization()];
  const admin = await workspace.member(organizationId, "admin");
  await workspace.enroll(other, admin, "admin");
  const add = (domain: string, id = organizationId) =>
    workspace.ok(admin, contract.add, { organizationId: id, domain });
  const get = (domain: string, id = organizationId) =>
    workspace.ok(admin, contract.get, { organizationId: id, domain });
  return { workspace, organizationId, other, admin, add, get };
}

test("the domains of an organization are listed oldest first, with their records", async () => {
  const { workspace, organizationId, other, admin, add } = await start();
  const made: object[] = [];
  for (const domain of ["Zebra.Example.com", "b.example.com", "a.example.com"]) {
    made.push(await add(domain));
    workspace.passDays(1);
  }
  await add("b.example.com", other);
  expect(made[0]).toEqual({
    ...{ object: "organization-domain", domain: "zebra.example.com", status: "pending" },
    createdAt: "2026-03-02T08:00:00.000Z",
    record: { type: "TXT", ...buildVerificationRecord(organizationId, "zebra.example.com") },
  });
  expect(await readAllPages(workspace, admin, contract.list, { organizationId })).toEqual(made);
  const refused = await workspace.refused(admin, contract.add, { organizationId, domain: "a b" });
  expect(refused).toEqual({
    status: 400,
    message: 'domain "a b" is not a valid domain name. Use a name such as example.com.',
  });
});

test("a domain is found and released in any case, in its organization only", async () => {
  const { workspace, organizationId, other, admin, add, get } = await start();
  for (const id of [organizationId, other]) await add("docs.example.com", id);
  const domain = "DOCS.example.COM";
  expect((await get(domain)).domain).toBe("docs.example.com");
  const named = { organizationId, domain };
  expect((await workspace.ask(admin, contract.check, named)).status).toBe(204);
  const jobs = await workspace.db
    .selectFrom("jobs")
    .select(["kind", "payload", "organization_id"])
    .where("kind", "=", "check-domain")
    .execute();
  expect(jobs.map(({ payload }) => JSON.parse(payload))).toEqual([
    { organizationId, domain: "docs.example.com" },
  ]);
  expect((await workspace.ask(admin, contract.remove, named)).status).toBe(205);
  expect((await workspace.ask(admin, contract.remove, named)).status).toBe(204);
  for (const endpoint of [contract.get, contract.check]) {
    expect((await workspace.refused(admin, endpoint, named)).status).toBe(404);
  }
  expect((await get(domain, other)).domain).toBe("docs.example.com");
});

test("the domains are managed by admins only", async () => {
  const { workspace, organizationId, add } = await start();
  await add("docs.example.com");
  const creator = await workspace.member(organizationId, "create");
  const stranger = await workspace.person();
  const named = { organizationId, domain: "docs.example.com" };
  for (const [caller, status] of [
    [creator, 403],
    [stranger, 404],
  ] as const) {
    const statuses = [
      (await workspace.ask(caller, contract.list, { organizationId })).status,
      (await workspace.ask(caller, contract.get, named)).status,
      (await workspace.ask(caller, contract.add, named)).status,
      (await workspace.ask(caller, contract.check, named)).status,
      (await workspace.ask(caller, contract.remove, named)).status,
    ];
    expect(statuses).toEqual(Array.from({ length: 5 }, () => status));
  }
});

/** @returns the name that was looked up */
async function checkWith(
  workspace: Workspace,
  payload: DomainCheck,
  records: readonly string[],
): Promise<string> {
  const { db, now } = workspace;
  const call = { db, now, newId: createId, enqueue: async () => {} };
  let asked = "";
  const outside = {
    lookUpTextRecords: async (record: string) => {
      asked = record;
      return records;
    },
  };
  const effect = await checkDomain.prepare(payload, { ...call, outside } as object as LongJobCall);
  if (typeof effect !== "function") throw new Error("The effect must not be recorded.");
  await effect(call as never);
  return asked;
}

slowTests.each([
  ["dns", "docs.example.com", [], "verified"],
  ["dns", "docs.example.com", ["own"], "taken"],
  ["dns", "example.com", [], "taken"],
  ["operator", "docs.example.com", [], "taken"],
  ["operator", "docs.example.com", ["own"], "taken"],
  ["operator", "example.com", [], "taken"],
] as const)(
  "a domain that %s verified for another organization as %s, whose records are %j, is %s",
  async (by, verified, records, status) => {
    const { workspace, organizationId, other, add, get } = await start();
    const { db, now } = workspace;
    const domain = "docs.example.com";
    for (const [id, name] of [
      [other, verified],
      [organizationId, domain],
    ] as const) {
      await add(name, id);
    }
    await verifyDomain(db, { organizationId: other, domain: verified, by, now });
    const values = [organizationId, ...records.map(() => other)].map(
      (id) => buildVerificationRecord(id, domain).value,
    );
    await checkWith(workspace, { organizationId, domain }, values);
    expect((await get(domain)).status).toBe(status);
    const isLost = status === "verified";
    expect((await get(verified, other)).verifiedBy).toBe(isLost ? undefined : by);
  },
);

test("a check finds the record of the organization, of no other one, or none", async () => {
  const { workspace, organizationId, other, add, get } = await start();
  const { db } = workspace;
  const domain = "docs.example.com";
  const asked: string[] = [];
  /** Checks with these records of the name servers. */
  const check = async (records: readonly string[], id = organizationId, name = domain) => {
    workspace.passDays(1);
    asked.push(await checkWith(workspace, { organizationId: id, domain: name }, records));
    return workspace.now.toISOString();
  };
  const { value: own } = buildVerificationRecord(organizationId, domain);
  const { value: foreign } = buildVerificationRecord(other, domain);
  await add(domain);
  await add("other.example.com");
  const time = await check([]);
  expect(await get(domain)).toMatchObject({ status: "no_record", checkedAt: time });
  await check(["v=spf1", foreign]);
  expect((await get(domain)).status).toBe("wrong_record");
  const verifiedAt = await check([own, "v=spf1"]);
  const verified = { status: "verified", verifiedBy: "dns", verifiedAt };
  expect(await get(domain)).toMatchObject(verified);
  // A missing record does not end a verification, unless another organization has one.
  const later = await check([]);
  expect(await get(domain)).toMatchObject({ ...verified, checkedAt: later });
  await add(domain, other);
  await check([own, foreign], other);
  expect((await get(domain, other)).status).toBe("taken");
  expect(await get(domain)).toMatchObject(verified);
  await check([foreign], other);
  expect((await get(domain, other)).status).toBe("verified");
  const lost = await get(domain);
  expect([lost.status, lost.verifiedBy, lost.verifiedAt]).not.toContain("verified");
  expect((await get("other.example.com")).checkedAt).toBeUndefined();
  expect(new Set(asked)).toEqual(new Set([`_tome-verification.${domain}`]));
  // A claim that was released meanwhile is not created again.
  await check([own], organizationId, "released.example.com");
  const rows = await db
    .selectFrom("organization_domains")
    .select("domain")
    .where("domain", "=", "released.example.com")
    .execute();
  expect(rows).toEqual([]);
});
