/**
 * Every list: the number of its items where the published description has one, and page tokens, with
 * filters and on each page.
 */

import { sql } from "kysely";
import { expect } from "vitest";
import * as collection from "../../../src/contract/collection.ts";
import * as content from "../../../src/contract/content.ts";
import * as changeRequest from "../../../src/contract/cr.ts";
import type { Endpoint } from "../../../src/contract/endpoint.ts";
import * as siteSpace from "../../../src/contract/site-space.ts";
import * as space from "../../../src/contract/space.ts";
import * as team from "../../../src/contract/team.ts";
import { createId } from "../../../src/service/core/ids.ts";
import type { Queries } from "../../../src/service/database/tables.ts";
import { issueToken } from "../../../src/service/server/tokens.ts";
import { slowTest } from "../../support/generators/amount.ts";
import { openCompleteOrganization } from "../../support/organizations/complete-organization.ts";
import {
  type FullOrganization,
  openFullOrganization,
  tryAll,
} from "../../support/organizations/full-organization.ts";
import { openTestPlatform } from "../../support/platforms/platform.ts";
import { addSample } from "../../support/platforms/sample.ts";
import { createdBy, endpoints } from "../../support/requests/made.ts";
import { publishedAnswers, readDescriptions } from "../../support/requests/published.ts";
import { readEverything } from "../../support/requests/reading.ts";
import { listInputs, requestFor } from "../../support/requests/requests.ts";

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

/** Fields that determine the form of the items, and not which items a list has. */
const formFields = new Set(["page", "limit", "format", "metadata", "computed", "shareKey"]);

/** Lists without items on this platform, which has no advertisements and no agents. */
const emptyLists = ["adsListSites", "listAgentTasks"];

const isSearch = ({ operation }: Endpoint) => /^search\w+Content$/.test(operation);

type Input = Readonly<Record<string, unknown>>;

interface Body {
  readonly next?: { readonly page: string };
  readonly error?: { readonly message: string };
}

interface Answer {
  readonly status: number;
  readonly body: Body;
}

type Send = (endpoint: Endpoint, input: object) => Promise<Answer>;

/** Adds a copy of the first row of a table. */
async function copyRow(db: Queries, table: string, changes: object): Promise<void> {
  const { rows } = await sql<object>`select * from ${sql.table(table)} limit 1`.execute(db);
  const columns = Object.entries({ ...rows[0], ...changes });
  const names = sql.join(columns.map(([name]) => sql.ref(name)));
  const values = sql.join(columns.map(([, value]) => value));
  await sql`insert into ${sql.table(table)} (${names}) values (${values})`.execute(db);
}

/** Adds resources so that each list with filters has two items. */
async function addSecondItems(organization: FullOrganization, send: Send): Promise<void> {
  const { workspace, admin, ids, organizationId, spaceId } = organization;
  const { db } = workspace;
  const filling = { ids, word: "Second" };
  for (const endpoint of endpoints) {
    if (createdBy(endpoint) === undefined) continue;
    const [input = {}] = await listInputs(endpoint, filling);
    await send(endpoint, input);
  }
  await workspace.ok(admin, collection.create, { organizationId });
  const ofMember = { organizationId, userId: ids.get("user") ?? "" };
  const { id: teamId } = await workspace.ok(admin, team.create, { organizationId, title: "Two" });
  await workspace.ok(admin, team.putMember, { ...ofMember, teamId, role: "member" });
  const guide = await workspace.ok(admin, space.create, { organizationId });
  await workspace.ok(admin, content.applyTemplate, { spaceId: guide.id, id: "help-center" });
  const of = { organizationId, siteId: ids.get("site") ?? "" };
  await workspace.ok(admin, siteSpace.create, { ...of, spaceId: guide.id });
  for (let number = 0; number < 2; number++) {
    const { id } = await workspace.ok(admin, changeRequest.create, { spaceId });
    const request = { spaceId, changeRequestId: id, status: "open" as const };
    await workspace.ok(admin, changeRequest.update, request);
  }
  const other = await workspace.organization();
  await workspace.enroll(other, admin, "admin");
  await copyRow(db, "integrations", { name: "second" });
  await copyRow(db, "installations", { id: createId(), integration: "second" });
  await copyRow(db, "installations", { id: createId(), organization_id: other });
  await copyRow(db, "site_findings", { id: createId(), finding_key: "second" });
  await copyRow(db, "conversations", { id: "second" });
  await copyRow(db, "conversation_issues", { id: createId() });
  const [question, answer] = [createId(), createId()];
  await copyRow(db, "site_questions", { id: question, question_key: "second" });
  await copyRow(db, "site_answers", { id: answer, question_id: question });
  await copyRow(db, "site_answer_sources", { id: createId(), page_id: "second" });
}

