/** Preview of a site, optionally as a visitor. */
import type { Context, Result } from "../../context.ts";
import * as contract from "../../contract/site-content.ts";
import { UsageError } from "../../errors.ts";
import { formatZonedTime } from "../../json/local-time.ts";
import { asObject, asText } from "../../json/values.ts";
import { browse, isUnserved } from "../workspace/browser.ts";
import { loadPreviewClaims, type VisitorFlags } from "./visitor-claims.ts";

interface SitePreviewInput extends VisitorFlags {
  readonly organizationId: string;
  readonly siteId: string;
  readonly at?: string;
  readonly renderer?: string;
  readonly browser?: boolean;
}

export async function previewSite(context: Context, input: SitePreviewInput): Promise<Result> {
  const { organizationId, siteId, at, renderer, browser = true } = input;
  const visitor = await loadPreviewClaims(context, input);
  const client = await context.client();
  const { value } = await client.call(contract.preview, {
    organizationId,
    siteId,
    ...(at !== undefined && { siteSpace: at }),
    ...visitor,
  });
  const previewUrl = asText(asObject(value).url) ?? "";
  const url = renderer === undefined ? previewUrl : inRenderer(renderer, previewUrl);
  context.secrets.receive({ name: "url", value: url });
  if (browser) await browse(context, url);
  else context.secrets.allow(["url"]);
  const validity = describeValidity(url);
  const needsServer = URL.canParse(url) && isUnserved(context, new URL(url));
  return {
    done: browser ? `Opened a preview (${validity}).` : `Created a preview (${validity}): ${url}`,
    ...(needsServer && { next: "A browser can open it after: tome serve" }),
    record: { url },
  };
}

/** The expiry of the token in a preview URL. A platform can round it up. */
function describeValidity(url: string): string {
  const token = URL.canParse(url) ? new URL(url).searchParams.get("token") : null;
  const expiry = token === null ? undefined : readExpiry(token);
  return expiry === undefined ? "valid for one hour" : `valid until ${formatZonedTime(expiry)}`;
}

/** @returns the expiry of a JWT as an RFC 3339 time; undefined if it cannot be read */
function readExpiry(token: string): string | undefined {
  const [, payload = ""] = token.split(".");
  try {
    const { exp } = asObject(JSON.parse(Buffer.from(payload, "base64url").toString()));
    if (typeof exp !== "number" || Number.isNaN(new Date(exp * 1000).getTime())) return undefined;
    return new Date(exp * 1000).toISOString();
  } catch {
    return undefined;
  }
}

/** The hosted platform's renderer shows any URL below `/url/` whose host has no port. */
function inRenderer(renderer: string, url: string): string {
  if (!URL.canParse(renderer) || !/^https?:$/.test(new URL(renderer).protocol)) {
    throw new UsageError(
      `--renderer ${renderer} must be the URL of a running renderer, such as http://localhost:3000.`,
      "tome site preview --help",
    );
  }
  const { hostname, pathname, search } = new URL(url);
  return new URL(`/url/${hostname}${pathname}${search}`, renderer).href;
}
