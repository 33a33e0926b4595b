import { describe, expect, test } from "vitest";
import {
  type Endpoint,
  getMethod,
  listPathNames,
  resolveLocation,
  resolvePath,
} from "../../src/contract/endpoint.ts";
import { type Inverse, regroupings } from "../../src/contract/inverse.ts";
import { findInverse } from "../../src/contract/inverses.ts";
import { loadWriteOperations } from "../../src/contract/operations.ts";
import { listModelPaths } from "../../src/contract/paths.model.ts";
import { everyVerb } from "../commands/tree.ts";
import { endpoints } from "../support/requests/made.ts";

const changing = endpoints.filter((one) => getMethod(one) !== "GET" && one.reads !== true);
const byName = new Map(endpoints.map((one) => [one.operation, one]));
const reads = new Set(
  endpoints
    .filter((one) => getMethod(one) === "GET")
    .map((one) => resolvePath(one).replace(/\{\w+\}/g, "{}")),
);

const invertible = changing.flatMap((endpoint): [string, Endpoint, Inverse][] => {
  const inverse = findInverse(endpoint.operation);
  return inverse !== undefined && "how" in inverse ? [[endpoint.operation, endpoint, inverse]] : [];
});

test("every write has an inverse, or a reason why it has none", () => {
  const missing = changing.filter(({ operation }) => findInverse(operation) === undefined);
  expect(
    missing.map(({ operation }) => operation),
    "add them to src/contract/inverses.ts",
  ).toEqual([]);
  for (const { operation } of changing) {
    const inverse = findInverse(operation);
    if (inverse !== undefined && "noInverse" in inverse) {
      expect(inverse.noInverse, operation).toMatch(/^[A-Z].{20,}\.$/);
    }
  }
});

test("each reason refers to existing commands", async () => {
  const commands = (await everyVerb()).map(([words]) => words);
  for (const { operation } of changing) {
    const inverse = findInverse(operation);
    if (inverse === undefined || "how" in inverse) continue;
    for (const [, words = ""] of inverse.noInverse.matchAll(/tome ([a-z -]+[a-z])/g)) {
      const isThere = commands.some((one) => words === one || words.startsWith(`${one} `));
      expect(
        isThere || words === "revision" || words === "undo",
        `${operation}: tome ${words}`,
      ).toBe(true);
    }
  }
});

test("reads are not in the table", () => {
  const read = endpoints.filter((one) => !changing.includes(one));
  expect(read.filter(({ operation }) => findInverse(operation) !== undefined)).toEqual([]);
});

test("the history finds every write by its name", async () => {
  const known = await loadWriteOperations();
  expect([...known.keys()].sort()).toEqual(changing.map(({ operation }) => operation).sort());
});

test.each(invertible)("%s is read and undone by existing operations", (_, endpoint, inverse) => {
  for (const address of addressesIn(inverse)) {
    expect(reads).toContain(address.replace(/\{\w+\}/g, "{}"));
    const names = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const made = inverse.how === "delete" ? [inverse.named.field] : [];
    // The response for a space contains its organization.
    const known = [...Object.keys(endpoint.input), ...made, "organization"];
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  }
  if (inverse.how === "move") {
    // It is sent again, with the resource that was moved.
    expect(Object.keys(endpoint.input)).toContain(inverse.named.split(".")[0]);
  }
  for (const operation of operationsIn(inverse)) expect([...byName.keys()]).toContain(operation);
  if (inverse.how === "fields") {
    const named = [...Object.keys(inverse.members ?? {}), ...Object.keys(inverse.untold ?? {})];
    expect(named.filter((name) => endpoint.input[name] === undefined)).toEqual([]);
  }
});

/** The inverses of one kind. */
function listInverses<H extends Inverse["how"]>(how: H) {
  return invertible.flatMap(([name, endpoint, inverse]) => {
    const isOfKind = (one: Inverse): one is Extract<Inverse, { how: H }> => one.how === how;
    return isOfKind(inverse) ? [{ name, endpoint, inverse }] : [];
  });
}

