/** The local platform, opened in this process, or reached over HTTP if another process serves it. */

import type { PreviewPlatform } from "../../client/preview-platform.ts";
import type {
  JsonValue,
  LocalPlatform,
  ResolvedToken,
  RunningPlatform,
  ServeOptions,
} from "../../context.ts";
import { getDatabaseLocation, hasPassword } from "../../contract/database-address.ts";
import type { Transport } from "../../contract/wire.ts";
import { ApiError, UsageError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import type { ListeningPlatform } from "../../service/listen.ts";
import type { OpenPlatform, ServedPlatform } from "../../service/open.ts";
import type { Service } from "../../service/service.ts";
import { explainError } from "./listen-errors.ts";

interface LocalPlatformOptions {
  /** The data directory. */
  readonly folder: string;
  /** The URL of a PostgreSQL database; by default from the environment. */
  readonly database?: string | undefined;
  readonly version: string;
  readonly build: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly warn: (text: string) => void;
}

/** The connection details for a client. */
export interface PlatformConnection {
  readonly baseUrl: string;
  readonly token: string;
  readonly transport: Transport;
}

export interface EmbeddedPlatform {
  readonly platform: LocalPlatform;
  readonly connect: () => Promise<PlatformConnection>;
  readonly ownToken: () => Promise<ResolvedToken>;
  /**
   * Closes the data folder, so that other commands can open it while this one waits for the user.
   * The next request opens it again.
   */
  readonly release: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createEmbeddedPlatform(options: LocalPlatformOptions): EmbeddedPlatform {
  const { folder, version, build, environment, warn } = options;
  const database = options.database ?? (environment.TOME_DATABASE || undefined);
  const log = (message: string, error: unknown) =>
    warn(`Local platform: ${message} ${error instanceof Error ? error.message : ""}`);
  const others: EmbeddedPlatform[] = [];
  let listed: Parameters<PreviewPlatform["offer"]>[0] | undefined;
  let opened: Promise<OpenPlatform | ServedPlatform> | undefined;
  let listening: ListeningPlatform | undefined;
  /** The requests in progress. */
  let pending = 0;
  const openHere = async (integrations = false) => {
    const { openPlatform } = await import("../../service/open.ts");
    const { findPlatformSettings } = await import("./platform-settings.ts");
    const settings = await findPlatformSettings(environment, database);
    // Only the user of this process reaches this platform, and may read the folders anyway.
    return openPlatform(folder, {
      ...{ version, build, log, note: warn, allowFolders: true, ...settings },
      ...{ integrations, serves: integrations },
      listedFolder: (url) => (listed?.url === url ? listed : undefined),
    });
  };
  const open = () => {
    opened ??= openHere();
    return opened;
  };
  const overNetwork = async () =>
    (await import("../../client/transport/transport.ts")).openTransport({ environment });

  async function connect(): Promise<PlatformConnection> {
    const platform = await open();
    if (platform.served === undefined) {
      return {
        baseUrl: platform.base,
        token: platform.token,
        // The data may be opened again in the meantime.
        async transport(request) {
          pending++;
          try {
            const current = await open();
            if (current.served === undefined) return await current.transport(request);
            // A server opened the data while it was closed here.
            const url = `${current.served.url}${request.url.slice(platform.base.length)}`;
            return await (await overNetwork())({ ...request, url });
          } finally {
            pending--;
          }
        },
      };
    }
    const { url, token } = platform.served;
    return { baseUrl: url, token, transport: await overNetwork() };
  }

  async function administer(
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: JsonValue,
  ): Promise<JsonValue | undefined> {
    const takesBody = method === "POST" || method === "PUT";
    const { baseUrl, transport } = await connect();
    const secret = await loadAdminToken(await open());
    const { writeJson } = await import("../../json/exact-writing.ts");
    const answer = await transport({
      method,
      url: `${baseUrl}/_tome${path}`,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(takesBody && { "content-type": "application/json" }),
      },
      body: takesBody ? writeJson(body ?? {}) : undefined,
    });
    return parseValue(answer.status, await readText(answer.body));
  }

  return {
    connect,
    ownToken: async () => ({
      value: (await connect()).token,
      from: `data in ${database === undefined ? folder : getDatabaseLocation(database)}`,
    }),
    platform: {
      folder,
      database,
      location: database === undefined ? folder : getDatabaseLocation(database),
      on(address) {
        if (hasPassword(address)) warn(visiblePassword);
        const other = createEmbeddedPlatform({ ...options, database: address });
        others.push(other);
        return other.platform;
      },
      administer,
      async access() {
        const platform = await open();
        return { token: getToken(platform), url: platform.served?.url };
      },
      async organization() {
        const platform = await open();
        if (platform.served === undefined) {
          return (await platform.service.admin.beginning()).organization;
        }
        return asText(asObject(await administer("GET", "/beginning")).organization);
      },
      serve: (serveOptions) => serve(options, serveOptions),
      async runIntegrations(port) {
        const platform = await open();
        if (platform.served !== undefined) return platform.served.url;
        await platform.close();
        opened = openHere(true);
        const running = await opened;
        if (running.served !== undefined) return running.served.url;
        const { listen } = await import("../../service/listen.ts");
        try {
          const dataFolder = database === undefined ? folder : undefined;
          listening = await listen(running.service, { port, dataFolder });
        } catch (error) {
          const { getReadyFile, removeReady } = await import("../../service/server/ready-file.ts");
          if (database === undefined) await removeReady(getReadyFile(folder));
          throw explainError(error, port);
        }
        return listening.url;
      },
      async offerFolder(offered) {
        listed = offered;
        return (await open()).served === undefined;
      },
      preview: async (port) =>
        (await import("./preview-platform.ts")).openPreview({ version, build, log }, port),
      mirror: async (copy, baseUrl) =>
        (await import("./site-mirror.ts")).openSiteMirror({ version, build, log }, copy, baseUrl),
    },
    async release() {
      // Any number of processes may have a PostgreSQL database open.
      if (database !== undefined || listening !== undefined || pending > 0) return;
      const platform = await opened?.catch(() => undefined);
      if (platform === undefined || platform.served !== undefined) return;
      opened = undefined;
      await platform.close();
    },
    async close() {
      await listening?.close();
      const platform = await opened?.catch(() => undefined);
      if (platform && platform.served === undefined) await platform.close();
      for (const other of others) await other.close();
    },
  };
}

const visiblePassword =
  "Other users of this machine can see the password in --database. Put the URL into TOME_DATABASE, or the password into PGPASSWORD.";

async function loadAdminToken(platform: OpenPlatform | ServedPlatform): Promise<string> {
  return platform.served === undefined
    ? platform.service.admin.newAdminToken()
    : platform.served.adminToken;
}

function getToken(platform: OpenPlatform | ServedPlatform): string {
  return platform.served === undefined ? platform.token : platform.served.token;
}

async function serve(
  { version, build, environment, warn }: LocalPlatformOptions,
  {
    data,
    database,
    seed,
    allowPrivate,
    integrations,
    integrationScripts,
    jobs,
    jobConcurrency,
    rateLimit,
    organizationRateLimit,
    faults,
    repeatable,
    log,
    metrics,
    otlpEndpoint,
    objectStorage,
    ...address
  }: ServeOptions,
): Promise<RunningPlatform> {
  const { getDatabaseFile, openPlatform } = await import("../../service/open.ts");
  const { getReadyFile, removeReady } = await import("../../service/server/ready-file.ts");
  const { openService } = await import("../../service/service.ts");
  const { listen } = await import("../../service/listen.ts");
  const { createServeLog: buildLog } = await import("./serve-log.ts");
  const { findTracingSetting } = await import("../../service/engines/tracing/tracing-setting.ts");
  const { keepHeapSmall } = await import("../../service/server/small-heap.ts");
  keepHeapSmall();
  const { findPlatformSettings, findServerSettings } = await import("./platform-settings.ts");
  const settings = await findPlatformSettings(environment, database, objectStorage);
  const fromEnvironment = findServerSettings(environment);
  const jobRole = jobs ?? fromEnvironment.jobRole;
  if (jobRole !== undefined && jobRole !== "both" && database === undefined) {
    throw new UsageError(
      `--jobs ${jobRole} requires --database, because no other process can use the data in a folder.`,
    );
  }
  const options = {
    version,
    build,
    ...settings,
    ...buildLog(log ?? "off", warn),
    allowPrivate: allowPrivate ?? settings.allowPrivate,
    integrations,
    integrationScripts,
    jobRole,
    jobSlots: jobConcurrency ?? settings.jobSlots,
    rateLimits: {
      token: rateLimit ?? fromEnvironment.rateLimit,
      organization: organizationRateLimit ?? fromEnvironment.organizationRateLimit,
    },
    gitCheckSeconds: fromEnvironment.gitCheckSeconds,
    openMetrics: metrics,
    tracing: findTracingSetting(environment, otlpEndpoint),
    ...(repeatable !== undefined && {
      repeatable: repeatable.seed,
      realTime: () => repeatable.clock.getTime(),
    }),
  };
  const dataFolder = data === false || database !== undefined ? undefined : data;
  const platform =
    data === false ? undefined : await openPlatform(data, { ...options, note: warn, serves: true });
  if (platform?.served !== undefined) {
    throw new ApiError(409, `The data in ${data} is already served at ${platform.served.url}.`, {
      hint: "tome serve --data <another folder>",
    });
  }
  const service = platform?.service ?? (await openService(options));
  try {
    if (faults !== undefined) await setFaults(service, faults);
    if (seed === true) await service.admin.seed().catch(ignoreConflict);
    const { organization } = await service.admin.beginning();
    const listening = await listen(service, {
      ...address,
      dataFolder,
    });
    const site =
      seed === true
        ? await (
            await import("../../service/areas/site-reader/public-address.ts")
          ).findPublicSiteUrl(service.db, address.publicUrl ?? listening.url)
        : undefined;
    return {
      ...listening,
      organization,
      ...(site !== undefined && { site }),
      async close() {
        await listening.close();
        await service.close();
      },
    };
  } catch (error) {
    if (dataFolder !== undefined) await removeReady(getReadyFile(dataFolder));
    await service.close();
    const { toOpeningError } = await import("../../service/database/storage-failure.ts");
    const file = data === false ? "the data" : getDatabaseFile(data);
    throw toOpeningError(error, file) ?? explainError(error, address.port);
  }
}

/** @throws UsageError that names the file, the invalid field and the rule */
async function setFaults(
  { instrumentation }: Service,
  { name, plan }: NonNullable<ServeOptions["faults"]>,
): Promise<void> {
  const { parseFaultPlan: buildPlan } = await import("../../service/server/faults/plan.ts");
  try {
    await instrumentation.setFaults(await buildPlan(plan, await instrumentation.operations()));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new UsageError(`The fault plan ${name} is invalid: ${error.message}`);
  }
}

/** A conflict means that the sample data exists, which is the purpose of --seed. */
function ignoreConflict(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 409)) throw error;
}

async function readText(body: string | AsyncIterable<Uint8Array>): Promise<string> {
  if (typeof body === "string") return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

async function parseValue(status: number, text: string): Promise<JsonValue | undefined> {
  const { readExactly } = await import("../../json/exact-reading.ts");
  const value = text === "" ? undefined : readExactly(text);
  if (status < 400) return value;
  throw new ApiError(status, asText(asObject(asObject(value).error).message));
}
