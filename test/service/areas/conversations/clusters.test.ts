import { expect, test } from "vitest";
import {
  type Cluster,
  IssueClusters,
} from "../../../../src/service/areas/conversations/clusters.ts";
import { listTerms } from "../../../../src/service/engines/language/terms.ts";
import { slowTest } from "../../../support/generators/amount.ts";

function getCluster(id: string): Cluster {
  return { id, label: "", centre: new Map([["export", { weight: 1, word: "export" }]]) };
}

test("of two equally similar clusters the same one is selected in any order of reading", () => {
  const terms = listTerms("export");
  for (const order of [
    ["a", "b"],
    ["b", "a"],
  ]) {
    const clustering = new IssueClusters(new Map([["export", 2]]), 9);
    for (const id of order) clustering.add(getCluster(id));
    expect(clustering.nearest(terms)?.id).toBe("a");
  }
});

slowTest(
  "an issue of 200,000 different terms is matched, and joins a cluster that stays small",
  () => {
    const terms = new Map(
      Array.from({ length: 200_000 }, (_, index) => {
        const word = `term${index}`;
        return [word, { count: 1, word }];
      }),
    );
    const clustering = new IssueClusters(new Map(), 9);
    clustering.learn(terms);
    const cluster = { ...getCluster("a"), centre: new Map() };
    clustering.add(cluster);
    clustering.join(cluster, terms);
    expect([cluster.label.split(", ").length, cluster.centre.size]).toEqual([3, 40]);
    // A dissimilar issue starts a new cluster.
    expect(clustering.nearest(terms)).toBeUndefined();
  },
);

test("a label has the three words with the greatest weight, and frequent words weigh less", () => {
  const clustering = new IssueClusters(new Map([["alpha", 9]]), 10);
  const cluster: Cluster = { id: "a", label: "", centre: new Map() };
  clustering.add(cluster);
  const counts = { bravo: 1, charlie: 2, alpha: 4, delta: 3 };
  const terms = new Map(
    Object.entries(counts).map(([term, count]) => [term, { count, word: `${term}s` }]),
  );
  clustering.join(cluster, terms);
  expect(cluster.label).toBe("deltas, charlies, bravos");
  // A word of the center stays, and a word that occurs again gains weight.
  clustering.join(cluster, new Map([["bravo", { count: 9, word: "other" }]]));
  expect(cluster.label).toBe("bravos, deltas, charlies");
  expect(clustering.nearest(new Map([["delta", { count: 1, word: "delta" }]]))?.id).toBe("a");
  expect(clustering.nearest(new Map([["echo", { count: 1, word: "echo" }]]))).toBeUndefined();
});
