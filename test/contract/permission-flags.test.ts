import { describe, expect, test } from "vitest";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import { listModelPaths } from "../../src/contract/paths.model.ts";
import { type PermissionFlag, permissionFlags } from "../../src/contract/permission-flags.ts";
import { roles } from "../../src/contract/roles.ts";
import { allows, type CallerRole, type PermissionRule } from "../../src/contract/rules.ts";
import { endpoints } from "../support/requests/made.ts";

const flags = Object.entries<Readonly<Record<string, PermissionFlag>>>(permissionFlags).flatMap(
  ([kind, those]) =>
    Object.entries(those).map(([name, flag]) => ({ kind, name, flag, title: `${kind} ${name}` })),
);
const callers: readonly CallerRole[] = [undefined, null, ...roles];

/** Flags for several operations; others stand for one rule, or for the status of the user. */
const severalRules = flags.flatMap(({ title, flag }) =>
  "as" in flag || "is" in flag || flag.length === 1 ? [] : [{ title, rules: flag }],
);

const listAllowed = (rule: PermissionRule) => callers.filter((caller) => allows(caller, rule));

test.each(severalRules)("the operations of $title are allowed to the same roles", ({ rules }) => {
  const [first] = rules;
  for (const rule of rules) expect([rule, listAllowed(rule)]).toEqual([rule, listAllowed(first)]);
});

describe("the permissions in a response", () => {
  const responses: readonly (readonly [kind: string, operation: string])[] = [
    ["organization", "getOrganizationById"],
    ["collection", "getCollectionById"],
    ["space", "getSpaceById"],
    ["site", "getSiteById"],
    ["comment", "getCommentInSpace"],
    ["comment", "getCommentInChangeRequest"],
    ["reply", "getCommentReplyInSpace"],
    ["reply", "getCommentReplyInChangeRequest"],
    ["specification", "getOpenAPISpecBySlug"],
    ["integration", "getIntegrationByName"],
    ["team", "getTeamInOrganizationById"],
    ["translation", "getTranslation"],
    ["font", "getCustomFont"],
  ];

  test.each(responses)("of a %s (%s) are its flags", async (kind, operation) => {
    const paths = listModelPaths(await load(operation));
    const names = paths.flatMap((one) => /^permissions\.(\w+)$/.exec(one)?.[1] ?? []);
    const expected = flags.filter((one) => one.kind === kind).map(({ name }) => name);
    expect(names.sort()).toEqual(expected.sort());
  });
});

async function load(operation: string) {
  const endpoint: Endpoint | undefined = endpoints.find((one) => one.operation === operation);
  if (endpoint?.output === undefined) throw new Error(`${operation} has no response.`);
  return endpoint.output();
}
