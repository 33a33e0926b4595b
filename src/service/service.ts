/** Assembles the embedded platform: one value that answers requests and can be closed. */
import type { Transport } from "../contract/wire.ts";
import { defaultRetention } from "./areas/audit/retention.ts";
import { type Clock, openClock } from "./core/clock.ts";
import { newId } from "./core/ids.ts";
import { listEndpoints, type RouteModule, routeModule } from "./core/route-module.ts";
import { findGuard, isShared } from "./database/dialect.ts";
import { folderToken, openFolderToken } from "./database/folder-token.ts";
import { migrations } from "./database/migrations.ts";
import { openData } from "./database/open.ts";
import type { PostgresSetting } from "./database/postgres.ts";
import type { Queries } from "./database/tables.ts";
import { type Outside, openOutside, type SshKeys } from "./engines/outside.ts";
import { openSecretBox } from "./engines/secret-box.ts";
import type { TranslatorSetting } from "./engines/translator.ts";
import { createJobs, type Jobs } from "./jobs/jobs.ts";
import { releaseLeases } from "./jobs/leases.ts";
import { type Admin, adminHandlers, createAdmin } from "./server/admin/admin.ts";
import * as adminContract from "./server/admin/endpoints.ts";
import { hostRoute, jobKinds, publicRoutes, routeModules } from "./server/areas.ts";
import * as faultContract from "./server/faults/endpoints.ts";
import { createInstrumentation, type Instrumentation } from "./server/instrumentation.ts";
import type { RequestRecord } from "./server/metrics/request-record.ts";
import { ownRoutes } from "./server/own-routes.ts";
import { createTransport } from "./server/pipeline.ts";
import { createPrincipalDirectory } from "./server/principals.ts";
import type { Middleware } from "./server/request-context.ts";
import { createRouter } from "./server/router.ts";
import { findBearer, isAdminToken } from "./server/tokens.ts";

export interface ServiceOptions {
  /** The data folder; data in memory if absent. */
  readonly folder?: string | undefined;
  /** A PostgreSQL database for the data, in place of SQLite's file. */
  readonly database?: PostgresSetting | undefined;
  /** With PostgreSQL: the key that encrypts secrets, in base64url; if absent, it is in the database. */
  readonly sealingKey?: string | undefined;
  /** The program's version and build, which `GET /v1/` answers. */
  readonly version?: string | undefined;
  readonly build?: string | undefined;
  /** The largest body of a request in bytes; 10 MiB if absent. */
  readonly bodyLimit?: number | undefined;
  /**
   * Whether addresses that people give may lead into private networks and to this machine; a list
   * allows only its IP addresses. Absent, none is allowed.
   */
  readonly allowPrivate?: boolean | readonly string[] | undefined;
  /** The keys with which Git reaches ssh addresses; absent, it reaches none. */
  readonly sshKeys?: SshKeys | undefined;
  /** Folders that are imported as they are listed, by their addresses; for a preview. */
  readonly listedFolder?: Outside["listedFolder"];
  /** Looks up TXT records, which verify domains; the machine's resolver if absent. */
  readonly textRecordsOf?: Outside["lookUpTextRecords"] | undefined;
  /** How many jobs that take long run at a time; 4 if absent. */
  readonly jobSlots?: number | undefined;
  /** The translation engine; pseudo-translation if absent. */
  readonly translator?: TranslatorSetting | undefined;
  /** How many days audit events are kept; a year if absent. */
  readonly auditDays?: number | undefined;
  /** Receives internal errors, which callers do not see. */
  readonly log?: ((message: string, error: unknown) => void) | undefined;
  /** The real time, in milliseconds since 1970. */
  readonly realTime?: (() => number) | undefined;
  readonly newId?: (() => string) | undefined;
  /** Derives ids from this seed, in the order of the calls; for data that begins in this process. */
  readonly repeatable?: number | undefined;
  /** The modules of the contract to answer; all if absent. */
  readonly routeModules?: readonly RouteModule[] | undefined;
  /** Whether anyone who reaches the platform may read `/metrics`; otherwise only the holder of the admin token. */
  readonly openMetrics?: boolean | undefined;
  /** Receives every request when it is over. */
  readonly onRequest?: ((entry: RequestRecord) => void) | undefined;
}

