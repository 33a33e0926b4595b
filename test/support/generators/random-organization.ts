/** Random organizations, created by requests, with their reference models. */
import * as collection from "../../../src/contract/collection.ts";
import * as collectionPermission from "../../../src/contract/collection-permission.ts";
import { levels, type Role, roles } from "../../../src/contract/roles.ts";
import * as site from "../../../src/contract/site.ts";
import * as sitePermission from "../../../src/contract/site-permission.ts";
import * as siteSpace from "../../../src/contract/site-space.ts";
import * as space from "../../../src/contract/space.ts";
import * as spacePermission from "../../../src/contract/space-permission.ts";
import * as team from "../../../src/contract/team.ts";
import type {
  ModelCollection,
  ModelOrganization,
  ModelSpace,
  ModelThing,
} from "../models/precedence-model.ts";
import type { Workspace } from "../platforms/workspace.ts";
import type { Random } from "./random.ts";

/** The number of resources of each kind; `changes` is the number of changes. */
const usual = { collections: 4, spaces: 7, sites: 2, teams: 3, changes: 6 };
export type Counts = typeof usual;

export interface RandomOrganization {
  readonly workspace: Workspace;
  readonly organizationId: string;
  readonly admin: string;
  /** All users except the admin. */
  readonly people: readonly string[];
  readonly model: ModelOrganization;
  /** Applies random changes by requests and to the model. */
  readonly change: () => Promise<void>;
}

export async function makeOrganization(
  workspace: Workspace,
  random: Random,
  counts: Counts = usual,
): Promise<RandomOrganization> {
  const organizationId = await workspace.organization();
  const admin = await workspace.member(organizationId, "admin");
  const members = new Map<string, Role | null>([[admin, "admin"]]);
  for (const role of ["create", "edit", "read", null, null] as const) {
    members.set(await workspace.member(organizationId, role), role);
  }
  const people = [...members.keys()].slice(1);
  const teams = new Map<string, ReadonlySet<string>>();
  for (let at = 0; at < counts.teams; at++) {
    const inIt = people.filter(() => random.chance(0.4));
    const asked = { organizationId, title: "Team", members: inIt };
    teams.set((await workspace.ok(admin, team.create, asked)).id, new Set(inIt));
  }
  const collections: ModelCollection[] = [];
  const spaces: ModelSpace[] = [];
  const sites: ModelThing[] = [];
  const model: ModelOrganization = { members, teams, collections, spaces, sites };
  const ground = new Ground(workspace, random, organizationId, admin, people, model);

  for (let at = 0; at < counts.collections; at++) {
    const parent = random.chance(0.6) ? random.pick([undefined, ...collections]) : undefined;
    const asked = { organizationId, ...(parent && { parent: parent.id }) };
    const { id } = await workspace.ok(admin, collection.create, asked);
    const creator = await ground.giveTo("collections", id);
    collections.push({ id, parent, creator, level: "inherit", grants: new Map() });
  }
  for (let at = 0; at < counts.spaces; at++) {
    const parent = random.pick([undefined, ...collections]);
    const asked = { organizationId, ...(parent && { parent: parent.id }) };
    const { id } = await workspace.ok(admin, space.create, asked);
    const creator = await ground.giveTo("spaces", id);
    spaces.push({ id, parent, creator, level: "inherit", grants: new Map(), sites: new Set() });
  }
  for (let at = 0; at < counts.sites; at++) {
    const { id } = await workspace.ok(admin, site.create, { organizationId });
    sites.push({ id, creator: admin, level: "inherit", grants: new Map() });
  }
  for (const thing of [...collections, ...spaces, ...sites]) {
    if (random.chance(0.4)) await ground.level(thing);
    if (random.chance(0.5)) await ground.grant(thing);
    if (random.chance(0.3)) await ground.grant(thing);
  }
  for (const one of spaces) if (random.chance(0.6)) await ground.put(one, random.pick(sites));
  return {
    workspace,
    organizationId,
    admin,
    people,
    model,
    change: async () => {
      for (let at = 0; at < counts.changes; at++) await ground.changeOne();
    },
  };
}

