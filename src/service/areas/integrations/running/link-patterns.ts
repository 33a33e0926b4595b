/** Blocks of an integration, and the links that they unfurl. */
import { readManifest, type StoredManifest } from "../manifest.ts";

type ManifestBlock = NonNullable<StoredManifest["blocks"]>[number];

export function readBlocks(row: { readonly manifest: string }): readonly ManifestBlock[] {
  return readManifest(row).blocks ?? [];
}

/** The block whose patterns match a URL. */
export function findUnfurled(
  row: { readonly manifest: string },
  url: string,
): ManifestBlock | undefined {
  return findMatching(readBlocks(row), url);
}

/** The same, of the blocks themselves. */
export function findMatching(
  blocks: readonly ManifestBlock[],
  url: string,
): ManifestBlock | undefined {
  if (!/^https?:\/\//i.test(url)) return undefined;
  return blocks.find(({ urlUnfurl = [] }) =>
    urlUnfurl.some((pattern) => matchesPattern(url, pattern)),
  );
}

/**
 * Whether a URL matches a pattern such as `https://*.example.com/embed/**`. Patterns are compared in
 * linear time for each star, because publishers choose them. The host has no wildcard across `/`.
 */
export function matchesPattern(url: string, pattern: string): boolean {
  const [scheme, host, path] = splitUrl(url);
  const [schemePattern, hostPattern, pathPattern] = splitUrl(pattern);
  const isScheme = schemePattern === "" || schemePattern === "*" || schemePattern === scheme;
  return (
    isScheme &&
    matchesWildcards(host.toLowerCase(), hostPattern.toLowerCase()) &&
    (pathPattern === "" || pathPattern === "/" ? true : matchesWildcards(path, pathPattern))
  );
}

/** Scheme, host and the rest. */
function splitUrl(text: string): readonly [string, string, string] {
  const [, scheme = "", host = "", rest = ""] =
    /^(?:([a-z*]+):\/\/)?([^/?#]*)(.*)$/is.exec(text) ?? [];
  return [scheme.toLowerCase(), host, rest];
}

function matchesWildcards(text: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.replace(/\*+/g, "*").split("*");
  if (!text.startsWith(first)) return false;
  const last = rest.pop();
  if (last === undefined) return text === first;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
