/** Assembly of the local platform: an object that handles requests and can be closed. */
import type { JobRole } from "../contract/job-roles.ts";
import type { Transport } from "../contract/wire.ts";
import { defaultRetention } from "./areas/audit/retention.ts";
import { scriptUrl } from "./areas/integration-events/tables.ts";
import { openClock, type ServiceClock } from "./core/clock.ts";
import { createId } from "./core/ids.ts";
import { createRouteModule, listEndpoints, type RouteModule } from "./core/route-module.ts";
import { runClosingWork } from "./database/closing.ts";
import { loadFolderToken, openFolderToken } from "./database/folder-token.ts";
import { migrations } from "./database/migrations.ts";
import { openData } from "./database/open.ts";
import type { PostgresSetting } from "./database/postgres/postgres.ts";
import { findGuard, isShared } from "./database/sqlite/dialect.ts";
import type { Queries } from "./database/tables.ts";
import type { ChatModelSetting } from "./engines/language/chat-model.ts";
import type { TranslatorSetting } from "./engines/language/translator.ts";
import { type Egress, openOutside, type SshKeys } from "./engines/network/egress.ts";
import type { S3Setting } from "./engines/object-storage/s3-setting.ts";
import type { ScriptRunner } from "./engines/scripts/script-runner.ts";
import { openSecretBox } from "./engines/secret-box.ts";
import type { Tracing } from "./engines/tracing/spans.ts";
import type { TracingSetting } from "./engines/tracing/tracing-setting.ts";
import { createJobs, type Jobs } from "./jobs/jobs.ts";
import { releaseLeases } from "./jobs/leases.ts";
import { type Admin, createAdmin, createAdminHandlers } from "./server/admin/admin.ts";
import * as adminContract from "./server/admin/endpoints.ts";
import { hostRoute, listJobKinds, publicRoutes, routeModules } from "./server/areas.ts";
import type { DatabaseWatch } from "./server/database-watch.ts";
import * as faultContract from "./server/faults/endpoints.ts";
import type { RequestRecord } from "./server/metrics/request-record.ts";
import { isAuthentic } from "./server/pipeline/authenticate.ts";
import { createInstrumentation, type Instrumentation } from "./server/pipeline/instrumentation.ts";
import { createTransport } from "./server/pipeline/pipeline.ts";
import { createRateLimits, type RateSettings } from "./server/pipeline/rate-limits.ts";
import type { Middleware, PipelineParts } from "./server/pipeline/request-context.ts";
import { createRouter } from "./server/pipeline/router.ts";
import { createPlatformRoutes, refuseOtherRequests } from "./server/platform-routes.ts";
import { createPrincipalDirectory } from "./server/principals.ts";
import { createReadiness, type ReadinessState } from "./server/readiness.ts";
import { findBearer, isAdminToken } from "./server/tokens.ts";

