/** An organization on a platform, changed by the requests of the reference model. */
import * as collection from "../../../src/contract/collection.ts";
import * as collectionPermission from "../../../src/contract/collection-permission.ts";
import type { Output } from "../../../src/contract/endpoint.ts";
import * as invitation from "../../../src/contract/invitation.ts";
import * as member from "../../../src/contract/member.ts";
import * as organization from "../../../src/contract/organization.ts";
import * as invite from "../../../src/contract/organization-invite.ts";
import type { Role } from "../../../src/contract/roles.ts";
import * as space from "../../../src/contract/space.ts";
import * as spacePermission from "../../../src/contract/space-permission.ts";
import * as team from "../../../src/contract/team.ts";
import { toRole } from "../../../src/service/core/access/grants.ts";
import type { Answered, Workspace } from "../platforms/workspace.ts";
import type { Asked } from "./people-model.ts";
import { type Content, contents, type Model, told } from "./people-model-parts.ts";
import type { ModelSetup } from "./rounds.ts";

/** An admin, an author, a reader, a guest and two non-members, with a collection and two spaces. */
export async function openPeople(workspace: Workspace): Promise<ModelSetup<Model, Asked>> {
  const organizationId = await workspace.organization();
  const members = new Map<string, Role | null>();
  for (const role of ["admin", "create", "read", null] as const) {
    members.set(await workspace.member(organizationId, role), role);
  }
  const people = [...members.keys(), await workspace.person(), await workspace.person()];
  const [admin = ""] = people;
  const titled = { organizationId, title: "Guide" };
  const collectionId = (await workspace.ok(admin, collection.create, titled)).id;
  const inner = (await workspace.ok(admin, space.create, { ...titled, parent: collectionId })).id;
  const outer = (await workspace.ok(admin, space.create, titled)).id;
  const setup = new PeopleGround(workspace, organizationId, {
    collection: collectionId,
    inner,
    outer,
  });
  const nothing = {
    invitations: new Map(),
    links: new Map(),
    teams: new Map(),
    grants: new Map(),
  };
  const levels = new Map(contents.map((content) => [content, "inherit"] as const));
  return {
    model: { ...nothing, people, creator: admin, members, levels },
    ask: (asked) => setup.ask(asked),
    seen: async () => told(await setup.read(people)),
  };
}

class PeopleGround {
  constructor(
    readonly workspace: Workspace,
    readonly organizationId: string,
    readonly ids: Readonly<Record<Content, string>>,
  ) {}

  async ask(asked: Asked) {
    const { status, body } = await this.#request(asked);
    return { status, body: body === undefined ? undefined : comparable(asked, body) };
  }

  /** The state, read from the database, because no user is guaranteed to keep access. */
  async read(people: readonly string[]): Promise<Model> {
    const { db } = this.workspace;
    const getContent = (id: string) => contents.find((content) => this.ids[content] === id);
    const own = ["organization_id", "=", this.organizationId] as const;
    const members = await db
      .selectFrom("members")
      .selectAll()
      .where(...own)
      .execute();
    const teams = await db
      .selectFrom("teams")
      .selectAll()
      .where(...own)
      .execute();
    const inTeams = await db
      .selectFrom("team_members")
      .selectAll()
      .where("team_id", "in", [...teams.map(({ id }) => id), ""])
      .execute();
    const invitations = await db
      .selectFrom("invitations")
      .selectAll()
      .where(...own)
      .execute();
    const links = await db
      .selectFrom("link_invites")
      .selectAll()
      .where(...own)
      .execute();
    const grants = await db
      .selectFrom("grants")
      .selectAll()
      .where(...own)
      .execute();
    const things = [
      ...(await db
        .selectFrom("spaces")
        .selectAll()
        .where(...own)
        .execute()),
      ...(await db
        .selectFrom("collections")
        .selectAll()
        .where(...own)
        .execute()),
    ];
    return {
      people,
      creator: people[0] ?? "",
      members: new Map(members.map(({ user_id, role }) => [user_id, role])),
      invitations: new Map(invitations.map(({ user_id, role }) => [user_id, role])),
      links: new Map(links.map(({ id, role, level }) => [id, { role, ...(level && { level }) }])),
      teams: new Map(
        teams.map(({ id, title }) => {
          const there = inTeams.filter(({ team_id }) => team_id === id);
          return [id, { title, members: new Map(there.map((row) => [row.user_id, row.role])) }];
        }),
      ),
      grants: new Map(
        grants.map(({ content_id, holder_id, strength }) => [
          `${getContent(content_id)} ${holder_id}`,
          toRole(strength) ?? "read",
        ]),
      ),
      levels: new Map(
        things.map(({ id, default_level }) => [getContent(id) ?? "outer", default_level]),
      ),
    };
  }

