import { expect, test } from "vitest";
import * as site from "../../../../../src/contract/site.ts";
import * as section from "../../../../../src/contract/site-section.ts";
import * as siteSpace from "../../../../../src/contract/site-space.ts";
import * as space from "../../../../../src/contract/space.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";
import { addSitesFixture, outline } from "../fixture.ts";

/** One for all tests, each of which has its own organization. */
const shared = await openWorkspace();

async function start() {
  const fixture = await addSitesFixture(shared);
  const id = await fixture.site();
  const ids: string[] = [];
  for (const title of ["S1", "S2", "S3"]) ids.push((await fixture.section(id, title)).id);
  const [one = "", two = "", three = ""] = ids;
  const { workspace, admin } = fixture;
  const move = (siteSectionId: string, position?: object) =>
    workspace.ask(admin, section.move, {
      ...fixture.of(id),
      siteSectionId,
      ...(position && { position }),
    });
  const sort = (item: Part, position: object) =>
    workspace.ask(admin, site.sort, { ...fixture.of(id), item, position });
  return { fixture, workspace, admin, id, one, two, three, move, sort };
}

type Part = { type: "site-section" | "site-section-group" | "site-space"; id: string };
const at = (siteSection: string) => ({ type: "site-section", siteSection }) as const;
const titles = (outlined: string) => outlined.replaceAll(/\*|\([^)]*\)/g, "");

test("a section moves before, after, between, or last, and stays without a position", async () => {
  const { fixture, id, one, two, three, move } = await start();
  const now = async () => titles(outline(await fixture.structure(id)));
  await move(three, { before: at(one) });
  expect(await now()).toBe("S3, S1, S2");
  await move(three, { after: at(one) });
  expect(await now()).toBe("S1, S3, S2");
  await move(two, { after: at(one), before: at(three) });
  expect(await now()).toBe("S1, S2, S3");
  await move(one);
  expect(await now()).toBe("S2, S3, S1");
  for (const nothing of [undefined, {}, { after: at(three) }]) {
    expect(await move(one, nothing)).toMatchObject({ status: 200, body: { id: one } });
  }
  expect(await now()).toBe("S2, S3, S1");
});

slowTest("move refuses an invalid position and names the field", async () => {
  const { fixture, id, one, two, three, move, sort } = await start();
  const { id: groupId } = await fixture.group(id, "Group", [three]);
  const foreign = (await fixture.section(await fixture.site(), "Foreign")).id;
  const [ownSiteSpace] = await fixture.siteSpaces(id);
  const refused: [object, string][] = [
    [{ before: at(one) }, "position.before must not be the moved item"],
    [{ after: at("nothing") }, "position.after: section nothing"],
    [{ after: at(foreign) }, foreign],
    [{ after: at(three) }, three],
    [{ after: at(two), before: at(two) }, "not adjacent"],
    [{ after: { type: "site-space", siteSpace: ownSiteSpace?.id } }, "position.after"],
    [{ after: { type: "siteSection", siteSection: two } }, "position.after"],
  ];
  for (const [position, said] of refused) {
    const refusal = { status: 400, message: expect.stringContaining(said) };
    expect(await move(one, position)).toMatchObject(refusal);
  }
  const item = { type: "site-section", id: one } as const;
  for (const [other, said] of [
    [{ type: "site-section-group", id: two }, `section group ${two}`],
    [{ type: "site-space", id: ownSiteSpace?.id }, "site space"],
    [{ type: "site-section" }, "position.before"],
  ] as const) {
    const refusal = { status: 400, message: expect.stringContaining(said) };
    expect(await sort(item, { before: other })).toMatchObject(refusal);
  }
  const among = { before: { type: "site-section-group", id: groupId } } as const;
  expect(await sort(item, among)).toMatchObject({ status: 200 });
});

slowTest("sort moves sections into groups, groups among sections, and site spaces", async () => {
  const { fixture, id, one, two, three, sort } = await start();
  const { id: group } = await fixture.group(id, "G1", [three]);
  const added = await fixture.add(id, await fixture.space("Two 2"), two);
  const now = async () => outline(await fixture.structure(id));
  await sort(
    { type: "site-section-group", id: group },
    { before: { type: "site-section", id: one } },
  );
  expect(titles(await now())).toBe("G1[S3], S1, S2");
  await sort(
    { type: "site-section", id: two },
    { after: { type: "site-section-group", id: group } },
  );
  expect(titles(await now())).toBe("G1[S3], S2, S1");
  const [first] = (await fixture.sections(id)).find((item) => item.id === two)?.siteSpaces ?? [];
  await sort(
    { type: "site-space", id: added.id },
    { before: { type: "site-space", id: first?.id ?? "" } },
  );
  expect(await now()).toBe("G1[S3(S3*)], S2(Two 2, S2*), S1*(S1*)");
  for (const type of ["site-section", "site-section-group", "site-space"] as const) {
    expect(await sort({ type, id: "nothing" }, {})).toMatchObject({ status: 404 });
  }
});