export interface ServiceOptions {
  /** The data folder; in-memory data if absent. */
  readonly folder?: string | undefined;
  /** Called when the data folder is locked for this process, before its data is read. */
  readonly onLock?: (() => Promise<void>) | undefined;
  /** A PostgreSQL database for the data, instead of a SQLite file. */
  readonly database?: PostgresSetting | undefined;
  /** With PostgreSQL: the key that encrypts secrets, in base64url; stored in the database if absent. */
  readonly sealingKey?: string | undefined;
  /** An object storage for file contents; the database if absent. */
  readonly fileStorage?: S3Setting | undefined;
  /** The version and build of the program, for `GET /v1/`. */
  readonly version?: string | undefined;
  readonly build?: string | undefined;
  /** The maximum size of a request body in bytes; 10 MiB if absent. */
  readonly bodyLimit?: number | undefined;
  /**
   * Whether URLs from users may lead to private networks and this machine; a list allows its IP
   * addresses only. By default, none are allowed.
   */
  readonly allowPrivate?: boolean | readonly string[] | undefined;
  /** The SSH keys of Git; without them, SSH URLs are refused. */
  readonly sshKeys?: SshKeys | undefined;
  /** Folders that are imported from a list of files, by URL; used by previews. */
  readonly listedFolder?: Egress["listedFolder"];
  /** Looks up TXT records, which verify domains; the resolver of the machine if absent. */
  readonly textRecordsOf?: Egress["lookUpTextRecords"] | undefined;
  /** The number of long jobs that run at a time; 4 if absent. */
  readonly jobSlots?: number | undefined;
  /** Whether this process runs jobs and answers requests, or only one of both; both if absent. */
  readonly jobRole?: JobRole | undefined;
  /** Limits of requests per minute; none if absent. */
  readonly rateLimits?: RateSettings | undefined;
  /** The translation engine; pseudo-translation if absent. */
  readonly translator?: TranslatorSetting | undefined;
  /** The language model that answers questions; without it, such operations return 501. */
  readonly model?: ChatModelSetting | undefined;
  /** Retention of audit events in days; one year if absent. */
  readonly auditDays?: number | undefined;
  /** The interval between two checks of a connected Git branch; without it, none are checked. */
  readonly gitCheckSeconds?: number | undefined;
  /**
   * Whether repositories can be folders of this machine, although private networks are not allowed:
   * for a platform that only the user of this process reaches.
   */
  readonly allowFolders?: boolean | undefined;
  /** Whether scripts of integrations run, which requires the package miniflare. */
  readonly integrations?: boolean | undefined;
  /** Whether pages of sites contain scripts of integrations. */
  readonly integrationScripts?: boolean | undefined;
  /** Receives internal errors, which are not sent to callers. */
  readonly log?: ((message: string, error: unknown) => void) | undefined;
  /** The real time, in milliseconds since 1970. */
  readonly realTime?: (() => number) | undefined;
  readonly newId?: (() => string) | undefined;
  /** Seed of repeatable ids, in the order of the calls; for data that is created in this process. */
  readonly repeatable?: number | undefined;
  /** The contract modules to serve; all if absent. */
  readonly routeModules?: readonly RouteModule[] | undefined;
  /** Whether `/metrics` needs no token; otherwise only the holder of the admin token may read it. */
  readonly openMetrics?: boolean | undefined;
  /** Receives every completed request. */
  readonly onRequest?: ((entry: RequestRecord) => void) | undefined;
  /** A receiver of traces; without it, nothing is traced. */
  readonly tracing?: TracingSetting | undefined;
}

export interface Service {
  /** Handles a request; links in responses have the base URL of the request. */
  readonly transport: Transport;
  /** The token of the owner, which is valid until it is rotated. */
  readonly token: string;
  /** Whether an Authorization header contains the admin token. */
  readonly isAdmin: (authorization: string | undefined) => Promise<boolean>;
  /** Whether an Authorization header contains a valid token. */
  readonly isKnown: (authorization: string | undefined) => Promise<boolean>;
  readonly clock: ServiceClock;
  readonly jobs: Jobs;
  /** Whether this process runs due jobs. */
  readonly runsJobs: boolean;
  readonly readiness: ReadinessState;
  readonly admin: Admin;
  readonly db: Queries;
  /** Fault injection, the journal and the metrics. */
  readonly instrumentation: Instrumentation;
  /** Runs scripts of integrations; undefined if they do not run. */
  readonly scripts: ScriptRunner | undefined;
  readonly bodyLimit: number;
  readonly log: (message: string, error: unknown) => void;
  readonly close: () => Promise<void>;
}

/** `.localhost` can never be the name of another machine. */
export const localBase = "http://tome.localhost";

/** The interval of verifying a part of the file, in milliseconds. */
const partEach = 1000;
const defaultBodyLimit = 10 * 1024 * 1024;

/**
 * Opens the data and, at the first start, initializes it.
 * @throws DataInUse if another process has the data folder open
 */
