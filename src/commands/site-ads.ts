/** `tome site ads`. */
import * as contract from "../contract/site-ads.ts";
import { mutation, noun } from "./verb.ts";

export const commands = noun({
  summary: "Manage the ads of a site",
  verbs: {
    update: mutation(contract.update, {
      doneText: "Changed the ads of the site {siteId}.",
      nextStep: "To show their status: tome site get {siteId} --json ads",
      examples: [
        "site ads update --topic webdev --status in-review --site Docs",
        "site ads update --status disabled --site Docs",
      ],
    }),
  },
});
