/**
 * Comparison of the schemas of two specifications. Each pair is compared once as a request and once
 * as a response. References are edges of a graph, so that cycles and large specifications
 * terminate.
 */
import type { JsonTree } from "../../../contract/openapi-references.ts";
import {
  type ApiDescription,
  nodesPerComparison,
  type OwnChange,
  type PayloadDirection,
} from "../change.ts";
import type { LocatedValue } from "../normalize/tools.ts";
import { isSameLeaf, PairMap, SchemaPairComparison } from "./compare-schemas.ts";
import { createTests } from "./schema-inclusion.ts";
import { compareXml } from "./xml.ts";

/** Two compared schemas and the result. */
interface Pair {
  readonly changes: readonly OwnChange[];
  readonly xml: readonly OwnChange[];
  /** The pairs that it refers to. */
  readonly to: readonly Pair[];
}

/** The result for two equal schemas that refer to no others. */
const equalLeaves: Pair = { changes: [], xml: [], to: [] };

export class SchemaComparison {
  /**
   * Keyed by object identity, because a specification can have hundreds of thousands of schemas.
   */
  readonly #pairs = { request: new PairMap<Pair>(), response: new PairMap<Pair>() };
  /** Schemas that are equal to their counterpart and refer to no others, except properties. */
  readonly #leaves = { request: new Set<JsonTree>(), response: new Set<JsonTree>() };
  readonly #pending: (() => void)[] = [];
  readonly #comparison: SchemaPairComparison;

  constructor(
    readonly before: ApiDescription,
    readonly now: ApiDescription,
  ) {
    this.#comparison = new SchemaPairComparison(before, now, createTests(before, now));
  }

  /** Number of compared pairs. */
  get size(): number {
    return this.#size + this.#leaves.request.size + this.#leaves.response.size;
  }

  #size = 0;

  /**
   * All changes of a pair of schemas and of the schemas that they refer to.
   * @throws BudgetExceededError
   */
  buildChanges(
    old: LocatedValue,
    young: LocatedValue,
    direction: PayloadDirection,
    { isXml = false }: { readonly isXml?: boolean } = {},
  ): readonly OwnChange[] {
    const start = this.#pair(old, young, direction);
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) next();
    if (start === undefined || (start === equalLeaves && !isXml)) return [];
    const visited = new Set([start]);
    const allChanges: OwnChange[] = [];
    if (isXml) {
      const change = compareXml([old, this.before], [young, this.now], direction);
      if (change) allChanges.push(change);
    }
    for (const { changes, xml, to } of visited) {
      this.before.budget.drawNodes();
      for (const change of changes) allChanges.push(change);
      if (isXml) for (const change of xml) allChanges.push(change);
      for (const other of to) visited.add(other);
    }
    return allChanges;
  }

  #pair(old: LocatedValue, young: LocatedValue, direction: PayloadDirection): Pair | undefined {
    const both = this.#comparison.resolve(old, young);
    if (both === undefined) return undefined;
    const [a, b] = both;
    if (isSameLeaf(a.value, b.value)) {
      this.#leaves[direction].add(b.value);
      return equalLeaves;
    }
    return this.#pairs[direction].get(a, b, () => {
      this.#size++;
      const changes: OwnChange[] = [];
      const xml: OwnChange[] = [];
      const to: Pair[] = [];
      this.#pending.push(() => {
        this.before.budget.drawNodes(nodesPerComparison);
        const result = this.#comparison.compare(a, b, direction);
        this.#size += result.leaves;
        for (const change of result.changes) changes.push(change);
        for (const change of result.xml) xml.push(change);
        for (const [one, other] of result.inner) {
          const pair = this.#pair(one, other, direction);
          if (pair !== undefined && pair !== equalLeaves) to.push(pair);
        }
      });
      return { changes, xml, to };
    });
  }
}
