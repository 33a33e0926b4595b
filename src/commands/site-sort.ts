/** `tome site sort`. */
import { optional, text } from "../contract/fields.ts";
import * as contract from "../contract/site.ts";
import { task } from "./verb.ts";

const { organizationId, siteId } = contract.sort.input;

const neighbour = (where: "before" | "after") =>
  optional(text(`Place it right ${where} this sibling`, { placeholder: "item" }));

export const command = task({
  does: contract.sort.does,
  fields: {
    organizationId,
    siteId,
    item: text("What to move, by its id, or as section:ID, group:ID or site-space:ID", {
      placeholder: "item",
    }),
    before: neighbour("before"),
    after: neighbour("after"),
  },
  arguments: ["item"],
  sends: [contract.sort, contract.structure],
  writes: true,
  examples: [
    "site sort E1 --site T1 --before G1",
    "site sort group:G1 --site T1 --after section:E1",
  ],
  load: () => import("../tasks/site-sort.ts").then((m) => m.sortSite),
});