/** Values of filters that are only valid together. */
function listCombinations({ operation }: Endpoint, ids: ReadonlyMap<string, string>): Input[] {
  const siteSpaceId = ids.get("siteSpace");
  if (operation === "searchSiteContent") {
    return [
      { mode: "specific", siteSpaceIds: [siteSpaceId] },
      { mode: "current", siteSpaceId },
    ];
  }
  if (operation !== "listOrganizationIntegrationsStatus") return [];
  return [
    { target: "space", space: ids.get("space") },
    { target: "site", site: ids.get("site") },
  ];
}

/** Other filters of a list: the values of each filter. */
async function listFilters(
  endpoint: Endpoint,
  ids: ReadonlyMap<string, string>,
): Promise<Input[][]> {
  const combinations = listCombinations(endpoint, ids);
  const filters = combinations.map((one) => [one]);
  if (isSearch(endpoint)) filters.push([{ query: "page" }]);
  const inputs: readonly Input[] = (
    await listInputs(endpoint, { ids, word: "createSpace" }, true)
  ).map((one) => ({ ...one }));
  for (const [name, field] of Object.entries(endpoint.input)) {
    if (!field.optional || formFields.has(name)) continue;
    if (combinations.some((one) => name in one)) continue;
    if (field.kind === "enum") filters.push(field.values.map((value) => ({ [name]: value })));
    else if (field.kind === "boolean") filters.push([{ [name]: true }, { [name]: false }]);
    else {
      const value = inputs.find((input) => name in input)?.[name];
      if (value !== undefined) filters.push([{ [name]: value }]);
    }
  }
  return filters;
}

slowTest("a page token of a list is refused with each other filter", async () => {
  const organization = await openCompleteOrganization("Tokens");
  const { workspace, admin, ids } = organization;
  const token = await issueToken(workspace.db, { user: admin, label: "test", now: workspace.now });
  const send: Send = async (endpoint, input) => {
    const request = requestFor(endpoint, input, { base, token });
    const { status, body } = await workspace.service.transport(request);
    return { status, body: typeof body === "string" && body !== "" ? JSON.parse(body) : {} };
  };
  await addSecondItems(organization, send);
  const onePage: string[] = [];
  const wrong: string[] = [];
  let count = 0;
  for (const endpoint of endpoints) {
    const filters = await listFilters(endpoint, ids);
    if (endpoint.list !== true || !("limit" in endpoint.input) || filters.length === 0) continue;
    const [made = {}] = await listInputs(endpoint, { ids, word: "Tokens" });
    const input = { ...made, ...(isSearch(endpoint) && { query: "contact" }), limit: 1 };
    const { body } = await send(endpoint, input);
    const page = body.next?.page;
    if (page === undefined) {
      onePage.push(endpoint.operation);
      continue;
    }
    for (const values of filters) {
      const answers = [];
      for (const value of values) answers.push(await send(endpoint, { ...input, page, ...value }));
      const refused = answers.filter(({ body: { error } }) =>
        error?.message.startsWith("page is not a token of this list."),
      );
      count += refused.length;
      // One value of several may be the default, which selects the same list.
      if (refused.length < Math.max(1, values.length - 1)) {
        wrong.push(`${endpoint.operation} ${JSON.stringify(values)}: ${JSON.stringify(answers)}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(onePage).toEqual(emptyLists);
  expect(count).toBeGreaterThan(150);
});
