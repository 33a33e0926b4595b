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
  does: "Hostnames of your own, and those of organizations",
  verbs: {
    get: show(contract.get, { columns, examples: ["hostname get docs.example.com"] }),
    check: act(contract.check, {
      done: "Name servers are asked for {hostname}; tome hostname get tells what they say.",
      examples: ["hostname check docs.example.com"],
    }),
    remove: act(contract.remove, {
      done: "Took {hostname} off its docs site.",
      absent: "No docs site has the hostname {hostname}; nothing was removed.",
      confirm: { question: "Take {hostname} off its docs site?" },
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
