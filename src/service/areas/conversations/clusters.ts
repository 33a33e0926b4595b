/**
 * Incremental clustering of similar issues: an issue joins the cluster with the most similar
 * center, or starts a new one. Similarity is the cosine of the terms, weighted by their rarity
 * among all issues (tf-idf). Only clusters that share a term with the issue are compared.
 */
import type { Term } from "../../engines/language/terms.ts";

/** The terms of a center: each with its weight, and a word for it. */
export type Centre = Map<string, { weight: number; word: string }>;

export interface Cluster {
  readonly id: string;
  readonly centre: Centre;
  label: string;
}

/** The minimum similarity with which an issue joins a cluster. */
const leastLikeness = 0.22;
/** The maximum number of terms of a center; those with the lowest weight are dropped. */
const mostTerms = 40;
const wordsInLabel = 3;

export class IssueClusters {
  readonly #clusters = new Map<string, Cluster>();
  readonly #byTerm = new Map<string, Set<Cluster>>();

  /**
   * @param issuesWith the number of issues that contain each term; `learn` adds to it
   * @param issues the number of issues
   */
  constructor(
    private readonly issuesWith: Map<string, number>,
    public issues: number,
  ) {}

  add(cluster: Cluster): void {
    this.#clusters.set(cluster.id, cluster);
    for (const term of cluster.centre.keys()) this.#index(term, cluster);
  }

  get(id: string): Cluster | undefined {
    return this.#clusters.get(id);
  }

  /** Counts the terms of a new issue; must be called before `nearest`. */
  learn(terms: ReadonlyMap<string, Term>): void {
    this.issues++;
    for (const term of terms.keys()) {
      this.issuesWith.set(term, (this.issuesWith.get(term) ?? 0) + 1);
    }
  }

  /** The most similar cluster; undefined if the issue starts a new one. */
  nearest(terms: ReadonlyMap<string, Term>): Cluster | undefined {
    const candidates = new Set<Cluster>();
    for (const term of terms.keys()) {
      for (const cluster of this.#byTerm.get(term) ?? []) candidates.add(cluster);
    }
    let squares = 0;
    for (const [term, { count }] of terms)
      squares += (computeWeight(count) * this.#rarity(term)) ** 2;
    const length = Math.sqrt(squares);
    let best: Cluster | undefined;
    let most = leastLikeness;
    for (const cluster of candidates) {
      const likeness = this.#dot(terms, cluster.centre) / (length * this.#length(cluster.centre));
      // If two clusters are equally similar, the lower id wins, regardless of their order.
      if (likeness < most || (likeness === most && best && best.id < cluster.id)) continue;
      most = likeness;
      best = cluster;
    }
    return best;
  }

  /** Adds an issue to the cluster and moves the center toward it. */
  join(cluster: Cluster, terms: ReadonlyMap<string, Term>): void {
    let squares = 0;
    for (const { count } of terms.values()) squares += computeWeight(count) ** 2;
    const length = Math.sqrt(squares) || 1;
    for (const [term, { count, word }] of terms) {
      const centreTerm = cluster.centre.get(term);
      const weight = (centreTerm?.weight ?? 0) + computeWeight(count) / length;
      cluster.centre.set(term, { weight, word: centreTerm?.word ?? word });
      this.#index(term, cluster);
    }
    const ranked = this.#ranked(cluster.centre);
    for (const term of ranked.slice(mostTerms)) {
      cluster.centre.delete(term);
      this.#byTerm.get(term)?.delete(cluster);
    }
    cluster.label = ranked
      .slice(0, wordsInLabel)
      .map((term) => cluster.centre.get(term)?.word ?? term)
      .join(", ");
  }

  #ranked(centre: Centre): string[] {
    const rank = ([term, { weight }]: [string, { weight: number }]) => weight * this.#rarity(term);
    return [...centre].toSorted((one, other) => rank(other) - rank(one)).map(([term]) => term);
  }

  #index(term: string, cluster: Cluster): void {
    const clusters = this.#byTerm.get(term);
    if (clusters) clusters.add(cluster);
    else this.#byTerm.set(term, new Set([cluster]));
  }

  #rarity(term: string): number {
    return Math.log(1 + this.issues / (1 + (this.issuesWith.get(term) ?? 0)));
  }

  #dot(terms: ReadonlyMap<string, Term>, centre: Centre): number {
    let sum = 0;
    for (const [term, { count }] of terms) {
      const centreTerm = centre.get(term);
      if (centreTerm) sum += computeWeight(count) * centreTerm.weight * this.#rarity(term) ** 2;
    }
    return sum;
  }

  #length(centre: Centre): number {
    let sum = 0;
    for (const [term, { weight }] of centre) sum += (weight * this.#rarity(term)) ** 2;
    return Math.sqrt(sum) || 1;
  }
}

/** Grows slowly, because further occurrences of a word have less significance. */
function computeWeight(count: number): number {
  return 1 + Math.log(count);
}
