/** Lists of change requests, reviews and requested reviewers. */
import { sql } from "kysely";
import type { list, listInOrganization } from "../../../contract/cr.ts";
import type { list as reviewList } from "../../../contract/cr-review.ts";
import type { Input } from "../../../contract/endpoint.ts";
import type { Role } from "../../../contract/roles.ts";
import { isVisibleTo } from "../../core/access/visible.ts";
import type { Call } from "../../core/handlers.ts";
import { buildPage, inOrder, listRowsWithTexts, type Paging } from "../../core/pages.ts";
import {
  type ChangeRequestAccess,
  type ChangeRequestRow,
  presentChangeRequests,
  selectChangeRequests,
} from "../../core/rows/change-request-rows.ts";
import { presentEach } from "../comments/queries.ts";
import { presentReviewRequests, presentReviews } from "./present.ts";
import { readEquivalentRevisions, selectOutdatedReviews } from "./review-standing.ts";

type ChangeRequestFilter = Omit<Input<typeof list>, "spaceId">;
type ListOptionsOfSeveral = Omit<Input<typeof listInOrganization>, "organizationId">;

/** The highest number first, unless the request specifies an order. */
export async function listSpaceChangeRequests(
  call: Call,
  spaceId: string,
  options: ChangeRequestFilter,
) {
  const { orderBy } = options;
  const list = `change requests of space ${spaceId} ${buildFilters(options)}`;
  const inSpace = () =>
    selectFiltered(call, options).where("change_requests.space_id", "=", spaceId);
  if (orderBy !== undefined) return listInOrder(call, inSpace, { ...options, list, orderBy });
  const page = await buildPage({
    ...options,
    list,
    ...listRowsWithTexts(
      (after, take) =>
        inSpace()
          .$if(after !== undefined, (query) =>
            query.where("change_requests.number", "<", Number(after?.[0])),
          )
          .orderBy("change_requests.number", "desc")
          .limit(take),
      ["change_requests.description"],
    ),
    key: (row) => [String(row.number)],
    show: (row) => row,
  });
  return presentPage(call, page);
}

/** Newest first, unless the request specifies an order. */
export async function listOrganizationChangeRequests(
  call: Call,
  organizationId: string,
  member: Role | null,
  options: ListOptionsOfSeveral,
) {
  const { orderBy = "createdAt", space, site } = options;
  const list = `change requests of organization ${organizationId} ${buildFilters(options)}`;
  const inOrganization = () =>
    selectFiltered(call, options)
      .where("spaces.organization_id", "=", organizationId)
      .where("spaces.deleted_at", "is", null)
      .where(isVisibleTo(call.caller, member, "spaces"))
      .$if(options.finding !== "all", (query) =>
        query.where("change_requests.id", "not in", (inner) =>
          inner.selectFrom("finding_change_requests").select("change_request_id"),
        ),
      )
      .$if(space !== undefined, (query) => query.where("spaces.id", "=", space ?? ""))
      .$if(site !== undefined, (query) =>
        query.where("spaces.id", "in", (inner) =>
          inner
            .selectFrom("site_spaces")
            .select("space_id")
            .where("site_id", "=", site ?? ""),
        ),
      );
  return listInOrder(call, inOrganization, { ...options, list, orderBy });
}

/** Newest first. @param findingId a finding that the caller may read, which is in one space */
export async function listChangeRequestsOfFinding(call: Call, findingId: string, paging: Paging) {
  const ofFinding = () =>
    selectChangeRequests(call.db).where("change_requests.id", "in", (inner) =>
      inner
        .selectFrom("finding_change_requests")
        .select("change_request_id")
        .where("finding_id", "=", findingId),
    );
  const list = `change requests of finding ${findingId}`;
  return listInOrder(call, ofFinding, { ...paging, list, orderBy: "createdAt" });
}

const columns = { createdAt: "created_at", updatedAt: "updated_at" } as const;

