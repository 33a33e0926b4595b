import { describe, expect, test } from "vitest";
import * as group from "../../../../../src/contract/site-section-group.ts";
import {
  moveGroup,
  requireGroup,
  requireParentGroup,
  requireSections,
} from "../../../../../src/service/areas/sites/structure/groups.ts";
import { createPartial } from "../../../../support/commands/partial.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { createStructure } from "../../../../support/organizations/site-parts.ts";
import { openSitesFixture, outline } from "../fixture.ts";

/** Groups of a chain, each in the one before. */
function createChain(depth: number, start = "g") {
  const groups: Record<string, { parent_id: string | null }> = {};
  for (let at = 1; at <= depth; at++) {
    groups[`${start}${at}`] = { parent_id: at === 1 ? null : `${start}${at - 1}` };
  }
  return groups;
}

const structure = createStructure({
  groups: { ...createChain(10), ...createChain(3, "h"), other: {} },
  sections: { one: {}, two: {} },
});

describe("a parent group", () => {
  test("must be on the site, and at most nine groups deep", () => {
    for (const parent of [undefined, "g1", "g9"]) {
      expect(requireParentGroup(structure, parent)).toBeUndefined();
    }
    expect(requireParentGroup(structure, "g10", "parent", 0)).toBeUndefined();
    const message = "parent none is not a section group of this site. Check the id.";
    expect(() => requireParentGroup(structure, "none")).toThrow(
      expect.objectContaining({ status: 400, message, field: "parent" }),
    );
    for (const [parent, field, height, depth] of [
      ["g10", "parent", 1, 10],
      ["g9", "other", 2, 9],
    ] as const) {
      expect(() => requireParentGroup(structure, parent, field, height)).toThrow(
        expect.objectContaining({
          ...{ status: 400, field },
          message: `${field} ${parent} is at depth ${depth}. Section groups can be nested at most 10 deep.`,
        }),
      );
    }
  });

  test.each([
    ["g1", "g1", "parentSectionGroupId g1 is the group itself or inside it. Choose another group."],
    ["g1", "g5", "parentSectionGroupId g5 is the group itself or inside it. Choose another group."],
    ["h1", "none", "parentSectionGroupId none is not a section group of this site. Check the id."],
    [
      "h1",
      "g8",
      "parentSectionGroupId g8 is at depth 8. Section groups can be nested at most 10 deep.",
    ],
    [
      "h2",
      "g9",
      "parentSectionGroupId g9 is at depth 9. Section groups can be nested at most 10 deep.",
    ],
  ])("of %s cannot be %s", async (id, parent, message) => {
    const group = structure.groups.get(id);
    if (!group) throw new Error(`There is no group ${id}.`);
    await expect(moveGroup(createPartial({}), structure, group, parent)).rejects.toThrow(
      expect.objectContaining({ status: 400, field: "parentSectionGroupId", message }),
    );
  });
});

test("a section goes to a group of the site", () => {
  for (const group of [undefined, null, "g1"])
    expect(requireGroup(structure, group)).toBeUndefined();
  expect(() => requireGroup(structure, "none")).toThrow(
    expect.objectContaining({
      ...{ status: 400, field: "siteSectionGroupId" },
      message: "siteSectionGroupId none is not a section group of this site. Check the id.",
    }),
  );
});

test("the sections of a group are sections of the site, each once", () => {
  expect(requireSections(structure, ["two", "one"])).toEqual(["two", "one"]);
  for (const [ids, message] of [
    [["one", "g1"], "sections: g1 is not a section of this site. Check the id."],
    [["one", "two", "one"], "sections: Duplicate id one."],
  ] as const) {
    expect(() => requireSections(structure, ids)).toThrow(
      expect.objectContaining({ status: 400, field: "sections", message }),
    );
  }
});

slowTest(
  "a group moves to the end of another, or after the outermost group that contained it",
  async () => {
    const fixture = await openSitesFixture();
    const { workspace, admin } = fixture;
    const id = await fixture.site();
    const section = await fixture.section(id, "S1");
    const { id: a } = await fixture.group(id, "A1");
    const { id: b } = await fixture.group(id, "B1", [], a);
    const { id: c } = await fixture.group(id, "C1", [section.id], b);
    const { id: d } = await fixture.group(id, "D1");
    const { id: e } = await fixture.group(id, "E1", [], d);
    const put = async (siteSectionGroupId: string, parentSectionGroupId: string | null) => {
      const input = { ...fixture.of(id), siteSectionGroupId, parentSectionGroupId };
      await workspace.ok(admin, group.update, input);
      return outline(await fixture.structure(id)).replaceAll(/\*|\([^)]*\)/g, "");
    };
    expect(await put(e, d)).toBe("A1[B1[C1[S1]]], D1[E1[]]");
    expect(await put(c, d)).toBe("A1[B1[]], D1[E1[], C1[S1]]");
    expect(await put(e, d)).toBe("A1[B1[]], D1[E1[], C1[S1]]");
    expect(await put(c, b)).toBe("A1[B1[C1[S1]]], D1[E1[]]");
    expect(await put(c, null)).toBe("A1[B1[]], C1[S1], D1[E1[]]");
    expect(await put(c, null)).toBe("A1[B1[]], C1[S1], D1[E1[]]");
    const out = { ...fixture.of(id), siteSectionGroupId: c, siteSectionId: section.id };
    expect((await workspace.ask(admin, group.removeSection, out)).status).toBe(205);
    expect((await workspace.ask(admin, group.removeSection, out)).status).toBe(204);
    const all = outline(await fixture.structure(id)).replaceAll(/\*|\([^)]*\)/g, "");
    expect(all).toBe("A1[B1[]], C1[], S1, D1[E1[]]");
  },
);