export interface Service {
  /** Answers a request; links in answers begin as its address does. */
  readonly transport: Transport;
  /** The token of the owner, which is valid until it is rotated. */
  readonly token: string;
  /** Whether a header Authorization carries the admin token. */
  readonly isAdmin: (authorization: string | undefined) => Promise<boolean>;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly admin: Admin;
  readonly db: Queries;
  /** Fault injection, the journal and the metrics. */
  readonly instrumentation: Instrumentation;
  readonly bodyLimit: number;
  readonly log: (message: string, error: unknown) => void;
  readonly close: () => Promise<void>;
}

/** How often a further part of the file is verified, in milliseconds. */
const partEach = 1000;
const defaultBodyLimit = 10 * 1024 * 1024;

/**
 * Opens the data, initializes it at the first start, and answers from then on.
 * @throws DataInUse if another process has the data folder open
 */
export async function openService(options: ServiceOptions = {}): Promise<Service> {
  const { log = () => {}, bodyLimit = defaultBodyLimit } = options;
  const repeatable =
    options.repeatable === undefined
      ? undefined
      : (await import("./server/repeatable.ts")).repeatableIds(options.repeatable);
  const makeId = repeatable?.newId ?? options.newId ?? newId;
  const { folder } = options;
  const db = await openData({ folder, database: options.database, migrations, log });
  try {
    const clock = await openClock(db, options.realTime);
    const outside = openOutside(options.allowPrivate, options);
    const shared = isShared(db);
    const sealingKey = shared
      ? await (await import("./server/shared-key.ts")).sharedKey(db, options.sealingKey)
      : undefined;
    const secretBox = openSecretBox(sealingKey ?? folder);
    const kinds = jobKinds({ translator: options.translator, auditDays: options.auditDays });
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
      log,
    });
    // This process has locked the data, so no other process is doing a job.
    if (!shared) await releaseLeases(db, true);
    const token = await openFolderToken(folder);
    const adminToken = shared ? await folderToken(folder, "tome_admin_") : undefined;
    const adminParts = { db, clock, jobs, newId: makeId, folderToken: token, adminToken };
    const admin = createAdmin(adminParts);
    const watch = shared
      ? (await import("./server/database-watch.ts")).createWatch({ db, clock, jobs, admin, log })
      : undefined;
    await watch?.begin();
    await admin.reconcile();
    const modules = options.routeModules ?? routeModules;
    const about = { version: options.version ?? "0.0.0", build: options.build ?? "embedded" };
    const metrics = {
      open: options.openMetrics === true,
      answer: async () =>
        (await import("./server/metrics/answer.ts")).metricsAnswer({ db, instrumentation, about }),
    };
    const adminModules = [
      routeModule(adminContract, async () => adminHandlers(admin, adminParts)),
      routeModule(faultContract, () =>
        import("./server/faults/handlers.ts").then((m) =>
          m.faultHandlers({ instrumentation, admin, clock, jobs }),
        ),
      ),
    ];
    const router = createRouter(
      [
        { prefix: "/v1", access: "user", modules: modules },
        { prefix: "/_tome", access: "admin", modules: adminModules },
      ],
      [...publicRoutes, ...ownRoutes(about, metrics)],
      hostRoute,
    );
    const instrumentation = createInstrumentation({
      endpoints: () => listEndpoints(modules),
      now: clock.now,
      realTime: options.realTime ?? Date.now,
      onRequest: options.onRequest,
    });
    const guard = findGuard(db);
    // Damage by a failing disk changes no time stamp: the whole file is read again and again.
    const rereading = guard && setInterval(() => readOn(guard, log), partEach).unref();
    const transport = createTransport({
      db,
      router,
      jobs,
      outside,
      secretBox,
      now: clock.now,
      newId: makeId,
      bodyLimit,
      auditDays: options.auditDays ?? defaultRetention,
      log,
      middleware: repeatable
        ? nest(instrumentation.middleware, repeatable.middleware)
        : instrumentation.middleware,
    });
    return {
      transport: watch?.wrap(transport) ?? transport,
      get token() {
        return token.current();
      },
      async isAdmin(authorization) {
        const secret = findBearer(authorization);
        return secret !== undefined && isAdminToken(db, secret);
      },
      clock,
      jobs,
      admin,
      db,
      instrumentation,
      bodyLimit,
      log,
      async close() {
        clearInterval(rereading);
        instrumentation.close();
        await jobs.stop();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** A file that cannot be read for now, because too many are open, must not end the process. */
function readOn(guard: { readonly readOn: () => void }, log: Service["log"]): void {
  try {
    guard.readOn();
  } catch (error) {
    log("The file with the data could not be read again.", error);
  }
}

function nest(outer: Middleware, inner: Middleware): Middleware {
  return (request, context, answer) =>
    outer(request, context, () => inner(request, context, answer));
}