/** The members of the response, or of the items of the list, at a path of the table. */
async function listMembers(template: string): Promise<readonly string[]> {
  const path = template.replace(/\?.*/, "").replace(/\{\w+\}/g, "{}");
  const read = endpoints.find(
    (one) => getMethod(one) === "GET" && resolvePath(one).replace(/\{\w+\}/g, "{}") === path,
  );
  if (read?.output === undefined) throw new Error(`${template} is not read.`);
  const members = listModelPaths(await read.output());
  // The structure of a site is a tree of items.
  const inner = members.flatMap((member) => /^structure\.(.*)$/.exec(member)?.[1] ?? []);
  return inner.length > 0 ? inner : members;
}

/** Whether a response has a member: `urls.icon`, `siteSpaces.0.id` or `status=resolved`. */
function hasMember(members: readonly string[], member: string): boolean {
  const path = member.replace(/=.*/, "").replace(/\.\d+/g, "");
  return path === "" || members.includes(path);
}

function getOperation(name: string): Endpoint {
  const endpoint = byName.get(name);
  if (endpoint === undefined) throw new Error(`There is no operation ${name}.`);
  return endpoint;
}

describe("an update that is undone by itself", () => {
  const updates = listInverses("fields");

  test.each(updates)("$name: each field is in the response that is read before", async (one) => {
    const { endpoint, inverse } = one;
    const members = await listMembers(inverse.look);
    const listed = inverse.list === undefined ? members : await listMembers(inverse.list);
    const { members: renamed = {}, untold = {} } = inverse;
    for (const name of Object.keys(endpoint.input)) {
      if (resolveLocation(endpoint, name) !== "body") continue;
      if (untold[name] !== undefined) continue;
      const member = renamed[name] ?? name;
      expect([name, hasMember(members, member), hasMember(listed, member)]).toEqual([
        name,
        true,
        true,
      ]);
    }
  });

  test.each(updates)("$name: a name of a member differs from its field", ({ inverse }) => {
    const { members = {}, instead = {} } = inverse;
    expect(Object.entries(members).filter(([name, member]) => name === member)).toEqual([]);
    expect(Object.entries(instead).filter(([name, other]) => name === other)).toEqual([]);
  });

  test.each(updates)("$name: the item of a list is found by a field of the path", async (one) => {
    const { endpoint, inverse } = one;
    // The path of the authenticated user has no id.
    const names = inverse.look === "/user" ? [] : listPathNames(endpoint);
    const inLook = [...inverse.look.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const { item } = inverse;
    // Without the last id, the path is that of the list.
    expect(inLook).toEqual(item === undefined ? names : names.slice(0, -1));
    if (item === undefined) return;
    expect(item.is).toBe(names.at(-1));
    expect(hasMember(await listMembers(inverse.look), item.member)).toBe(true);
  });
});

describe("a creation that is undone by a deletion", () => {
  const creations = listInverses("delete");

  test.each(creations)("$name: the deletion needs the path and the id of the response", (one) => {
    const { endpoint, inverse } = one;
    const { by, named } = inverse;
    const deletion = getOperation(by);
    expect(getMethod(deletion)).toBe("DELETE");
    const known = [...listPathNames(endpoint), named.field];
    expect(listPathNames(deletion).filter((name) => !known.includes(name))).toEqual([]);
    expect(listPathNames(deletion).at(-1)).toBe(named.field);
  });

  test.each(creations)(
    "$name: the id and the changing members are in the response",
    async (one) => {
      const { endpoint, inverse } = one;
      const members = listModelPaths(await (endpoint.output?.() ?? fail(endpoint)));
      const { named, moving = [], along } = inverse;
      const needed = [named.member, ...(along === undefined ? [] : [along.member])];
      expect(needed.filter((member) => !hasMember(members, member))).toEqual([]);
      const shown = await listMembers(inverse.look);
      expect(moving.filter((member) => !hasMember(shown, member))).toEqual([]);
      if (along !== undefined) expect(listPathNames(getOperation(along.by))).toEqual([along.field]);
    },
  );

  test.each(creations)("$name: the resource is read at its path, or in its list", async (one) => {
    const { look, list, item, named } = one.inverse;
    expect(look.includes(`{${named.field}}`)).toBe(item !== true);
    if (item) expect(look).toBe(list);
    if (list === undefined) return;
    expect(list).not.toContain(`{${named.field}}`);
    expect(hasMember(await listMembers(list), named.member)).toBe(true);
  });

  const initial = creations.flatMap(({ name, endpoint, inverse }) =>
    (inverse.holds ?? []).map(({ list, given = 0 }) => ({ name, endpoint, list, given })),
  );

  test.each(initial)("$name: $list is empty, or has what the request creates", (one) => {
    const { endpoint, given } = one;
    if (typeof given === "string") expect(endpoint.input[given]?.kind).toBe("list");
    else expect([0, 1]).toContain(given);
  });
});

describe("an operation with an opposite", () => {
  const opposites = listInverses("opposite");

  test.each(opposites)("$name: the opposite is undone by it", ({ name, endpoint, inverse }) => {
    const other = findInverse(inverse.by);
    if (other === undefined || !("how" in other) || other.how !== "opposite") {
      throw new Error(`${inverse.by} has no opposite.`);
    }
    expect([other.by, other.look]).toEqual([name, inverse.look]);
    expect(listPathNames(getOperation(inverse.by))).toEqual(listPathNames(endpoint));
    expect(invert(other.makes)).toEqual(inverse.makes);
  });

  test.each(opposites)("$name: its effect is in its name and in the response", async (one) => {
    const { name, inverse } = one;
    const { makes } = inverse;
    if (typeof makes === "string") {
      expect(makes).toBe(/^(?:delete|uninstall)/.test(name) ? "absent" : "present");
      return;
    }
    const members = await listMembers(inverse.look);
    for (const [member, value] of Object.entries(makes)) {
      expect(hasMember(members, member)).toBe(true);
      expect(value).toBe(!name.startsWith("un"));
    }
  });
});

test.each(listInverses("roles"))("$name: roles are read, granted and revoked", async (one) => {
  const { users, teams } = one.inverse;
  for (const roles of teams === undefined ? [users] : [users, teams]) {
    const members = await listMembers(roles.list);
    const needed = [roles.id, roles.role, ...(roles.email === undefined ? [] : [roles.email])];
    expect(needed.filter((member) => !hasMember(members, member))).toEqual([]);
    expect(Object.keys(getOperation(roles.give).input)).toContain("role");
    const kind = roles === users ? ["userId", "memberId"] : ["teamId"];
    expect(kind).toContain(listPathNames(getOperation(roles.take)).at(-1));
  }
});

test.each(Object.entries(regroupings))(
  "a %s is moved by its update",
  (kind, { by, part, into }) => {
    const update = getOperation(by);
    expect(kind.replaceAll("-", "")).toBe(part.replace(/Id$/, "").toLowerCase());
    expect([resolveLocation(update, part), resolveLocation(update, into)]).toEqual([
      "path",
      "body",
    ]);
    expect(update.input[into]).toMatchObject({ optional: true, nullable: true });
  },
);

test.each(invertible)("%s: the items that it moves are in its fields", (_, endpoint, inverse) => {
  const arranges = "arranges" in inverse ? (inverse.arranges ?? []) : [];
  const names = arranges.flatMap(({ parts, by }) => [parts, by].filter((one) => one !== undefined));
  expect(names.filter((name) => endpoint.input[name] === undefined)).toEqual([]);
});

type Effect = Extract<Inverse, { how: "opposite" }>["makes"];

function invert(makes: Effect): Effect {
  if (typeof makes === "string") return makes === "absent" ? "present" : "absent";
  return Object.fromEntries(Object.entries(makes).map(([name, value]) => [name, !value]));
}

function fail({ operation }: Endpoint): never {
  throw new Error(`${operation} has no response.`);
}

function addressesIn(inverse: Inverse): readonly string[] {
  switch (inverse.how) {
    case "fields":
      return [inverse.look, ...(inverse.list === undefined ? [] : [inverse.list])];
    case "delete":
      return [
        inverse.look,
        ...(inverse.list ? [inverse.list] : []),
        ...(inverse.holds ?? []).map(({ list }) => list.replace(/\?.*/, "")),
      ];
    case "opposite":
    case "redirects":
      return [inverse.look];
    case "roles":
      return [inverse.users.list, ...(inverse.teams === undefined ? [] : [inverse.teams.list])];
    case "move":
      return [];
  }
}

function operationsIn(inverse: Inverse): readonly string[] {
  switch (inverse.how) {
    case "delete":
      return [inverse.by, ...(inverse.along === undefined ? [] : [inverse.along.by])];
    case "opposite":
    case "redirects":
      return [inverse.by];
    case "roles":
      return [inverse.users, inverse.teams].flatMap((one) => (one ? [one.give, one.take] : []));
    default:
      return [];
  }
}
