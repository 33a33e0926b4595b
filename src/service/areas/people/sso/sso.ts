/** Handlers for single sign-on. */
import type * as contract from "../../../../contract/sso.ts";
import { requireMembership } from "../../../core/access/access.ts";
import { isActiveProvider } from "../../../core/access/token-holders.ts";
import type { Handlers } from "../../../core/handlers.ts";
import { buildServiceUrls } from "./saml-rows.ts";

export const handlers = {
  /** The active providers, oldest first. */
  async list({ organizationId }, call) {
    await requireMembership(call, organizationId);
    const rows = await call.db
      .selectFrom("saml_providers")
      .selectAll()
      .where("organization_id", "=", organizationId)
      .orderBy("created_at")
      .orderBy("id")
      .execute();
    const items = rows.filter(isActiveProvider).map((row) => ({
      id: row.id,
      label: row.label,
      startURL: buildServiceUrls(row, call.base).service.startURL,
    }));
    return { items };
  },
} satisfies Handlers<typeof contract>;
