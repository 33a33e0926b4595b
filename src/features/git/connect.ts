/** Connects a space to a Git repository, and disconnects it. */
import type { ApiClient, Context, JsonObject, Parent, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import * as contract from "../../contract/git-installation.ts";
import { get as getSpace } from "../../contract/space.ts";
import { UsageError } from "../../errors.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { asObject, asText } from "../../json/values.ts";
import { confirm } from "../confirm.ts";
import { startWork, type WaitFlags } from "../waiting.ts";
import {
  type AppliedConnection,
  applyConnection,
  buildConfiguration,
  type ConnectionUpdate,
} from "./apply-connection.ts";
import {
  type Connection,
  createUnconnectedError,
  findConnection,
  type GitProvider,
  isLocal,
  type NamedRepository,
  readInfo,
  readRepository,
  requireConnection,
} from "./connection.ts";
import { confirmFirstImport, findStart, waitForSync } from "./sync.ts";

type InstallationUpdate = Input<typeof contract.update>;

interface ConnectInput extends WaitFlags {
  readonly spaceId: string;
  readonly repo?: string;
  readonly branch?: string;
  readonly folder?: string;
  readonly priority?: "git" | "space";
  readonly provider?: GitProvider;
  readonly token?: string;
  readonly instance?: string;
  readonly message?: string;
}

/** Stands for the id of an installation that a dry run does not create. */
const newId = "new";

export async function connect(
  context: Context,
  input: ConnectInput,
  fromProject: readonly Parent[],
): Promise<Result> {
  const { spaceId } = input;
  const repository =
    input.repo === undefined
      ? undefined
      : await readRepository(context, input.repo, input.provider);
  const [client, reading] = await openClients(context);
  const existing = await findConnection(reading, spaceId);
  const provider = findProvider(input, repository, existing);
  const wish = { ...input, repository, provider };
  const configuration = buildConfiguration(wish);
  announce(client, spaceId, existing, { ...configuration, provider });
  const title = await readTitle(reading, spaceId);
  if (existing === undefined && input.priority !== "space" && repository !== undefined) {
    const request = { spaceId, url: repository.url ?? "", ref: "" };
    await confirmFirstImport(context, request, fromProject);
  } else if (existing !== undefined) await confirmChange(context, title, existing, repository);
  const applied = await applyConnection(client, spaceId, existing, wish);
  return finish(context, input, { title, repository, ...applied });
}

/** A client for writes, and one for the lookups of a dry run. */
async function openClients(context: Context): Promise<readonly [ApiClient, ApiClient]> {
  return [await context.client(), await context.client({ lookup: true })];
}

interface ConnectWork extends AppliedConnection {
  readonly title: string;
  readonly repository: NamedRepository | undefined;
}

async function finish(
  context: Context,
  input: ConnectInput,
  { title, repository, secret, record: changed }: ConnectWork,
): Promise<Result> {
  const client = await context.client();
  const { spaceId } = input;
  const withSecret = (one: JsonObject) => {
    if (one.webhook === undefined) return one;
    const { secret: _stored, ...webhook } = asObject(one.webhook);
    if (!isReachable(asText(webhook.url))) return { ...one, webhook };
    return secret === undefined ? one : { ...one, webhook: { ...webhook, secret } };
  };
  const name = describeLocation(changed, repository);
  if (repository === undefined && input.branch === undefined && name === "") {
    return {
      done: `Created the Git installation of ${title}. It has no repository yet.`,
      next: `To list the repositories: tome git repos ${spaceId}`,
      record: withSecret(changed),
    };
  }
  const isWaiting = input.wait === true || context.settings.local;
  if (!isWaiting || !isLocal(changed)) {
    const record = withSecret(changed);
    const next = `To show the first sync: tome git status ${spaceId}`;
    return { done: describeConnected(title, name, record), next, record };
  }
  const { sentence } = await waitForSync(context, client, spaceId, input, "Synchronizing");
  // The platform has looked up the branch in the meantime.
  const current = await requireConnection(client, spaceId);
  const record = withSecret(current.installation);
  const connected = describeConnected(title, describeLocation(record, repository), record);
  return { done: [connected, sentence].join("\n"), record };
}

function describeConnected(title: string, location: string, record: JsonObject): string {
  return [`Connected ${title} to ${location}.`, ...describeWebhook(record)].join("\n");
}

/** @throws UsageError without a repository or a connection, and for another provider */
function findProvider(
  input: ConnectInput,
  repository: NamedRepository | undefined,
  existing: Connection | undefined,
): GitProvider {
  const current = asText(existing?.installation.provider);
  const provider = input.provider ?? repository?.provider;
  if (
    existing !== undefined &&
    (current === "github" || current === "gitlab" || current === "git")
  ) {
    if (input.provider === undefined || input.provider === current) return current;
    throw new UsageError(
      `The space is connected with the provider ${current}. Disconnect it first.`,
      `tome git disconnect ${input.spaceId}`,
    );
  }
  if (provider !== undefined) return provider;
  throw new UsageError("--repo is required, such as --repo https://github.com/acme/docs.git.");
}

function announce(
  client: ApiClient,
  spaceId: string,
  existing: Connection | undefined,
  configuration: ConnectionUpdate & { readonly provider: GitProvider },
): void {
  const { provider } = configuration;
  const target = { type: "space" as const, spaceId };
  const installationId = existing?.id ?? newId;
  client.announceAll([
    ...(existing === undefined ? [client.describe(contract.install, { provider, target })] : []),
    client.describe(contract.update, { installationId, ...configuration }),
  ]);
}

async function confirmChange(
  context: Context,
  title: string,
  { installation, info }: Connection,
  repository: NamedRepository | undefined,
): Promise<void> {
  const current = describeLocation(installation, undefined) || asText(info.repoName);
  if (repository === undefined || current === "") return;
  await confirm(
    context,
    "tome git connect",
    () => `${title} is connected to ${current}. Replace the connection?`,
  );
}

/** "Handbook", as the user sees it. */
async function readTitle(client: ApiClient, spaceId: string): Promise<string> {
  const { value } = await client.call(getSpace, { spaceId });
  return writeJson(asObject(value).title);
}

/** "acme/docs, branch main, folder docs". */
function describeLocation(
  installation: JsonObject,
  repository: NamedRepository | undefined,
): string {
  const { repositoryConnection, providerConfiguration, projectDirectory } = installation;
  const name = asText(asObject(repositoryConnection).repositoryName) || repository?.fullName || "";
  if (name === "") return "";
  const branch = asText(asObject(providerConfiguration).branch).replace("refs/heads/", "");
  const folder = asText(projectDirectory);
  return [name, branch && `branch ${branch}`, folder && `folder ${folder}`]
    .filter((part) => part !== "")
    .join(", ");
}

function describeWebhook({ webhook }: JsonObject): string[] {
  const { url, secret } = asObject(webhook);
  const text = asText(url);
  if (secret === undefined || !isReachable(text)) return [];
  return [
    `Webhook for push events: ${text}`,
    `Webhook secret: ${asText(secret)}. Store it: it is not shown again.`,
  ];
}

/** A platform in the process of the command receives no webhooks. */
function isReachable(url: string): boolean {
  return URL.canParse(url) && new URL(url).hostname !== "tome.localhost";
}

export async function disconnect(
  context: Context,
  { spaceId }: { readonly spaceId: string },
): Promise<Result> {
  const [client, reading] = await openClients(context);
  const connection = await findConnection(reading, spaceId);
  const title = await readTitle(reading, spaceId);
  if (connection === undefined) {
    const info = await readInfo(reading, spaceId);
    const isSynced = info !== undefined;
    return {
      done: isSynced
        ? `${title} was synchronized without a connection. No changes were made.`
        : `${title} is not connected to a Git repository. No changes were made.`,
      record: { disconnected: false },
    };
  }
  client.announce(contract.uninstall, { installationId: connection.id });
  const location =
    describeLocation(connection.installation, undefined) ||
    asText(connection.info.repoName) ||
    "its repository";
  await confirm(
    context,
    "tome git disconnect",
    () =>
      `Disconnect ${title} from ${location}? The space and the repository keep their content; a stored access token is deleted.`,
  );
  await client.call(contract.uninstall, { installationId: connection.id });
  return {
    done: `Disconnected ${title} from ${location}.`,
    record: { disconnected: true, installationId: connection.id },
  };
}

/** Runs the import and the export of a connected space. */
export async function synchronizeConnected(
  context: Context,
  { spaceId, ...waiting }: { readonly spaceId: string } & WaitFlags,
): Promise<Result> {
  const [client, reading] = await openClients(context);
  const { id: installationId, installation } = await requireSyncedRepository(reading, spaceId);
  const before = waiting.wait === true ? await findStart(context, spaceId) : undefined;
  const startSync = async () => {
    if (isLocal(installation)) {
      client.announce(contract.sync, { installationId });
      return startWork(client.call(contract.sync, { installationId }), waiting);
    }
    // The hosted platform starts a sync when it stores a configuration.
    const update = repeatConfiguration(installationId, installation);
    client.announce(contract.update, update);
    return startWork(client.call(contract.update, update), waiting);
  };
  const start = await startSync();
  if (waiting.wait !== true && !context.settings.local) {
    const record = (await readInfo(client, spaceId)) ?? {};
    return { done: "Started the sync.", next: `To show it: tome git status ${spaceId}`, record };
  }
  const { sentence, record } = await waitForSync(
    context,
    client,
    spaceId,
    waiting,
    "Synchronizing",
    { before, start },
  );
  return { done: sentence, record };
}

/** @throws UsageError for a space that was imported without a connection */
async function requireSyncedRepository(client: ApiClient, spaceId: string): Promise<Connection> {
  const connection = await findConnection(client, spaceId);
  if (connection !== undefined) return connection;
  const url = asText((await readInfo(client, spaceId))?.url);
  if (url === "") throw createUnconnectedError(spaceId);
  throw new UsageError(
    `The space was synchronized with ${url} without a connection.`,
    `tome git import --space ${spaceId}`,
  );
}

function repeatConfiguration(
  installationId: string,
  { provider, providerConfiguration, priority }: JsonObject,
): InstallationUpdate {
  const name = asText(provider);
  if (name !== "github" && name !== "gitlab") {
    throw new UsageError(`The platform does not synchronize the provider ${name} on request.`);
  }
  const { repositoryId, projectId, branch } = asObject(providerConfiguration);
  return {
    installationId,
    provider: name,
    providerConfiguration: {
      ...(typeof repositoryId === "number" && { repositoryId }),
      ...(typeof projectId === "number" && { projectId }),
      ...(typeof branch === "string" && { branch }),
    },
    // It selects the direction of the sync.
    ...((priority === "git" || priority === "gitbook") && { priority }),
  };
}
