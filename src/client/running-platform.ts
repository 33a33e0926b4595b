/** Local platform served over HTTP, as types: its options and its result. */
import type { JobRole } from "../contract/job-roles.ts";
import type { JsonValue } from "../json/values.ts";

export interface ServeOptions {
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  /** The data directory; false keeps the data in memory. */
  readonly data: string | false;
  /** The URL of a PostgreSQL database, which replaces the directory. */
  readonly database?: string | undefined;
  /** The object storage for file contents, as far as flags set it. */
  readonly objectStorage?: ObjectStorageFlags | undefined;
  readonly seed?: boolean | undefined;
  readonly readyFile?: string | undefined;
  readonly allowPrivate?: boolean | undefined;
  /** Whether scripts of integrations run. */
  readonly integrations?: boolean | undefined;
  /** Whether pages of sites contain scripts of integrations. */
  readonly integrationScripts?: boolean | undefined;
  /** Whether it runs jobs and answers requests, or only one of both. */
  readonly jobs?: JobRole | undefined;
  /** The maximum number of concurrent long jobs. */
  readonly jobConcurrency?: number | undefined;
  /** The maximum number of requests per minute, of each token and of each organization. */
  readonly rateLimit?: number | undefined;
  readonly organizationRateLimit?: number | undefined;
  /** A fault plan, and the name of its file. */
  readonly faults?: { readonly name: string; readonly plan: JsonValue } | undefined;
  /** The same ids and times for the same calls. */
  readonly repeatable?: { readonly seed: number; readonly clock: Date } | undefined;
  /** One line on standard error for each request. */
  readonly log?: "text" | "json" | "off" | undefined;
  /** Whether `/metrics` needs no token. */
  readonly metrics?: boolean | undefined;
  /** The base URL of an OTLP/HTTP receiver for traces. */
  readonly otlpEndpoint?: string | undefined;
  /** The URL for clients, if a proxy forwards requests. */
  readonly publicUrl?: string | undefined;
  /** IP addresses and networks of proxies that send the URL of a site. */
  readonly trustedProxies?: readonly string[] | undefined;
}

/** Flags of `tome serve`, which take precedence over the environment. */
export interface ObjectStorageFlags {
  readonly endpoint?: string | undefined;
  readonly bucket?: string | undefined;
  readonly region?: string | undefined;
  readonly prefix?: string | undefined;
}

/** A platform that serves HTTP. */
export interface RunningPlatform {
  readonly url: string;
  readonly token: string;
  readonly adminToken: string;
  /** The id of its initial organization. */
  readonly organization: string;
  /** With the sample: the URL of a public docs site. */
  readonly site?: string;
  /** From now on, `/readyz` responds with 503, so that proxies send requests to other processes. */
  readonly startShutdown: () => void;
  /** Completes the requests in progress, then stops. */
  readonly close: () => Promise<void>;
}
