/** A site with ads, as its ad partner sees it. */
import * as z from "zod/mini";
import { createPageModel, open } from "./shared.model.ts";
import { adsReviewStatuses, adsTopics } from "./site-ads-values.ts";

export const partnerSites = createPageModel(
  z.looseObject({
    id: z.string(),
    url: z.string(),
    /** Email address of a contact at the site. */
    email: z.string(),
    topic: open(adsTopics),
    status: open(adsReviewStatuses),
    /** Zone of the ad network, if the site is live. */
    zoneId: z.optional(z.string()),
    /** Reason of a rejection. */
    reason: z.optional(z.string()),
  }),
);
