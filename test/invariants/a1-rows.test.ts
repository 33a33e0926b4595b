import { expect, test } from "vitest";
import * as collection from "../../src/contract/collection.ts";
import type { Output } from "../../src/contract/endpoint.ts";
import { isAtLeast, type Role } from "../../src/contract/roles.ts";
import * as site from "../../src/contract/site.ts";
import * as space from "../../src/contract/space.ts";
import type { Transport } from "../../src/contract/wire.ts";
import { type AccessRow, listAccessRows } from "../../src/features/access/rows.ts";
import { openOrganization } from "../../src/features/organization/organization-reader.ts";
import { runFewAtOnce } from "../../src/features/run-few-at-once.ts";
import { amount, report } from "../support/generators/amount.ts";
import type { ModelThing } from "../support/models/precedence-model.ts";
import { roleTold } from "../support/models/told-role.ts";
import {
  clientFor,
  type MadeOrganization,
  randomOrganizations,
} from "../support/platforms/access-platform.ts";
import { onBoth } from "../support/platforms/postgres/on-both.ts";

const count = amount({ short: 1, all: 3, full: 1000 });
const seed = 71_000;
const organizationsOn = randomOrganizations(count, seed);

async function listRows(
  { workspace, organizationId, admin }: MadeOrganization,
  through?: (wire: Transport) => Transport,
) {
  const reading = openOrganization(await clientFor(workspace, admin, through), organizationId);
  const rows: AccessRow[] = [];
  for await (const some of listAccessRows(reading)) for (const row of some) rows.push(row);
  expect(reading.unread).toEqual([]);
  return rows;
}

/** The response for a resource to the user's own token: the reported role, null if it is hidden. */
async function toldTo(organization: MadeOrganization, who: string, thing: ModelThing) {
  const { workspace, organizationId, model } = organization;
  const { id } = thing;
  if (model.spaces.some((one) => one.id === id)) {
    const { status, body } = await workspace.ask(who, space.get, { spaceId: id });
    return status === 200
      ? `role ${roleTold((body as Output<typeof space.get>).permissions)}`
      : null;
  }
  const isSite = model.sites.includes(thing);
  const { status, body } = isSite
    ? await workspace.ask(who, site.get, { organizationId, siteId: id })
    : await workspace.ask(who, collection.get, { collectionId: id });
  if (status !== 200) return null;
  const { admin, create } = (body as Output<typeof collection.get>).permissions;
  return `admin ${admin}, create ${create}`;
}

/** The same for a row of the report. */
function saidBy(row: AccessRow | undefined): string | null {
  if (row === undefined || !row.effective) return null;
  if (row.thing.object === "space") return `role ${row.role}`;
  const role = row.role as Role;
  return `admin ${role === "admin"}, create ${isAtLeast(role, "create")}`;
}

/** Makes grants of one user ineffective by disabling the user. */
async function disableOne({ workspace, organizationId, people }: MadeOrganization) {
  const [who = ""] = people;
  await workspace.db
    .updateTable("members")
    .set({ disabled: 1 })
    .where("organization_id", "=", organizationId)
    .where("user_id", "=", who)
    .execute();
  return who;
}

const lacking =
  (wire: Transport): Transport =>
  async (request) =>
    request.url.includes("/permissions/aggregate")
      ? {
          status: 501,
          headers: { "content-type": "application/json" },
          body: '{"error":{"code":501,"message":"There is no such operation here."}}',
        }
      : wire(request);

test.each(onBoth)(
  "every row of an access report matches the permissions of the user, on %s",
  async (name, database) => {
    const found = { organizations: 0, rows: 0, computed: 0, differences: 0 };
    const organizations = await organizationsOn(database);
    await runFewAtOnce([...organizations.entries()], async ([at, organization]) => {
      const { model, admin, people } = organization;
      const disabled = at % 3 === 1 ? await disableOne(organization) : undefined;
      const rows = await listRows(organization);
      const byKey = new Map(rows.map((row) => [`${row.user?.id} ${row.thing.id}`, row]));
      const things = [...model.collections, ...model.spaces, ...model.sites];
      for (const thing of things) {
        for (const who of [admin, ...people]) {
          const say = `seed ${seed + at}: ${who} in ${thing.id}`;
          const row = byKey.get(`${who} ${thing.id}`);
          expect(saidBy(row), say).toBe(await toldTo(organization, who, thing));
          // Grants of a disabled user are listed, and do not count.
          if (who === disabled) expect(row?.role ?? null, say).toBe(thing.grants.get(who) ?? null);
          if (row !== undefined) expect(row.via, say).not.toBe("unexplained");
          if (row?.via === "direct") expect(thing.grants.get(who), say).toBe(row.role);
          if (row?.via === "team") expect(thing.grants.get(row.team?.id ?? ""), say).toBe(row.role);
          if (row?.via === "level") expect(thing.level, say).toBe(row.role);
          found.rows++;
        }
      }
      expect(rows.length).toBe(new Set(byKey.keys()).size);
      const computed = await listRows(organization, lacking);
      // No list names creators, so access that only they have cannot be computed.
      const expected = rows.filter(({ via }) => via !== "creator");
      const line = ({ user, thing, role, via }: AccessRow) =>
        `${user?.id} ${thing.id} ${role} ${via}`;
      expect(computed.map(line).toSorted()).toEqual(expected.map(line).toSorted());
      found.computed += computed.filter((row) => row.computed).length;
      found.organizations++;
    });
    expect(found.organizations).toBe(count);
    report(
      "A1",
      `${name}: ${found.organizations} organizations, ${found.rows} pairs of person and thing, ${found.computed} rows computed too, ${found.differences} differences`,
    );
  },
  7_200_000,
);