export async function openService(options: ServiceOptions = {}): Promise<Service> {
  const { bodyLimit = defaultBodyLimit } = options;
  let isClosed = false;
  // A request of this process that is still in progress fails because the database is closed.
  const log: NonNullable<ServiceOptions["log"]> = (message, error) => {
    if (!isClosed) options.log?.(message, error);
  };
  const repeatable =
    options.repeatable === undefined
      ? undefined
      : (await import("./server/deterministic-ids.ts")).createRepeatableIds(options.repeatable);
  const makeId = repeatable?.newId ?? options.newId ?? createId;
  const { folder } = options;
  const network = openOutside(options.allowPrivate, options);
  const scripts =
    options.integrations === true
      ? (await import("./engines/scripts/script-runner.ts")).openScriptRunner(
          network,
          localBase,
          options.integrationScripts,
        )
      : undefined;
  const model =
    options.model &&
    (await import("./engines/language/chat-model.ts")).openChatModel(options.model);
  const outside: Egress = { ...network, scripts, model };
  const tracing =
    options.tracing &&
    (await startTracing(options.tracing, options.version, options.log ?? (() => {})));
  const endTracking = async () => {
    repeatable?.close();
    await tracing?.close();
  };
  const { database, onLock } = options;
  const opening = openData({ folder, database, migrations, log, onLock });
  const db = await opening.catch(async (error: unknown) => {
    await endTracking();
    throw error;
  });
  try {
    if (options.fileStorage !== undefined) {
      const { openObjectStorage } = await import("./engines/object-storage/object-storage.ts");
      const { attachStorage, refuseEarlierPrograms } = await import(
        "./areas/content/files/file-storage.ts"
      );
      await refuseEarlierPrograms(db);
      attachStorage(db, openObjectStorage(options.fileStorage));
    }
    const clock = await openClock(db, options.realTime);
    const shared = isShared(db);
    const sealingKey = shared
      ? await (await import("./server/shared-key.ts")).loadSharedKey(db, options.sealingKey)
      : undefined;
    const secretBox = openSecretBox(sealingKey ?? folder);
    const kinds = listJobKinds({
      translator: options.translator,
      auditDays: options.auditDays,
      gitCheckSeconds: options.gitCheckSeconds,
    });
    let watch: DatabaseWatch | undefined;
    const jobs = createJobs({
      db,
      outside,
      secretBox,
      now: clock.now,
      offset: clock.offset,
      newId: makeId,
      kinds: repeatable?.kinds(kinds) ?? kinds,
      principals: createPrincipalDirectory(clock.now),
      slots: options.jobSlots,
      isOutdated: () => watch?.isNewer() ?? false,
      tracing,
      log,
    });
    // This process has locked the data, so no other process is running a job.
    if (!shared) await releaseLeases(db, true);
    const token = await openFolderToken(folder);
    const adminToken = shared ? await loadFolderToken(folder, "tome_admin_") : undefined;
    const adminParts = { db, clock, jobs, newId: makeId, folderToken: token, adminToken };
    const admin = createAdmin(adminParts);
    watch = shared
      ? (await import("./server/database-watch.ts")).createWatch({ db, clock, jobs, admin, log })
      : undefined;
    await watch?.begin();
    await admin.reconcile();
    const modules = options.routeModules ?? routeModules;
    const about = {
      version: options.version ?? "0.0.0",
      build: options.build ?? "embedded",
      ...(scripts !== undefined && { runsIntegrations: true as const }),
    };
    const readiness = createReadiness({ db, folder: shared ? undefined : folder });
    const runsJobs = options.jobRole !== "none";
    const metrics = {
      open: options.openMetrics === true,
      answer: async () =>
        (await import("./server/metrics/metrics-response.ts")).buildMetricsResponse({
          db,
          instrumentation,
          about,
        }),
    };
    const adminModules = [
      createRouteModule(adminContract, async () => createAdminHandlers(admin, adminParts)),
      createRouteModule(faultContract, () =>
        import("./server/faults/handlers.ts").then((m) =>
          m.createFaultHandlers({ instrumentation, admin, clock, jobs }),
        ),
      ),
    ];
    const platformRoutes = createPlatformRoutes(about, readiness, metrics);
    const router = createRouter(
      [
        { prefix: "/v1", access: "user", modules: modules },
        { prefix: "/_tome", access: "admin", modules: adminModules },
      ],
      [...publicRoutes, ...platformRoutes],
      hostRoute,
    );
    const instrumentation = createInstrumentation({
      endpoints: () => listEndpoints(modules),
      now: clock.now,
      realTime: options.realTime ?? Date.now,
      onRequest: options.onRequest,
      log,
    });
    if (scripts !== undefined) {
      const { attachScripts, hasInstalledScript } = await loadScriptFeed();
      await attachScripts(db, jobs.enqueue);
      if (await hasInstalledScript(db)) scripts.prepare();
    } else if (!shared && (await hasScript(db))) {
      await loadScriptFeed().then((m) => m.detachScripts(db));
    }
    const guard = findGuard(db);
    // Damage by a failing disk changes no timestamp, so the whole file is read again and again.
    const rereading = guard && setInterval(() => readOn(guard, log), partEach).unref();
    const parts: PipelineParts = {
      db,
      router,
      jobs: runsJobs ? jobs : { ...jobs, areDue: () => false },
      outside,
      secretBox,
      now: clock.now,
      newId: makeId,
      bodyLimit,
      auditDays: options.auditDays ?? defaultRetention,
      log,
      rateLimits: createRateLimits(options.rateLimits ?? {}, options.realTime ?? Date.now),
      middleware: nestAll([
        ...(tracing ? [await loadTraceMiddleware(tracing)] : []),
        instrumentation.middleware,
        ...(repeatable ? [repeatable.middleware] : []),
      ]),
    };
    const transport = createTransport(parts);
    const watched = watch?.wrap(transport) ?? transport;
    const ownTransport =
      options.jobRole === "only" ? refuseOtherRequests(watched, platformRoutes) : watched;
    scripts?.connect(ownTransport);
    return {
      transport: ownTransport,
      get token() {
        return token.current();
      },
      async isAdmin(authorization) {
        const secret = findBearer(authorization);
        return secret !== undefined && isAdminToken(db, secret);
      },
      isKnown: (authorization) => isAuthentic(parts, authorization),
      clock,
      jobs,
      runsJobs,
      readiness,
      admin,
      db,
      instrumentation,
      scripts,
      bodyLimit,
      log,
      async close() {
        clearInterval(rereading);
        instrumentation.close();
        await jobs.stop();
        await scripts?.close();
        await runClosingWork(db, log);
        isClosed = true;
        await db.destroy();
        await endTracking();
      },
    };
  } catch (error) {
    await db.destroy();
    await endTracking();
    throw error;
  }
}

