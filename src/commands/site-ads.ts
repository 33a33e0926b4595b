/** `tome site ads`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/site-ads.ts";
import { UsageError } from "../errors.ts";
import type { JsonObject } from "../json/values.ts";
import { mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "URL", path: "url", as: "address", wide: true },
  { header: "STATUS", path: "status", as: "state" },
  { header: "TOPIC", path: "topic" },
  { header: "EMAIL", path: "email" },
  { header: "ZONE", path: "zoneId" },
  { header: "REASON", path: "reason", wide: true },
];

export const commands = noun({
  summary: "Manage the ads of a site, or review them as an ad partner",
  verbs: {
    update: mutation(contract.update, {
      toRequest: requireChange,
      doneText: "Changed the ads of the site {siteId}.",
      nextStep: "To show their status: tome site get {siteId} --json ads",
      examples: [
        "site ads update --topic webdev --status in-review --site Docs",
        "site ads update --status disabled --site Docs",
      ],
    }),
    list: query(contract.list, {
      toRequest: withKey,
      columns,
      emptyText: "No sites with this status.",
      examples: [
        "site ads list --partner-key-file key.txt",
        "site ads list --status live --partner-key-file key.txt",
      ],
    }),
    review: mutation(contract.review, {
      toRequest: requireResult,
      doneText: "Changed the ads of the site {siteId} to {status}.",
      confirm: {
        question:
          "Set the ads of the site {siteId} to {status}? This shows or hides ads for visitors.",
      },
      examples: [
        "site ads review --site site_a1 --status live --zone-id Z1 --reporting-id R1 --partner-key-file key.txt --yes",
        'site ads review --site site_a1 --status rejected --reason "Too few pages" --partner-key-file key.txt --yes',
      ],
    }),
  },
});

/** @throws UsageError for a request that the API accepts without effect */
function requireChange(input: JsonObject): JsonObject {
  if (input.status !== undefined || input.topic !== undefined) return input;
  throw new UsageError(
    "tome site ads update needs a new value. Specify at least one of --status, --topic.",
    "tome site ads update --help",
  );
}

/** @throws UsageError for values that the API accepts with another status only */
function requireResult(input: JsonObject): JsonObject {
  const { status, zoneId, reportingId, reason } = input;
  const help = "tome site ads review --help";
  if (status === "live" && (zoneId === undefined || reportingId === undefined)) {
    throw new UsageError("--status live requires --zone-id and --reporting-id.", help);
  }
  if (status !== "live" && (zoneId !== undefined || reportingId !== undefined)) {
    throw new UsageError("--zone-id and --reporting-id require --status live.", help);
  }
  if (status !== "rejected" && reason !== undefined) {
    throw new UsageError("--reason requires --status rejected.", help);
  }
  return withKey(input);
}

/** Editors add a line break at the end of the file. */
function withKey(input: JsonObject): JsonObject {
  const { partnerKey } = input;
  return typeof partnerKey === "string" ? { ...input, partnerKey: partnerKey.trim() } : input;
}
