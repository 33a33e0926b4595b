/** The job that finds the issues of new conversations and puts them into clusters, some at a time. */

import type { Queries } from "../../database/tables.ts";
import type { JobCall, JobRequest, ShortJob } from "../../jobs/job.ts";
import { inBatches } from "../content/tree-store.ts";
import { type Centre, Clustering } from "./clusters.ts";
import { type Counts, countIssue, keepCounts } from "./counts.ts";
import { findIssues } from "./find-issues.ts";

export const sortingKind = "sort-issues";

export function sortingOf(organizationId: string): JobRequest {
  return { kind: sortingKind, payload: { organizationId } };
}

/** So many conversations in one transaction, which others wait for. */
const atOnce = 200;

export const sortIssues: ShortJob = async (payload, call) => {
  const { organizationId } = payload as { readonly organizationId: string };
  const { db, now } = call;
  const waiting = await db
    .selectFrom("conversations")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("processed_at", "is", null)
    .orderBy("ingested_at")
    .orderBy("id")
    .limit(atOnce + 1)
    .execute();
  const some = waiting.slice(0, atOnce);
  const sorted = await sort(call, organizationId, some);
  for (const ids of inBatches(
    some.map(({ id }) => id),
    100,
  )) {
    await db
      .updateTable("conversations")
      .set({ processed_at: now.toISOString() })
      .where("organization_id", "=", organizationId)
      .where("id", "in", ids)
      .execute();
  }
  const isLast = waiting.length <= atOnce;
  await keepClusters(call, organizationId, sorted, isLast);
  if (!isLast) await call.enqueue(sortingOf(organizationId));
};

type Waiting = {
  readonly id: string;
  readonly subject: string | null;
  readonly source: string;
  readonly parts: string;
  readonly created_at: string;
};

interface Sorted {
  readonly clustering: Clustering;
  readonly counts: Map<string, Counts>;
  /** The summary of each cluster that is new. */
  readonly begun: Map<string, string>;
  /** How many more issues each term stands in. */
  readonly learned: Map<string, number>;
}

async function sort(
  call: JobCall,
  organizationId: string,
  conversations: readonly Waiting[],
): Promise<Sorted> {
  const { db, now, newId } = call;
  const clustering = await clusteringOf(db, organizationId);
  const sorted = { clustering, counts: new Map(), begun: new Map(), learned: new Map() };
  const rows = [];
  for (const conversation of conversations) {
    const found = findIssues({
      subject: conversation.subject ?? undefined,
      parts: JSON.parse(conversation.parts),
    });
    const met = new Set<string>();
    for (const issue of found) {
      clustering.learn(issue.terms);
      for (const term of issue.terms.keys()) {
        sorted.learned.set(term, (sorted.learned.get(term) ?? 0) + 1);
      }
      let cluster = clustering.nearest(issue.terms);
      if (!cluster) {
        cluster = { id: newId(), centre: new Map(), label: "" };
        clustering.add(cluster);
        sorted.begun.set(cluster.id, issue.summary);
      }
      clustering.join(cluster, issue.terms);
      countIssue(sorted.counts, cluster.id, conversation, !met.has(cluster.id));
      met.add(cluster.id);
      rows.push({
        id: newId(),
        organization_id: organizationId,
        conversation_id: conversation.id,
        cluster_id: cluster.id,
        title: issue.title,
        summary: issue.summary,
        created_at: conversation.created_at,
        ingested_at: now.toISOString(),
      });
    }
  }
  await beginClusters(call, organizationId, sorted);
  for (const some of inBatches(rows, 50)) {
    await db.insertInto("conversation_issues").values(some).execute();
  }
  return sorted;
}

async function clusteringOf(db: Queries, organizationId: string): Promise<Clustering> {
  const terms = await db
    .selectFrom("conversation_terms")
    .select(["term", "issues"])
    .where("organization_id", "=", organizationId)
    .execute();
  const clusters = await db
    .selectFrom("conversation_clusters")
    .select(["id", "centre", "label", "issues"])
    .where("organization_id", "=", organizationId)
    .execute();
  const issues = clusters.reduce((sum, cluster) => sum + cluster.issues, 0);
  const clustering = new Clustering(new Map(terms.map((row) => [row.term, row.issues])), issues);
  for (const { id, centre, label } of clusters) {
    const members: [string, { weight: number; word: string }][] = JSON.parse(centre);
    clustering.add({ id, label, centre: new Map(members) satisfies Centre });
  }
  return clustering;
}

/** Rows of issues refer to those of clusters, so these come first. */
async function beginClusters(
  { db, now }: JobCall,
  organizationId: string,
  { begun }: Sorted,
): Promise<void> {
  const at = now.toISOString();
  for (const some of inBatches([...begun], 50)) {
    await db
      .insertInto("conversation_clusters")
      .values(
        some.map(([id, summary]) => ({
          id,
          organization_id: organizationId,
          label: "",
          summary,
          centre: "[]",
          issues: 0,
          conversations: 0,
          status: "pending" as const,
          created_at: at,
          updated_at: at,
        })),
      )
      .execute();
  }
}

async function keepClusters(
  { db, now }: JobCall,
  organizationId: string,
  { clustering, counts, learned }: Sorted,
  isLast: boolean,
): Promise<void> {
  for (const [id, { issues, conversations }] of counts) {
    const cluster = clustering.get(id);
    await db
      .updateTable("conversation_clusters")
      .set((old) => ({
        centre: JSON.stringify([...(cluster?.centre ?? [])]),
        label: cluster?.label ?? "",
        issues: old("issues", "+", issues),
        conversations: old("conversations", "+", conversations),
        status: "pending" as const,
        updated_at: now.toISOString(),
      }))
      .where("id", "=", id)
      .execute();
  }
  await keepCounts(db, counts);
  for (const some of inBatches([...learned], 100)) {
    await db
      .insertInto("conversation_terms")
      .values(some.map(([term, issues]) => ({ organization_id: organizationId, term, issues })))
      .onConflict((conflict) =>
        conflict.columns(["organization_id", "term"]).doUpdateSet((row) => ({
          issues: row("conversation_terms.issues", "+", row.ref("excluded.issues")),
        })),
      )
      .execute();
  }
  if (!isLast) return;
  await db
    .updateTable("conversation_clusters")
    .set({ status: "settled" })
    .where("organization_id", "=", organizationId)
    .where("status", "=", "pending")
    .execute();
}
