/** A domain that an organization claims. */
import * as z from "zod/mini";
import { createPageModel, open, time } from "./shared.model.ts";

export const organizationDomain = z.looseObject({
  object: z.literal("organization-domain"),
  domain: z.string(),
  /** Result of the latest lookup, until the domain is verified. */
  status: open(["verified", "pending", "no_record", "wrong_record", "taken"]),
  verifiedBy: z.optional(open(["dns", "operator"])),
  verifiedAt: z.optional(time),
  checkedAt: z.optional(time),
  createdAt: time,
  /** TXT record for the verification. */
  record: z.looseObject({ type: z.literal("TXT"), name: z.string(), value: z.string() }),
});

export const organizationDomains = createPageModel(organizationDomain);
