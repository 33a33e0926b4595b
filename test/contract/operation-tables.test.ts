import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { type Endpoint, getMethod, isAudited, resolvePath } from "../../src/contract/endpoint.ts";
import { findInverse } from "../../src/contract/inverses.ts";
import { requiredRoles } from "../../src/contract/required-roles.ts";
import { secretOperations } from "../../src/contract/secret-operations.ts";
import { findOwn } from "../../src/json/own-members.ts";
import { absent } from "../../src/service/server/unsupported-operations.ts";
import { everyVerb } from "../commands/tree.ts";
import { slowTest } from "../support/generators/amount.ts";
import { openCompleteOrganization } from "../support/organizations/complete-organization.ts";
import { endpoints } from "../support/requests/made.ts";
import { publishedAnswers, readDescriptions } from "../support/requests/published.ts";
import { listInputs } from "../support/requests/requests.ts";

/** Operations of the published descriptions that are answered without a contract. */
const outside = ["getApiInformation", "getUserById"];

/** Writes that change no data of an organization, so that its audit log has no event. */
const unaudited = endpoints.filter((one) => getMethod(one) !== "GET" && !isAudited(one));

const isWrite = (one: Endpoint) => getMethod(one) !== "GET" && one.reads !== true;

const page = readFileSync(resolve("docs/fidelity.md"), "utf8");
const permissions = readFileSync(resolve("docs/permissions.md"), "utf8");

/** Whether a table has a row for an operation. */
const tables: Readonly<Record<string, (endpoint: Endpoint) => boolean>> = {
  "the required roles": ({ operation }) => findOwn(requiredRoles, operation) !== undefined,
  "the inverses of writes": (one) => !isWrite(one) || findInverse(one.operation) !== undefined,
  "the operations with secrets": (one) =>
    (one.secretMembers ?? []).length === 0 ||
    secretOperations.some(({ operation }) => operation === one.operation),
  "the comparison with the hosted platform": ({ operation }) => page.includes(`\`${operation}\``),
  "the documented permissions": ({ operation }) => permissions.includes(operation),
};

test.each(Object.entries(tables))("every operation is in %s", (_, has) => {
  expect(endpoints.filter((one) => !has(one)).map(({ operation }) => operation)).toEqual([]);
});

slowTest("every published operation is in the contract", () => {
  const known = new Set([...endpoints.map(({ operation }) => operation), ...outside]);
  const names = readDescriptions().flatMap(({ document }) => [
    ...publishedAnswers(document).operations.keys(),
  ]);
  expect(names.length).toBeGreaterThan(600);
  expect([...new Set(names)].filter((name) => !known.has(name) && !(name in absent))).toEqual([]);
});

test("every operation has a command", async () => {
  const sent = new Set(
    (await everyVerb()).flatMap(([, verb]) =>
      verb.kind === "custom" ? verb.operations : verb.endpoints,
    ),
  );
  expect(endpoints.filter((one) => !sent.has(one)).map(({ route }) => route)).toEqual([]);
});

test("writes without an event in the audit log are reads, or belong to no organization", () => {
  const others = unaudited.filter(({ reads }) => reads !== true);
  expect(others.map(({ operation }) => operation).sort()).toMatchInlineSnapshot(`
    [
      "adsUpdateSite",
      "planGitSync",
      "provisionOrganizationAgentConversation",
      "queueIntegrationTask",
      "trackEventsInSiteById",
      "updateOrganizationMemberLastSeenAt",
    ]
  `);
});

let opened: ReturnType<typeof openCompleteOrganization> | undefined;

/** An organization with a resource for every path, shared by tests that only read. */
function openOrganization() {
  opened ??= openCompleteOrganization("Probe");
  return opened;
}

slowTest(
  "a read with the default of a field has the same response as without the field",
  async () => {
    const { workspace, admin, ids } = await openOrganization();
    let compared = 0;
    for (const endpoint of endpoints) {
      const defaults = Object.entries(endpoint.input).flatMap(([name, { default: value }]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      // The URL of a PDF contains the fields.
      const isComparable = getMethod(endpoint) === "GET" && !endpoint.route.endsWith("/pdf");
      if (!isComparable || defaults.length === 0) continue;
      const [required] = await listInputs(endpoint, { ids, word: "Probe" }, false);
      const input = { ...required };
      const without = await workspace.ask(admin, endpoint, input);
      if (without.status !== 200) continue;
      for (const [name, value] of defaults) {
        compared++;
        const same = await workspace.ask(admin, endpoint, { ...input, [name]: value });
        expect([endpoint.operation, name, same]).toEqual([endpoint.operation, name, without]);
      }
    }
    expect(compared).toBeGreaterThan(60);
  },
);

test("an ignored field causes no warning if it is false, or the default of a choice", () => {
  const ignored = endpoints.flatMap(({ operation, input, ignoredFields = [] }) =>
    ignoredFields.flatMap(({ path, exceptValues }) => {
      const field = input[path];
      if (field === undefined || exceptValues === undefined) return [];
      const usual = field.kind === "boolean" ? false : field.default;
      return usual === undefined ? [] : [{ operation, path, exceptValues, usual }];
    }),
  );
  expect(ignored.length).toBeGreaterThan(4);
  for (const one of ignored) expect(one).toMatchObject({ exceptValues: [one.usual] });
});

slowTest("the tests of roles and of other organizations have the ids of every path", async () => {
  const { ids } = await openOrganization();
  const without: string[] = [];
  for (const endpoint of endpoints) {
    const [input = {}] = await listInputs(endpoint, { ids, word: "Probe" }, false);
    for (const [, name = ""] of resolvePath(endpoint).matchAll(/\{(\w+)\}/g)) {
      if (findOwn({ ...input }, name) === "unknown") without.push(`${endpoint.operation}: ${name}`);
    }
  }
  expect(without).toMatchInlineSnapshot(`
    [
      "updateOrganizationAgentConversation: conversationId",
      "deleteOrganizationAgentConversation: conversationId",
      "getAgentTask: agentTaskId",
      "updateAgentTask: agentTaskId",
      "updateChangeRequestConversation: conversationId",
      "deleteChangeRequestConversation: conversationId",
    ]
  `);
});
