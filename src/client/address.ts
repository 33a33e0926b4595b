/** The base address of a platform, and addresses below it. */

import { UsageError } from "../errors.ts";
import { withoutFinalSlashes } from "../json/trimming.ts";
import { withoutSecrets } from "./secret-texts.ts";

/**
 * Reads a base address, given with or without `/v1` and with or without slashes at its end; a path
 * before `/v1` is kept.
 * @returns the address that every request begins with, ending in `/v1`
 * @throws UsageError if it is not a plain http or https address
 */
export function readBase(text: string): URL {
  // URL parsing drops tabs and line breaks and turns backslashes into slashes, without a word.
  const url = /[\s\p{Cc}\\]/u.test(text) ? undefined : parse(text);
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:"))
    throw refusal("must be a whole web address with http or https");
  if (url.username !== "" || url.password !== "")
    throw refusal("must not hold a user name or a password");
  if (url.search !== "" || url.hash !== "") throw refusal("must not hold a query or a fragment");
  url.pathname = `${withoutFinalSlashes(withoutFinalSlashes(url.pathname).replace(/\/v1$/, ""))}/v1`;
  return url;
}

/**
 * The whole URL of a path below the base address.
 * @param path begins with a slash; its parts are encoded already
 * @throws UsageError if the path would lead out of the base address
 */
export function below(base: URL, path: string, query: URLSearchParams): URL {
  const url = parse(`${base.href}${path}`);
  if (url === undefined || !url.pathname.startsWith(`${base.pathname}/`))
    throw new UsageError(
      `The path ${withoutSecrets(path)} must lead to a place below ${base.href}.`,
    );
  for (const [name, value] of query) url.searchParams.append(name, value);
  return url;
}

/** An address as messages may show it: no user, password, query or fragment. */
export function bare(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

// The address itself is not quoted, as it may hold a password.
function refusal(rule: string): UsageError {
  return new UsageError(
    `The base address ${rule}.`,
    "tome config set base-url https://api.example.com",
  );
}
