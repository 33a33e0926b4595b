/** The contract agrees with the published descriptions of the hosted platform. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { explain, formatReasonLine } from "../../scripts/comparing/reasons.mjs";
import { follow, getShape } from "../../scripts/comparing/shapes.mjs";
import { compareContract } from "../../scripts/comparing/sides.mjs";
import { type Operation, publishedOperations } from "../../scripts/comparing/theirs.mjs";
import { type Endpoint, getMethod, resolveLocation } from "../../src/contract/endpoint.ts";
import { getType } from "../../src/contract/nouns.ts";
import { absent } from "../../src/service/server/unsupported-operations.ts";
import { slowTest } from "../support/generators/amount.ts";
import { endpoints } from "../support/requests/made.ts";
import { readDescriptions } from "../support/requests/published.ts";

const descriptions = readDescriptions();

slowTest("every difference from the published descriptions has a reason", async () => {
  const compared = await compareContract({ endpoints, absent, typeOf: getType }, descriptions);
  const { unexplained, outdated } = await explain(compared.differences);
  const reasons = "scripts/comparing/reasons.json is to have the reasons";
  expect(unexplained.map(formatReasonLine), reasons).toEqual([]);
  expect(outdated, reasons).toEqual([]);
  const page = readFileSync("docs/fidelity.md", "utf8");
  for (const { version, there, both, absent: lacking } of compared.descriptions) {
    expect(page).toContain(
      `Of the ${there} operations of version ${version}, the local platform answers ${both} and lacks ${lacking}`,
    );
  }
});

/** Properties of an operation that the comparison of schemas does not contain. */
interface Published extends Operation {
  readonly isDeprecated: boolean;
  /** Names of headers in successful responses. */
  readonly headers: ReadonlySet<string>;
  /** Media types of successful responses. */
  readonly types: ReadonlySet<string>;
  /** Required OAuth scopes; empty if there are none. */
  readonly scopes: readonly string[];
}

/** The operations by name, of the newest description that has them. */
const published = new Map(descriptions.flatMap(({ document }) => listPublished(document)));
const both = endpoints.flatMap((endpoint) => {
  const there = published.get(endpoint.operation);
  return there === undefined ? [] : [{ endpoint, there }];
});

function listPublished(document: (typeof descriptions)[number]["document"]) {
  return publishedOperations(document).map((operation): [string, Published] => {
    const { deprecated, responses, security } = Object(
      document.paths[operation.path]?.[operation.method.toLowerCase()],
    );
    const answers = operation.statuses.map((status) => {
      const answer = Object(responses[status]);
      return Object(answer.$ref === undefined ? answer : follow(answer.$ref, document));
    });
    const names = (part: string) => new Set(answers.flatMap((one) => Object.keys(one[part] ?? {})));
    const published: Published = {
      ...operation,
      isDeprecated: deprecated === true,
      headers: names("headers"),
      types: names("content"),
      scopes: [security ?? []].flat().flatMap(({ oauth = [] }) => oauth),
    };
    return [operation.name, published];
  });
}

/** Whether the response is a page of a list. */
function isPage({ answer }: Published): boolean {
  const members = answer && getShape(answer).members;
  return members?.has("items") === true && members.has("next");
}

const readingScope = /:(?:read|ask|search)$/;

