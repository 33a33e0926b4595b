/** Requests to the reader of a published site, as one visitor. */
import type { Headers, Transport } from "../../../contract/wire.ts";
import { ApiError } from "../../../errors.ts";

/** The URL of a site for one visitor. */
export interface SiteLocation {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The path of the site, without a trailing slash. */
  readonly prefix: string;
  /** Query parameters with the credentials of the visitor. */
  readonly credentials: URLSearchParams;
}

export interface SiteResponse {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
  /** The destination of a redirect, without the credentials: a path, or a URL of another site. */
  readonly location: string | undefined;
}

/** Larger files are refused by the platform. */
const maxBody = 256 * 1024 * 1024;

/** Requests a path on the host of the site, with its query. */
export async function requestSite(
  transport: Transport,
  { origin, credentials }: SiteLocation,
  path: string,
): Promise<SiteResponse> {
  const url = new URL(path, origin);
  // A path such as //host is the URL of another server.
  if (url.origin !== origin) throw new ApiError(502, `${path} is not a path of the site.`);
  for (const [name, value] of credentials) url.searchParams.set(name, value);
  const { status, headers, body } = await transport({
    method: "GET",
    url: url.href,
    headers: { accept: "*/*" },
  });
  const chunks: Buffer[] = [];
  let length = 0;
  if (typeof body === "string") chunks.push(Buffer.from(body));
  else {
    for await (const chunk of body) {
      length += chunk.byteLength;
      if (length > maxBody) throw new ApiError(502, `${path} is larger than 256 MiB.`);
      chunks.push(Buffer.from(chunk));
    }
  }
  const isRedirect = status >= 300 && status < 400;
  return {
    status,
    type: headers["content-type"] ?? "",
    body: Buffer.concat(chunks),
    location: isRedirect ? findLocation(headers, url, credentials) : undefined,
  };
}

function findLocation(
  { location }: Headers,
  from: URL,
  credentials: URLSearchParams,
): string | undefined {
  if (location === undefined || !URL.canParse(location, from)) return undefined;
  const target = new URL(location, from);
  if (target.origin !== from.origin) return target.href;
  for (const name of credentials.keys()) target.searchParams.delete(name);
  return target.pathname + target.search + target.hash;
}