/** The most recently created or changed one first. */
async function listInOrder(
  call: Call,
  select: () => ReturnType<typeof selectFiltered>,
  {
    orderBy,
    ...options
  }: { readonly list: string; readonly orderBy: keyof typeof columns } & Paging,
) {
  const column = columns[orderBy];
  const page = await buildPage({
    ...options,
    ...listRowsWithTexts(
      (after, take) =>
        select()
          .$call((query) =>
            inOrder(query, [`change_requests.${column}`, "change_requests.id"], after, "desc"),
          )
          .limit(take),
      ["change_requests.description"],
    ),
    key: (row) => [row[column], row.id],
    show: (row) => row,
  });
  return presentPage(call, page);
}

function selectFiltered(call: Call, options: ChangeRequestFilter & ListOptionsOfSeveral) {
  const { status = [], creator, contributor, requestedReviewer } = options;
  const { conversationsIssuesCluster: cluster, topic, styleguideRun } = options;
  const unmerged: typeof status = options.scheduled === true ? ["draft", "open"] : ["open"];
  return (
    selectChangeRequests(call.db)
      .where("change_requests.status", "in", status.length === 0 ? unmerged : status)
      // The local platform creates no change requests for topics.
      .$if(topic !== undefined, (query) => query.where(sql<boolean>`false`))
      .$if(styleguideRun !== undefined, (query) =>
        query.where("styleguide_checks.run_id", "=", styleguideRun ?? ""),
      )
      .$if(options.scheduled === true, (query) =>
        query
          .where("change_requests.merge_at", "is not", null)
          .where("change_requests.status", "<>", "merged"),
      )
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
      )
  );
}

function buildFilters({
  page,
  limit,
  ...filters
}: ChangeRequestFilter & ListOptionsOfSeveral): string {
  return JSON.stringify(Object.entries(filters).toSorted());
}

async function presentPage<P extends { readonly items: readonly ChangeRequestRow[] }>(
  call: Call,
  page: P,
) {
  const present = await presentChangeRequests(call, page.items);
  return { ...page, items: page.items.map(present) };
}

type ReviewFilters = Omit<Input<typeof reviewList>, "spaceId" | "changeRequestId">;

/** Oldest first. */
export async function listReviews(
  call: Call,
  changeRequest: ChangeRequestAccess,
  { outdated, format, ...paging }: ReviewFilters,
) {
  const same = await readEquivalentRevisions(call.db, changeRequest.row);
  const page = await buildPage({
    page: paging.page,
    limit: paging.limit,
    list: `reviews of change request ${changeRequest.row.id} ${outdated ?? "all"}`,
    ...listRowsWithTexts(
      (after, take) =>
        call.db
          .selectFrom("reviews")
          .selectAll()
          .where("change_request_id", "=", changeRequest.row.id)
          .$if(outdated === true, (query) => query.where(selectOutdatedReviews(same)))
          .$if(outdated === false, (query) =>
            query.where((is) => is.not(selectOutdatedReviews(same))),
          )
          .$call((query) => inOrder(query, ["created_at", "id"], after))
          .limit(take),
      [sql`(select sum(octet_length(body)) from comments where comments.review_id = reviews.id)`],
    ),
    key: (row) => [row.created_at, row.id],
    show: (row) => row,
  });
  const present = await presentReviews(call, changeRequest, page.items, format);
  return presentEach(page, page.items, (row) => present(row, call));
}

/** The oldest request first. */
export async function listRequestedReviewers(
  call: Call,
  { row }: ChangeRequestAccess,
  options: Paging,
) {
  const page = await buildPage({
    ...options,
    list: `requested reviewers of change request ${row.id}`,
    read: async (after, take) =>
      call.db
        .selectFrom("review_requests")
        .selectAll()
        .where("change_request_id", "=", row.id)
        .$call((query) => inOrder(query, ["created_at", "user_id"], after))
        .limit(take)
        .execute(),
    key: (request) => [request.created_at, request.user_id],
    show: (request) => request,
  });
  return { ...page, items: await presentReviewRequests(call, page.items) };
}
