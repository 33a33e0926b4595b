/** Base URL of a platform, and URLs relative to it. */

import { UsageError } from "../errors.ts";
import { withoutFinalSlashes } from "../json/trim.ts";
import { withoutSecrets } from "./secrets/secret-texts.ts";

/**
 * Parses a base URL, with or without `/v1` and trailing slashes; a path before `/v1` is kept.
 * @returns the prefix of all request URLs, ending in `/v1`
 * @throws UsageError if it is not a plain http or https URL
 */
export function readBase(text: string): URL {
  // The URL parser silently drops tabs and line breaks and converts backslashes to slashes.
  const url = /[\s\p{Cc}\\]/u.test(text) ? undefined : parse(text);
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw createBaseUrlError("must be an absolute http or https URL");
  if (url.username !== "" || url.password !== "")
    throw createBaseUrlError("must not contain a user name or a password");
  if (url.search !== "" || url.hash !== "")
    throw createBaseUrlError("must not contain a query or a fragment");
  url.pathname = `${withoutFinalSlashes(withoutFinalSlashes(url.pathname).replace(/\/v1$/, ""))}/v1`;
  return url;
}

/**
 * The absolute URL of a path relative to the base URL.
 * @param path starts with a slash; its segments are encoded already
 * @throws UsageError if the path would lead out of the base URL
 */
export function resolveBelow(base: URL, path: string, query: URLSearchParams): URL {
  const url = parse(`${base.href}${path}`);
  if (url === undefined || !url.pathname.startsWith(`${base.pathname}/`))
    throw new UsageError(`The path ${withoutSecrets(path)} must be below ${base.href}.`);
  for (const [name, value] of query) url.searchParams.append(name, value);
  return url;
}

/** A URL for messages: without user, password, query and fragment. */
export function toPlainUrl(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

// The URL itself is not quoted, because it may contain a password.
function createBaseUrlError(rule: string): UsageError {
  return new UsageError(
    `The base URL ${rule}.`,
    "tome config set base-url https://api.example.com",
  );
}
