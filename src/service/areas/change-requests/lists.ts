/** Pages of change requests: of one space, or of all that the caller sees in an organization. */
import { sql } from "kysely";
import type { list } from "../../../contract/cr.ts";
import type { Input } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import {
  type ChangeRequestRow,
  presentChangeRequests,
  selectChangeRequests,
} from "../../core/change-request-rows.ts";
import { visibleTo } from "../../core/grants.ts";
import type { Call } from "../../core/handlers.ts";
import { pageOf } from "../../core/pages.ts";

type Asked = Omit<Input<typeof list>, "spaceId">;

/** The highest number first. */
export async function changeRequestsOfSpace(call: Call, spaceId: string, asked: Asked) {
  const found = await pageOf({
    ...asked,
    list: `change requests of space ${spaceId} ${filtersOf(asked)}`,
    read: async (after, take) =>
      chosen(call, asked)
        .where("change_requests.space_id", "=", spaceId)
        .$if(after !== undefined, (query) =>
          query.where("change_requests.number", "<", Number(after?.[0])),
        )
        .orderBy("change_requests.number", "desc")
        .limit(take)
        .execute(),
    key: (row) => [String(row.number)],
    show: (row) => row,
  });
  return shown(call, found);
}

/** The newest first. */
export async function changeRequestsOfOrganization(
  call: Call,
  organizationId: string,
  member: Role | null,
  asked: Asked,
) {
  const found = await pageOf({
    ...asked,
    list: `change requests of organization ${organizationId} ${filtersOf(asked)}`,
    read: async (after, take) =>
      chosen(call, asked)
        .where("spaces.organization_id", "=", organizationId)
        .where("spaces.deleted_at", "is", null)
        .where(visibleTo(call.caller, member, "spaces"))
        .$if(after !== undefined, (query) =>
          query.where(
            sql<boolean>`(change_requests.created_at, change_requests.id) < (${sql.join(after ?? [])})`,
          ),
        )
        .orderBy("change_requests.created_at", "desc")
        .orderBy("change_requests.id", "desc")
        .limit(take)
        .execute(),
    key: (row) => [row.created_at, row.id],
    show: (row) => row,
  });
  return shown(call, found);
}

function chosen(call: Call, asked: Asked) {
  const { status = "open", creator, contributor, requestedReviewer } = asked;
  const { conversationsIssuesCluster: cluster } = asked;
  return selectChangeRequests(call.db)
    .where("change_requests.status", "=", status)
    .$if(creator !== undefined, (query) =>
      query.where("change_requests.created_by", "=", creator ?? ""),
    )
    .$if(contributor !== undefined, (query) =>
      query.where("change_requests.id", "in", (inner) =>
        inner
          .selectFrom("change_request_contributors")
          .select("change_request_id")
          .where("user_id", "=", contributor ?? ""),
      ),
    )
    .$if(requestedReviewer !== undefined, (query) =>
      query.where("change_requests.id", "in", (inner) =>
        inner
          .selectFrom("review_requests")
          .select("change_request_id")
          .where("user_id", "=", requestedReviewer ?? ""),
      ),
    )
    .$if(cluster !== undefined, (query) =>
      query.where("change_requests.cluster_id", "=", cluster ?? ""),
    );
}

function filtersOf({ page, limit, ...filters }: Asked): string {
  return JSON.stringify(Object.entries(filters).toSorted());
}

async function shown<P extends { readonly items: readonly ChangeRequestRow[] }>(
  call: Call,
  found: P,
) {
  const show = await presentChangeRequests(call, found.items);
  return { ...found, items: found.items.map(show) };
}
