/** `tome hostname`. */
import type { Column } from "../context.ts";
import * as contract from "../contract/hostname.ts";
import { act, noun, show } from "./verb.ts";

const columns: readonly Column[] = [
  { header: "HOSTNAME", path: "hostname", as: "title", wide: true },
  { header: "SITE", path: "target.site", as: "id" },
  { header: "STATUS", path: "status", as: "state" },
];

export const commands = noun({
  does: "Manage custom domains and organization hostnames",
  verbs: {
    get: show(contract.get, { columns, examples: ["hostname get docs.example.com"] }),
    check: act(contract.check, {
      done: "The DNS records of {hostname} are being checked. See the result with tome hostname get.",
      examples: ["hostname check docs.example.com"],
    }),
    remove: act(contract.remove, {
      done: "Removed {hostname} from its site.",
      absent: "No site uses {hostname}. No changes were made.",
      confirm: { question: "Remove {hostname} from its site?" },
    }),
    organization: show(contract.subdomain, {
      columns: [
        { header: "HOSTNAME", path: "subdomain", as: "title" },
        { header: "ORGANIZATION", path: "target.organization", as: "id" },
        { header: "ACTIVE", path: "isActive", as: "flag" },
      ],
      examples: ["hostname organization acme"],
    }),
  },
});
