/** Pages of the organizations where an integration is installed. */
import { sql } from "kysely";
import type { Input } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/integration.ts";
import { having } from "../../core/contains-text.ts";
import type { Call } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";
import { presentInstallation, selectInstallations } from "./installation-rows.ts";
import { administered } from "./seen.ts";

type Asked = Omit<Input<typeof contract.installations>, "integrationName">;

/** Those in organizations that the caller administers, the oldest first. */
export function installationsOf(call: Call, name: string, { externalId, ...asked }: Asked) {
  return pageOf({
    ...asked,
    list: `installations of ${name} with ${JSON.stringify(externalId ?? null)}`,
    read: (after, take) =>
      selectInstallations(call.db)
        .where("installations.integration", "=", name)
        .where("installations.organization_id", "in", administered(call))
        .$if(externalId !== undefined, (query) => query.where(carries(externalId ?? "")))
        .$if(after !== undefined, (query) =>
          query.where(
            sql<boolean>`(installations.created_at, installations.id) > (${sql.join(after ?? [])})`,
          ),
        )
        .orderBy("installations.created_at")
        .orderBy("installations.id")
        .limit(take)
        .execute(),
    key: (row) => [row.created_at, row.id],
    show: (row) => presentInstallation(row, call.base),
  });
}

/** Whether the JSON list of ids has this one, which stands in it as JSON writes it. */
function carries(externalId: string) {
  return having(sql`installations.external_ids`, JSON.stringify(externalId));
}
