import fc from "fast-check";
import { expect, test } from "vitest";
import * as site from "../../../../../src/contract/site.ts";
import * as section from "../../../../../src/contract/site-section.ts";
import * as group from "../../../../../src/contract/site-section-group.ts";
import * as siteSpace from "../../../../../src/contract/site-space.ts";
import { amount } from "../../../../support/generators/amount.ts";
import { openSitesFixture, type SitesFixture, type Structure } from "../fixture.ts";
import { type ModelItem, move, SiteModel } from "../model.ts";

/** A step selects its parts by index, so that it applies to any site. */
interface Step {
  readonly does: (typeof deeds)[number];
  readonly one: number;
  readonly other: number;
  readonly where: "before" | "after" | "end";
}

const deeds = [
  "add section",
  "add group",
  "remove section",
  "remove group",
  "put into group",
  "leave group",
  "add place",
  "remove place",
  "move section",
  "sort item",
  "move place",
  "choose section",
  "choose place",
] as const;

const steps = fc.array(
  fc.record({
    does: fc.constantFrom(...deeds),
    one: fc.nat(1000),
    other: fc.nat(1000),
    where: fc.constantFrom("before", "after", "end"),
  }),
  { minLength: 20, maxLength: 70 },
);

function pick<T>(list: readonly T[], number: number): T | undefined {
  return list[number % list.length];
}

/** Executes the same step on a site and in the model; a step without a target is skipped. */
async function take(
  fixture: SitesFixture,
  siteId: string,
  space: string,
  model: SiteModel,
  step: Step,
) {
  const { workspace, admin } = fixture;
  const of = fixture.of(siteId);
  const chosen = pick(model.sections(), step.one);
  const bundle = pick(model.groups(), step.other);
  switch (step.does) {
    case "add section": {
      const made = await fixture.section(siteId, `Section ${step.one}`, space);
      model.addSection(made.id, made.siteSpaces[0]?.id ?? "");
      return;
    }
    case "add group": {
      const parent = step.one % 2 === 0 ? bundle : undefined;
      const made = await workspace.ask(admin, group.create, {
        ...of,
        title: "Group",
        ...(parent && { parent: parent.id }),
      });
      if (made.status === 201) model.addGroup((made.body as { id: string }).id, parent);
      return;
    }
    case "remove section":
      if (!chosen) return;
      await workspace.ask(admin, section.remove, { ...of, siteSectionId: chosen.id });
      model.removeSection(chosen);
      return;
    case "remove group":
      if (!bundle) return;
      await workspace.ask(admin, group.remove, { ...of, siteSectionGroupId: bundle.id });
      model.removeGroup(bundle);
      return;
    case "put into group":
      if (!bundle || !chosen) return;
      await workspace.ok(admin, group.addSection, {
        ...of,
        siteSectionGroupId: bundle.id,
        sectionId: chosen.id,
      });
      model.putInto(bundle, chosen);
      return;
    case "leave group": {
      const holder = model.groups().find(({ items }) => chosen && items.includes(chosen));
      if (!holder || !chosen) return;
      const input = { ...of, siteSectionGroupId: holder.id, siteSectionId: chosen.id };
      await workspace.ask(admin, group.removeSection, input);
      model.leave(chosen);
      return;
    }
    case "add place": {
      if (!chosen) return;
      model.addSpace(chosen, (await fixture.add(siteId, space, chosen.id)).id);
      return;
    }
    case "remove place": {
      const siteSpaceId = chosen && pick(chosen.places, step.other);
      if (!siteSpaceId) return;
      const answer = await workspace.ask(admin, siteSpace.remove, {
        ...of,
        siteSpaceId: siteSpaceId,
      });
      if (answer.status === 205) model.removeSpace(chosen, siteSpaceId);
      else expect(chosen.places).toEqual([siteSpaceId]);
      return;
    }
    case "move section": {
      const others = model.listItems(chosen?.id ?? "").filter((item) => item.kind === "section");
      const other = pick(others, step.other);
      if (!chosen || !other || other === chosen) return;
      const pointer = { type: "site-section", siteSection: other.id } as const;
      const position = step.where === "end" ? {} : { [step.where]: pointer };
      await workspace.ok(admin, section.move, { ...of, siteSectionId: chosen.id, position });
      move<ModelItem>(model.listItems(chosen.id), chosen, step.where, other);
      return;
    }
    case "sort item": {
      const item = pick(model.all(), step.one);
      const other = item && pick(model.listItems(item.id), step.other);
      if (!item || !other || other === item) return;
      const position = step.where === "end" ? {} : { [step.where]: getPart(other) };
      await workspace.ok(admin, site.sort, { ...of, item: getPart(item), position });
      move(model.listItems(item.id), item, step.where, other);
      return;
    }
    case "move place": {
      const siteSpaceId = pick(chosen?.places ?? [], step.other);
      const other = pick(chosen?.places ?? [], step.other + 1);
      if (!chosen || !siteSpaceId || !other || siteSpaceId === other) return;
      const pointer = { type: "site-space", siteSpace: other } as const;
      const position = step.where === "end" ? {} : { [step.where]: pointer };
      await workspace.ok(admin, siteSpace.move, { ...of, siteSpaceId: siteSpaceId, position });
      move(chosen.places, siteSpaceId, step.where, other);
      return;
    }
    case "choose section":
      if (!chosen) return;
      await fixture.change(siteId, { defaultSiteSection: chosen.id });
      model.main = chosen.id;
      return;
    case "choose place": {
      const siteSpaceId = pick(chosen?.places ?? [], step.other);
      if (!chosen || !siteSpaceId) return;
      const input = { ...of, siteSectionId: chosen.id, defaultSiteSpace: siteSpaceId };
      await workspace.ok(admin, section.update, input);
      chosen.main = siteSpaceId;
      return;
    }
  }
}

function getPart({ kind, id }: ModelItem) {
  return { type: kind === "section" ? "site-section" : "site-section-group", id } as const;
}

/** Both as plain lists of ids, with the defaults marked. */
function inModel(model: SiteModel): unknown {
  const expectedItem = (item: ModelItem): unknown =>
    item.kind === "group"
      ? [item.id, item.items.map(expectedItem)]
      : {
          id: item.id + (model.main === item.id ? "*" : ""),
          places: item.places.map((siteSpace) => siteSpace + (item.main === siteSpace ? "*" : "")),
        };
  return model.items.map(expectedItem);
}

function onSite(structure: Structure): unknown {
  const comparable = (item: Structure["structure"][number]): unknown => {
    if (item.object === "site-section-group") return [item.id, item.children.map(comparable)];
    if (item.object === "site-external-link") return item.id;
    const id = item.id + (item.default ? "*" : "");
    return item.object === "site-space" ? id : { id, places: item.siteSpaces.map(comparable) };
  };
  return structure.structure.map(comparable);
}

test("any sequence of changes leaves a site like a plain list, with one default each", async () => {
  const fixture = await openSitesFixture();
  const space = await fixture.space("Guide");
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const siteId = await fixture.site();
      const model = new SiteModel();
      for (const step of taken) {
        await take(fixture, siteId, space, model, step);
        expect(onSite(await fixture.structure(siteId))).toEqual(inModel(model));
      }
      const sections = (await fixture.sections(siteId)).map((item) => item.id);
      expect(sections).toEqual(model.sections().map((item) => item.id));
      const paths = (await fixture.sections(siteId)).map((item) => item.path);
      expect(new Set(paths).size).toBe(paths.length);
    }),
    { numRuns: amount({ short: 2, all: 6, full: 15 }) },
  );
});
