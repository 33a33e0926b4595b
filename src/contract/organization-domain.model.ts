/** A domain that an organization claims. */
import * as z from "zod/mini";
import { open, page, time } from "./shared.model.ts";

export const organizationDomain = z.looseObject({
  object: z.literal("organization-domain"),
  domain: z.string(),
  /** Until it is verified, what the latest look-up has found. */
  status: open(["verified", "pending", "no_record", "wrong_record", "taken"]),
  verifiedBy: z.optional(open(["dns", "operator"])),
  verifiedAt: z.optional(time),
  checkedAt: z.optional(time),
  createdAt: time,
  /** The record that verifies it. */
  record: z.looseObject({ type: z.literal("TXT"), name: z.string(), value: z.string() }),
});

export const organizationDomains = page(organizationDomain);
