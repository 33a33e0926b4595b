/** The embedded platform served over HTTP, as types: how it is asked for, and what comes of it. */
import type { JsonValue } from "../json/values.ts";

export interface ServeOptions {
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  /** The folder of the data; false keeps it in memory. */
  readonly data: string | false;
  /** The address of a PostgreSQL database, which is used instead of the folder. */
  readonly database?: string | undefined;
  readonly seed?: boolean | undefined;
  readonly readyFile?: string | undefined;
  readonly allowPrivate?: boolean | undefined;
  /** How many jobs that take long run at a time. */
  readonly jobs?: number | undefined;
  /** A plan of faults, and the name of its file. */
  readonly faults?: { readonly name: string; readonly plan: JsonValue } | undefined;
  /** The same ids and times for the same calls. */
  readonly repeatable?: { readonly seed: number; readonly clock: Date } | undefined;
  /** One line on standard error for each request. */
  readonly log?: "text" | "json" | "off" | undefined;
  /** Whether `/metrics` needs no token. */
  readonly metrics?: boolean | undefined;
  /** The address that callers use, if a proxy forwards requests. */
  readonly publicUrl?: string | undefined;
}

/** A platform that answers over HTTP. */
export interface Serving {
  readonly url: string;
  readonly token: string;
  readonly adminToken: string;
  /** The id of the organization that it starts with. */
  readonly organization: string;
  /** With the sample: the address of a docs site that everybody may read. */
  readonly site?: string;
  /** Answers the requests under way, then stops. */
  readonly close: () => Promise<void>;
}
