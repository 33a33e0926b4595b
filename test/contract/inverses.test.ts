import { expect, test } from "vitest";
import { type Endpoint, getMethod, resolvePath } from "../../src/contract/endpoint.ts";
import type { Inverse } from "../../src/contract/inverse.ts";
import { findInverse } from "../../src/contract/inverses.ts";
import { loadWriteOperations } from "../../src/contract/operations.ts";
import { everyVerb } from "../commands/tree.ts";
import { endpoints } from "../support/requests/made.ts";

const changing = endpoints.filter((one) => getMethod(one) !== "GET" && one.reads !== true);
const byName = new Map(endpoints.map((one) => [one.operation, one]));
const reads = new Set(
  endpoints
    .filter((one) => getMethod(one) === "GET")
    .map((one) => resolvePath(one).replace(/\{\w+\}/g, "{}")),
);

const invertible = changing.flatMap((endpoint): [string, Endpoint, Inverse][] => {
  const inverse = findInverse(endpoint.operation);
  return inverse !== undefined && "how" in inverse ? [[endpoint.operation, endpoint, inverse]] : [];
});

test("every write has an inverse, or a reason why it has none", () => {
  const missing = changing.filter(({ operation }) => findInverse(operation) === undefined);
  expect(
    missing.map(({ operation }) => operation),
    "add them to src/contract/inverses.ts",
  ).toEqual([]);
  for (const { operation } of changing) {
    const inverse = findInverse(operation);
    if (inverse !== undefined && "noInverse" in inverse) {
      expect(inverse.noInverse, operation).toMatch(/^[A-Z].{20,}\.$/);
    }
  }
});

test("each reason refers to existing commands", async () => {
  const commands = (await everyVerb()).map(([words]) => words);
  for (const { operation } of changing) {
    const inverse = findInverse(operation);
    if (inverse === undefined || "how" in inverse) continue;
    for (const [, words = ""] of inverse.noInverse.matchAll(/tome ([a-z -]+[a-z])/g)) {
      const isThere = commands.some((one) => words === one || words.startsWith(`${one} `));
      expect(
        isThere || words === "revision" || words === "undo",
        `${operation}: tome ${words}`,
      ).toBe(true);
    }
  }
});

test("reads are not in the table", () => {
  const read = endpoints.filter((one) => !changing.includes(one));
  expect(read.filter(({ operation }) => findInverse(operation) !== undefined)).toEqual([]);
});

test("the history finds every write by its name", async () => {
  const known = await loadWriteOperations();
  expect([...known.keys()].sort()).toEqual(changing.map(({ operation }) => operation).sort());
});

test.each(invertible)("%s is read and undone by existing operations", (_, endpoint, inverse) => {
  for (const address of addressesIn(inverse)) {
    expect(reads).toContain(address.replace(/\{\w+\}/g, "{}"));
    const names = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const made = inverse.how === "delete" ? [inverse.named.field] : [];
    // The response for a space contains its organization.
    const known = [...Object.keys(endpoint.input), ...made, "organization"];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  }
  if (inverse.how === "move") {
    // It is sent again, with the resource that was moved.
    expect(Object.keys(endpoint.input)).toContain(inverse.named.split(".")[0]);
  }
  for (const operation of operationsIn(inverse)) expect([...byName.keys()]).toContain(operation);
  if (inverse.how === "fields") {
    const named = [...Object.keys(inverse.members ?? {}), ...Object.keys(inverse.untold ?? {})];
    expect(named.filter((name) => endpoint.input[name] === undefined)).toEqual([]);
  }
});

function addressesIn(inverse: Inverse): readonly string[] {
  switch (inverse.how) {
    case "fields":
      return [inverse.look, ...(inverse.list === undefined ? [] : [inverse.list])];
    case "delete":
      return [
        inverse.look,
        ...(inverse.list ? [inverse.list] : []),
        ...(inverse.holds ?? []).map(({ list }) => list.replace(/\?.*/, "")),
      ];
    case "opposite":
    case "redirects":
      return [inverse.look];
    case "roles":
      return [inverse.users.list, ...(inverse.teams === undefined ? [] : [inverse.teams.list])];
    case "move":
      return [];
  }
}

function operationsIn(inverse: Inverse): readonly string[] {
  switch (inverse.how) {
    case "delete":
      return [inverse.by, ...(inverse.along === undefined ? [] : [inverse.along.by])];
    case "opposite":
    case "redirects":
      return [inverse.by];
    case "roles":
      return [inverse.users, inverse.teams].flatMap((one) => (one ? [one.give, one.take] : []));
    default:
      return [];
  }
}
