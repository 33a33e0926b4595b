/** Seeding of the repositories of sample spaces; they are never fetched. */
import type { SampleContext } from "../../core/area.ts";
import type { GitSyncTable } from "./tables.ts";

interface SampleRepository {
  /** The title of its space. */
  readonly space: string;
  readonly owner: string;
  readonly provider: "github" | "gitlab" | "github-legacy";
  readonly hoursAgo: number;
  readonly ended: Pick<GitSyncTable, "operation" | "state" | "error" | "legacy">;
}

const repositories: readonly SampleRepository[] = [
  {
    space: "Command line",
    owner: "acme/cli-docs",
    provider: "github",
    hoursAgo: 30,
    ended: {
      operation: "import",
      state: "failure",
      error: "https://github.com/acme/cli-docs has no branch refs/heads/main.",
      legacy: 0,
    },
  },
  {
    space: "Release notes",
    owner: "acme/release-notes",
    provider: "github-legacy",
    hoursAgo: 2000,
    ended: { operation: null, state: null, error: null, legacy: 1 },
  },
];

const hour = 60 * 60 * 1000;

/** Runs after the spaces. */
export async function seedRepositories({ db, now, organization }: SampleContext): Promise<void> {
  for (const { space, owner, provider, hoursAgo, ended } of repositories) {
    const { id } = await db
      .selectFrom("spaces")
      .select("id")
      .where("organization_id", "=", organization)
      .where("title", "=", space)
      .executeTakeFirstOrThrow();
    const description = {
      repoName: owner,
      installationProvider: provider,
      url: `https://github.com/${owner}`,
      updatedAt: new Date(now.getTime() - hoursAgo * hour).toISOString(),
    };
    await db
      .insertInto("git_syncs")
      .values({
        space_id: id,
        shown: JSON.stringify(description),
        ref: "refs/heads/main",
        ...ended,
        revision_id: null,
        commit_oid: null,
        synced_place: null,
        synced_revision_id: null,
        synced_commit: null,
        synced_at: null,
      })
      .execute();
  }
}
