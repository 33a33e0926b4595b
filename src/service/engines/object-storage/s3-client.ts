/**
 * Client of an S3-compatible object storage, with path-style URLs. Requests go only to the
 * configured origin, are limited in number and time, and are repeated after temporary errors.
 */
import { setTimeout as pause } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { ApiError } from "../../../errors.ts";
import { computeHash } from "../../../json/canonical.ts";
import { createFairQueue } from "../threads/fair-queue.ts";
import { traceOutgoing } from "../tracing/trace-outgoing.ts";
import type { S3Setting } from "./s3-setting.ts";

export interface S3Request {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** SHA-256 of the body, in hex. */
  readonly bodyHash?: string;
  /** The maximum time without progress in milliseconds; the setting if absent. */
  readonly patience?: number;
  /** 1 for a request that is not repeated. */
  readonly attempts?: number;
}

/** A response whose body must be read completely or closed. */
export interface S3Response {
  readonly status: number;
  /** The size of the body; undefined if it is not declared. */
  readonly length: number | undefined;
  /** Throws an ApiError if the connection ends early or makes no progress. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Ends the connection if the body is not read. */
  readonly close: () => void;
}

export interface S3Client {
  /**
   * Sends a request and passes the response to a function, while it counts as one of the requests at
   * a time.
   * @throws ApiError 502, 503 or 504 for a response other than success and 404
   */
  readonly send: <Result>(
    request: S3Request,
    read: (response: S3Response) => Promise<Result>,
  ) => Promise<Result>;
}

/** In milliseconds. */
const usualPatience = 10_000;
/** In bytes per millisecond. */
const slowestUpload = 256;
/** The number of requests at a time, and the maximum number of waiting ones. */
const requestLimits = { slots: 16, mostWaiting: 1000, longestWait: 30_000 };
const usualAttempts = 3;
/** In milliseconds; doubles with each attempt. */
const firstPause = 100;
/** Statuses of temporary errors. */
const temporary: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
/** In characters of an error response. */
const longestError = 64 * 1024;
const emptyHash = computeHash("");

/** An error after which the same request may succeed. */
class TemporaryError extends Error {
  override readonly name = "TemporaryError";
  constructor(readonly problem: ApiError) {
    super(problem.message);
  }
}

