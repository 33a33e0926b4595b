/** What is known of a space's repository, as rows and as answers. */
import type { Output } from "../../../contract/endpoint.ts";
import type * as contract from "../../../contract/git.ts";
import type { Queries } from "../../database/tables.ts";
import type { RepositoryAddress } from "../../engines/git/address.ts";
import type { GitSyncTable } from "./tables.ts";

type GitInfo = Output<typeof contract.info>;
/** What a space shows of it. */
export type Shown = Pick<GitInfo, "repoName" | "installationProvider" | "url" | "updatedAt">;

export async function findSync(db: Queries, spaceId: string): Promise<GitSyncTable | undefined> {
  return db.selectFrom("git_syncs").selectAll().where("space_id", "=", spaceId).executeTakeFirst();
}

export function presentInfo(row: GitSyncTable): GitInfo {
  return {
    ...JSON.parse(row.shown),
    ref: row.ref,
    operation: row.operation ?? undefined,
    state: row.state ?? undefined,
    error: row.error ?? undefined,
    revision: row.revision_id ?? undefined,
    commit: row.commit_oid ?? undefined,
  };
}

/** @param told what the request says of the repository, which wins */
export function shownOf(
  address: RepositoryAddress,
  told: { readonly provider?: string | undefined; readonly url?: string | undefined } | undefined,
): Omit<Shown, "updatedAt"> {
  const provider = told?.provider ?? providers[address.hostname];
  return {
    repoName: address.name,
    ...(provider !== undefined && { installationProvider: provider }),
    url: withoutUser(told?.url) ?? address.url,
  };
}

const providers: Readonly<Record<string, string>> = {
  "github.com": "github",
  "gitlab.com": "gitlab",
};

/** Also an address for people may be pasted with a token in it. */
function withoutUser(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare.href;
}

/** Writes what has become of it, and when. */
export async function noteSync(
  { db, now }: { readonly db: Queries; readonly now: Date },
  { space_id, shown }: Pick<GitSyncTable, "space_id" | "shown">,
  changes: Partial<Omit<GitSyncTable, "space_id" | "shown">>,
): Promise<void> {
  const told: Shown = { ...JSON.parse(shown), updatedAt: now.toISOString() };
  await db
    .updateTable("git_syncs")
    .set({ ...changes, shown: JSON.stringify(told) })
    .where("space_id", "=", space_id)
    .execute();
}
