/** The connection of a space, and the repository that a command names. */
import { stat } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { ApiClient, Context, JsonObject } from "../../context.ts";
import * as contract from "../../contract/git.ts";
import * as installation from "../../contract/git-installation.ts";
import { ApiError, NameNotFoundError, UsageError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import { findCheckout, readBranch, requireReadable } from "../../programs/checkout.ts";

export type GitProvider = "github" | "gitlab" | "git";

export interface Connection {
  readonly id: string;
  readonly installation: JsonObject;
  /** The information about the repository of the space. */
  readonly info: JsonObject;
}

/** @returns undefined for a space without a Git installation */
export async function findConnection(
  client: ApiClient,
  spaceId: string,
): Promise<Connection | undefined> {
  const info = await readInfo(client, spaceId);
  const id = asText(info?.installationId);
  // A space that was synchronized without an installation has its own id in its place.
  if (info === undefined || id === "" || id === spaceId) return undefined;
  try {
    const { value } = await client.call(installation.get, { installationId: id });
    return { id, info, installation: asObject(value) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** @returns undefined for a space without a repository */
export async function readInfo(
  client: Pick<ApiClient, "call">,
  spaceId: string,
): Promise<JsonObject | undefined> {
  try {
    return asObject((await client.call(contract.info, { spaceId })).value);
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404;
    if (isMissing && error.message.includes("Git repository")) return undefined;
    // The hosted platform names neither the space nor the repository.
    if (isMissing && !error.message.includes(spaceId)) return undefined;
    throw error;
  }
}

/** @throws NameNotFoundError for a space without a Git installation */
export async function requireConnection(client: ApiClient, spaceId: string): Promise<Connection> {
  const connection = await findConnection(client, spaceId);
  if (connection !== undefined) return connection;
  throw createUnconnectedError(spaceId);
}

/** The error for a space without a repository. */
export function createUnconnectedError(spaceId: string): NameNotFoundError {
  return new NameNotFoundError(
    "The space is not connected to a Git repository.",
    `tome git connect ${spaceId} --repo <url>`,
  );
}

/** Only the local platform returns webhooks. */
export function isLocal({ webhook }: JsonObject): boolean {
  return webhook !== undefined;
}

export interface NamedRepository {
  /** Absent for `owner/name`, which only a provider can resolve. */
  readonly url?: string;
  /** Owner and name at a provider. */
  readonly fullName?: string;
  readonly provider: GitProvider;
  /** Of a local checkout: its branch, and the folder in the repository. */
  readonly branch?: string;
  readonly directory?: string;
}

/**
 * The repository that `--repo` names: a URL, a local folder, or `owner/name` with a provider.
 * @throws UsageError
 */
export async function readRepository(
  { cwd, requireLocalFolders }: Pick<Context, "cwd" | "requireLocalFolders">,
  repo: string,
  provider: GitProvider | undefined,
): Promise<NamedRepository> {
  const parsed = parseRepository(repo, provider);
  if (parsed !== undefined) return parsed;
  requireLocalFolders(repo);
  return { ...(await readFolder(resolve(cwd, repo), repo, isFullName(repo))), provider: "git" };
}

/** @returns undefined for other text than a URL, or `owner/name` with a provider */
export function parseRepository(
  text: string,
  provider: GitProvider | undefined,
): NamedRepository | undefined {
  // A URL as a browser shows it.
  const repo = /^(?:github\.com|gitlab\.com)\/./.test(text) ? `https://${text}` : text;
  if (/^file:/i.test(repo)) return { url: repo, provider: "git" };
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(repo) || /^[\w.-]+@[\w.-]+:/.test(repo)) {
    const { name, host } = describeUrl(repo);
    return { url: repo, provider: provider ?? findProvider(host), ...(name && { fullName: name }) };
  }
  if (!isFullName(repo) || provider === undefined || provider === "git") return undefined;
  return { fullName: repo, provider };
}

function isFullName(repo: string): boolean {
  return /^[\w.-]+\/[\w./-]+$/.test(repo) && !/^\.{1,2}\//.test(repo);
}

function describeUrl(repo: string): { readonly name: string; readonly host: string } {
  const [, scp = "", path = ""] = /^[\w.-]+@([\w.-]+):(.+)$/.exec(repo) ?? [];
  const url = URL.canParse(repo) ? new URL(repo) : undefined;
  const parts = (url?.pathname ?? path).split("/").filter((part) => part !== "");
  const name = parts.join("/").replace(/\.git$/, "");
  return { name: decodeURIComponent(name), host: url?.hostname ?? scp };
}

function findProvider(host: string): GitProvider {
  if (host === "github.com") return "github";
  return host === "gitlab.com" ? "gitlab" : "git";
}

/** A checkout, with its branch and the folder in it; or a bare repository. */
async function readFolder(folder: string, repo: string, isName: boolean) {
  const entry = await stat(folder).catch(() => undefined);
  if (!entry?.isDirectory()) {
    throw new UsageError(
      `--repo ${repo} is not a folder. Specify a URL, a local folder, or owner/name with --provider.`,
      isName ? `tome git connect <space> --repo ${repo} --provider github` : undefined,
    );
  }
  const checkout = await findCheckout(folder);
  if (checkout !== undefined) {
    await requireReadable(checkout);
    const branch = await readBranch(checkout);
    const inside = relative(checkout.top, folder).split(sep).join("/");
    return {
      url: pathToFileURL(checkout.top).href,
      ...(branch !== undefined && { branch }),
      ...(inside !== "" && { directory: inside }),
    };
  }
  const isBare = await stat(resolve(folder, "HEAD")).catch(() => undefined);
  if (isBare?.isFile()) return { url: pathToFileURL(folder).href };
  throw new UsageError(
    `--repo ${repo} is not a Git repository. To import the folder once, create a space from it.`,
    `tome space create --from-folder ${repo}`,
  );
}
