/** The declaration of an area of the platform. Each part is loaded when it is first needed. */
import type { Queries } from "../database/tables.ts";
import type { TranslatorSetting } from "../engines/language/translator.ts";
import type {
  DeliveryTarget,
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
  /** The operations of the contract that the area implements. */
  readonly routes: readonly RouteModule[];
  /** The routes of the area outside the contract. */
  readonly publicRoutes?: readonly PublicRoute[];
  /** The handlers of signed URLs, by kind. */
  readonly downloads?: Openers;
  /** The job kinds of the area. */
  readonly jobs?: (settings: JobSettings) => Readonly<Record<string, JobKind>>;
  /** Adds the area's part of the sample workspace. */
  readonly seed?: () => Promise<(seeding: SampleContext) => Promise<void>>;
  /** Deletes the area's rows of a space. */
  readonly purge?: () => Promise<(db: Queries, spaceId: string) => Promise<void>>;
}

export interface JobSettings {
  readonly translator?: TranslatorSetting | undefined;
  /** Retention of audit events in days; one year if absent. */
  readonly auditDays?: number | undefined;
  /** The interval between two checks of a connected branch; without it, none are checked. */
  readonly gitCheckSeconds?: number | undefined;
}

/** A short job whose code is loaded when the first job of the kind is due. */
export function createShortJob(load: () => Promise<ShortJob>): ShortJob {
  return async (payload, call) => (await load())(payload, call);
}

/** A long job whose code is loaded when the first job of the kind is due. */
export function createLongJob(load: () => Promise<LongJob>): LongJob {
  return { prepare: async (payload, call) => (await load()).prepare(payload, call) };
}

/** A long job that waits for other programs, with separate slots. */
export function createDeliveryJob(delivery: DeliveryTarget, load: () => Promise<LongJob>): LongJob {
  return { ...createLongJob(load), delivery };
}

/** @param reason why the job does not need the permission of a requester */
export function createPlatformJob(reason: string, work: ShortJob | LongJob): PlatformJob {
  return { principal: "platform", reason, work };
}

/**
 * A job kind that runs on behalf of its requester, with the permissions that the requester has when
 * it runs.
 */
export function createRequestedJob(
  work: LongJob,
  load: () => Promise<JobPermission>,
): RequestedJob {
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

/** The context in which the sample workspace is created. */
export interface SampleContext {
  /** In a transaction, so that a failed seeding leaves no rows. */
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
  /** The ids of the sample users, by email address. */
  readonly people: ReadonlyMap<string, string>;
}
