/** Requests that connect a space to a repository, for `git connect` and for organization files. */
import type { ApiClient, JsonObject } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/git-installation.ts";
import { ApiError, CanceledError, UsageError } from "../../errors.ts";
import { withoutFinalSlashes } from "../../json/trim.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";
import { type Connection, type GitProvider, isLocal, type NamedRepository } from "./connection.ts";

/** A configuration, without the ids of its installation. */
export type ConnectionUpdate = Omit<Input<typeof contract.update>, "installationId" | "provider">;

/** Undefined fields keep their values. */
export interface ConnectionWish {
  readonly repository: NamedRepository | undefined;
  readonly provider: GitProvider;
  readonly branch?: string | undefined;
  readonly folder?: string | undefined;
  readonly priority?: "git" | "space" | undefined;
  readonly token?: string | undefined;
  /** Null for the public server of the provider. */
  readonly instance?: string | null | undefined;
  readonly message?: string | undefined;
}

export interface AppliedConnection {
  /** The installation. */
  readonly record: JsonObject;
  /** The secret of its webhook, if it is new on the local platform. */
  readonly secret: string | undefined;
}

/**
 * Connects a space, or changes its connection. A new installation that the platform then refuses to
 * configure is removed again.
 * @throws UsageError, ApiError
 */
export async function applyConnection(
  client: ApiClient,
  spaceId: string,
  existing: Connection | undefined,
  wish: ConnectionWish,
): Promise<AppliedConnection> {
  const { provider } = wish;
  const made = existing ?? (await install(client, spaceId, provider));
  try {
    const configuration = await addRepositoryId(client, made, existing === undefined, wish);
    const ids = { installationId: made.id, provider };
    const { value } = await client.call(contract.update, { ...ids, ...configuration });
    const { secret } = asObject(made.installation.webhook);
    return { record: asObject(value), secret: typeof secret === "string" ? secret : undefined };
  } catch (error) {
    if (existing === undefined && !(error instanceof CanceledError) && isRefusal(error)) {
      await client.call(contract.uninstall, { installationId: made.id });
    }
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof UsageError || error instanceof ApiError;
}

type Installed = Pick<Connection, "id" | "installation">;

async function install(
  client: ApiClient,
  spaceId: string,
  provider: GitProvider,
): Promise<Installed> {
  const target = { type: "space" as const, spaceId };
  try {
    const { value } = await client.call(contract.install, { provider, target });
    const installation = asObject(value);
    return { id: asText(installation.id), installation };
  } catch (error) {
    const isUnsupported = provider === "git" && error instanceof ApiError && error.status === 400;
    throw isUnsupported ? withoutProvider() : error;
  }
}

function withoutProvider(): UsageError {
  return new UsageError(
    "The hosted platform connects repositories of GitHub and GitLab only. Other repositories can be imported once.",
    "tome git import --url <url> --ref <branch>",
  );
}

export function buildConfiguration({
  repository,
  provider,
  ...wish
}: ConnectionWish): ConnectionUpdate {
  // Without a branch, the default branch of the repository is used.
  const { branch: ref = repository?.branch, folder = repository?.directory } = wish;
  const { token, instance, priority, message } = wish;
  return {
    providerConfiguration: {
      ...(repository?.url !== undefined && { url: repository.url }),
      ...(ref !== undefined && { branch: ref.startsWith("refs/") ? ref : `refs/heads/${ref}` }),
      ...(token !== undefined && { accessToken: token.trim() }),
      ...(instance !== undefined && provider !== "git" && { customInstanceURL: instance }),
    },
    // Another repository has other folders.
    ...((folder !== undefined || repository !== undefined) && { projectDirectory: folder ?? "" }),
    ...(message !== undefined && { commitMessageTemplate: message }),
    ...(priority !== undefined && {
      priority: priority === "space" ? ("gitbook" as const) : ("git" as const),
    }),
  };
}

/** The hosted platform identifies repositories by their ids at the provider. */
async function addRepositoryId(
  client: ApiClient,
  made: Installed,
  isNew: boolean,
  wish: ConnectionWish,
): Promise<ConnectionUpdate> {
  const { repository, provider } = wish;
  const configuration = buildConfiguration(wish);
  // A description of the requests has no response of the platform.
  const isDescribed = made.installation.object === undefined;
  if (repository === undefined || isDescribed) return configuration;
  const { url, ...rest } = configuration.providerConfiguration;
  const isOnLocal = isLocal(made.installation);
  if (isOnLocal && url !== undefined) return configuration;
  if (provider === "git") throw withoutProvider();
  if (!isOnLocal && provider === "github" && rest.accessToken !== undefined) {
    throw new UsageError(
      "The hosted platform does not take an access token for GitHub. Authorize GitHub in the Git settings of the space, then run the command without --token-file.",
    );
  }
  const withUrl = (): ConnectionUpdate => ({
    ...configuration,
    providerConfiguration: { ...rest, url: buildUrl(provider, wish) },
  });
  const { accessToken, customInstanceURL } = rest;
  // The API of a provider needs a token, but a public repository does not.
  if (isOnLocal && isNew && accessToken === undefined) return withUrl();
  if (accessToken !== undefined) {
    await client.call(contract.update, {
      installationId: made.id,
      provider,
      providerConfiguration: { accessToken, ...(customInstanceURL && { customInstanceURL }) },
    });
  }
  try {
    const found = await findRepository(client, made, provider, repository.fullName ?? "");
    const key = provider === "github" ? "repositoryId" : "projectId";
    const { defaultBranch } = found;
    return {
      ...configuration,
      providerConfiguration: {
        ...(typeof defaultBranch === "string" && { branch: `refs/heads/${defaultBranch}` }),
        ...rest,
        [key]: Number(found.id),
      },
    };
  } catch (error) {
    const hasNoToken = error instanceof ApiError && error.status === 409;
    if (isOnLocal && hasNoToken && accessToken === undefined) return withUrl();
    throw error;
  }
}

const publicServers = { github: "https://github.com", gitlab: "https://gitlab.com" } as const;

function buildUrl(
  provider: keyof typeof publicServers,
  { repository, instance }: ConnectionWish,
): string {
  const server = withoutFinalSlashes(instance ?? publicServers[provider]);
  return `${server}/${repository?.fullName}.git`;
}

async function findRepository(
  client: ApiClient,
  { id: installationId, installation }: Installed,
  provider: "github" | "gitlab",
  fullName: string,
): Promise<JsonObject> {
  const endpoint = provider === "github" ? contract.githubRepositories : contract.gitlabProjects;
  const { value } = await client.call(endpoint, { installationId }).catch((error: unknown) => {
    const isUnauthenticated = installation.status === "unauthenticated";
    if (!(error instanceof ApiError) || !isUnauthenticated) throw error;
    throw new UsageError(
      `The platform has no access to ${provider} for this space yet. Authorize it in the Git settings of the space, then run the command again.`,
    );
  });
  const found = asObjects(asObject(value).items).find(
    (one) => asText(one.fullName).toLowerCase() === fullName.toLowerCase(),
  );
  if (found !== undefined) return found;
  throw new UsageError(
    `No repository ${fullName} is available for this connection.`,
    "tome git repos <space>",
  );
}
