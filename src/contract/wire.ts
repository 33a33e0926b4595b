/** Requests and responses between a client and a platform; a transport is a function. */
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
  /** The body of an upload, in place of a text. */
  readonly bytes?: Uint8Array | undefined;
  /** IP address of the sender, if the request came over a network. */
  readonly from?: string | undefined;
  /** Whether it was sent by a script of an integration, for which another request may wait. */
  readonly isFromScript?: true | undefined;
  /** The URL that a trusted proxy received, if the request came through one. */
  readonly forwarded?: ForwardedUrl | undefined;
  /** Parts that only the platform may see. */
  readonly secrets?: RequestSecrets | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The URL of a visitor's request at a reverse proxy. */
export interface ForwardedUrl {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The path that the proxy removed, without a trailing slash; undefined if it did not send one. */
  readonly prefix?: string;
  /** The base URL of the platform for browsers; undefined if they cannot reach it. */
  readonly platform?: string;
}

export interface WireResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Headers;
  /** Text, or a stream of bytes. */
  readonly body: string | AsyncIterable<Uint8Array>;
}

/** Sends a request, over a network or in this process. Rejects only with `NetworkError`. */
export type Transport = (request: WireRequest) => Promise<WireResponse>;

/** A page of a list, as returned by the API. */
export interface ListResponse<T> {
  readonly items: readonly T[];
  readonly next?: { readonly page: string };
  readonly count?: number;
}

/** Header of an error response of the local platform: a command that fixes the problem. */
export const hintHeader = "tome-hint";

/** Body of every error response. */
export interface ErrorBody {
  readonly error: { readonly code: number; readonly message: string };
}
