/**
 * Scripts of integrations in the pages of a site, if the operator allows them. They run only on hosts
 * that serve a single site, because on the host of the platform they could use its sessions.
 */
import type { Headers } from "../../../contract/wire.ts";
import { listSiteScripts } from "../integrations/site-scripts.ts";
import { pagePolicy } from "./responses.ts";
import type { SiteView } from "./site-view.ts";

export interface PageScripts {
  readonly urls: readonly string[];
  readonly headers: Headers;
}

/** Directives that a manifest may extend; all others protect the site. */
const extensible = [
  "script-src",
  "connect-src",
  "img-src",
  "style-src",
  "font-src",
  "frame-src",
  "media-src",
  "worker-src",
] as const;
/** In characters. Proxies limit the length of headers (nginx: 4 KB for a response). */
const longestPolicy = 3500;

/** @param isOwnHost whether the host serves no other site, and no workspace */
export async function findPageScripts(
  view: SiteView,
  isOwnHost: boolean,
): Promise<PageScripts | undefined> {
  const { reading, site, preview } = view;
  const { scripts: runner } = reading.outside ?? {};
  if (runner?.addsToSites !== true || !isOwnHost || preview) return undefined;
  // The endpoint is on the host of the platform, not on that of the site.
  const scripts = await listSiteScripts({ db: reading.db, base: runner.base }, site);
  if (scripts.length === 0) return undefined;
  const urls = scripts.map(({ script }) => script);
  const policies = scripts.map(({ contentSecurityPolicy = "" }) => contentSecurityPolicy);
  const policy = extendPolicy(urls, policies);
  // Without the sources of its manifest, a script would fail in ways that are hard to explain.
  if (policy.length > longestPolicy) return undefined;
  return { urls, headers: { "content-security-policy": policy } };
}

/** The policy of pages with the sources of the manifests. */
function extendPolicy(urls: readonly string[], policies: readonly string[]): string {
  const sources = new Map<string, Set<string>>(extensible.map((name) => [name, new Set()]));
  for (const url of urls) sources.get("script-src")?.add(url);
  for (const directive of policies.flatMap((policy) => policy.split(";"))) {
    const [name = "", ...values] = directive.trim().split(/\s+/);
    for (const value of values) sources.get(name.toLowerCase())?.add(value);
  }
  const directives = new Map<string, string>(
    pagePolicy.map((directive) => {
      const [name = "", ...values] = directive.split(" ");
      return [name, values.join(" ")] as const;
    }),
  );
  for (const [name, values] of sources) {
    const added = [...values].filter((value) => value !== "'none'").join(" ");
    if (added === "") continue;
    directives.set(name, [directives.get(name) ?? "", added].join(" ").trim());
  }
  return [...directives].map(([name, values]) => `${name} ${values}`).join("; ");
}
