/** A custom domain for a person: its status, its site and its DNS record. */
import type { Context, JsonObject, Result, ViewLine } from "../../context.ts";
import { findOwn } from "../../json/own-members.ts";
import { asObject, asText } from "../../json/values.ts";
import { findCurrentOrganization } from "../auth/current-organization.ts";
import { findTitles } from "../resource-titles.ts";

/** The meaning of each status, as a clause. */
const meanings: Readonly<Record<string, string>> = {
  dns_passed: "the DNS record is correct",
  dns_wrong_cname: "the CNAME record has the wrong value",
  dns_no_cname: "the CNAME record is missing",
  dns_cloudflare_proxied: "a proxy of Cloudflare hides the CNAME record",
  dns_wrong_caa: "a CAA record forbids the certificate",
  live: "live",
  ssl_unknown: "the state of the certificate is unknown",
  ssl_pending: "the certificate is being issued",
  ssl_failed: "the certificate could not be issued",
  ssl_retry_expired: "the certificate could not be issued in time",
  invalid_domain: "the domain is invalid",
  internal_error: "the platform could not check the domain",
};

/** The statuses that need no DNS record. */
const complete: readonly string[] = ["dns_passed", "live", "ssl_pending"];

export async function presentHostname(record: JsonObject, context: Context): Promise<Result> {
  const hostname = asText(record.hostname);
  const status = asText(record.status);
  const siteId = asText(asObject(record.target).site);
  const meaning = findOwn(meanings, status) ?? status;
  const site = siteId === "" ? "" : await findSiteTitle(context, siteId);
  const check = `tome hostname check ${hostname}`;
  const lines: ViewLine[] = [
    [{ text: hostname, tone: "bold" }, ...(meaning === "" ? [] : [`  ${meaning}`])],
    ...(site === "" ? [] : [[`Site: ${site}`]]),
    ...describeRecord(asObject(record.dnsRecord), complete.includes(status)),
    ["To check the DNS records again:"],
    ["  ", { text: check, as: "command" }],
  ];
  return { view: [{ lines }] };
}

/** Without a title, the id. */
async function findSiteTitle(context: Context, siteId: string): Promise<string> {
  const organizationId = await findCurrentOrganization(context);
  const client = await context.client({ lookup: true });
  const titles = await findTitles(client, new Map([[siteId, "site"]]), () => ({ organizationId }));
  return titles.get(siteId) ?? siteId;
}

/** The base URL of this platform is a loopback URL, to which no DNS record can lead. */
const unknownValue: readonly ViewLine[] = [
  [
    "The value is missing because this platform is reachable only from this machine. It is the hostname of the public URL of a server, so start one behind that URL, and run this command again on it:",
  ],
  ["  ", { text: "tome serve --public-url https://<public-hostname>", as: "command" }],
];

function describeRecord(record: JsonObject, isComplete: boolean): readonly ViewLine[] {
  const [type, name, value] = [record.type, record.name, record.value].map(asText);
  if (type === undefined || type === "") return [];
  const isUnknown = value === undefined || value === "";
  const rows = [
    ["TYPE", "NAME", "VALUE"],
    [type, name ?? "", isUnknown ? "<public hostname of the platform>" : value],
  ];
  const widths = [type, name ?? ""].map((cell) => Math.max("TYPE".length, cell.length));
  const heading = isComplete ? "DNS record:" : "DNS record to create at the DNS provider:";
  return [
    [heading],
    ...rows.map(
      (row): ViewLine => [`  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ")}`],
    ),
    ...(isUnknown ? unknownValue : []),
  ];
}
