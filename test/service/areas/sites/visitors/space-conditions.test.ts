import { expect, test } from "vitest";
import {
  computeConditions,
  noConditions,
} from "../../../../../src/service/areas/sites/visitors/space-conditions.ts";
import { createStructure } from "../../../../support/organizations/site-parts.ts";

/** The fingerprint of a space with these conditions, in a section if it has one. */
function compute(
  own: string | null,
  section: string | null | undefined = undefined,
  adaptive_content = 1,
): string {
  const structure = createStructure({
    site: { adaptive_content },
    ...(section !== undefined && { sections: { guide: { condition: section } } }),
    siteSpaces: {
      one: { condition: own, ...(section !== undefined && { section_id: "guide" }) },
    },
  });
  const siteSpace = structure.siteSpaces.get("one");
  if (!siteSpace) throw new Error("There is no site space.");
  return computeConditions(structure, siteSpace);
}

const beta = "visitor.claims.beta";
const partner = "visitor.claims.partner";

test("a space without conditions has the same fingerprint everywhere", () => {
  for (const adaptive of [0, 1]) {
    expect([compute(null, undefined, adaptive), compute(null, null, adaptive)]).toEqual([
      noConditions,
      noConditions,
    ]);
  }
});

test("spaces with other conditions, and other uses of claims, have other fingerprints", () => {
  const fingerprints = [
    noConditions,
    ...[0, 1].flatMap((adaptive) => [
      compute(beta, undefined, adaptive),
      compute(partner, undefined, adaptive),
      compute(null, beta, adaptive),
      compute(beta, partner, adaptive),
      compute(partner, beta, adaptive),
    ]),
  ];
  expect(new Set(fingerprints).size).toBe(fingerprints.length);
  expect(compute(beta, null)).toBe(compute(beta));
  for (const one of fingerprints) expect(one).not.toContain("claims");
});
