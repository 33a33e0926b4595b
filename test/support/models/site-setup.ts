/** A site on a platform, changed by the requests of the reference model. */
import { expect } from "vitest";
import type { Output } from "../../../src/contract/endpoint.ts";
import * as site from "../../../src/contract/site.ts";
import * as section from "../../../src/contract/site-section.ts";
import * as group from "../../../src/contract/site-section-group.ts";
import * as siteSpace from "../../../src/contract/site-space.ts";
import * as space from "../../../src/contract/space.ts";
import type { Answered, Workspace } from "../platforms/workspace.ts";
import type { ModelSetup } from "./rounds.ts";
import type { Asked, Reference } from "./site-model.ts";
import type { Model } from "./site-model-parts.ts";

type Structure = Output<typeof site.structure>;
type Item = Structure["structure"][number];

/** An empty site, and spaces to add to it. Two spaces have the same title. */
export async function openSite(workspace: Workspace): Promise<ModelSetup<Model, Asked>> {
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const spaces = new Map<string, { title: string; live: boolean }>();
  for (const title of ["Start", "Help", "Start"]) {
    const made = await workspace.ok(admin, space.create, { organizationId, title });
    spaces.set(made.id, { title, live: true });
  }
  const { id: siteId } = await workspace.ok(admin, site.create, { organizationId, title: "Docs" });
  const setup = new SiteGround(workspace, admin, { organizationId, siteId });
  const nothing = { groups: new Map(), sections: new Map(), places: new Map(), mains: new Map() };
  return {
    model: { ...nothing, spaces, items: new Map(), shelves: new Map(), main: undefined },
    ask: (asked) => setup.ask(asked),
    seen: () => setup.state(),
    learn: (model) => setup.learn(model),
  };
}

class SiteGround {
  /** The ids of implicitly created sections, by their names in the model. */
  readonly #ids = new Map<string, string>();
  #idsByPath = new Map<string, string>();

  constructor(
    readonly workspace: Workspace,
    readonly admin: string,
    readonly of: { readonly organizationId: string; readonly siteId: string },
  ) {}

  async ask(asked: Asked) {
    const { status, body } = await this.#request(asked);
    if (body === undefined) return { status, body };
    if (asked.does === "look") {
      return { status, body: { shown: (body as Structure).structure.map(comparable) } };
    }
    if (asked.does === "choose" || asked.does === "restore space") return { status, body: {} };
    const said = body as Item;
    const siteSpaceId = said.object === "site-section" ? said.siteSpaces[0]?.id : undefined;
    return { status, body: { id: said.id, place: siteSpaceId, shown: comparable(said) } };
  }

  /** The state, read from the structure. The lists must be consistent with it. */
  async state(): Promise<string> {
    const { workspace, admin, of } = this;
    const limit = 1000;
    const { structure } = await workspace.ok(admin, site.structure, of);
    const { items: sections } = await workspace.ok(admin, section.list, { ...of, limit });
    const { items: groups } = await workspace.ok(admin, group.list, { ...of, limit });
    const { items: siteSpaces } = await workspace.ok(admin, siteSpace.list, { ...of, limit });
    const defaults = { ...of, default: true, limit };
    const { items: mains } = await workspace.ok(admin, siteSpace.list, defaults);
    const all = structure.flatMap(within);
    expect(sections).toEqual(all.filter((one) => one.object === "site-section"));
    expect(groups).toEqual(all.filter((one) => one.object === "site-section-group"));
    expect(siteSpaces).toEqual(all.filter((one) => one.object === "site-space"));
    expect(mains).toEqual(siteSpaces.filter((one) => one.default));
    expect((await workspace.ok(admin, site.get, of)).siteSpaces).toBe(siteSpaces.length);
    expect(sections.filter((one) => one.default)).toHaveLength(Math.min(sections.length, 1));
    this.#idsByPath = new Map(sections.map(({ path, id }) => [path, id]));
    return JSON.stringify(structure.map(comparable));
  }

  learn({ sections }: Model): void {
    for (const [key, { path }] of sections) {
      const id = this.#idsByPath.get(path) ?? "";
      expect(this.#getId(key, id)).toBe(id);
      this.#ids.set(key, id);
    }
  }

  #getId(key: string, otherwise = key): string {
    return this.#ids.get(key) ?? otherwise;
  }

