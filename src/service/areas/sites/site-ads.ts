/**
 * Handler for the ads of sites. The platform has no ad network: it stores the topic and the review, which
 * no partner ends, and pages contain no ads.
 */
import type * as contract from "../../../contract/site-ads.ts";
import { ApiError } from "../../../errors.ts";
import { authorize } from "../../core/access/access.ts";
import type { Handlers } from "../../core/handlers.ts";
import { requireSite } from "./queries.ts";

export const handlers = {
  async update({ organizationId, siteId, status, topic }, call) {
    const { row, role } = await requireSite(call, organizationId, siteId);
    authorize(role, "updateSiteAdsById");
    if (status === "in-review" && (topic ?? row.ads_topic) === null) {
      throw new ApiError(400, "A review of ads requires a topic. Specify topic.", {
        field: "topic",
      });
    }
    const changes = {
      ...(status !== undefined && { ads_in_review: Number(status === "in-review") }),
      ...(topic !== undefined && { ads_topic: topic }),
    };
    if (Object.keys(changes).length === 0) return;
    await call.db.updateTable("sites").set(changes).where("id", "=", siteId).execute();
  },

  async list() {
    throw withoutPartner();
  },

  async review() {
    throw withoutPartner();
  },
} satisfies Handlers<typeof contract>;

function withoutPartner(): ApiError {
  return new ApiError(
    501,
    "The local platform has no ad network, so no key of an ad partner is valid.",
  );
}
