/**
 * Tests of whether all values of a schema match another one, and whether two schemas are equal,
 * together with all schemas that they refer to. A pair of schemas is compared once for all tests:
 * schemas refer to each other, so that most tests depend on the same pairs.
 */
import type { ApiDescription, PayloadDirection } from "../change.ts";
import type { LocatedValue } from "../normalize/tools.ts";
import {
  isSameLeaf,
  PairMap,
  SchemaPairComparison,
  type SchemaTests,
  type SchemaValue,
} from "./compare-schemas.ts";
import { compareXml } from "./xml.ts";

/** Degrees of difference between two schemas: none, a compatible change, a breaking change. */
const differences = { none: 0, some: 1, breaking: 2 } as const;
type Difference = (typeof differences)[keyof typeof differences];

/** Two schemas, and what is known of them so far. */
interface TestedPair {
  readonly old: SchemaValue;
  readonly young: SchemaValue;
  /** Of the schemas and those that they refer to. */
  difference: Difference;
  /** The pairs that refer to it. */
  readonly from: TestedPair[];
}

/**
 * Tests and compared pairs for two specifications. Two schemas count as different if the limit is
 * reached before they are compared.
 */
const mostTests = 200_000;

/** Tests for two specifications, which share the results of compared pairs. */
export function createTests(before: ApiDescription, now: ApiDescription): SchemaTests {
  const limit = { remaining: mostTests };
  const byDirection = {
    request: new PairTests(new SchemaPairComparison(before, now), "request", limit),
    response: new PairTests(new SchemaPairComparison(before, now), "response", limit),
  };
  const byVersion = new Map(
    [before, now].map((one) => {
      return [one, new PairTests(new SchemaPairComparison(one, one), "request", limit)] as const;
    }),
  );
  return {
    fits: (old, young, direction) =>
      !byDirection[direction].differ(old, young, differences.breaking),
    isIncluded: (one, other, description) =>
      byVersion.get(description)?.differ(one, other, differences.breaking) === false,
    areEqual: (old, young, direction) =>
      compareXml([old, before], [young, now], direction, "") === undefined &&
      !byDirection[direction].differ(old, young, differences.some),
  };
}

class PairTests {
  readonly #pairs = new PairMap<TestedPair>();
  readonly #pending: TestedPair[] = [];

  constructor(
    private readonly comparison: SchemaPairComparison,
    private readonly direction: PayloadDirection,
    private readonly limit: { remaining: number },
  ) {}

  /** Whether two schemas differ at least as much. */
  differ(old: LocatedValue, young: LocatedValue, least: Difference): boolean {
    if (this.limit.remaining-- <= 0) return true;
    const start = this.#add(old, young);
    if (start === undefined) return false;
    while (start.difference < least) {
      const next = this.#pending.pop();
      if (next === undefined) return false;
      if (this.limit.remaining-- <= 0) return true;
      this.#compare(next);
    }
    return true;
  }

  #add(old: LocatedValue, young: LocatedValue): TestedPair | undefined {
    const both = this.comparison.resolve(old, young);
    if (both === undefined) return undefined;
    const [a, b] = both;
    if (isSameLeaf(a.value, b.value)) return undefined;
    return this.#pairs.get(a, b, () => {
      const pair: TestedPair = { old: a, young: b, difference: differences.none, from: [] };
      this.#pending.push(pair);
      return pair;
    });
  }

  #compare(pair: TestedPair): void {
    const { changes, xml, inner } = this.comparison.compare(pair.old, pair.young, this.direction);
    if (changes.some(({ isBreaking }) => isBreaking)) {
      raise(pair, differences.breaking);
      return;
    }
    if (changes.length > 0 || xml.length > 0) raise(pair, differences.some);
    for (const [old, young] of inner) {
      const other = this.#add(old, young);
      other?.from.push(pair);
      if (other !== undefined) raise(pair, other.difference);
    }
  }
}

/** Records the difference of a pair for all pairs that refer to it. */
function raise(start: TestedPair, difference: Difference): void {
  const queue = [start];
  for (let pair = queue.pop(); pair !== undefined; pair = queue.pop()) {
    if (pair.difference >= difference) continue;
    pair.difference = difference;
    for (const one of pair.from) queue.push(one);
  }
}
