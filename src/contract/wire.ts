/** What travels between a client and a platform; the wire itself is a function. */
import type { Method } from "./endpoint.ts";
import type { RequestSecrets } from "./secret-fields.ts";

export type Headers = Readonly<Record<string, string>>;

export interface WireRequest {
  readonly method: Method | "HEAD" | "OPTIONS";
  /** Absolute, with `/v1` and the query. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Headers;
  readonly body?: string | undefined;
  /** The address of the machine that sent it, if it came over a network. */
  readonly from?: string | undefined;
  /** What of it may be shown to nobody but the platform. */
  readonly secrets?: RequestSecrets | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface WireResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Headers;
  /** A text at once, or bytes as they come. */
  readonly body: string | AsyncIterable<Uint8Array>;
}

/** Answers a request, over a network or in this process. Rejects with `Unreachable` only. */
export type Transport = (request: WireRequest) => Promise<WireResponse>;

/** A page of a list, as the API answers it. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: { readonly page: string };
  readonly count?: number;
}

/** The body of every error answer. */
export interface ErrorBody {
  readonly error: { readonly code: number; readonly message: string };
}
