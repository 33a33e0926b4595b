/** Job that finds the issues of new conversations and assigns them to clusters, one batch at a time. */

import type { IngestedConversation } from "../../../contract/conversation.model.ts";
import { readFact, writeFact } from "../../database/facts.ts";
import type { Queries } from "../../database/tables.ts";
import { runAfterCommit } from "../../database/transaction.ts";
import { listTerms, type Term } from "../../engines/language/terms.ts";
import type { JobCall, JobRequest, ShortJob } from "../../jobs/job.ts";
import { inBatches } from "../content/tree/tree-store.ts";
import { type Centre, IssueClusters } from "./clusters.ts";
import { type ClusterCounts, countIssue, storeCounts } from "./counts.ts";
import type { ConversationIssueTable } from "./tables.ts";

const jobKind = "sort-issues";

export function requestSorting(organizationId: string): JobRequest {
  return { kind: jobKind, payload: { organizationId } };
}

/** The limits of a transaction, because other writers wait for its end. */
const batchLimits = { conversations: 6, terms: 500, characters: 16 * 1024 };

export const sortIssues: ShortJob = async (payload, call) => {
  const { organizationId } = payload as { readonly organizationId: string };
  const { db, now } = call;
  const clustering = await openClustering(call, organizationId);
  const result: SortResult = {
    clustering,
    counts: new Map(),
    newClusters: new Map(),
    newTerms: new Map(),
    issues: [],
  };
  let characters = 0;
  for (let count = 0; count < batchLimits.conversations; count++) {
    if (result.newTerms.size > batchLimits.terms) break;
    if (characters > batchLimits.characters) break;
    const conversation = await readWaiting(db, organizationId);
    if (!conversation) break;
    characters += conversation.parts.length;
    sortConversation(call, organizationId, conversation, result);
    await db
      .updateTable("conversations")
      .set({ processed_at: now.toISOString() })
      .where("organization_id", "=", organizationId)
      .where("id", "=", conversation.id)
      .execute();
  }
  await insertClusters(call, organizationId, result);
  for (const batch of inBatches(result.issues, 50)) {
    await db.insertInto("conversation_issues").values(batch).execute();
  }
  const isLast = !(await isSomeWaiting(db, organizationId));
  await updateClusters(call, organizationId, result, isLast);
  await keepClustering(call, organizationId, clustering);
  if (!isLast) await call.enqueue(requestSorting(organizationId));
};

/** One at a time, because a conversation can be large. */
function readWaiting(db: Queries, organizationId: string) {
  return selectWaiting(db, organizationId)
    .select(["id", "subject", "source", "parts", "created_at"])
    .orderBy("ingested_at")
    .orderBy("id")
    .executeTakeFirst();
}

async function isSomeWaiting(db: Queries, organizationId: string): Promise<boolean> {
  return (await selectWaiting(db, organizationId).select("id").executeTakeFirst()) !== undefined;
}

function selectWaiting(db: Queries, organizationId: string) {
  return db
    .selectFrom("conversations")
    .where("organization_id", "=", organizationId)
    .where("processed_at", "is", null)
    .limit(1);
}

type UnsortedIssues = NonNullable<Awaited<ReturnType<typeof readWaiting>>>;

interface SortResult {
  readonly clustering: IssueClusters;
  readonly counts: Map<string, ClusterCounts>;
  /** The summary of each new cluster. */
  readonly newClusters: Map<string, string>;
  /** The number of additional issues that contain each term. */
  readonly newTerms: Map<string, number>;
  readonly issues: ConversationIssueTable[];
}

