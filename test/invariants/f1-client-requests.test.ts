/** The published clients, unmodified: each of their methods sends a request that the platform accepts. */
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { resolvePath } from "../../src/contract/endpoint.ts";
import { sample } from "../support/generators/amount.ts";
import {
  type Attempt,
  openFullOrganization,
  tryAll,
} from "../support/organizations/full-organization.ts";
import { endpoints } from "../support/requests/made.ts";
import { readDescriptions } from "../support/requests/published.ts";
import { requestFor } from "../support/requests/requests.ts";

const base = "http://127.0.0.1:4000";
const packages = { "0.146.0": "@gitbook/api-earlier", "0.202.0": "@gitbook/api" };

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly body: unknown;
}

function toSent(method: string, address: string, body: unknown): SentRequest {
  const url = new URL(address);
  const query = [...url.searchParams].map((pair) => pair.join("=")).sort();
  const text = typeof body === "string" && body !== "" ? body : undefined;
  return { method, path: url.pathname, query, body: text && JSON.parse(text) };
}

/** A client that gets the response of an attempt, and the requests that it sends. */
function openClient(name: string, { status, body }: Attempt) {
  const sent: SentRequest[] = [];
  const { GitBookAPI } = createRequire(import.meta.url)(name);
  const client: object = new GitBookAPI({
    endpoint: base,
    authToken: "token",
    serviceBinding: {
      async fetch(url: string, init: RequestInit = {}) {
        sent.push(toSent(init.method ?? "GET", url, init.body));
        return new Response(body === "" ? null : body, { status });
      },
    },
  });
  return { client, sent };
}

function findMethod(
  client: object,
  operation: string,
): ((...args: unknown[]) => unknown) | undefined {
  for (const group of Object.values(client)) {
    const method: unknown = Object(group)[operation];
    if (typeof method === "function") return (...args) => Reflect.apply(method, group, args);
  }
  return undefined;
}

/** The operations of a description by name. */
function listOperations(document: object): ReadonlyMap<string, { requestBody?: object }> {
  const paths: readonly object[] = Object.values(Object(document).paths);
  const operations = paths.flatMap((path) => Object.values(path));
  return new Map(operations.map((one) => [one.operationId, one]));
}

test("the methods of both published clients send the requests of the contract, and read the responses", async () => {
  const target = await openFullOrganization("Handbook");
  const chosen = new Set(sample(endpoints, 30));
  const attempts = await tryAll(target, target.admin, (endpoint) => chosen.has(endpoint));
  const called = new Set<string>();
  const faults: string[] = [];
  for (const { version, document } of readDescriptions()) {
    const operations = listOperations(document);
    const name = Object.entries(packages).find(([one]) => one === version)?.[1] ?? "";
    for (const attempt of attempts.filter((one) => one.status < 300)) {
      const { endpoint, input } = attempt;
      const operation = operations.get(endpoint.operation);
      const { client, sent } = openClient(name, attempt);
      const method = findMethod(client, endpoint.operation);
      if (operation === undefined || method === undefined) continue;
      const request = requestFor(endpoint, input, { base, token: "token" });
      const whole = toSent(request.method, request.url, request.body);
      // Clients send no body where the description has none.
      const hasBody = operation.requestBody !== undefined;
      const expected = { ...whole, body: hasBody ? whole.body : undefined };
      const path = [...resolvePath(endpoint).matchAll(/\{(\w+)\}/g)].map(([, key = ""]) =>
        String(Object(input)[key]),
      );
      const query: Record<string, unknown> = {};
      for (const [key, value] of new URL(request.url).searchParams) {
        const before = query[key];
        query[key] = before === undefined ? value : [before, value].flat();
      }
      const hasQuery = Object.keys(query).length > 0;
      const args = [...(hasBody ? [expected.body] : []), ...(hasQuery ? [query] : [])];
      await method(...path, ...args);
      called.add(`${version} ${endpoint.operation}`);
      const [actual] = sent;
      if (JSON.stringify(actual) !== JSON.stringify(expected)) {
        faults.push(`${attempt.name} (${version}): ${JSON.stringify({ actual, expected })}`);
      }
    }
  }
  expect(faults).toEqual([]);
  expect(called.size).toBeGreaterThan(0.8 * chosen.size);
}, 300_000);