export function createS3Client(setting: S3Setting): S3Client {
  const { endpoint, bucket, region, keyId, secret } = setting;
  const base = new URL(endpoint);
  const queue = createFairQueue(requestLimits);

  function buildUrl(key: string): URL {
    const folder = base.pathname.endsWith("/") ? base.pathname : `${base.pathname}/`;
    const path = [bucket, ...key.split("/")].map(encodeURIComponent).join("/");
    const url = new URL(folder + path, base);
    if (url.origin === base.origin) return url;
    throw new ApiError(502, `The object name ${key} is not valid.`);
  }

  async function request(
    { method, key, headers = {}, body, bodyHash = emptyHash, patience }: S3Request,
    activity: Activity,
  ): Promise<Response> {
    const url = buildUrl(key);
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, "x-amz-content-sha256": bodyHash },
      accessKeyId: keyId,
      secretAccessKey: secret,
      service: "s3",
      region,
    }).sign();
    // Not signed, because some proxies change it.
    signed.headers.set("accept-encoding", "identity");
    activity.note();
    try {
      return await traceOutgoing({ url: url.href, method }, () =>
        fetch(signed.url, {
          method: signed.method,
          headers: signed.headers,
          ...(body && { body }),
          // Another origin must not receive the request.
          redirect: "manual",
          signal: activity.signal,
        }),
      );
    } catch (error) {
      if (activity.signal.aborted) throw createTimeoutError(method, key, patience ?? 0);
      throw new TemporaryError(createUnreachableError(method, key, error));
    }
  }

  async function attempt<Result>(
    s3Request: S3Request,
    read: (response: S3Response) => Promise<Result>,
  ): Promise<Result> {
    const { method, key } = s3Request;
    const usual = s3Request.patience ?? setting.patience ?? usualPatience;
    // The progress of an upload is not known.
    const patience = usual + Math.ceil((s3Request.body?.length ?? 0) / slowestUpload);
    const activity = watchActivity(patience);
    try {
      const response = await request({ ...s3Request, patience }, activity);
      const { status } = response;
      const isAnswer = (status >= 200 && status < 300) || status === 404;
      if (!isAnswer) {
        const problem = createRefusedError(
          method,
          key,
          status,
          await readErrorCode(response, activity),
        );
        throw temporary.has(status) ? new TemporaryError(problem) : problem;
      }
      if (status === 404 && (await readErrorCode(response, activity)) === "NoSuchBucket") {
        throw createRefusedError(method, key, status, "NoSuchBucket");
      }
      return await read({
        status,
        length: parseLength(response.headers.get("content-length")),
        body: readBody(response, activity, () => createTimeoutError(method, key, patience)),
        close: () => activity.abort(),
      });
    } finally {
      activity.end();
    }
  }

  async function repeat<Result>(
    s3Request: S3Request,
    read: (response: S3Response) => Promise<Result>,
  ): Promise<Result> {
    const { attempts = usualAttempts } = s3Request;
    for (let number = 1; ; number++) {
      try {
        return await attempt(s3Request, read);
      } catch (error) {
        if (!(error instanceof TemporaryError)) throw error;
        if (number >= attempts) throw error.problem;
        await pause(firstPause * 2 ** number * (0.5 + Math.random() / 2));
      }
    }
  }

  return { send: (s3Request, read) => queue.run("", () => repeat(s3Request, read)) };

  async function* readBody(
    response: Response,
    activity: Activity,
    late: () => ApiError,
  ): AsyncGenerator<Uint8Array> {
    if (!response.body) return;
    try {
      for await (const chunk of response.body) {
        activity.note();
        yield chunk;
        // The time of the reader does not count.
        activity.note();
      }
    } catch (error) {
      if (activity.signal.aborted) throw late();
      throw new TemporaryError(
        new ApiError(502, `A response of the object storage ended early: ${formatReason(error)}.`),
      );
    }
  }
}

interface Activity {
  readonly signal: AbortSignal;
  /** Restarts the timeout. */
  readonly note: () => void;
  readonly abort: () => void;
  readonly end: () => void;
}

/** Aborts a request that makes no progress. */
function watchActivity(patience: number): Activity {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), patience);
  return {
    signal: controller.signal,
    note: () => void timer.refresh(),
    abort: () => controller.abort(),
    end() {
      clearTimeout(timer);
    },
  };
}

const codeStart = "<Code>";

/** @returns the code of an S3 error, such as `AccessDenied`; its message may contain credentials */
async function readErrorCode(response: Response, activity: Activity): Promise<string | undefined> {
  let text = "";
  try {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      activity.note();
      text += decoder.decode(chunk, { stream: true });
      if (text.length > longestError) break;
    }
  } catch {
    // The status is known without the body.
  }
  const start = text.indexOf(codeStart);
  const end = text.indexOf("</Code>", start);
  const code = start < 0 || end < 0 ? "" : text.slice(start + codeStart.length, end);
  return /^[A-Za-z0-9.]{1,64}$/.test(code) ? code : undefined;
}

function parseLength(header: string | null): number | undefined {
  return header !== null && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

function createTimeoutError(method: string, key: string, patience: number): ApiError {
  return new ApiError(
    504,
    `The object storage did not respond to ${method} ${key} within ${patience / 1000} s.`,
  );
}

function createUnreachableError(method: string, key: string, error: unknown): ApiError {
  return Object.assign(
    new ApiError(
      503,
      `The object storage is not available: ${method} ${key} failed with ${formatReason(error)}.`,
      { retryAfter: 1 },
    ),
    { cause: error },
  );
}

function createRefusedError(
  method: string,
  key: string,
  status: number,
  code: string | undefined,
): ApiError {
  const response = code === undefined ? `${status}` : `${status} ${code}`;
  const isTemporary = temporary.has(status);
  return new ApiError(
    isTemporary ? 503 : 502,
    `The object storage responded to ${method} ${key} with ${response}.`,
    isTemporary ? { retryAfter: 1 } : {},
  );
}

function formatReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return "an unknown error";
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
}
