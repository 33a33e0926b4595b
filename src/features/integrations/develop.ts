/**
 * `tome integration dev`: publishes the integration in a folder to a local platform whenever a file
 * is saved, and follows its events; or forwards events to a tunnel.
 */
import { join, resolve } from "node:path";
import type { ApiClient, Context, Result } from "../../context.ts";
import * as contract from "../../contract/integration.ts";
import { ApiError, UsageError } from "../../errors.ts";
import { isFolderOrLink, resolvePath } from "../../files/replace-folder.ts";
import { asObject } from "../../json/values.ts";
import { watchFolder } from "../preview/watch-folder.ts";
import { pause } from "../waiting.ts";
import { followEvents, lineColumns } from "./follow-events.ts";
import { buildPublishRequest, type PublishBody } from "./publish.ts";

interface DevelopInput {
  /** A folder, or the name of an integration with a tunnel. */
  readonly integration: string;
  readonly tunnelUrl?: string;
  readonly all?: boolean;
  readonly organization?: string;
  readonly env?: string;
  readonly secrets?: readonly string[];
  readonly port?: number;
}

const help = "tome integration dev --help";
const manifestName = "gitbook-manifest.yaml";
const usualPort = 4620;
/** In milliseconds. Editors write a file in several steps. */
const debounce = 50;

export async function develop(context: Context, input: DevelopInput): Promise<Result> {
  const { integration, tunnelUrl, all } = input;
  if (tunnelUrl === undefined) return developFolder(context, input);
  const others = [input.organization, input.env, input.secrets, input.port];
  if (others.some((value) => value !== undefined)) {
    throw new UsageError("--tunnel-url accepts --all only. Remove the other flags.", help);
  }
  const client = await context.client();
  const request = { integrationName: integration, tunnelUrl, ...(all !== undefined && { all }) };
  await client.call(contract.dev, request);
  return {
    done: `Events of ${integration} are forwarded to ${tunnelUrl}.`,
    record: { integrationName: integration, tunnelUrl },
  };
}

async function developFolder(context: Context, input: DevelopInput): Promise<Result> {
  if (input.all !== undefined) {
    throw new UsageError("--all requires --tunnel-url.", help);
  }
  context.requireLocalFolders(input.integration);
  // Registered before the first build, so that every signal leads to an orderly end.
  const ending = new AbortController();
  const { signal } = ending;
  void context.interrupted().then(() => ending.abort());
  const folder = await requireFolder(context, input.integration);
  const build = () =>
    buildPublishRequest(context, {
      manifest: join(folder, manifestName),
      ...(input.env !== undefined && { env: input.env }),
      ...(input.organization !== undefined && { organization: input.organization }),
      ...(input.secrets !== undefined && { secrets: input.secrets }),
    });
  const watch = watchFolder(folder);
  try {
    await watch.follow();
    // Fails before a platform is started.
    const first = await build();
    await requireRunning(context, input.port ?? usualPort);
    const client = await context.client();
    const version = await publishVersion(client, first);
    const { integrationName } = first;
    context.terminal.note(`Published ${integrationName} as version ${version}.`);
    await describeInstallation(context, client, first);
    context.terminal.note("A new version is published when a file is saved. Press Ctrl-C to stop.");
    void rebuild({ context, client, build, watch, signal, first });
    return {
      list: endWith(
        followEvents(context, client, { integrationName, earlier: 0, signal }),
        watch.close,
      ),
      columns: lineColumns,
      isFollowed: true,
      none: "No events.",
    };
  } catch (error) {
    watch.close();
    throw error;
  }
}

async function requireFolder(context: Context, named: string): Promise<string> {
  const path = resolve(context.cwd, named);
  if (!(await isFolderOrLink(path))) {
    throw new UsageError(
      `${named} is not a folder. Specify the folder with ${manifestName}, or add --tunnel-url to an integration's name.`,
      help,
    );
  }
  return resolvePath(path);
}

/**
 * A version cannot be unpublished, so that only a platform for development receives one for each
 * saved file.
 */
async function requireRunning(context: Context, port: number): Promise<void> {
  const { settings, local, terminal } = context;
  if (settings.local) {
    const url = await local.runIntegrations(port);
    terminal.note(`The local platform runs integrations at ${url}.`);
  }
  const client = await context.client({ lookup: true });
  const { json } = await client.send({ method: "GET", path: "/" });
  if ("value" in json && asObject(json.value).runsIntegrations === true) return;
  throw new UsageError(
    settings.local
      ? "Another process serves the data without running integrations. Restart it with tome serve --run-integrations."
      : `${settings.baseUrl.value} does not run integrations for development. Start a platform with tome serve --run-integrations, or add --local.`,
    help,
  );
}

/** @returns the version */
async function publishVersion(client: ApiClient, request: PublishBody): Promise<string> {
  const { value } = await client.call(contract.publish, request);
  return String(asObject(value).version ?? "new");
}

/** An integration receives events only where it is installed. */
async function describeInstallation(
  { terminal }: Context,
  client: ApiClient,
  { integrationName, organization }: PublishBody,
): Promise<void> {
  const { value } = await client.call(contract.installations, { integrationName });
  const { items } = asObject(value);
  if (Array.isArray(items) && items.length > 0) return;
  terminal.note(
    `It is not installed yet: tome integration install ${integrationName} --org ${organization}`,
  );
}

interface RebuildParts {
  readonly context: Context;
  readonly client: ApiClient;
  readonly build: () => Promise<PublishBody>;
  readonly watch: ReturnType<typeof watchFolder>;
  readonly signal: AbortSignal;
  readonly first: PublishBody;
}

/** Publishes each change. An invalid one is reported, and the last version keeps running. */
async function rebuild(parts: RebuildParts): Promise<void> {
  const { context, client, build, watch, signal, first } = parts;
  const { terminal } = context;
  let published = JSON.stringify(first);
  for (;;) {
    await watch.next();
    if (signal.aborted) return;
    await pause(debounce, signal);
    if (signal.aborted) return;
    try {
      await watch.follow();
      const request = await build();
      const text = JSON.stringify(request);
      if (text === published) continue;
      if (request.integrationName !== first.integrationName) {
        throw new UsageError(
          `The manifest is now for ${request.integrationName}. Restart the command.`,
        );
      }
      const version = await publishVersion(client, request);
      published = text;
      terminal.note(`Published ${request.integrationName} as version ${version}.`);
    } catch (error) {
      if (signal.aborted) return;
      const hint = error instanceof ApiError && error.hint !== undefined ? ` ${error.hint}` : "";
      terminal.warn(`Not published: ${error instanceof Error ? error.message : error}${hint}`);
    }
  }
}

async function* endWith<T>(items: AsyncIterable<T>, end: () => void): AsyncGenerator<T> {
  try {
    yield* items;
  } finally {
    end();
  }
}
