/**
 * Headers of trusted reverse proxies, which contain the URL that the visitor of a site requested:
 * `X-Forwarded-Host`, `X-Forwarded-Proto` and `X-Forwarded-Prefix`, and those of GitBook's proxy library
 * (`X-GitBook-BasePath`, `X-GitBook-Site-URL`; packages/proxy in github.com/GitbookIO/gitbook).
 */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import type { ForwardedUrl, WireResponse } from "../../../contract/wire.ts";
import { UsageError } from "../../../errors.ts";
import { createErrorResponse } from "../../core/deferred-response.ts";
import { hostRoute } from "../areas.ts";

export interface ForwardedRequest {
  readonly forwarded: ForwardedUrl;
  /** The URL of the same content on the platform, if a header names the site. */
  readonly platformUrl: string | undefined;
}

/** @returns undefined for a request of another sender, or without these headers */
export type ReadForwarded = (
  request: Pick<IncomingMessage, "headers"> & {
    readonly socket: { readonly remoteAddress?: string | undefined };
  },
  target: string,
) => ForwardedRequest | WireResponse | undefined;

const hostPattern = /^(?:[a-z\d_-]+\.)*[a-z\d_-]+(?::\d{1,5})?$/i;
const prefixPattern = /^(?:\/[\w.~-]+)+$/;
const maxPrefixLength = 512;

/**
 * @param proxies IP addresses and networks in CIDR notation
 * @param publicOrigin the URL of the platform for browsers; undefined if it has none
 * @throws UsageError for an invalid address
 */
export function createForwardedReader(
  proxies: readonly string[],
  publicOrigin: URL | undefined,
): ReadForwarded {
  const trusted = buildBlockList(proxies);
  return ({ headers, socket: { remoteAddress = "" } }, target) => {
    if (proxies.length === 0 || !isTrusted(trusted, remoteAddress)) return undefined;
    const host = getLast(headers, "x-forwarded-host");
    const siteUrl = getLast(headers, "x-gitbook-site-url");
    if (host === undefined) {
      return siteUrl === undefined
        ? undefined
        : refuse("The header X-GitBook-Site-URL requires X-Forwarded-Host.");
    }
    if (!hostPattern.test(host)) return refuse("The header X-Forwarded-Host is not a host.");
    const prefix = readPrefix(headers);
    if (prefix === null) {
      return refuse("The header X-Forwarded-Prefix must be a path, such as /docs.");
    }
    const scheme = getLast(headers, "x-forwarded-proto") === "http" ? "http" : "https";
    const forwarded: ForwardedUrl = {
      origin: `${scheme}://${host.toLowerCase()}`,
      ...(prefix !== undefined && { prefix }),
      ...(publicOrigin !== undefined && { platform: publicOrigin.origin }),
    };
    if (siteUrl === undefined) return { forwarded, platformUrl: undefined };
    const home = readSiteUrl(siteUrl, headers.host);
    if (home === undefined) {
      return refuse("The header X-GitBook-Site-URL is not the URL of a site of this platform.");
    }
    const below = removePrefix(target, prefix ?? "");
    if (below === undefined) {
      return refuse("The path of the request does not begin with the forwarded prefix.");
    }
    return { forwarded: { ...forwarded, prefix: prefix ?? "" }, platformUrl: home + below };
  };
}

function refuse(message: string): WireResponse {
  return createErrorResponse(400, message);
}

/** @throws UsageError for an invalid address */
export function buildBlockList(proxies: readonly string[]): BlockList {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = "", bits, ...rest] = proxy.split("/");
    const version = isIP(address);
    const size = version === 4 ? 32 : 128;
    const length = bits === undefined ? size : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
    if (version === 0 || rest.length > 0 || length < 0 || length > size) {
      throw new UsageError(
        `--trusted-proxy ${JSON.stringify(proxy)} is not an IP address or a network such as 10.0.0.0/8.`,
      );
    }
    list.addSubnet(address, length, version === 4 ? "ipv4" : "ipv6");
  }
  return list;
}

function isTrusted(list: BlockList, address: string): boolean {
  // A socket for both versions reports IPv4 addresses in this form.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const version = isIP(plain);
  return version !== 0 && list.check(plain, version === 4 ? "ipv4" : "ipv6");
}

/**
 * The last value of a header. A proxy that adds its value to a header keeps that of the client before
 * it, which may be forged.
 */
function getLast(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  const text = (Array.isArray(value) ? value.at(-1) : value)?.split(",").at(-1)?.trim();
  return text === "" ? undefined : text;
}

/** @returns undefined if no header has a prefix; null if it is invalid */
function readPrefix(headers: IncomingHttpHeaders): string | undefined | null {
  const value = getLast(headers, "x-forwarded-prefix") ?? getLast(headers, "x-gitbook-basepath");
  if (value === undefined) return undefined;
  if (value.length > maxPrefixLength) return null;
  const path = `/${value}`.replace(/^\/+/, "/").replace(/\/$/, "");
  return path === "" || prefixPattern.test(path) ? path : null;
}

/** @returns the URL without a trailing slash; undefined if the platform does not serve it as a site */
function readSiteUrl(text: string, host: string | undefined): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isHost = hostRoute.isOwn(url.hostname) && url.pathname === "/";
  const folder = /^\/_site\/[\w-]+\/?$/.test(url.pathname);
  if (url.username !== "" || url.search !== "" || url.hash !== "") return undefined;
  if (isHost) return `http://${url.host}`;
  return folder && host !== undefined
    ? `http://${host}${url.pathname.replace(/\/$/, "")}`
    : undefined;
}

function removePrefix(target: string, prefix: string): string | undefined {
  if (target === prefix) return "/";
  if (target.startsWith(`${prefix}?`)) return `/${target.slice(prefix.length)}`;
  return target.startsWith(`${prefix}/`) ? target.slice(prefix.length) : undefined;
}