function sortConversation(
  { now, newId }: JobCall,
  organizationId: string,
  conversation: UnsortedIssues,
  { clustering, counts, newClusters, newTerms, issues }: SortResult,
): void {
  const counted = new Set<string>();
  const newIssues = findIssues({
    subject: conversation.subject ?? undefined,
    parts: JSON.parse(conversation.parts),
  });
  for (const issue of newIssues) {
    clustering.learn(issue.terms);
    for (const term of issue.terms.keys()) newTerms.set(term, (newTerms.get(term) ?? 0) + 1);
    let cluster = clustering.nearest(issue.terms);
    if (!cluster) {
      cluster = { id: newId(), centre: new Map(), label: "" };
      clustering.add(cluster);
      newClusters.set(cluster.id, issue.summary);
    }
    clustering.join(cluster, issue.terms);
    countIssue(counts, cluster.id, conversation, !counted.has(cluster.id));
    counted.add(cluster.id);
    issues.push({
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

/** The state of an organization's clusters, with a version. */
interface ClusteringFact {
  /** Changes with each write, by any process. */
  readonly stamp: string;
  /** The number of learned issues, including those of replaced conversations. */
  readonly issues: number;
}

const getFactName = (organizationId: string) => `clusters of ${organizationId}`;

/**
 * The state after the last batches of this process, so that the next batch need not read
 * everything. The key is an object of which each platform in the process has its own.
 */
const cachedClusterings = new WeakMap<
  object,
  Map<string, { stamp: string; clustering: IssueClusters }>
>();

/** Returns the cached state if the database has not changed since, otherwise loads it. */
async function openClustering(call: JobCall, organizationId: string): Promise<IssueClusters> {
  const platformCache = cachedClusterings.get(call.outside);
  const last = platformCache?.get(organizationId);
  // The state is modified below, which is rolled back if the transaction fails.
  platformCache?.delete(organizationId);
  const text = await readFact(call.db, getFactName(organizationId));
  const fact: ClusteringFact | undefined = text === undefined ? undefined : JSON.parse(text);
  if (last && last.stamp === fact?.stamp) return last.clustering;
  return readClustering(call.db, organizationId, fact?.issues);
}

async function keepClustering(
  call: JobCall,
  organizationId: string,
  clustering: IssueClusters,
): Promise<void> {
  const fact: ClusteringFact = { stamp: call.newId(), issues: clustering.issues };
  await writeFact(call.db, getFactName(organizationId), JSON.stringify(fact));
  runAfterCommit(call.db, () => {
    const platformCache = cachedClusterings.get(call.outside) ?? new Map();
    cachedClusterings.set(
      call.outside,
      platformCache.set(organizationId, { stamp: fact.stamp, clustering }),
    );
  });
}

/**
 * @param issues the number of learned issues; those in the clusters if absent, as in data of
 * earlier versions
 */
async function readClustering(
  db: Queries,
  organizationId: string,
  issues?: number,
): Promise<IssueClusters> {
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
  const learned = issues ?? clusters.reduce((sum, cluster) => sum + cluster.issues, 0);
  const clustering = new IssueClusters(
    new Map(terms.map((row) => [row.term, row.issues])),
    learned,
  );
  for (const { id, centre, label } of clusters) {
    const members: [string, { weight: number; word: string }][] = JSON.parse(centre);
    clustering.add({ id, label, centre: new Map(members) satisfies Centre });
  }
  return clustering;
}

/** Rows of issues refer to rows of clusters, so the clusters are inserted first. */
async function insertClusters(
  { db, now }: JobCall,
  organizationId: string,
  { newClusters }: SortResult,
): Promise<void> {
  const time = now.toISOString();
  for (const batch of inBatches([...newClusters], 50)) {
    await db
      .insertInto("conversation_clusters")
      .values(
        batch.map(([id, summary]) => ({
          id,
          organization_id: organizationId,
          label: "",
          summary,
          centre: "[]",
          issues: 0,
          conversations: 0,
          status: "pending" as const,
          created_at: time,
          updated_at: time,
        })),
      )
      .execute();
  }
}

async function updateClusters(
  { db, now }: JobCall,
  organizationId: string,
  { clustering, counts, newTerms }: SortResult,
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
  await storeCounts(db, counts);
  for (const batch of inBatches([...newTerms], 100)) {
    await db
      .insertInto("conversation_terms")
      .values(batch.map(([term, issues]) => ({ organization_id: organizationId, term, issues })))
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

/**
 * Finds the issues of a reader in a conversation. The first message is an issue; a later question
 * is another one if it has almost no terms in common with the previous ones.
 */
interface ReadIssue {
  readonly title: string;
  readonly summary: string;
  readonly terms: ReadonlyMap<string, Term>;
}

const longestTitle = 120;

const longestSummary = 500;

/** A question with fewer terms is too vague to be an issue. */
const leastTerms = 3;

/** In characters of all messages; later text is ignored. */
const longestRead = 16 * 1024;

/** In characters of a message, because splitting sentences is slow. */
const longestOpening = 4 * 1024;

/** The maximum number of issues in a conversation, because each one changes clusters. */
const mostIssues = 10;

/** The share of common terms at which a question belongs to an earlier issue. */
const sameIssue = 0.2;

function findIssues({
  subject = "",
  parts,
}: Pick<IngestedConversation, "subject" | "parts">): readonly ReadIssue[] {
  const [first, ...later] = listReaderMessages(parts);
  if (first === undefined) return [];
  const issues = [toIssue(subject.trim() === "" ? findTitle(first) : subject.trim(), first)];
  for (const body of later) {
    if (issues.length >= mostIssues) break;
    const question = listSentences(body).find((sentence) => sentence.endsWith("?"));
    if (question === undefined) continue;
    const issue = toIssue(question, body);
    if (issue.terms.size < leastTerms) continue;
    if (issues.every((other) => computeSimilarity(issue, other) < sameIssue)) issues.push(issue);
  }
  return issues;
}

/** Without messages beyond the limit. */
function listReaderMessages(parts: IngestedConversation["parts"]): string[] {
  const messages: string[] = [];
  let remaining = longestRead;
  for (const { role, body } of parts) {
    const text = role === "user" ? body.slice(0, remaining).trim() : "";
    if (text !== "") messages.push(text);
    remaining -= text.length;
  }
  return messages;
}

function toIssue(title: string, body: string): ReadIssue {
  // The terms of the title count twice.
  return {
    title: shorten(title, longestTitle),
    summary: shorten(body, longestSummary),
    terms: listTerms(`${title}\n${title}\n${body}`),
  };
}

/** The first question, or else the first sentence. */
function findTitle(body: string): string {
  const sentences = listSentences(body);
  return sentences.find((sentence) => sentence.endsWith("?")) ?? sentences[0] ?? body;
}

function listSentences(body: string): string[] {
  const opening = body.slice(0, longestOpening);
  return [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(opening)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== "");
}

function computeSimilarity(issue: ReadIssue, other: ReadIssue): number {
  let common = 0;
  for (const term of issue.terms.keys()) if (other.terms.has(term)) common++;
  return common / issue.terms.size;
}

/** Truncates between words if possible. */
function shorten(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ");
  if (line.length <= most) return line;
  const start = line.slice(0, most - 1);
  const space = start.lastIndexOf(" ");
  return `${(space > most / 2 ? start.slice(0, space) : start).trimEnd()}…`;
}
