/** Lists of the spaces of an organization or of a collection. */
import { sql } from "kysely";
import type { Role } from "../../../contract/roles.ts";
import type { Agent } from "../../core/access/agent.ts";
import { readRole } from "../../core/access/precedence.ts";
import { isVisibleTo } from "../../core/access/visible.ts";
import type { Call } from "../../core/handlers.ts";
import { buildPage, countListed, inOrder, type Paging } from "../../core/pages.ts";
import { addPublishedUrls, type WithPublishedUrl } from "../../core/rows/published-urls.ts";
import { presentSpace, type SpaceRow, selectSpaces } from "../../core/rows/space-rows.ts";
import { readInTreeOrder, toTreeKey } from "../../core/rows/tree-order.ts";
import { isInstalledOn } from "../integrations/installations/contents.ts";

/** Ordered by parent and position; the top level comes first. */
export function listOrganizationSpaces(
  call: Call,
  organizationId: string,
  member: Role | null,
  paging: Paging,
) {
  const inOrganization = () =>
    selectLiveSpaces(call, member)
      .where("organization_id", "=", organizationId)
      .where(selectReachedSpaces(call.agent));
  return buildPage({
    page: paging.page,
    limit: paging.limit,
    list: `spaces of organization ${organizationId}`,
    read: (after, take) =>
      readInTreeOrder(after, take, async ({ condition, order, take: limit }) =>
        addPublishedUrls(
          call,
          await inOrganization().where(condition).orderBy(order).limit(limit).execute(),
        ),
      ),
    count: () => countListed(call.db, inOrganization()),
    key: toTreeKey,
    show: createPresenter(call, member),
  });
}

/** Ordered by position. */
export function listCollectionSpaces(
  call: Call,
  collectionId: string,
  member: Role | null,
  paging: Paging,
) {
  const inCollection = () => selectLiveSpaces(call, member).where("parent_id", "=", collectionId);
  return buildPage({
    page: paging.page,
    limit: paging.limit,
    list: `spaces of collection ${collectionId}`,
    read: async (after, take) =>
      addPublishedUrls(
        call,
        await inCollection()
          .$call((query) => inOrder(query, ["rank", "id"], after))
          .limit(take)
          .execute(),
      ),
    count: () => countListed(call.db, inCollection()),
    key: (row) => [row.rank, row.id],
    show: createPresenter(call, member),
  });
}

function selectLiveSpaces(call: Call, member: Role | null) {
  return selectSpaces(call, member)
    .where("deleted_at", "is", null)
    .where(isVisibleTo(call.caller, member, "spaces"));
}

/** Restricts an installation to its selected spaces. */
export function selectReachedSpaces(agent: Agent | undefined) {
  if (agent?.kind !== "installation") return sql<boolean>`1 = 1`;
  const { installation } = agent;
  return installation.permissions.worksOn("space")
    ? isInstalledOn(installation, "space")
    : sql<boolean>`1 = 0`;
}

function createPresenter(call: Call, member: Role | null) {
  return (row: SpaceRow & WithPublishedUrl) => presentSpace(row, readRole(row, member), call.base);
}
