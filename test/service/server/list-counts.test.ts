/**
 * The number of items of each list that has one in the published description, with filters, and on
 * each page.
 */
import { expect } from "vitest";
import type { Endpoint } from "../../../src/contract/endpoint.ts";
import { issueToken } from "../../../src/service/server/tokens.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { openFullOrganization, tryAll } from "../../support/organizations/full-organization.ts";
import { openTestPlatform } from "../../support/platforms/platform.ts";
import { addSample } from "../../support/platforms/sample.ts";
import { publishedAnswers, readDescriptions } from "../../support/requests/published.ts";
import { readEverything } from "../../support/requests/reading.ts";
import { requestFor } from "../../support/requests/requests.ts";

const base = "http://127.0.0.1:4000";

/** The operations whose response has a `count`, from the newest published description. */
function listCountedOperations(): ReadonlySet<string> {
  const { document } = readDescriptions().at(-1) ?? {};
  if (!document) throw new Error("There is no description.");
  const { operations } = publishedAnswers(document);
  const follow = (part: unknown): Record<string, unknown> => {
    const { $ref: ref, ...rest } = Object(part);
    if (typeof ref !== "string") return rest;
    const path = ref.slice(2).split("/");
    return follow(path.reduce((value: unknown, name) => Object(value)[name], document));
  };
  const hasCount = (schema: unknown): boolean => {
    const { properties, allOf = [] } = follow(schema);
    return "count" in Object(properties) || (Array.isArray(allOf) && allOf.some(hasCount));
  };
  return new Set(
    [...operations].filter(([, { answer }]) => hasCount(answer?.schema)).map(([name]) => name),
  );
}

const counted = listCountedOperations();
const isCounted = (endpoint: Endpoint) => counted.has(endpoint.operation);

slowTest("each list with a published count returns it, with filters and on each page", async () => {
  const target = await openFullOrganization("Counts");
  const { service, db, now } = target.workspace;
  const token = await issueToken(db, { user: target.admin, label: "test", now });
  const tried = await tryAll(target, target.admin, isCounted);
  const lists = tried.filter(({ status, body }) => status === 200 && "items" in JSON.parse(body));
  const wrong: string[] = [];
  const several = new Set<string>();
  for (const { endpoint, input, name } of lists) {
    const { page: _page, limit: _limit, ...filters } = { page: "", limit: 0, ...input };
    const read = async (more: object) => {
      const request = requestFor(endpoint, { ...filters, ...more }, { base, token });
      const response = await service.transport(request);
      return JSON.parse(String(response.body));
    };
    const hasPages = "limit" in endpoint.input;
    // A list of scans scans the site first if its content has changed.
    await read({});
    const { items, count, next } = await read(hasPages ? { limit: 100 } : {});
    if (next !== undefined || count !== items.length) wrong.push(`${name}: ${count}`);
    if (!hasPages) continue;
    let page = "";
    let pages = 0;
    do {
      const one = await read({ limit: 1, page });
      if (one.count !== count) wrong.push(`${name}, page ${pages}: ${one.count} of ${count}`);
      page = one.next?.page ?? "";
      pages += 1;
    } while (page !== "" && pages < 5);
    if (pages > 1) several.add(endpoint.operation);
  }
  expect(wrong).toEqual([]);
  const names = new Set(lists.map(({ endpoint }) => endpoint.operation));
  expect(names.size).toBeGreaterThan(40);
  expect(several.size).toBeGreaterThan(5);
});

slowTest("the lists of the sample workspace have as many items as their count", async () => {
  const platform = await openTestPlatform();
  await addSample(platform.service);
  const reads = await readEverything(platform, 2);
  const wrong: string[] = [];
  const several = new Set<string>();
  for (const { endpoint, path, status } of reads) {
    if (status !== 200 || !isCounted(endpoint) || !("limit" in endpoint.input)) continue;
    const found = new Set<number | undefined>();
    let length = 0;
    let next: string | undefined = "";
    while (next !== undefined) {
      const at = `${path}&${new URLSearchParams({ limit: "7", page: next })}`;
      const { body } = await platform.ask(`GET /v1${at}`);
      const page = Object(body);
      length += page.items.length;
      found.add(page.count);
      next = page.next?.page;
    }
    if (found.size !== 1 || !found.has(length)) wrong.push(`${path}: ${[...found]} of ${length}`);
    if (length > 7) several.add(endpoint.operation);
  }
  expect(wrong).toEqual([]);
  expect(several.size).toBeGreaterThan(3);
});
