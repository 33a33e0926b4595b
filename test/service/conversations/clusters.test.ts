import { expect, test } from "vitest";
import { type Cluster, Clustering } from "../../../src/service/conversations/clusters.ts";
import { termsOf } from "../../../src/service/engines/terms.ts";

function clusterOf(id: string): Cluster {
  return { id, label: "", centre: new Map([["export", { weight: 1, word: "export" }]]) };
}

test("Of two clusters that are equally alike the same one is taken, in whichever order they are read", () => {
  const terms = termsOf("export");
  for (const order of [
    ["a", "b"],
    ["b", "a"],
  ]) {
    const clustering = new Clustering(new Map([["export", 2]]), 9);
    for (const id of order) clustering.add(clusterOf(id));
    expect(clustering.nearest(terms)?.id).toBe("a");
  }
});