test("a hidden space does not separate its neighbors, and cannot be moved", async () => {
  const fixture = await addSitesFixture(shared);
  const { workspace, org, admin } = fixture;
  const id = await fixture.site("A", "Hidden", "B", "C");
  const author = await workspace.member(org, "create");
  const [a, hidden, b, c] = await fixture.siteSpaces(id);
  const spaceId = hidden?.space.id ?? "";
  await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
  const to = (siteSpaceId = "") => ({ type: "site-space", siteSpace: siteSpaceId }) as const;
  const moved = { ...fixture.of(id), siteSpaceId: c?.id ?? "" };
  const between = { after: to(a?.id), before: to(b?.id) };
  await workspace.ok(author, siteSpace.move, { ...moved, position: between });
  expect(outline(await fixture.structure(id, author))).toBe("A*, C, B");
  expect(outline(await fixture.structure(id))).toBe("A*, C, Hidden, B");
  const beside = { ...moved, position: { after: to(hidden?.id) } };
  expect(await workspace.refused(author, siteSpace.move, beside)).toMatchObject({ status: 400 });
  const itself = { ...fixture.of(id), siteSpaceId: hidden?.id ?? "" };
  expect(await workspace.refused(author, siteSpace.move, itself)).toMatchObject({ status: 404 });
  expect(await workspace.refused(author, siteSpace.update, itself)).toMatchObject({ status: 404 });
  expect(await workspace.ask(author, siteSpace.remove, itself)).toMatchObject({ status: 204 });
  const listed = await workspace.ok(author, siteSpace.list, fixture.of(id));
  expect(listed.items.map((item) => item.title)).toEqual(["A", "C", "B"]);
});

slowTest("sort returns the moved part of any kind", async () => {
  const { fixture, id, one, two, three, sort } = await start();
  const { id: groupId } = await fixture.group(id, "Group", [three]);
  const [ownSiteSpace] = await fixture.siteSpaces(id);
  const parts: [Part["type"], string | undefined][] = [
    ["site-section", one],
    ["site-section-group", groupId],
    ["site-space", ownSiteSpace?.id],
  ];
  for (const [type, part = ""] of parts) {
    const position = type === "site-space" ? {} : { after: { type: "site-section", id: two } };
    const { status, body } = await sort({ type, id: part }, position);
    expect([status, body]).toEqual([200, expect.objectContaining({ object: type, id: part })]);
  }
});

slowTest(
  "a section is put into a group at creation or by an update, and removed by null",
  async () => {
    const { fixture, workspace, admin, id, one, two, three } = await start();
    const { id: groupId } = await fixture.group(id, "Group", [three]);
    const now = async () => titles(outline(await fixture.structure(id)));
    const put = (siteSectionId: string, siteSectionGroupId: string | null) =>
      workspace.ask(admin, section.update, {
        ...fixture.of(id),
        siteSectionId,
        siteSectionGroupId,
      });
    expect((await put(one, groupId)).body).toMatchObject({ id: one, sectionGroup: groupId });
    expect(await now()).toBe("S2, Group[S3, S1]");
    await put(three, groupId);
    expect(await now()).toBe("S2, Group[S3, S1]");
    const spaceId = await fixture.space("S4");
    const made = await workspace.ok(admin, section.create, {
      ...fixture.of(id),
      spaceId,
      siteSectionGroupId: groupId,
    });
    expect(made).toMatchObject({ title: "S4", sectionGroup: groupId });
    expect((await put(three, null)).body).not.toHaveProperty("sectionGroup");
    expect(await now()).toBe("S2, Group[S1, S4], S3");
    for (const nothing of ["nothing", two]) {
      const refused = await put(one, nothing);
      expect([refused.status, refused.message]).toEqual([
        400,
        `siteSectionGroupId ${nothing} is not a section group of this site. Check the id.`,
      ]);
    }
    expect(await now()).toBe("S2, Group[S1, S4], S3");
  },
);
