/** What an area of the platform declares; each part is loaded when it is first needed. */
import type { Queries } from "../database/tables.ts";
import type { TranslatorSetting } from "../engines/translator.ts";
import type {
  JobKind,
  JobPermission,
  JobRequest,
  LongJob,
  PlatformJob,
  RequestedJob,
  ShortJob,
} from "../jobs/job.ts";
import type { Openers } from "./downloads.ts";
import type { PublicRoute } from "./public-route.ts";
import type { RouteModule } from "./route-module.ts";

export interface Area {
  /** The operations of the contract that it answers. */
  readonly routes: readonly RouteModule[];
  /** The addresses outside the contract that it answers. */
  readonly publicRoutes?: readonly PublicRoute[];
  /** What opens a signed address of each kind. */
  readonly downloads?: Openers;
  /** Its durable work, by kind. */
  readonly jobs?: (settings: JobSettings) => Readonly<Record<string, JobKind>>;
  /** Adds its part of the sample workspace. */
  readonly seed?: () => Promise<(seeding: Seeding) => Promise<void>>;
  /** Removes its rows of a space. */
  readonly purge?: () => Promise<(db: Queries, spaceId: string) => Promise<void>>;
}

export interface JobSettings {
  readonly translator?: TranslatorSetting | undefined;
  /** How long audit events are kept; a year if absent. */
  readonly auditDays?: number | undefined;
}

/** A job whose code is loaded when the first of its kind is due. */
export function shortJob(load: () => Promise<ShortJob>): ShortJob {
  return async (payload, call) => (await load())(payload, call);
}

/** The same for a job that takes long. */
export function longJob(load: () => Promise<LongJob>): LongJob {
  return { prepare: async (payload, call) => (await load()).prepare(payload, call) };
}

/** @param reason why no requester's permission is needed when it runs */
export function platformJob(reason: string, work: ShortJob | LongJob): PlatformJob {
  return { principal: "platform", reason, work };
}

/** A kind of job that runs in the name of its requester, with the permission that they have then. */
export function requestedJob(work: LongJob, load: () => Promise<JobPermission>): RequestedJob {
  return {
    principal: "requester",
    work,
    permission: {
      authorize: async (payload, call) => (await load()).authorize(payload, call),
      end: async (payload, end, call) => (await load()).end(payload, end, call),
      findRequester: async (payload, db) => (await load()).findRequester?.(payload, db),
    },
  };
}

/** What the sample workspace is made with. */
export interface Seeding {
  /** In a transaction, so that a refused seeding leaves nothing. */
  readonly db: Queries;
  readonly now: Date;
  readonly newId: () => string;
  /** In the same transaction. */
  readonly enqueue: (job: JobRequest) => Promise<void>;
  /** The id of the user who owns the sample. */
  readonly owner: string;
  /** The id of the organization that receives it; the owner is its admin. */
  readonly organization: string;
  /** The id of the other organization of the sample. */
  readonly secondOrganization: string;
  /** The ids of the people of the sample, by email. */
  readonly people: ReadonlyMap<string, string>;
}
