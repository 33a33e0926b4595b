/** `tome hostname`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/hostname.ts";
import { mutation, noun, type PresentRecord, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  { header: "HOSTNAME", path: "hostname", as: "title", wide: true },
  { header: "SITE", path: "target.site", refers: "site" },
  { header: "STATUS", path: "status", as: "state" },
  { header: "RECORD TYPE", path: "dnsRecord.type" },
  { header: "RECORD NAME", path: "dnsRecord.name" },
  {
    header: "RECORD VALUE",
    path: "dnsRecord.value",
    nothing: "unknown: start tome serve with --public-url",
  },
];

const presentLazily: PresentRecord = async (record, context) =>
  (await import("../features/sites/hostname-view.ts")).presentHostname(record, context);

export const commands = noun({
  summary: "Manage custom domains and organization hostnames",
  verbs: {
    get: query(contract.get, {
      columns,
      present: presentLazily,
      examples: ["hostname get docs.example.com"],
    }),
    check: mutation(contract.check, {
      doneText:
        "The DNS records of {hostname} are being checked. See the result with tome hostname get.",
      examples: ["hostname check docs.example.com"],
    }),
    remove: mutation(contract.remove, {
      doneText: "Removed {hostname} from its site.",
      absentText: "No site uses {hostname}. No changes were made.",
      confirm: { question: "Remove {hostname} from its site?" },
    }),
    organization: query(contract.subdomain, {
      columns: [
        { header: "HOSTNAME", path: "subdomain", as: "title" },
        { header: "ORGANIZATION", path: "target.organization", refers: "org" },
        { header: "ACTIVE", path: "isActive", as: "flag" },
      ],
      examples: ["hostname organization acme"],
    }),
  },
});