function loadScriptFeed() {
  return import("./areas/integrations/running/script-feed.ts");
}

/** Whether an earlier process ran scripts of integrations. */
async function hasScript(db: Queries): Promise<boolean> {
  const feed = await db
    .selectFrom("integration_feeds")
    .select("integration")
    .where("tunnel_url", "=", scriptUrl)
    .limit(1)
    .executeTakeFirst();
  return feed !== undefined;
}

/** A file that temporarily cannot be read, because too many files are open, must not end the process. */
function readOn(guard: { readonly readOn: () => void }, log: Service["log"]): void {
  try {
    guard.readOn();
  } catch (error) {
    log("Verifying the database file failed.", error);
  }
}

/** @param middlewares from the outermost to the innermost */
function nestAll(middlewares: readonly Middleware[]): Middleware | undefined {
  return middlewares.reduceRight<Middleware | undefined>(
    (inner, outer) => (inner === undefined ? outer : nest(outer, inner)),
    undefined,
  );
}

function nest(outer: Middleware, inner: Middleware): Middleware {
  return (request, context, answer) =>
    outer(request, context, () => inner(request, context, answer));
}

async function startTracing(
  setting: TracingSetting,
  version = "0.0.0",
  log: Service["log"],
): Promise<Tracing> {
  const { openTracing } = await import("./engines/tracing/open-tracing.ts");
  return openTracing(setting, version, log);
}

async function loadTraceMiddleware(tracing: Tracing): Promise<Middleware> {
  const { createTraceMiddleware } = await import("./server/pipeline/trace-requests.ts");
  return createTraceMiddleware(tracing);
}
