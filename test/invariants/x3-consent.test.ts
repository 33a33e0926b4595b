/**
 * X3: access to the resources of an organization grows only by an action of one of its admins. Each
 * action of other users (test/support/models/consent-acts.ts) is combined with each kind of access
 * (consent-tenants.ts), which is measured before and after; sequences of versions are random.
 */
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import * as installation from "../../src/contract/integration-installation.ts";
import { scopes, targets } from "../../src/contract/integration-values.ts";
import { amount, report } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { acts } from "../support/models/consent-acts.ts";
import {
  accessKinds,
  type ConsentOrganizations,
  type ConsentTenants,
  installReaching,
  isOpenWith,
  measureAccess,
  measureInstallationAccess,
  narrow,
  openConsentOrganizations,
} from "../support/models/consent-tenants.ts";
import type { Manifest } from "../support/organizations/integrations.ts";
import { endpoints } from "../support/requests/made.ts";

/** Shared by all cases that change only their own integration. */
let shared: ConsentOrganizations | undefined;
let installations = 0;

afterAll(() => shared?.workspace.service.close());

async function openOwn(): Promise<ConsentOrganizations> {
  const organizations = await openConsentOrganizations();
  onTestFinished(() => organizations.workspace.service.close());
  return organizations;
}

/** Installs a new integration, until the end of the test. */
async function install(first?: Partial<Manifest>): Promise<ConsentTenants> {
  shared ??= await openConsentOrganizations();
  const { workspace, admin } = shared;
  const tenants = await installReaching(shared, `reaching-${installations++}`, first);
  onTestFinished(async () => {
    await workspace.ask(admin, installation.remove, tenants.installed);
  });
  return tenants;
}

describe("access does not grow when another user", () => {
  test.each(acts.map((act) => [act.name, act] as const))("%s", async (_, act) => {
    const tenants = act.isWide
      ? await installReaching(await openOwn(), "reaching", act.accepted)
      : await install(act.accepted);
    const before = await measureAccess(tenants);
    await act.run(tenants);
    const grown = [...(await measureAccess(tenants))].filter((one) => !before.has(one));
    expect(grown).toEqual([]);
  });
});

test("access grows once an admin of the organization accepts, in each measured way", async () => {
  const tenants = await install(narrow);
  const before = await measureAccess(tenants);
  await tenants.publish({ scopes: [...scopes], target: "all" });
  await tenants.workspace.ok(tenants.admin, installation.accept, {
    ...tenants.installed,
    version: 2,
  });
  const grown = [...(await measureAccess(tenants))].filter((one) => !before.has(one));
  for (const kind of ["token: getCurrentRevision", "token: exportToGitRepository", "event:"]) {
    expect(grown.find((one) => one.startsWith(kind))).toBeDefined();
  }
  for (const kind of ["works on spaces", "works on sites", "signs visitors in"]) {
    expect(grown.find((one) => one.startsWith(kind))).toBeDefined();
  }
  report("X3", `${acts.length} acts × ${accessKinds.length} kinds of access`);
});

describe("after any versions and consents", () => {
  const cases = amount({ short: 3, full: 200 });
  const steps = 5;
  const random = randomFrom();
  const seeds = Array.from({ length: cases }, () => random.below(2 ** 31));
  let [measured, refused] = [0, 0];

  afterAll(() =>
    report(
      "X3",
      `${cases} sequences (TOME_SEED=${random.seed}), access measured ${measured} times, ${refused} operations refused`,
    ),
  );

  test.each(seeds)(
    "an installation has the scopes that are accepted and still requested (seed %i)",
    async (seed) => {
      const chance = randomFrom(seed);
      const anyManifest = () => ({
        scopes: scopes.filter(() => chance.chance(0.4)),
        target: chance.pick(targets),
      });
      let newest = anyManifest();
      let accepted = newest;
      let version = 1;
      const tenants = await install(newest);
      const { workspace, admin, installed, publish } = tenants;
      for (let step = 1; step <= steps; step++) {
        if (chance.chance(0.3)) {
          await workspace.ok(admin, installation.accept, { ...installed, version });
          accepted = newest;
        } else {
          newest = anyManifest();
          await publish(newest);
          version += 1;
        }
        const effective = {
          scopes: newest.scopes.filter((scope) => accepted.scopes.includes(scope)),
          space: [newest, accepted].every(({ target }) => target === "all" || target === "space"),
          site: [newest, accepted].every(({ target }) => target === "all" || target === "site"),
        };
        const access = await measureInstallationAccess(tenants, {
          isComplete: step === steps,
          furtherSpaces: 0,
        });
        measured++;
        const open = new Set([...access].map((one) => /^token: (\w+)/.exec(one)?.[1]));
        const has = (start: string) => [...access].some((one) => one.startsWith(start));
        for (const { operation } of endpoints) {
          if (isOpenWith(operation, effective)) continue;
          expect([operation, open.has(operation)]).toEqual([operation, false]);
          refused++;
        }
        const reads = effective.space && effective.scopes.includes("space:metadata:read");
        expect(open.has("getSpaceById")).toBe(reads);
        expect(has("works on spaces")).toBe(effective.space);
        expect(has("works on sites")).toBe(effective.site);
        const hears = effective.space && effective.scopes.some((one) => one.startsWith("space:"));
        expect(has("event: space_content_updated")).toBe(hears);
        const signsIn = effective.site && effective.scopes.includes("site:visitor:auth");
        expect(has("signs visitors in")).toBe(signsIn);
      }
    },
  );
});