class Ground {
  constructor(
    readonly workspace: Workspace,
    readonly random: Random,
    readonly organizationId: string,
    readonly admin: string,
    readonly people: readonly string[],
    readonly model: ModelOrganization,
  ) {}

  /** Content is created by a user with the required role, because its creator matters. */
  async giveTo(table: "collections" | "spaces", id: string): Promise<string> {
    const created_by = this.random.pick([this.admin, ...this.people]);
    await this.workspace.db.updateTable(table).set({ created_by }).where("id", "=", id).execute();
    return created_by;
  }

  async level(thing: ModelThing): Promise<void> {
    const { workspace, admin, organizationId, random } = this;
    const defaultLevel = random.pick([null, null, ...levels, "inherit", "inherit"] as const);
    thing.level = defaultLevel;
    const kind = this.#getKind(thing);
    const { id } = thing;
    if (kind === "space") await workspace.ok(admin, space.update, { spaceId: id, defaultLevel });
    else if (kind === "collection") {
      await workspace.ok(admin, collection.update, { collectionId: id, defaultLevel });
    } else await workspace.ok(admin, site.update, { organizationId, siteId: id, defaultLevel });
  }

  async grant(thing: ModelThing): Promise<void> {
    const { workspace, admin, organizationId, random, people, model } = this;
    const role = random.pick(roles);
    const isTeam = random.chance(0.5);
    const holder = random.pick(isTeam ? [...model.teams.keys()] : people);
    thing.grants.set(holder, role);
    const to = isTeam ? { role, teams: [holder] } : { role, users: [holder] };
    const kind = this.#getKind(thing);
    const { id } = thing;
    if (kind === "space") await workspace.ok(admin, spacePermission.grant, { spaceId: id, ...to });
    else if (kind === "collection") {
      await workspace.ok(admin, collectionPermission.grant, { collectionId: id, ...to });
    } else await workspace.ok(admin, sitePermission.grant, { organizationId, siteId: id, ...to });
  }

  async put(one: ModelSpace, on: ModelThing): Promise<void> {
    const { workspace, admin, organizationId } = this;
    const asked = { organizationId, siteId: on.id, spaceId: one.id };
    await workspace.ok(admin, siteSpace.create, asked);
    one.sites.add(on);
  }

  async takeOff(one: ModelSpace, on: ModelThing): Promise<void> {
    const { workspace, admin, organizationId } = this;
    const at = { organizationId, siteId: on.id };
    const { items } = await workspace.ok(admin, siteSpace.list, { ...at, limit: 1000 });
    for (const { id, space: shown } of items) {
      if (shown.id !== one.id) continue;
      await workspace.ask(admin, siteSpace.remove, { ...at, siteSpaceId: id });
    }
    one.sites.delete(on);
  }

  async moveSpace(one: ModelSpace): Promise<void> {
    const parent = this.random.pick([undefined, ...this.model.collections]);
    const asked = { spaceId: one.id, parent: parent?.id ?? null };
    const { status } = await this.workspace.ask(this.admin, space.move, asked);
    if (status === 200) one.parent = parent;
  }

  async moveCollection(one: ModelCollection): Promise<void> {
    const parent = this.random.pick([undefined, ...this.model.collections]);
    const asked = { collectionId: one.id, parent: parent?.id ?? null };
    const { status } = await this.workspace.ask(this.admin, collection.move, asked);
    if (status === 200) one.parent = parent;
  }

  async changeOne(): Promise<void> {
    const { random, model } = this;
    const things = [...model.collections, ...model.spaces, ...model.sites];
    const one = random.pick(model.spaces);
    const on = random.pick(model.sites);
    const all = [
      () => this.level(random.pick(things)),
      () => this.level(on),
      () => this.grant(random.pick(things)),
      () => (one.sites.has(on) ? this.takeOff(one, on) : this.put(one, on)),
      () => this.moveSpace(one),
      () => this.moveCollection(random.pick(model.collections)),
    ];
    await random.pick(all)();
  }

  #getKind(thing: ModelThing): "collection" | "space" | "site" {
    if (this.model.sites.includes(thing)) return "site";
    return this.model.spaces.some((one) => one === thing) ? "space" : "collection";
  }
}
