/**
 * Issues and discussions of GitHub repositories as context records. Source: docs.github.com/rest
 * (issues, repositories) and docs.github.com/graphql (discussions).
 */

import type { ConnectionFailure } from "../../../contract/site-context-values.ts";
import { asObject, asText, isList, type JsonObject, type JsonValue } from "../../../json/values.ts";
import { parseJsonBody } from "../../engines/decoding.ts";
import type { Egress } from "../../engines/network/egress.ts";
import { FetchFailure } from "../../engines/network/fetch-failure.ts";
import type { FetchResponse } from "../../engines/network/guarded-fetch.ts";

const api = "https://api.github.com";
const pageSize = 100;
/** Items of one sync, the newest first. */
const mostItems = 2000;
const largestResponse = 10 * 1024 * 1024;
const timeout = 20_000;

/** An item of a source. */
export interface SourceRecord {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly createdAt: string;
}

export class ConnectorFailure extends Error {
  override readonly name = "ConnectorFailure";
  constructor(
    readonly reason: ConnectionFailure,
    message: string,
  ) {
    super(message);
  }
}

interface ConnectorCall {
  readonly outside: Pick<Egress, "fetch">;
  readonly signal?: AbortSignal;
}

/** @returns the reason why the credentials do not work; undefined if they do */
export async function testConnector(
  settings: JsonObject,
  call: ConnectorCall,
): Promise<string | undefined> {
  try {
    await readGitHub(settings, `/repos/${asText(settings.repository)}`, call);
    return undefined;
  } catch (error) {
    if (error instanceof ConnectorFailure) return error.message;
    throw error;
  }
}

/** @throws ConnectorFailure */
export async function readRecords(
  connector: string,
  settings: JsonObject,
  filter: string | undefined,
  call: ConnectorCall,
): Promise<readonly SourceRecord[]> {
  return connector === "builtin:github-discussions"
    ? readDiscussions(settings, filter, call)
    : readIssues(settings, filter, call);
}

async function readIssues(
  settings: JsonObject,
  filter: string | undefined,
  call: ConnectorCall,
): Promise<SourceRecord[]> {
  const records: SourceRecord[] = [];
  for (let page = 1; page <= mostItems / pageSize; page++) {
    const query = new URLSearchParams({
      state: "all",
      sort: "created",
      direction: "desc",
      per_page: String(pageSize),
      page: String(page),
      ...(filter !== undefined && { labels: filter }),
    });
    const path = `/repos/${asText(settings.repository)}/issues?${query}`;
    const value = await readGitHub(settings, path, call);
    const items = isList(value) ? value : [];
    for (const item of items) {
      const issue = asObject(item);
      // The API lists pull requests as issues.
      if (issue.pull_request !== undefined) continue;
      const record = toRecord(issue);
      if (record) records.push(record);
    }
    if (items.length < pageSize) break;
  }
  return records;
}

const discussions = `query($owner: String!, $name: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    discussions(first: 100, after: $after, orderBy: {field: CREATED_AT, direction: DESC}) {
      nodes { number title body url createdAt labels(first: 20) { nodes { name } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

async function readDiscussions(
  settings: JsonObject,
  filter: string | undefined,
  call: ConnectorCall,
): Promise<SourceRecord[]> {
  const [owner, name] = asText(settings.repository).split("/");
  const records: SourceRecord[] = [];
  let after: string | undefined;
  for (let read = 0; read < mostItems; read += pageSize) {
    const body = JSON.stringify({ query: discussions, variables: { owner, name, after } });
    const answer = asObject(await readGitHub(settings, "/graphql", call, body));
    const repository = asObject(asObject(answer.data).repository);
    const [error] = isList(answer.errors) ? answer.errors : [];
    if (error !== undefined) {
      throw new ConnectorFailure("misconfigured", `GitHub: ${asText(asObject(error).message)}`);
    }
    const list = asObject(repository.discussions);
    for (const node of isList(list.nodes) ? list.nodes : []) {
      const discussion = asObject(node);
      if (filter !== undefined && !hasLabel(discussion, filter)) continue;
      const record = toRecord(discussion);
      if (record) records.push(record);
    }
    const { hasNextPage, endCursor } = asObject(list.pageInfo);
    if (hasNextPage !== true || typeof endCursor !== "string") break;
    after = endCursor;
  }
  return records;
}

function hasLabel(discussion: JsonObject, label: string): boolean {
  const { nodes } = asObject(discussion.labels);
  return isList(nodes) && nodes.some((node) => asObject(node).name === label);
}

/** @returns undefined for an item whose members are not those of the API */
function toRecord(item: JsonObject): SourceRecord | undefined {
  const { number, title, body } = item;
  const url = asText(item.html_url) || asText(item.url);
  const createdAt = asText(item.created_at) || asText(item.createdAt);
  const time = Date.parse(createdAt);
  if (typeof number !== "number" || !URL.canParse(url) || Number.isNaN(time)) return undefined;
  return {
    id: String(number),
    title: asText(title).slice(0, 256) || `#${number}`,
    body: asText(body),
    url,
    createdAt: new Date(time).toISOString(),
  };
}

/** @throws ConnectorFailure */
async function readGitHub(
  settings: JsonObject,
  path: string,
  { outside, signal }: ConnectorCall,
  body?: string,
): Promise<JsonValue> {
  // A URL parser would remove these segments, so that the token would read another resource.
  if (/(?:^|\/)\.{1,2}(?:[/?]|$)/.test(path)) {
    throw new ConnectorFailure("misconfigured", "The repository is not of the form owner/name.");
  }
  let response: FetchResponse;
  try {
    response = await outside.fetch({
      url: `${api}${path}`,
      ...(body !== undefined && { method: "POST", body }),
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${asText(settings.token).trim()}`,
        "content-type": "application/json",
        "user-agent": "tome",
        "x-github-api-version": "2022-11-28",
      },
      largest: largestResponse,
      patience: timeout,
      signal,
    });
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error;
    throw new ConnectorFailure("upstream_unavailable", error.message);
  }
  refuseFailure(response, asText(settings.repository));
  try {
    return parseJsonBody(response.body);
  } catch {
    throw new ConnectorFailure("upstream_unavailable", `${api} responded with invalid JSON.`);
  }
}

/** @throws ConnectorFailure for a status other than 200 */
function refuseFailure({ status, headers }: FetchResponse, repository: string): void {
  if (status === 200) return;
  if (status === 429 || headers["x-ratelimit-remaining"] === "0") {
    throw new ConnectorFailure("rate_limited", `${api} limits the number of requests.`);
  }
  if (status === 401 || status === 403) {
    throw new ConnectorFailure("authentication", `${api} rejected the access token.`);
  }
  if (status === 404 || status === 410 || status === 422) {
    throw new ConnectorFailure(
      "misconfigured",
      `${api} has no repository ${repository} with this feature that the access token can read.`,
    );
  }
  const reason = status >= 500 ? "upstream_unavailable" : "unknown";
  throw new ConnectorFailure(reason, `${api} responded with status ${status}.`);
}