  #request(asked: Asked): Promise<Answered> {
    const { workspace, organizationId } = this;
    const { who } = asked;
    const of = { organizationId };
    switch (asked.does) {
      case "list members":
        return workspace.ask(who, member.list, { ...of, limit: 1000 });
      case "list teams":
        return workspace.ask(who, team.list, { ...of, limit: 1000 });
      case "set role":
        return workspace.ask(who, member.update, { ...of, userId: asked.user, role: asked.role });
      case "remove member":
        return workspace.ask(who, member.remove, { ...of, userId: asked.user });
      case "invite":
        return this.#invite(asked);
      case "accept":
        return workspace.ask(who, invitation.accept, of);
      case "make link": {
        const { role, to } = asked;
        const content = to && { [this.#getKind(to.content)]: this.ids[to.content] };
        const gives = to ? { level: to.level, ...content } : { role };
        return workspace.ask(who, invite.create, { ...of, ...gives });
      }
      case "take link":
        return workspace.ask(who, invite.accept, { ...of, inviteId: asked.link });
      case "drop link":
        return workspace.ask(who, organization.deleteInvite, { ...of, inviteId: asked.link });
      case "make team":
        return workspace.ask(who, team.create, { ...of, title: asked.title, members: asked.users });
      case "rename team":
        return workspace.ask(who, team.update, { ...of, teamId: asked.team, title: asked.title });
      case "drop team":
        return workspace.ask(who, team.remove, { ...of, teamId: asked.team });
      case "change team": {
        const { add, remove, roles } = asked;
        const named = Object.entries(roles).map(([user, role]) => [user, { role }] as const);
        const changes = { add, remove, memberships: Object.fromEntries(named) };
        return workspace.ask(who, team.changeMembers, { ...of, teamId: asked.team, ...changes });
      }
      case "join team": {
        const { team: teamId, user: userId, role } = asked;
        return workspace.ask(who, team.putMember, { ...of, teamId, userId, role });
      }
      case "leave team": {
        const { team: teamId, user: userId } = asked;
        return workspace.ask(who, team.dropMember, { ...of, teamId, userId });
      }
      default:
        return this.#content(asked);
    }
  }

  async #invite({ who, users, role }: Extract<Asked, { does: "invite" }>): Promise<Answered> {
    const { workspace, organizationId } = this;
    const emails: string[] = [];
    for (const user of users) {
      const row = await workspace.db
        .selectFrom("users")
        .select("email")
        .where("id", "=", user)
        .executeTakeFirstOrThrow();
      emails.push(row.email);
    }
    return workspace.ask(who, invite.users, { organizationId, emails, role });
  }

  #content(asked: Extract<Asked, { readonly content: Content }>): Promise<Answered> {
    const { workspace } = this;
    const { who, content } = asked;
    const spaceId = this.ids[content];
    const isSpace = this.#getKind(content) === "space";
    const at = isSpace ? { spaceId } : { collectionId: spaceId };
    const on = isSpace ? spacePermission : collectionPermission;
    if (asked.does === "look") return workspace.ask(who, space.get, { spaceId });
    if (asked.does === "set level") {
      const change = { ...at, defaultLevel: asked.level };
      return isSpace
        ? workspace.ask(who, space.update, { spaceId, ...change })
        : workspace.ask(who, collection.update, { collectionId: spaceId, ...change });
    }
    if (asked.does === "grant") {
      const { users, teams, role } = asked;
      return workspace.ask(who, on.grant, { ...at, users, teams, role });
    }
    const { kind, holder } = asked;
    const [user, group] = [
      { ...at, userId: holder },
      { ...at, teamId: holder },
    ];
    if (asked.does === "take back") {
      return kind === "user"
        ? workspace.ask(who, on.removeUser, user)
        : workspace.ask(who, on.removeTeam, group);
    }
    const { role } = asked;
    return kind === "user"
      ? workspace.ask(who, on.updateUser, { ...user, role })
      : workspace.ask(who, on.updateTeam, { ...group, role });
  }

  #getKind(content: Content): "collection" | "space" {
    return content === "collection" ? "collection" : "space";
  }
}

/** The part of a response that the model describes. */
function comparable({ does }: Asked, body: unknown): unknown {
  switch (does) {
    case "list members":
      return (body as Output<typeof member.list>).items
        .map(({ id, role, spaces, teams }) => `${id} ${role} ${spaces} ${teams}`)
        .toSorted();
    case "list teams":
      return (body as Output<typeof team.list>).items
        .map(({ id, title, members, spaces, permissions }) =>
          [id, title, members, spaces, permissions.admin].join(" "),
        )
        .toSorted();
    case "look":
      return roleIn((body as Output<typeof space.get>).permissions);
    case "set role":
      return (body as Output<typeof member.update>).role;
    case "invite":
      return (body as Output<typeof invite.users>).pending?.length ?? 0;
    case "make link":
    case "make team":
      return (body as { readonly id: string }).id;
    default:
      return undefined;
  }
}

function roleIn(may: Output<typeof space.get>["permissions"]): Role {
  if (may.admin) return "admin";
  if (may.triggerGitSync) return "create";
  if (may.review) return "review";
  if (may.edit) return "edit";
  return may.comment ? "comment" : "read";
}