  #request(asked: Asked): Promise<Answered> {
    const { workspace, admin, of } = this;
    switch (asked.does) {
      case "look":
        return workspace.ask(admin, site.structure, of);
      case "add section": {
        const { title, space: spaceId } = asked;
        return workspace.ask(admin, section.create, { ...of, title, spaceId });
      }
      case "add group": {
        const { title, parent } = asked;
        const sections = asked.sections.map((id) => this.#getId(id));
        const input = { ...of, title, sections, ...(parent !== undefined && { parent }) };
        return workspace.ask(admin, group.create, input);
      }
      case "add place": {
        const into = asked.section !== undefined && { sectionId: this.#getId(asked.section) };
        return workspace.ask(admin, siteSpace.create, { ...of, spaceId: asked.space, ...into });
      }
      case "rename group": {
        const { id: siteSectionGroupId, title } = asked;
        return workspace.ask(admin, group.update, { ...of, siteSectionGroupId, title });
      }
      case "change section": {
        const { title, path, main: defaultSiteSpace } = asked;
        return workspace.ask(admin, section.update, {
          ...of,
          siteSectionId: this.#getId(asked.id),
          ...(title !== undefined && { title }),
          ...(path !== undefined && { path }),
          ...(defaultSiteSpace !== undefined && { defaultSiteSpace }),
        });
      }
      case "change place": {
        const { id: siteSpaceId, path, space: spaceId } = asked;
        const changes = {
          ...(path !== undefined && { path }),
          ...(spaceId !== undefined && { spaceId }),
        };
        return workspace.ask(admin, siteSpace.update, { ...of, siteSpaceId, ...changes });
      }
      case "choose": {
        const { section: main, place: defaultSiteSpace } = asked;
        return workspace.ask(admin, site.update, {
          ...of,
          ...(main !== undefined && { defaultSiteSection: this.#getId(main) }),
          ...(defaultSiteSpace !== undefined && { defaultSiteSpace }),
        });
      }
      case "remove": {
        const { kind } = asked.what;
        const id = this.#getId(asked.what.id);
        if (kind === "place")
          return workspace.ask(admin, siteSpace.remove, { ...of, siteSpaceId: id });
        if (kind === "section")
          return workspace.ask(admin, section.remove, { ...of, siteSectionId: id });
        return workspace.ask(admin, group.remove, { ...of, siteSectionGroupId: id });
      }
      case "put into":
      case "leave": {
        const [siteSectionGroupId, id] = [asked.group, this.#getId(asked.section)];
        const at = { ...of, siteSectionGroupId };
        return asked.does === "leave"
          ? workspace.ask(admin, group.removeSection, { ...at, siteSectionId: id })
          : workspace.ask(admin, group.addSection, { ...at, sectionId: id });
      }
      case "move":
        return this.#move(asked);
      case "delete space":
        return workspace.ask(admin, space.remove, { spaceId: asked.space });
      case "restore space":
        return workspace.ask(admin, space.restore, { spaceId: asked.space });
    }
  }

  #move({ what, to, sorts }: Extract<Asked, { does: "move" }>): Promise<Answered> {
    const { workspace, admin, of } = this;
    if (sorts) {
      const refer = ({ kind, id }: Reference) =>
        ({ type: types[kind], id: this.#getId(id) }) as const;
      const position = {
        ...(to.before && { before: refer(to.before) }),
        ...(to.after && { after: refer(to.after) }),
      };
      return workspace.ask(admin, site.sort, { ...of, item: refer(what), position });
    }
    const id = this.#getId(what.id);
    const point = <Name extends string>(name: Name, type: string) =>
      Object.fromEntries(
        Object.entries(to).map(([side, one]) => [side, { type, [name]: this.#getId(one.id) }]),
      );
    if (what.kind === "place") {
      const position = point("siteSpace", types.place);
      return workspace.ask(admin, siteSpace.move, { ...of, siteSpaceId: id, position });
    }
    const position = point("siteSection", types.section);
    return workspace.ask(admin, section.move, { ...of, siteSectionId: id, position });
  }
}

const types = {
  section: "site-section",
  group: "site-section-group",
  place: "site-space",
} as const;

/** A part with all its content, depth first. */
function within(item: Item): Item[] {
  if (item.object === "site-space" || item.object === "site-external-link") return [item];
  if (item.object === "site-section") return [item, ...item.siteSpaces];
  return [item, ...item.children.flatMap(within)];
}

/** The properties of a part that the model describes. */
function comparable(item: Item): unknown {
  if (item.object === "site-space") {
    const { id, path, space, default: isMain } = item;
    return { id, path, space: space.id, default: isMain };
  }
  if (item.object === "site-external-link") return { link: item.id };
  if (item.object === "site-section-group") {
    return { group: item.id, title: item.title, held: item.children.map(comparable) };
  }
  const { title, path, default: isMain, siteSpaces } = item;
  return { title, path, default: isMain, places: siteSpaces.map(comparable) };
}