/** Each property of operations that both sides have, and the operations that differ, with the reason. */
const properties: readonly {
  readonly name: string;
  readonly here: (endpoint: Endpoint) => boolean;
  readonly there: (published: Published) => boolean;
  /** Only here. */
  readonly added?: readonly string[];
  /** Only there. */
  readonly missing?: readonly string[];
}[] = [
  {
    name: "has the location of a new resource in a header",
    here: ({ location }) => location === true,
    there: ({ headers }) => headers.has("Location"),
    added: ["createSiteContextConnection", "installGitSyncProviderOnTarget"],
  },
  {
    name: "has no body if the client prefers a minimal response",
    here: ({ minimal }) => minimal === true,
    there: ({ headers }) => headers.has("Preference-Applied"),
  },
  {
    name: "is a stream of events",
    here: ({ stream }) => stream === true,
    there: ({ types }) => types.has("text/event-stream"),
  },
  {
    name: "is deprecated",
    here: ({ deprecated }) => deprecated !== undefined,
    there: ({ isDeprecated }) => isDeprecated,
  },
  {
    name: "is a list of pages",
    here: ({ list }) => list === true,
    there: isPage,
    // The topics of a site are few.
    added: ["listSiteTopics"],
    // These lists are always complete.
    missing: ["getContributorsByChangeRequestId", "listSpaceIntegrations", "listSiteIntegrations"],
  },
  {
    name: "accepts the token of a page",
    here: (endpoint) => locate(endpoint, "page") === "query",
    there: ({ parameters }) => parameters.has("query.page"),
  },
  {
    name: "accepts the number of items of a page",
    here: (endpoint) => locate(endpoint, "limit") === "query",
    there: ({ parameters }) => parameters.has("query.limit"),
  },
  {
    name: "only reads, although it is a POST",
    here: ({ reads }) => reads === true,
    there: ({ method, scopes }) =>
      method === "POST" && scopes.length > 0 && scopes.every((scope) => readingScope.test(scope)),
    added: [
      // It needs no scope.
      "resolvePublishedContentByUrl",
      "renderIntegrationUIWithPost",
      // It needs the scope for changes, because it sends the credentials of the connection.
      "testSiteContextConnection",
    ],
  },
];

function locate(endpoint: Endpoint, name: string) {
  return endpoint.input[name] === undefined ? undefined : resolveLocation(endpoint, name);
}

describe("operations as published", () => {
  test.each(properties)("$name", ({ here, there, added = [], missing = [] }) => {
    const named = (isThere: boolean) =>
      both
        .filter((one) => here(one.endpoint) === !isThere && there(one.there) === isThere)
        .map(({ endpoint }) => endpoint.operation);
    expect({ added: named(false).sort(), missing: named(true).sort() }).toEqual({
      added: [...added].sort(),
      missing: [...missing].sort(),
    });
  });

  test("a default that both sides state is the same", () => {
    const differing: string[] = [];
    let compared = 0;
    for (const { endpoint, there } of both) {
      for (const [name, field] of Object.entries(endpoint.input)) {
        const value = there.parameters.get(`query.${name}`)?.value ?? findBodyField(there, name);
        const inherited = value?.schema.$ref
          ? follow(value.schema.$ref, value.root)
          : value?.schema;
        const other: unknown = Object(inherited).default;
        if (field.default === undefined || other === undefined) continue;
        compared++;
        if (String(field.default) !== String(other))
          differing.push(`${endpoint.operation} ${name}`);
      }
    }
    expect(differing).toEqual([]);
    expect(compared).toBeGreaterThan(80);
  });
});

function findBodyField({ body }: Published, name: string) {
  return body && getShape(body.value).members.get(name)?.value;
}

test("operations of the local platform only are those that are not published", () => {
  const here = endpoints.filter(({ localOnly }) => localOnly).map(({ operation }) => operation);
  const own = endpoints.filter(({ operation }) => !published.has(operation));
  expect(own.map(({ operation }) => operation).sort()).toEqual(
    // A description between the two has it.
    [...here, "getOpenAPISpecVersionContentRawById"].sort(),
  );
});

test("the lists of the local platform have pages", () => {
  const lists = endpoints.filter(({ list, localOnly }) => list && localOnly);
  expect(lists.length).toBeGreaterThan(3);
  for (const one of lists) {
    const locations = [locate(one, "page"), locate(one, "limit")];
    expect([one.operation, ...locations]).toEqual([one.operation, "query", "query"]);
  }
});

test("docs/fidelity.md counts the operations outside of the management API", () => {
  const page = readFileSync("docs/fidelity.md", "utf8");
  const [, inside, outside] = /^\| all \| (\d+) \| (\d+) \|$/m.exec(page) ?? [];
  const further = endpoints.filter(({ extension, localOnly }) => extension || localOnly);
  expect([Number(inside), Number(outside)]).toEqual([
    endpoints.length - further.length,
    further.length,
  ]);
});

test("reads are not recorded in the audit log, whatever their method", () => {
  const reads = endpoints.filter(({ reads }) => reads === true);
  expect(reads.filter((one) => getMethod(one) !== "POST" || one.unaudited !== true)).toEqual([]);
});
