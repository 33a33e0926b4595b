/**
 * REST APIs of GitHub and GitLab: repositories, branches and files that an access token can read.
 * Source: docs.github.com/rest and docs.gitlab.com/api (repositories, branches, contents).
 */

import { withoutFinalSlashes } from "../../../../json/trim.ts";
import { asObject, asText, isList, type JsonValue } from "../../../../json/values.ts";
import { parseJsonBody } from "../../../engines/decoding.ts";
import { GitFailure } from "../../../engines/git/failure.ts";
import type { Egress } from "../../../engines/network/egress.ts";
import type { FetchResponse } from "../../../engines/network/guarded-fetch.ts";
import type { GitInstallationTable } from "../tables.ts";
import { readConfig } from "./connection-rows.ts";

export interface ProviderRepository {
  readonly id: number;
  readonly accountName: string;
  readonly repositoryName: string;
  readonly fullName: string;
  readonly defaultBranch: string | null;
  /** For clones, without user name and password. */
  readonly url: string;
}

/** A type, so that a response can contain it. */
export type ProviderBranch = {
  readonly name: string;
  readonly ref: string;
};

/** A type, so that a response can contain it. */
export type ProviderFile = {
  readonly name: string;
  readonly path: string;
  readonly sha: string;
  readonly size: number;
};

export interface ProviderApi {
  readonly listRepositories: () => Promise<readonly ProviderRepository[]>;
  readonly findRepository: (id: number) => Promise<ProviderRepository>;
  /** @param path the path of the repository in the API, without the base URL */
  readonly listBranches: (path: string) => Promise<readonly ProviderBranch[]>;
  readonly findFile: (path: string, file: string, ref: string) => Promise<ProviderFile>;
}

interface ProviderCall {
  readonly outside: Pick<Egress, "fetch">;
  readonly signal?: AbortSignal;
}

/** Items of a list in total, so that a token for a whole company does not fill the memory. */
const mostItems = 2000;
const pageSize = 100;
const largestResponse = 10 * 1024 * 1024;
const timeout = 20_000;

/**
 * Each method throws GitFailure for a refusal by the provider, and FetchFailure without a response.
 * @throws GitFailure without a token, or for the provider `git`
 */
export function openProvider(
  row: GitInstallationTable,
  token: string | undefined,
  call: ProviderCall,
): ProviderApi {
  const { provider } = row;
  const { instance, url } = readConfig(row);
  if (provider === "git") {
    throw new GitFailure("refused", "The repository has no provider that lists repositories.");
  }
  if (token === undefined) {
    throw new GitFailure("credentials", `The Git installation ${row.id} has no access token.`);
  }
  if (url !== undefined) requireServer(row, url);
  const base = instance === undefined ? undefined : withoutFinalSlashes(instance);
  return provider === "github"
    ? openGitHub({
        base: base === undefined ? "https://api.github.com" : `${base}/api/v3`,
        headers: {
          accept: "application/vnd.github+json",
          authorization: `Bearer ${token}`,
          "x-github-api-version": "2022-11-28",
        },
        call,
      })
    : openGitLab({
        base: `${base ?? "https://gitlab.com"}/api/v4`,
        headers: { accept: "application/json", "private-token": token },
        call,
      });
}

const publicServers = {
  github: "https://github.com",
  gitlab: "https://gitlab.com",
  git: undefined,
} as const;

/** Scheme and host of the provider's repositories. */
export function getProviderServer(
  provider: GitInstallationTable["provider"],
  instance: string | undefined,
): string | undefined {
  if (instance === undefined || !URL.canParse(instance)) return publicServers[provider];
  const { protocol, host } = new URL(instance);
  return `${protocol}//${host}`;
}

/**
 * The token is for one server: neither the provider's response nor a configured URL may send it to
 * another one.
 * @throws GitFailure if the repository URL is not on the server of the provider
 */
export function requireServer(row: GitInstallationTable, url: string): void {
  const server = getProviderServer(row.provider, readConfig(row).instance);
  const [from, to] = [server, url].map((one) =>
    one !== undefined && URL.canParse(one) ? new URL(one) : undefined,
  );
  if (from && to && from.protocol === to.protocol && from.hostname === to.hostname) return;
  throw new GitFailure(
    "refused",
    `The repository URL ${url} is not on the server ${server}. Connect the repository by its URL, or specify the instance of the provider.`,
  );
}

interface ProviderConnection {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly call: ProviderCall;
}

function openGitHub(connection: ProviderConnection): ProviderApi {
  return {
    async listRepositories() {
      const items = await readPages(connection, "/user/repos?sort=full_name");
      return items.map((item) => toGitHubRepository(item));
    },
    findRepository: async (id) =>
      toGitHubRepository(await readOne(connection, `/repositories/${id}`)),
    listBranches: async (path) => toBranches(await readPages(connection, `${path}/branches`)),
    async findFile(path, file, ref) {
      const query = new URLSearchParams({ ref });
      const item = asObject(
        await readOne(connection, `${path}/contents/${encodePath(file)}?${query}`),
      );
      if (item.type !== "file") throw createNotFoundError(connection, file);
      const { name, path: found, sha, size } = item;
      return { name: asText(name), path: asText(found), sha: asText(sha), size: Number(size) };
    },
  };
}

