/** `tome site ads`. */
import * as contract from "../contract/site-ads.ts";
import { UsageError } from "../errors.ts";
import type { JsonObject } from "../json/values.ts";
import { mutation, noun } from "./verb.ts";

export const commands = noun({
  summary: "Manage the ads of a site",
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
