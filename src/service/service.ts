/** The embedded platform, put together: one value that answers requests and can be closed. */
import type { Transport } from "../contract/wire.ts";
import { type Clock, openClock } from "./core/clock.ts";
import { newId } from "./core/ids.ts";
import { endpointsOf, type RouteModule, routeModule } from "./core/route-module.ts";
import { guardOf, isShared } from "./database/dialect.ts";
import { folderToken } from "./database/folder-token.ts";
import { openData } from "./database/open.ts";
import type { PostgresSetting } from "./database/postgres.ts";
import type { Queries } from "./database/tables.ts";
import type { SshKeys } from "./engines/outside.ts";
import { openOutside } from "./engines/outside.ts";
import { openSecretBox } from "./engines/secret-box.ts";
import type { TranslatorSetting } from "./engines/translator.ts";
import { createJobs, type Jobs } from "./jobs/jobs.ts";
import { releaseLeases } from "./jobs/leases.ts";
import { type Admin, adminHandlers, createAdmin } from "./server/admin/admin.ts";
import * as adminContract from "./server/admin/endpoints.ts";
import { jobKinds, migrations, publicRoutes, routeModules } from "./server/areas.ts";
import * as faultContract from "./server/faults/endpoints.ts";
import { createInstrumentation, type Instrumentation } from "./server/instrumentation.ts";
import type { Entry } from "./server/metrics/request-record.ts";
import { ownRoutes } from "./server/own-routes.ts";
import { createTransport } from "./server/pipeline.ts";
import type { Middleware } from "./server/request-context.ts";
import { createRouter } from "./server/router.ts";
import { bearerOf, isAdminToken } from "./server/tokens.ts";

export interface ServiceOptions {
  /** The data folder; data in memory where absent. */
  readonly folder?: string | undefined;
  /** A PostgreSQL database that holds the data in place of SQLite's file. */
  readonly database?: PostgresSetting | undefined;
  /** With PostgreSQL: the key that seals secrets, in base64url; it lies in the database where absent. */
  readonly sealingKey?: string | undefined;
  /** What `GET /v1/` answers; the program's own. */
  readonly version?: string | undefined;
  readonly build?: string | undefined;
  /** The largest body of a request in bytes; 10 MiB where absent. */
  readonly bodyLimit?: number | undefined;
  /**
   * Whether addresses that people give may lead into private networks and to this machine; a list
   * allows these IP addresses alone. They may not where absent.
   */
  readonly allowPrivate?: boolean | readonly string[] | undefined;
  /** The keys with which Git reaches ssh addresses; no ssh address is reached where absent. */
  readonly sshKeys?: SshKeys | undefined;
  /** What translates; pseudo-translation where absent. */
  readonly translator?: TranslatorSetting | undefined;
  /** Is told what goes wrong inside; errors are not shown to callers. */
  readonly log?: ((message: string, error: unknown) => void) | undefined;
  /** The real time, in milliseconds since 1970. */
  readonly realTime?: (() => number) | undefined;
  readonly newId?: (() => string) | undefined;
  /** Draws ids from this seed, in the order of the calls; for data that begins in this process. */
  readonly repeatable?: number | undefined;
  /** What is answered of the contract; all of it if absent. */
  readonly routeModules?: readonly RouteModule[] | undefined;
  /** Whether whoever reaches the platform may read `/metrics`; else only the holder of the admin token. */
  readonly openMetrics?: boolean | undefined;
  /** Is told of every request when it is over. */
  readonly onRequest?: ((entry: Entry) => void) | undefined;
}

export interface Service {
  /** Answers a request; links in answers begin as its address does. */
  readonly transport: Transport;
  /** The token of the owner, which is valid as long as the data folder. */
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

/** How often a part of the file is read again, in milliseconds. */
const partEach = 1000;
const defaultBodyLimit = 10 * 1024 * 1024;

/**
 * Opens the data, makes what a first start makes, and answers from then on.
 * @throws DataInUse where another process has the data folder open
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
    const outside = openOutside(options.allowPrivate, options.sshKeys);
    const shared = isShared(db);
    const sealingKey = shared
      ? await (await import("./server/shared-key.ts")).sharedKey(db, options.sealingKey)
      : undefined;
    const secretBox = openSecretBox(sealingKey ?? folder);
    const kinds = jobKinds({ translator: options.translator });
    const jobs = createJobs({
      db,
      outside,
      secretBox,
      now: clock.now,
      offset: clock.offset,
      newId: makeId,
      kinds: repeatable?.kinds(kinds) ?? kinds,
      log,
    });
    // Whoever did a job here is gone, as this process has the data for itself.
    if (!shared) await releaseLeases(db);
    const token = await folderToken(folder);
    const adminToken = shared ? await folderToken(folder, "tome_admin_") : undefined;
    const ground = { db, clock, jobs, newId: makeId, folderToken: token, adminToken };
    const admin = createAdmin(ground);
    const watch = shared
      ? (await import("./server/database-watch.ts")).createWatch({ db, clock, jobs, admin, log })
      : undefined;
    await watch?.begin();
    await admin.settle();
    const answered = options.routeModules ?? routeModules;
    const about = { version: options.version ?? "0.0.0", build: options.build ?? "embedded" };
    const metrics = {
      open: options.openMetrics === true,
      answer: async () =>
        (await import("./server/metrics/answer.ts")).metricsAnswer({ db, instrumentation, about }),
    };
    const adminModules = [
      routeModule(adminContract, async () => adminHandlers(admin, ground)),
      routeModule(faultContract, () =>
        import("./server/faults/handlers.ts").then((m) =>
          m.faultHandlers({ instrumentation, admin, clock, jobs }),
        ),
      ),
    ];
    const router = createRouter(
      [
        { prefix: "/v1", access: "user", modules: answered },
        { prefix: "/_tome", access: "admin", modules: adminModules },
      ],
      [...publicRoutes, ...ownRoutes(about, metrics)],
    );
    const instrumentation = createInstrumentation({
      endpoints: () => endpointsOf(answered),
      now: clock.now,
      realTime: options.realTime ?? Date.now,
      onRequest: options.onRequest,
    });
    const guard = guardOf(db);
    // Of a disk that forgets, the file tells nothing: all of it is read again and again.
    const reading = guard && setInterval(() => readOn(guard, log), partEach).unref();
    const transport = createTransport({
      db,
      router,
      jobs,
      outside,
      secretBox,
      now: clock.now,
      newId: makeId,
      bodyLimit,
      log,
      middleware: repeatable
        ? inside(instrumentation.middleware, repeatable.middleware)
        : instrumentation.middleware,
    });
    return {
      transport: watch?.around(transport) ?? transport,
      token,
      async isAdmin(authorization) {
        const secret = bearerOf(authorization);
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
        clearInterval(reading);
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

/** A file that cannot be read for now, as where too many are open, is no end of the process. */
function readOn(guard: { readonly readOn: () => void }, log: Service["log"]): void {
  try {
    guard.readOn();
  } catch (error) {
    log("The file with the data could not be read again.", error);
  }
}

function inside(outer: Middleware, inner: Middleware): Middleware {
  return (request, context, answer) =>
    outer(request, context, () => inner(request, context, answer));
}
