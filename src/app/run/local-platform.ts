/** The local platform, opened in this process, or reached over HTTP if another process serves it. */

import type { PreviewPlatform } from "../../client/preview-platform.ts";
import type {
  JsonValue,
  LocalPlatform,
  ResolvedToken,
  RunningPlatform,
  ServeOptions,
} from "../../context.ts";
import { databaseLocation, hasPassword } from "../../contract/database-address.ts";
import { type JobRole, jobRoles } from "../../contract/job-roles.ts";
import type { Transport } from "../../contract/wire.ts";
import { ApiError, UsageError } from "../../errors.ts";
import type { ListeningPlatform } from "../../service/listen.ts";
import type { OpenPlatform, ServedPlatform } from "../../service/open.ts";
import type { Service } from "../../service/service.ts";
import { explainError } from "./listen-errors.ts";
import type { ObjectStorageFlags } from "./object-storage.ts";

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
  readonly close: () => Promise<void>;
}

export function embeddedPlatform(options: LocalPlatformOptions): EmbeddedPlatform {
  const { folder, version, build, environment, warn } = options;
  const database = options.database ?? (environment.TOME_DATABASE || undefined);
  const log = (message: string, error: unknown) =>
    warn(`Local platform: ${message} ${error instanceof Error ? error.message : ""}`);
  const others: EmbeddedPlatform[] = [];
  let listed: Parameters<PreviewPlatform["offer"]>[0] | undefined;
  let opened: Promise<OpenPlatform | ServedPlatform> | undefined;
  let listening: ListeningPlatform | undefined;
  const openHere = async (integrations = false) => {
    const { openPlatform } = await import("../../service/open.ts");
    const settings = await settingsFrom(environment, database);
    // Only the user of this process reaches this platform, and may read the folders anyway.
    return openPlatform(folder, {
      ...{ version, build, log, allowFolders: true, integrations, ...settings },
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
          const current = await open();
          return current.served === undefined
            ? current.transport(request)
            : platform.transport(request);
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
    return valueIn(answer.status, await textIn(answer.body));
  }

  return {
    connect,
    ownToken: async () => ({
      value: (await connect()).token,
      from: `data in ${database === undefined ? folder : databaseLocation(database)}`,
    }),
    platform: {
      folder,
      database,
      location: database === undefined ? folder : databaseLocation(database),
      on(address) {
        if (hasPassword(address)) warn(visiblePassword);
        const other = embeddedPlatform({ ...options, database: address });
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
        const beginning = await administer("GET", "/beginning");
        return typeof beginning === "object" && beginning !== null && "organization" in beginning
          ? String(beginning.organization)
          : "";
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

/** The settings of the platform from the environment, whether or not it is served. */
async function settingsFrom(
  environment: LocalPlatformOptions["environment"],
  database: string | undefined,
  objectStorage: ObjectStorageFlags = {},
) {
  const { TOME_TRANSLATE_URL: address, TOME_TRANSLATE_KEY: key, TOME_GIT_SSH_KEYS } = environment;
  return {
    allowPrivate: environment.TOME_ALLOW_PRIVATE === "true" ? true : undefined,
    sshKeys: TOME_GIT_SSH_KEYS ? (await import("./ssh-keys.ts")).sshKeysIn(environment) : undefined,
    jobSlots: readJobConcurrency(environment),
    translator: { address: address === "" ? undefined : address, key },
    model: await findModel(environment),
    database: database === undefined ? undefined : await databaseFrom(environment, database),
    sealingKey: await findSealingKey(environment),
    fileStorage: await findFileStorage(environment, objectStorage),
    auditDays: readAuditDays(environment.TOME_AUDIT_DAYS),
  };
}

/** Loaded only if an object storage is configured. */
async function findFileStorage(
  environment: LocalPlatformOptions["environment"],
  flags: ObjectStorageFlags,
) {
  const { TOME_S3_ENDPOINT, TOME_S3_BUCKET } = environment;
  if (!(flags.endpoint ?? TOME_S3_ENDPOINT) && !(flags.bucket ?? TOME_S3_BUCKET)) return undefined;
  const { findObjectStorageSetting } = await import("./object-storage.ts");
  return findObjectStorageSetting(environment, flags, readSecret);
}

const defaultCheckInterval = 300;
const longestCheckInterval = 86_400;

/** The interval between two checks of a connected Git branch, in seconds. */
function readCheckInterval(given: string | undefined): number {
  if (given === undefined || given === "") return defaultCheckInterval;
  const seconds = Number(given);
  if (Number.isInteger(seconds) && seconds >= 10 && seconds <= longestCheckInterval) return seconds;
  throw new UsageError(
    `TOME_GIT_CHECK_SECONDS must be an integer from 10 to ${longestCheckInterval}, not ${JSON.stringify(given)}.`,
  );
}

/** Ten years, so that a typing error does not keep events forever. */
const maximumAuditDays = 3653;

function readAuditDays(given: string | undefined): number | undefined {
  if (given === undefined || given === "") return undefined;
  const days = Number(given);
  if (Number.isInteger(days) && days >= 1 && days <= maximumAuditDays) return days;
  throw new UsageError(
    `TOME_AUDIT_DAYS must be an integer from 1 to ${maximumAuditDays}, not ${JSON.stringify(given)}.`,
  );
}

/**
 * The key itself, or the content of a file, as service managers pass credentials.
 * @throws UsageError if both are set, or the file cannot be read
 */
async function findSealingKey(
  environment: LocalPlatformOptions["environment"],
): Promise<string | undefined> {
  const { TOME_SEALING_KEY: key, TOME_SEALING_KEY_FILE: file } = environment;
  if (!file) return key || undefined;
  if (!key) return readSecret("TOME_SEALING_KEY_FILE", file);
  throw new UsageError(
    "TOME_SEALING_KEY and TOME_SEALING_KEY_FILE are both set. Unset one of them.",
  );
}

/**
 * The language model, if one is configured.
 * @throws UsageError for incomplete or invalid settings
 */
async function findModel(environment: LocalPlatformOptions["environment"]) {
  const { TOME_MODEL_URL: url, TOME_MODEL: name, TOME_MODEL_KEY: key } = environment;
  const { TOME_MODEL_KEY_FILE: file } = environment;
  if (!url && !name) return undefined;
  if (!url || !name) throw new UsageError("Set both TOME_MODEL_URL and TOME_MODEL.");
  const { protocol, username, password } = URL.canParse(url) ? new URL(url) : emptyURL;
  if (!["http:", "https:"].includes(protocol) || username + password !== "") {
    throw new UsageError(
      "TOME_MODEL_URL must be an http or https URL without a user name and password.",
    );
  }
  if (key && file) {
    throw new UsageError("TOME_MODEL_KEY and TOME_MODEL_KEY_FILE are both set. Unset one of them.");
  }
  return {
    url,
    name,
    key: file ? await readSecret("TOME_MODEL_KEY_FILE", file) : key || undefined,
  };
}

const emptyURL = { protocol: "", username: "", password: "" };

async function readSecret(variable: string, file: string): Promise<string> {
  const { readNamedFile } = await import("../../files/named-file.ts");
  try {
    return (await readNamedFile(file, file)).toString("utf8").trim();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`The file in ${variable} cannot be read: ${reason}.`);
  }
}

async function databaseFrom(environment: LocalPlatformOptions["environment"], given: string) {
  const { TOME_DATABASE_CONNECTIONS: count = "", TOME_DATABASE_PASSWORD_FILE: file } = environment;
  const url = file
    ? withPassword(given, await readSecret("TOME_DATABASE_PASSWORD_FILE", file))
    : given;
  if (count === "") return { url };
  const connections = Number(count);
  if (Number.isInteger(connections) && connections >= 2 && connections <= 500) {
    return { url, connections };
  }
  throw new UsageError("TOME_DATABASE_CONNECTIONS must be an integer from 2 to 500.");
}

/** An invalid URL is refused when the database is opened. */
function withPassword(database: string, password: string): string {
  if (!URL.canParse(database)) return database;
  const url = new URL(database);
  url.password = encodeURIComponent(password);
  return url.href;
}

function readJobConcurrency({
  TOME_JOB_CONCURRENCY: text = "",
}: LocalPlatformOptions["environment"]) {
  if (text === "") return undefined;
  const slots = Number(text);
  if (Number.isInteger(slots) && slots >= 1 && slots <= 64) return slots;
  throw new UsageError("TOME_JOB_CONCURRENCY must be an integer from 1 to 64.");
}

function readRate(
  environment: LocalPlatformOptions["environment"],
  name: "TOME_RATE_LIMIT" | "TOME_ORGANIZATION_RATE_LIMIT",
): number | undefined {
  const text = environment[name] ?? "";
  if (text === "") return undefined;
  const requests = Number(text);
  if (Number.isInteger(requests) && requests >= 1 && requests <= 1_000_000) return requests;
  throw new UsageError(`${name} must be an integer from 1 to 1000000.`);
}

function readJobRole({
  TOME_JOBS: text = "",
}: LocalPlatformOptions["environment"]): JobRole | undefined {
  const role = jobRoles.find((name) => name === text);
  if (role !== undefined || text === "") return role;
  const hint = /^\d+$/.test(text) ? ` Set TOME_JOB_CONCURRENCY=${text} instead.` : "";
  throw new UsageError(`TOME_JOBS must be both, none or only.${hint}`);
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
  const { fileIn, openPlatform } = await import("../../service/open.ts");
  const { openService } = await import("../../service/service.ts");
  const { listen } = await import("../../service/listen.ts");
  const { createServeLog: buildLog } = await import("./serve-log.ts");
  const { findTracingSetting } = await import("../../service/engines/tracing/tracing-setting.ts");
  const { keepHeapSmall } = await import("../../service/server/small-heap.ts");
  keepHeapSmall();
  const settings = await settingsFrom(environment, database, objectStorage);
  const jobRole = jobs ?? readJobRole(environment);
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
      token: rateLimit ?? readRate(environment, "TOME_RATE_LIMIT"),
      organization: organizationRateLimit ?? readRate(environment, "TOME_ORGANIZATION_RATE_LIMIT"),
    },
    gitCheckSeconds: readCheckInterval(environment.TOME_GIT_CHECK_SECONDS),
    openMetrics: metrics,
    tracing: findTracingSetting(environment, otlpEndpoint),
    ...(repeatable !== undefined && {
      repeatable: repeatable.seed,
      realTime: () => repeatable.clock.getTime(),
    }),
  };
  const platform = data === false ? undefined : await openPlatform(data, options);
  if (platform?.served !== undefined) {
    throw new ApiError(409, `The data in ${data} is already served at ${platform.served.url}.`, {
      hint: "tome serve --data <another folder>",
    });
  }
  const service = platform?.service ?? (await openService(options));
  try {
    if (faults !== undefined) await setFaults(service, faults);
    if (seed === true) await service.admin.seed().catch(unlessConflict);
    const { organization } = await service.admin.beginning();
    const listening = await listen(service, {
      ...address,
      dataFolder: data === false || database !== undefined ? undefined : data,
    });
    const site =
      seed === true
        ? await (await import("../../service/areas/site-reader/public-address.ts")).publicAddress(
            service.db,
            address.publicUrl ?? listening.url,
          )
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
    await service.close();
    const { openingFailure } = await import("../../service/database/storage-failure.ts");
    const file = data === false ? "the data" : fileIn(data);
    throw openingFailure(error, file) ?? explainError(error, address.port);
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
function unlessConflict(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 409)) throw error;
}

async function textIn(body: string | AsyncIterable<Uint8Array>): Promise<string> {
  if (typeof body === "string") return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

async function valueIn(status: number, text: string): Promise<JsonValue | undefined> {
  const { readExactly } = await import("../../json/exact-reading.ts");
  const value = text === "" ? undefined : readExactly(text);
  if (status < 400) return value;
  const fault =
    typeof value === "object" && value !== null && "error" in value ? value.error : null;
  const message =
    typeof fault === "object" && fault !== null && "message" in fault ? fault.message : "";
  throw new ApiError(status, String(message));
}
