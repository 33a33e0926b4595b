import { expect, test } from "vitest";
import * as collection from "../../src/contract/collection.ts";
import * as collectionPermission from "../../src/contract/collection-permission.ts";
import * as organization from "../../src/contract/organization.ts";
import * as site from "../../src/contract/site.ts";
import * as space from "../../src/contract/space.ts";
import * as spacePermission from "../../src/contract/space-permission.ts";
import * as team from "../../src/contract/team.ts";
import { runFewAtOnce } from "../../src/features/run-few-at-once.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report, sample, slowTest } from "../support/generators/amount.ts";
import {
  isDenied,
  openFullOrganization,
  tryAll,
} from "../support/organizations/full-organization.ts";
import { openAccessPlatform, randomOrganizations } from "../support/platforms/access-platform.ts";
import { onBoth } from "../support/platforms/postgres/on-both.ts";
import { endpoints } from "../support/requests/made.ts";

const organizationsOn = randomOrganizations(amount({ short: 1, full: 300 }), 72_000);
const word = "Confidential";
/** Operations open to any token; the responses are about the caller, or about no user. */
const forAnybody = new Set([
  ...["getAuthenticatedUser", "listOrganizationsForAuthenticatedUser"],
  // About a page of any website.
  "getEmbedByUrl",
]);

test.each(onBoth)(
  "an offboarded member has no access, on %s",
  async (name, database) => {
    const found = { people: 0, asked: 0, kept: 0 };
    const shown = countFaults();
    await runFewAtOnce(await organizationsOn(database), async (one) => {
      const { workspace, organizationId, admin, people, model } = one;
      const { run } = await openAccessPlatform(workspace, organizationId, admin);
      // The first one stays as a guest, and the second does not.
      const leaving = people.slice(0, amount({ short: 1, all: 2, full: people.length }));
      for (const [at, who] of leaving.entries()) {
        const keeps = at % 3 === 0;
        const line = ["member", "offboard", who, "--yes", ...(keeps ? ["--keep-member"] : [])];
        const { code, stderr } = await run(line);
        expect([code, keeps ? "" : stderr], stderr).toEqual([0, keeps ? "" : stderr]);
        const asked = [
          ...model.spaces.map(({ id }) => workspace.ask(who, space.get, { spaceId: id })),
          ...model.collections.map(({ id }) =>
            workspace.ask(who, collection.get, { collectionId: id }),
          ),
          ...model.sites.map(({ id }) =>
            workspace.ask(who, site.get, { organizationId, siteId: id }),
          ),
        ];
        const answers = await Promise.all(asked);
        shown.add(answers.filter(({ status }) => status !== 404));
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
        const mine = await workspace.ask(who, organization.get, { organizationId });
        expect(mine.status).toBe(keeps ? 200 : 404);
        found.people++;
        found.asked += answers.length;
        if (keeps) found.kept++;
      }
    });
    report(
      "A2",
      `${name}: ${found.people} people offboarded, ${found.kept} of them as guests, ${found.asked} things asked for, ${shown.total()} shown`,
    );
  },
  7_200_000,
);

slowTest("after an offboarding, the member's token opens no content route", async () => {
  const target = await openFullOrganization(word);
  const { workspace, admin, organizationId, collectionId, spaceId } = target;
  const who = await workspace.member(organizationId, "create");
  const asked = { organizationId, title: "Writers", members: [who] };
  const { id: teamId } = await workspace.ok(admin, team.create, asked);
  await workspace.ok(admin, spacePermission.grant, { spaceId, role: "admin", users: [who] });
  const toTeam = { collectionId, role: "edit" as const, teams: [teamId] };
  await workspace.ok(admin, collectionPermission.grant, toTeam);
  const chosen = new Set(sample(endpoints, 80));
  const before = await tryAll(target, who, (endpoint) => chosen.has(endpoint));
  const done = before.filter(({ status }) => status < 300);
  expect(done.length).toBeGreaterThan(chosen.size / 8);
  const { run } = await openAccessPlatform(workspace, organizationId, admin);
  const { code, stderr } = await run(`member offboard ${who} --yes`);
  expect([code, stderr]).toEqual([0, expect.stringContaining("has no role in a collection")]);
  const after = await tryAll(target, who, (endpoint) => chosen.has(endpoint));
  const opened = countFaults();
  for (const one of after) {
    const { name, status, body, endpoint } = one;
    if (forAnybody.has(endpoint.operation)) continue;
    expect([name, opened.add(body.includes(word))]).toEqual([name, false]);
    if (status < 300 && endpoint.route.startsWith("GET ")) {
      const isClosed = isDenied(one) || isAboutNobody(body);
      opened.add(!isClosed);
      expect([name, isClosed]).toEqual([name, true]);
    }
  }
  report(
    "A2",
    `${after.length} requests of a token on ${chosen.size} operations, ${opened.total()} opened content`,
  );
});

/** A list that is independent of users, such as available integrations. */
function isAboutNobody(body: string): boolean {
  return /"(?:items|organizations)":\[\]/.test(body);
}
