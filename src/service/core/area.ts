/** What an area of the platform says of itself; each part is loaded when it is first needed. */
import type { Migration } from "../database/migrate.ts";
import type { Queries } from "../database/tables.ts";
import type { TranslatorSetting } from "../engines/translator.ts";
import type { JobKind, LongJob, ShortJob } from "../jobs/job.ts";
import type { Openers } from "./downloads.ts";
import type { PublicRoute } from "./public-route.ts";
import type { RouteModule } from "./route-module.ts";
import type { Seeding } from "./seeding.ts";

export interface Area {
  /** What it answers of the contract. */
  readonly routes: readonly RouteModule[];
  /** What it answers beside the contract. */
  readonly publicRoutes?: readonly PublicRoute[];
  /** What a signed address of each kind opens. */
  readonly downloads?: Openers;
  /** The durable work that it does, by kind. */
  readonly jobs?: (settings: JobSettings) => Readonly<Record<string, JobKind>>;
  /** Puts its part of the sample workspace there. */
  readonly seed?: () => Promise<(seeding: Seeding) => Promise<void>>;
  /** Removes what it keeps of a space. */
  readonly purge?: () => Promise<(db: Queries, spaceId: string) => Promise<void>>;
  /** What it adds to the tables, by the version that they have afterwards. */
  readonly migrations?: Readonly<Record<number, () => Promise<Migration>>>;
}

export interface JobSettings {
  readonly translator?: TranslatorSetting | undefined;
}

/** A job whose code is loaded when the first of its kind is due. */
export function shortJob(load: () => Promise<ShortJob>): ShortJob {
  return async (payload, call) => (await load())(payload, call);
}

/** The same for a job that takes long. */
export function longJob(load: () => Promise<LongJob>): LongJob {
  return { prepare: async (payload, call) => (await load()).prepare(payload, call) };
}
