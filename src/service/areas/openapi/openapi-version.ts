/** The handlers of the versions of API specifications. */
import type * as contract from "../../../contract/openapi-version.ts";
import type { Handlers } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import { presentVersion, requireSpecification } from "./rows.ts";
import { content, latestVersion, rawText, requireVersion } from "./versions.ts";

export const handlers = {
  async list({ organizationId, specSlug, ...asked }, call) {
    const { row } = await requireSpecification(call, { organizationId, specSlug });
    return pageOf({
      ...asked,
      list: `versions of specification ${row.id}`,
      read: (after, take) =>
        call.db
          .selectFrom("specification_versions")
          .selectAll()
          .where("specification_id", "=", row.id)
          .$if(after !== undefined, (query) => query.where("number", "<", Number(after?.[0])))
          .orderBy("number", "desc")
          .limit(take)
          .execute(),
      key: (version) => [String(version.number)],
      show: (version) => presentVersion(row, version, call.base),
    });
  },

  async getLatest(named, call) {
    const { specification, version } = await latestVersion(call, named);
    return presentVersion(specification, version, call.base);
  },

  async get(named, call) {
    const { specification, version } = await requireVersion(call, named);
    return presentVersion(specification, version, call.base);
  },

  contentOfLatest: async (named, call) => content(call, await latestVersion(call, named)),
  contentOf: async (named, call) => content(call, await requireVersion(call, named)),
  rawOfLatest: async (named, call) => rawText(call, await latestVersion(call, named)),
  rawOf: async (named, call) => rawText(call, await requireVersion(call, named)),
} satisfies Handlers<typeof contract>;
