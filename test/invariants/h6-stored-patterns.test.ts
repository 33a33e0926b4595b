import { expect, test } from "vitest";
import * as integration from "../../src/contract/integration.ts";
import * as openapi from "../../src/contract/openapi.ts";
import * as adaptiveSchema from "../../src/contract/site-adaptive-schema.ts";
import * as siteSpace from "../../src/contract/site-space.ts";
import * as user from "../../src/contract/user.ts";
import { countFaults } from "../support/commands/fault-count.ts";
import { amount, report } from "../support/generators/amount.ts";
import { randomFrom } from "../support/generators/random.ts";
import { openFullOrganization } from "../support/organizations/full-organization.ts";
import { manifestFor } from "../support/organizations/integrations.ts";

const patterns = amount({ short: 3, all: 5, full: 200 });
/** In milliseconds of CPU time; evaluating a malicious pattern takes much longer. */
const mostProcessing = 3000;
const shapes = [
  "(a+)+$",
  "(a|aa)+$",
  "(a|a?)+$",
  "(.*a){20}$",
  "([a-z]+)*$",
  "(a*)*b",
  "^(\\w+\\s?)*$",
];

test("stored patterns delay no requests: each is refused or stored as text", async () => {
  const target = await openFullOrganization("Handbook");
  const { workspace, admin, organizationId } = target;
  const siteId = target.ids.get("site") ?? "";
  const siteSpaceId = target.ids.get("siteSpace") ?? "";
  const other = await workspace.member(organizationId, "read");
  const random = randomFrom();
  // The first specification loads its parser, which takes CPU time too.
  await keep("^a$", "a!", "a harmless pattern");
  const tried = countFaults();
  for (let index = 0; index < patterns; index++) {
    const pattern = `^${random.pick(shapes)}${"a?".repeat(random.below(5))}`;
    const victim = `${"a".repeat(30 + random.below(30))}!`;
    const told = `seed ${random.seed}: ${pattern}`;
    const before = process.cpuUsage();
    await keep(pattern, victim, told);
    const { user: processing } = process.cpuUsage(before);
    tried.add(processing / 1000 >= mostProcessing);
    expect([told, processing / 1000]).toEqual([
      told,
      expect.toSatisfy((one) => one < mostProcessing),
    ]);
  }
  await workspace.service.close();
  report("H6", `${patterns} evil patterns in 5 places each, ${tried.total()} were tried`);

  /** Stores a pattern wherever possible, next to a text that it matches slowly. */
  async function keep(pattern: string, victim: string, told: string): Promise<void> {
    const refused = [
      await workspace.ask(admin, siteSpace.update, {
        organizationId,
        siteId,
        siteSpaceId,
        condition: `/${pattern}/.test("${victim}")`,
      }),
      await workspace.ask(admin, siteSpace.update, {
        organizationId,
        siteId,
        siteSpaceId,
        condition: `"${victim}".match("${pattern.replaceAll("\\", "\\\\")}")`,
      }),
      await workspace.ask(admin, adaptiveSchema.put, {
        organizationId,
        siteId,
        jsonSchema: {
          type: "object",
          properties: { plan: { type: "boolean", pattern } },
          patternProperties: { [pattern]: { type: "boolean" } },
          additionalProperties: false,
        },
      } as never),
    ];
    expect([told, refused.map(({ status }) => status)]).toEqual([told, [400, 400, 400]]);
    const text = JSON.stringify({
      openapi: "3.1.0",
      info: { title: "A", version: "1" },
      paths: {},
      components: {
        schemas: {
          Name: { type: "string", pattern, default: victim, examples: [victim], enum: [victim] },
          Names: { type: "object", patternProperties: { [pattern]: {} }, example: { [victim]: 1 } },
        },
      },
    });
    await workspace.ok(admin, openapi.put, {
      organizationId,
      specSlug: "patterns",
      source: { text },
    });
    const blocks = [{ id: "block", title: "Block", urlUnfurl: [pattern, `https://${victim}/**`] }];
    await workspace.ok(admin, integration.publish, manifestFor(organizationId, { blocks }));
    await workspace.ok(other, integration.list, { blockDomain: victim.slice(0, -1) });
    const working = workspace.service.jobs.finish();
    expect((await workspace.ok(other, user.current, {})).id).toBe(other);
    await working;
  }
});