function toGitHubRepository(value: JsonValue | undefined): ProviderRepository {
  const item = asObject(value);
  const { id, name, full_name, default_branch, clone_url, owner } = item;
  return {
    id: Number(id),
    accountName: asText(asObject(owner).login),
    repositoryName: asText(name),
    fullName: asText(full_name),
    defaultBranch: typeof default_branch === "string" ? default_branch : null,
    url: asText(clone_url),
  };
}

/** The path of a GitHub repository in the API. */
export function getGitHubPath(accountName: string, repositoryName: string): string {
  return `/repos/${encodeURIComponent(accountName)}/${encodeURIComponent(repositoryName)}`;
}

function openGitLab(connection: ProviderConnection): ProviderApi {
  return {
    async listRepositories() {
      const path = "/projects?membership=true&simple=true&order_by=path&sort=asc";
      const items = await readPages(connection, path);
      return items.map((item) => toGitLabProject(item));
    },
    findRepository: async (id) => toGitLabProject(await readOne(connection, `/projects/${id}`)),
    listBranches: async (path) =>
      toBranches(await readPages(connection, `${path}/repository/branches`)),
    async findFile(path, file, ref) {
      const query = new URLSearchParams({ ref });
      const name = encodeURIComponent(file);
      const item = asObject(await readOne(connection, `${path}/repository/files/${name}?${query}`));
      return {
        name: asText(item.file_name),
        path: asText(item.file_path),
        sha: asText(item.blob_id),
        size: Number(item.size),
      };
    },
  };
}

function toGitLabProject(value: JsonValue | undefined): ProviderRepository {
  const item = asObject(value);
  const { id, path, path_with_namespace, default_branch, http_url_to_repo, namespace } = item;
  const fullName = asText(path_with_namespace);
  return {
    id: Number(id),
    accountName: asText(asObject(namespace).full_path) || fullName.replace(/\/[^/]*$/, ""),
    repositoryName: asText(path),
    fullName,
    defaultBranch: typeof default_branch === "string" ? default_branch : null,
    url: asText(http_url_to_repo),
  };
}

/** The path of a GitLab project in the API. */
export function getGitLabPath(projectId: string): string {
  return `/projects/${projectId}`;
}

function toBranches(items: readonly JsonValue[]): readonly ProviderBranch[] {
  return items.map((item) => {
    const name = asText(asObject(item).name);
    return { name, ref: `refs/heads/${name}` };
  });
}

function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** Both providers number pages; a page that is not full is the last one. */
async function readPages(
  connection: ProviderConnection,
  path: string,
): Promise<readonly JsonValue[]> {
  const items: JsonValue[] = [];
  for (let page = 1; items.length < mostItems; page++) {
    const separator = path.includes("?") ? "&" : "?";
    const value = await readOne(connection, `${path}${separator}per_page=${pageSize}&page=${page}`);
    const list = isList(value) ? value : [];
    for (const item of list) items.push(item);
    if (list.length < pageSize) break;
  }
  return items;
}

async function readOne(connection: ProviderConnection, path: string): Promise<JsonValue> {
  const { base, headers, call } = connection;
  const [resource = ""] = path.split("?", 1);
  // A URL parser would remove these segments, so that the token would read another resource.
  if (/(?:^|\/)\.{1,2}(?:\/|$)/.test(resource)) throw createNotFoundError(connection, resource);
  const response = await call.outside.fetch({
    url: `${base}${path}`,
    headers,
    largest: largestResponse,
    patience: timeout,
    signal: call.signal,
  });
  refuseFailure(connection, path, response);
  try {
    return parseJsonBody(response.body);
  } catch {
    throw new GitFailure("failed", `${base} responded with invalid JSON.`);
  }
}

function refuseFailure(connection: ProviderConnection, path: string, response: FetchResponse) {
  const { base } = connection;
  const { status, headers } = response;
  if (status === 200) return;
  if (status === 401) {
    throw new GitFailure(
      "credentials",
      `${base} rejected the access token. It may have expired or been revoked.`,
    );
  }
  const isLimited = status === 429 || headers["x-ratelimit-remaining"] === "0";
  if (isLimited) throw new GitFailure("unreachable", `${base} limits the number of requests.`);
  if (status === 403) {
    throw new GitFailure("credentials", `${base} does not permit the access token to do this.`);
  }
  if (status === 404) throw createNotFoundError(connection, path.split("?", 1)[0] ?? path);
  throw new GitFailure("unreachable", `${base} responded with status ${status}.`);
}

function createNotFoundError({ base }: ProviderConnection, name: string): GitFailure {
  return new GitFailure("no-repository", `${base} has no ${name} that the access token can read.`);
}
