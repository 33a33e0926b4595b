import fc from "fast-check";
import { expect, test } from "vitest";
import * as site from "../../../../src/contract/site.ts";
import * as section from "../../../../src/contract/site-section.ts";
import * as group from "../../../../src/contract/site-section-group.ts";
import * as siteSpace from "../../../../src/contract/site-space.ts";
import { type ModelItem, move, SiteModel } from "./model.ts";
import { openStage, type Stage, type Structure } from "./stage.ts";

/** A step picks its things by numbers, so that it means something on every site. */
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

/** Takes the same step on a site and in the model; one that has nothing to work on is left out. */
async function take(stage: Stage, siteId: string, space: string, model: SiteModel, step: Step) {
  const { workspace, admin } = stage;
  const of = stage.of(siteId);
  const chosen = pick(model.sections(), step.one);
  const bundle = pick(model.groups(), step.other);
  switch (step.does) {
    case "add section": {
      const made = await stage.section(siteId, `Section ${step.one}`, space);
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
      model.addPlace(chosen, (await stage.add(siteId, space, chosen.id)).id);
      return;
    }
    case "remove place": {
      const place = chosen && pick(chosen.places, step.other);
      if (!place) return;
      const answer = await workspace.ask(admin, siteSpace.remove, { ...of, siteSpaceId: place });
      if (answer.status === 205) model.removePlace(chosen, place);
      else expect(chosen.places).toEqual([place]);
      return;
    }
    case "move section": {
      const others = model.listOf(chosen?.id ?? "").filter((item) => item.kind === "section");
      const other = pick(others, step.other);
      if (!chosen || !other || other === chosen) return;
      const pointer = { type: "site-section", siteSection: other.id } as const;
      const position = step.where === "end" ? {} : { [step.where]: pointer };
      await workspace.ok(admin, section.move, { ...of, siteSectionId: chosen.id, position });
      move<ModelItem>(model.listOf(chosen.id), chosen, step.where, other);
      return;
    }
    case "sort item": {
      const item = pick(model.all(), step.one);
      const other = item && pick(model.listOf(item.id), step.other);
      if (!item || !other || other === item) return;
      const position = step.where === "end" ? {} : { [step.where]: partOf(other) };
      await workspace.ok(admin, site.sort, { ...of, item: partOf(item), position });
      move(model.listOf(item.id), item, step.where, other);
      return;
    }
    case "move place": {
      const place = pick(chosen?.places ?? [], step.other);
      const other = pick(chosen?.places ?? [], step.other + 1);
      if (!chosen || !place || !other || place === other) return;
      const pointer = { type: "site-space", siteSpace: other } as const;
      const position = step.where === "end" ? {} : { [step.where]: pointer };
      await workspace.ok(admin, siteSpace.move, { ...of, siteSpaceId: place, position });
      move(chosen.places, place, step.where, other);
      return;
    }
    case "choose section":
      if (!chosen) return;
      await stage.change(siteId, { defaultSiteSection: chosen.id });
      model.main = chosen.id;
      return;
    case "choose place": {
      const place = pick(chosen?.places ?? [], step.other);
      if (!chosen || !place) return;
      const input = { ...of, siteSectionId: chosen.id, defaultSiteSpace: place };
      await workspace.ok(admin, section.update, input);
      chosen.main = place;
      return;
    }
  }
}

function partOf({ kind, id }: ModelItem) {
  return { type: kind === "section" ? "site-section" : "site-section-group", id } as const;
}

/** Both as the same plain lists of ids, with the defaults marked. */
function inModel(model: SiteModel): unknown {
  const shown = (item: ModelItem): unknown =>
    item.kind === "group"
      ? [item.id, item.items.map(shown)]
      : {
          id: item.id + (model.main === item.id ? "*" : ""),
          places: item.places.map((place) => place + (item.main === place ? "*" : "")),
        };
  return model.items.map(shown);
}

function onSite(structure: Structure): unknown {
  const shown = (item: Structure["structure"][number]): unknown => {
    if (item.object === "site-section-group") return [item.id, item.children.map(shown)];
    const id = item.id + (item.default ? "*" : "");
    return item.object === "site-space" ? id : { id, places: item.siteSpaces.map(shown) };
  };
  return structure.structure.map(shown);
}

test("Any sequence of changes leaves a site as a plain list would be, with one default each", async () => {
  const stage = await openStage();
  const space = await stage.space("Guide");
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const siteId = await stage.site();
      const model = new SiteModel();
      for (const step of taken) {
        await take(stage, siteId, space, model, step);
        expect(onSite(await stage.structure(siteId))).toEqual(inModel(model));
      }
      const sections = (await stage.sections(siteId)).map((item) => item.id);
      expect(sections).toEqual(model.sections().map((item) => item.id));
      const paths = (await stage.sections(siteId)).map((item) => item.path);
      expect(new Set(paths).size).toBe(paths.length);
    }),
    { numRuns: 15 },
  );
});
