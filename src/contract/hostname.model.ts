/** Hostnames and the sites or organizations that use them. */
import * as z from "zod/mini";
import { open, url } from "./shared.model.ts";

const organization = z.looseObject({
  type: z.literal("organization"),
  organization: z.string(),
});
const site = z.looseObject({ type: z.literal("site"), site: z.string() });

export const subdomain = z.looseObject({
  object: z.literal("subdomain"),
  subdomain: z.string(),
  target: organization,
  isActive: z.boolean(),
});

const statuses = [
  "dns_passed",
  "dns_wrong_cname",
  "dns_no_cname",
  "dns_cloudflare_proxied",
  "dns_wrong_caa",
  "live",
  "ssl_unknown",
  "ssl_pending",
  "ssl_failed",
  "ssl_retry_expired",
  "invalid_domain",
  "internal_error",
] as const;

export const customHostname = z.looseObject({
  object: z.literal("custom-hostname"),
  hostname: z.string(),
  target: z.discriminatedUnion("type", [organization, site]),
  isActive: z.boolean(),
  status: z.optional(open(statuses)),
  /**
   * The record that the owner of the domain creates, on the local platform; the value is null if the
   * platform has no public hostname.
   */
  dnsRecord: z.optional(
    z.looseObject({ type: z.string(), name: z.string(), value: z.nullable(z.string()) }),
  ),
  urls: z.looseObject({ location: url }),
});
