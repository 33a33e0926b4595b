import { join } from "node:path";
import { transformSync } from "esbuild";
import { describe, expect, test } from "vitest";
import { formatMissing, listMissing } from "../../scripts/comparing/missing.mjs";
import { readBoth } from "../../scripts/comparing/published.mjs";
import { type Document, publishedOperations } from "../../scripts/comparing/theirs.mjs";
import { draftOperation } from "../../scripts/drafting/draft.mjs";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import * as endpoints from "../../src/contract/endpoint.ts";
import type { Field } from "../../src/contract/fields.ts";
import * as fields from "../../src/contract/fields.ts";
import { listEndpoints } from "../../src/service/core/route-module.ts";
import { routeModules } from "../../src/service/server/areas.ts";
import { absent } from "../../src/service/server/unsupported-operations.ts";
import { sample, slowTest } from "../support/generators/amount.ts";

const [, newest] = await readBoth(join(import.meta.dirname, "..", ".."));
const existing = await listEndpoints(routeModules);

/** The operation of a drafted module, which is evaluated with the real builders. */
function evaluate(source: string): Endpoint {
  const { code } = transformSync(source, { loader: "ts", format: "cjs" });
  const load = (name: string) => (name === "./endpoint.ts" ? endpoints : fields);
  const module: { exports: Record<string, Endpoint> } = { exports: {} };
  new Function("require", "module", code)(load, module);
  const [operation] = Object.values(module.exports);
  if (!operation) throw new Error("The draft has no operation.");
  return operation;
}

function draft(name: string): { operation: Endpoint; model: string; command: string } {
  const drafted = draftOperation(newest.document, name, existing);
  if (!drafted) throw new Error(`There is no ${name}.`);
  return { ...drafted, operation: evaluate(drafted.contract) };
}

/** The parts of a field that requests depend on. */
function essentials(field: Field) {
  return {
    kind: field.kind,
    isRequired: field.optional !== true,
    isNullable: field.nullable === true,
    ...(field.kind === "enum" && { values: field.values }),
    ...(field.kind === "id" && { of: field.of }),
  };
}

const listFields = ({ input }: Endpoint) =>
  Object.fromEntries(Object.entries(input).map(([name, field]) => [name, essentials(field)]));

describe("drafts of existing operations equal their rows", () => {
  test.each(["addSpaceToSite", "createSite", "listOrganizationAuditEvents"])("%s", (name) => {
    const own = existing.find(({ operation }) => operation === name);
    if (!own) throw new Error(`The contract has no ${name}.`);
    const { operation, model, command } = draft(name);
    expect(operation.route).toBe(own.route);
    expect(listFields(operation)).toEqual(listFields(own));
    expect([operation.status, operation.list]).toEqual([own.status, own.list]);
    expect(operation.output === undefined).toBe(own.output === undefined);
    expect(model).toContain("export const response = ");
    expect(command).toMatch(/: (?:query|mutation)\(contract\.\w+, \{/);
  });
});

slowTest("every published operation of a site can be drafted and evaluated", () => {
  const names = publishedOperations(newest.document).flatMap(({ name }) =>
    /Site/.test(name) ? name : [],
  );
  expect(names.length).toBeGreaterThan(50);
  for (const name of sample(names, 12)) {
    const { operation, model } = draft(name);
    expect(operation.operation).toBe(name);
    expect(() => transformSync(model, { loader: "ts" })).not.toThrow();
  }
});

test("the newest description has no operation that the contract does not know", () => {
  const missing = listMissing({ endpoints: existing, absent, typeOf: String }, newest.document);
  expect(missing.map(formatMissing)).toEqual([]);
  expect(draftOperation(newest.document, "nosuch", existing)).toBeUndefined();
});

test("a new operation of a description is reported with the command that drafts it", () => {
  const document: Document = {
    ...newest.document,
    paths: {
      ...newest.document.paths,
      "/shelves": { get: { operationId: "listShelves", responses: { 200: {} } } },
    },
  };
  const missing = listMissing({ endpoints: existing, absent, typeOf: String }, document);
  expect(missing.map(formatMissing)).toEqual([
    expect.stringMatching(/^listShelves \(GET \/shelves\) .*contract:draft -- listShelves$/),
  ]);
});
