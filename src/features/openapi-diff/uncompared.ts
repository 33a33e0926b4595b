/**
 * Differences between two specifications that are not compared, so that success does not hide them.
 */
import type { Path } from "../../contract/openapi-references.ts";
import type { NormalizedDocument, UncomparedPart } from "./normalize/document.ts";

export interface UncomparedDifference {
  /** Plural name for messages: `links`. */
  readonly kind: string;
  readonly count: number;
  /** The first difference. */
  readonly path: Path;
  readonly in: "old" | "new";
}

/** @param isPrefixMoved whether the servers were compared */
export function findUncompared(
  old: NormalizedDocument,
  young: NormalizedDocument,
  isPrefixMoved: boolean,
): UncomparedDifference[] {
  const differences = new Map<string, UncomparedDifference>();
  const collect = (
    from: readonly UncomparedPart[],
    other: readonly UncomparedPart[],
    side: "old" | "new",
  ) => {
    const counts = countTexts(other);
    for (const { kind, path, text } of from) {
      const key = `${kind}\n${text}`;
      const remaining = counts.get(key) ?? 0;
      counts.set(key, remaining - 1);
      if (remaining > 0 || (isPrefixMoved && kind === "servers")) continue;
      const first = differences.get(kind) ?? { kind, count: 0, path, in: side };
      differences.set(kind, { ...first, count: first.count + 1 });
    }
  };
  collect(young.uncompared, old.uncompared, "new");
  collect(old.uncompared, young.uncompared, "old");
  return [...differences.values()];
}

function countTexts(all: readonly UncomparedPart[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, text } of all) {
    const key = `${kind}\n${text}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
