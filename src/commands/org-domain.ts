/** `tome org domain`. */
import type { PrintedColumn } from "../context.ts";
import * as contract from "../contract/organization-domain.ts";
import { createdColumn } from "./columns.ts";
import type { OutcomeText } from "./outcomes.ts";
import { mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  { header: "DOMAIN", path: "domain", as: "title" },
  { header: "STATUS", path: "status", as: "state" },
  { header: "VERIFIED BY", path: "verifiedBy" },
  { header: "TXT RECORD", path: "record.name", wide: true, needed: true },
  { header: "VALUE", path: "record.value", wide: true, needed: true },
];

const record: readonly PrintedColumn[] = [
  ...columns,
  { header: "VERIFIED", path: "verifiedAt", as: "time" },
  { header: "CHECKED AT", path: "checkedAt", as: "time" },
  createdColumn,
];

/** Next step of an unverified claim. */
const describeClaim: OutcomeText = ({ domain, status, verifiedBy, record: txt }) => {
  if (status === "verified" && verifiedBy === "operator") {
    return `Claimed ${domain}. It is verified without a DNS record, because you operate this platform.`;
  }
  if (status === "verified") return `Claimed ${domain}. It is verified.`;
  const { name, value } = Object(txt);
  return `Claimed ${domain}. To verify it, set the TXT record ${name} to ${value}, then run tome org domain check ${domain}.`;
};

export const commands = noun({
  summary: "Manage the domains of an organization",
  verbs: {
    list: query(contract.list, { columns, emptyText: "No claimed domains." }),
    get: query(contract.get, {
      arguments: ["domain"],
      columns: record,
      examples: ["org domain get example.com --jq .record.value"],
    }),
    add: mutation(contract.add, {
      arguments: ["domain"],
      doneText: "Claimed {domain} ({status}).",
      toOutcome: describeClaim,
      columns: record,
      examples: ["org domain add example.com"],
    }),
    check: mutation(contract.check, {
      arguments: ["domain"],
      doneText:
        "The TXT record of {domain} is being looked up. To show the result: tome org domain get {domain}",
      examples: ["org domain check example.com"],
    }),
    remove: mutation(contract.remove, {
      arguments: ["domain"],
      doneText: "Gave up {domain}.",
      absentText: "The organization does not claim {domain}. No changes were made.",
      confirm: {
        question:
          "Give up {domain}? Its users can no longer join or sign in with it, and sites lose their hostnames under it.",
      },
      examples: ["org domain remove example.com --yes"],
    }),
  },
});
