import { expect, test } from "vitest";
import {
  type Cluster,
  IssueClusters,
} from "../../../../src/service/areas/conversations/clusters.ts";
import { listTerms } from "../../../../src/service/engines/language/terms.ts";

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

test("an issue of 200,000 different terms is matched, and joins a cluster that stays small", () => {
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
});
