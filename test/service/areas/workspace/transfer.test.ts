import { describe, expect, onTestFinished, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as collectionPermission from "../../../../src/contract/collection-permission.ts";
import * as contentImport from "../../../../src/contract/content-import.ts";
import * as organization from "../../../../src/contract/organization.ts";
import * as space from "../../../../src/contract/space.ts";
import * as spacePermission from "../../../../src/contract/space-permission.ts";
import * as translation from "../../../../src/contract/translation.ts";
import type { ServiceOptions } from "../../../../src/service/service.ts";
import { sample, slowTest, slowTests } from "../../../support/generators/amount.ts";
import { answerJson, serve } from "../../../support/network/loopback.ts";
import { publishPages } from "../../../support/organizations/content.ts";
import { openWorkspace, type Workspace } from "../../../support/platforms/workspace.ts";

async function start(options: ServiceOptions = {}) {
  const workspace = await openWorkspace(options);
  onTestFinished(() => workspace.service.close());
  const [from, to] = [await workspace.organization("From"), await workspace.organization("To")];
  const admin = await workspace.person();
  await workspace.enroll(from, admin, "admin");
  await workspace.enroll(to, admin, "create");
  return { workspace, from, to, admin };
}

test("a transferred space is last at the top level of the other organization", async () => {
  const { workspace, from, to, admin } = await start();
  const there = await workspace.ok(admin, space.create, { organizationId: to });
  const group = await workspace.ok(admin, collection.create, { organizationId: from });
  await workspace.ok(admin, collection.update, { collectionId: group.id, defaultLevel: null });
  const made = await workspace.ok(admin, space.create, { organizationId: from, parent: group.id });
  const moved = await workspace.ok(admin, space.transfer, { spaceId: made.id, organization: to });
  expect(moved).toMatchObject({ id: made.id, organization: to, visibility: "private" });
  expect(moved).not.toHaveProperty("parent");
  expect(moved.permissions).toMatchObject({ triggerGitSync: true, admin: false });
  const { items } = await workspace.ok(admin, space.list, { organizationId: to });
  expect(items.map((item) => item.id)).toEqual([there.id, made.id]);
  expect((await workspace.ok(admin, space.list, { organizationId: from })).items).toEqual([]);
});

test("a transferred collection includes all its content, also deleted spaces", async () => {
  const { workspace, from, to, admin } = await start();
  await workspace.enroll(to, await workspace.person(), "admin");
  const make = (parent?: string) =>
    workspace.ok(admin, collection.create, {
      organizationId: from,
      ...(parent && { parent }),
    });
  const book = (parent: string) =>
    workspace.ok(admin, space.create, { organizationId: from, parent });
  const outside = await make();
  const outer = await make(outside.id);
  const inner = await make(outer.id);
  const [first, second, deleted] = [
    await book(outer.id),
    await book(inner.id),
    await book(inner.id),
  ];
  const stays = await book(outside.id);
  await workspace.ok(admin, space.remove, { spaceId: deleted.id });
  const input = { collectionId: outer.id, organization: to };
  const moved = await workspace.ok(admin, collection.transfer, input);
  expect(moved).toMatchObject({ organization: to });
  expect(moved).not.toHaveProperty("parent");
  const groups = await workspace.ok(admin, collection.list, { organizationId: to });
  expect(groups.items.map((item) => item.id)).toEqual([outer.id, inner.id]);
  const books = await workspace.ok(admin, space.list, { organizationId: to });
  expect(new Set(books.items.map((item) => item.id))).toEqual(new Set([first.id, second.id]));
  const row = await workspace.db
    .selectFrom("spaces")
    .select(["organization_id", "parent_id"])
    .where("id", "=", deleted.id)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ organization_id: to, parent_id: inner.id });
  const left = await workspace.ok(admin, space.list, { organizationId: from });
  expect(left.items.map((item) => item.id)).toEqual([stays.id]);
});

test("content is transferred, moved and changed by users with the role only", async () => {
  const { workspace, from, to, admin } = await start();
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: from });
  const made = await workspace.ok(admin, collection.create, { organizationId: from });
  const collectionId = made.id;
  const editor = await workspace.member(from, "edit");
  await workspace.enroll(to, editor, "admin");
  const refused = [
    await workspace.refused(editor, space.transfer, { spaceId, organization: to }),
    await workspace.refused(editor, collection.transfer, { collectionId, organization: to }),
    await workspace.refused(editor, space.move, { spaceId, parent: collectionId }),
    await workspace.refused(editor, collection.move, { collectionId, position: {} }),
    await workspace.refused(editor, collection.update, { collectionId, title: "New" }),
    await workspace.refused(editor, collection.remove, { collectionId }),
    await workspace.refused(editor, space.remove, { spaceId }),
  ];
  expect(refused.map(({ status }) => status)).toEqual(Array(7).fill(403));
  expect(await workspace.ok(admin, collection.get, { collectionId })).toEqual(made);
  expect((await workspace.ok(admin, space.get, { spaceId })).organization).toBe(from);
});

const lowered = (["collection", "space"] as const).flatMap((kind) =>
  ([0, 1] as const).flatMap((depth) =>
    ([null, "edit", "inherit"] as const).map((level) => [kind, depth, level] as const),
  ),
);

test.each(sample(lowered, 4))(
  "a %s at depth %i with the level %s decides whether a user with a grant may transfer its collection",
  async (kind, depth, defaultLevel) => {
    const { workspace, from, to, admin } = await start();
    const create = (parent?: string) =>
      workspace.ok(admin, collection.create, { organizationId: from, ...(parent && { parent }) });
    const { id: collectionId } = await create();
    const parent = depth === 0 ? collectionId : (await create(collectionId)).id;
    const mover = await workspace.member(from, "create");
    await workspace.enroll(to, mover, "admin");
    await workspace.ok(admin, collectionPermission.grant, {
      ...{ collectionId, role: "admin", users: [mover] },
    });
    if (kind === "collection") {
      const { id } = await create(parent);
      await workspace.ok(admin, collection.update, { collectionId: id, defaultLevel });
    } else {
      const input = { organizationId: from, parent };
      const { id: spaceId } = await workspace.ok(admin, space.create, input);
      await workspace.ok(admin, space.update, { spaceId, defaultLevel });
    }
    const transfer = { collectionId, organization: to };
    const { status, message } = await workspace.ask(mover, collection.transfer, transfer);
    if (defaultLevel === "inherit") expect(status).toBe(200);
    else {
      expect([status, message]).toEqual([403, expect.stringContaining("admin in all its content")]);
      expect((await workspace.ok(admin, collection.get, { collectionId })).organization).toBe(from);
    }
  },
);

test("a transfer to the same organization is a conflict", async () => {
  const { workspace, from, admin } = await start();
  const group = await workspace.ok(admin, collection.create, { organizationId: from });
  const book = await workspace.ok(admin, space.create, { organizationId: from });
  const same = { organization: from };
  expect(
    await workspace.refused(admin, collection.transfer, { collectionId: group.id, ...same }),
  ).toMatchObject({ status: 409 });
  expect(
    await workspace.refused(admin, space.transfer, { spaceId: book.id, ...same }),
  ).toMatchObject({ status: 409 });
});

test("a transfer to an unknown or hidden organization is not found", async () => {
  const { workspace, from, admin } = await start();
  const notFound = await workspace.organization("Unseen");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: from });
  for (const target of ["unknown", notFound]) {
    const input = { spaceId, organization: target };
    expect(await workspace.refused(admin, space.transfer, input)).toMatchObject({
      status: 404,
      message: expect.stringContaining(`Organization ${target}`),
    });
  }
});

test("a transfer to an organization in which the caller may not create fails its precondition", async () => {
  const { workspace, from, admin } = await start();
  const { id: collectionId } = await workspace.ok(admin, collection.create, {
    organizationId: from,
  });
  for (const role of ["review", "read", null] as const) {
    const target = await workspace.organization();
    await workspace.enroll(target, admin, role);
    const input = { collectionId, organization: target };
    expect(await workspace.refused(admin, collection.transfer, input)).toMatchObject({
      status: 412,
    });
  }
});

test("transferring the default content of members clears the default", async () => {
  const { workspace, from, to, admin } = await start();
  const group = await workspace.ok(admin, collection.create, { organizationId: from });
  const inside = await workspace.ok(admin, space.create, {
    organizationId: from,
    parent: group.id,
  });
  const outside = await workspace.ok(admin, space.create, { organizationId: from });
  const point = (id: string) =>
    workspace.ok(admin, organization.update, {
      organizationId: from,
      defaultContent: { type: "space", space: id },
    });
  const left = () => workspace.ok(admin, organization.get, { organizationId: from });
  await point(inside.id);
  await workspace.ok(admin, space.transfer, { spaceId: outside.id, organization: to });
  expect((await left()).defaultContent).toEqual({ type: "space", space: inside.id });
  await workspace.ok(admin, collection.transfer, { collectionId: group.id, organization: to });
  expect((await left()).defaultContent).toBeUndefined();
  const last = await workspace.ok(admin, space.create, { organizationId: from });
  await point(last.id);
  await workspace.ok(admin, space.transfer, { spaceId: last.id, organization: to });
  expect((await left()).defaultContent).toBeUndefined();
});

test("moved and transferred content has the levels of its new location", async () => {
  const { workspace, from, to, admin } = await start();
  await workspace.enroll(to, await workspace.person(), "admin");
  const reader = await workspace.member(from, "read");
  await workspace.enroll(to, reader, "read");
  const make = (parent?: string) =>
    workspace.ok(admin, collection.create, { organizationId: from, ...(parent && { parent }) });
  const outer = await make();
  const inner = await make(outer.id);
  const book = await workspace.ok(admin, space.create, { organizationId: from, parent: inner.id });
  const editable = await make();
  const level = { collectionId: editable.id, defaultLevel: "edit" } as const;
  await workspace.ok(admin, collection.update, level);
  const collectionId = outer.id;
  const powers = async () => {
    const { permissions } = await workspace.ok(reader, space.get, { spaceId: book.id });
    return { view: permissions.view, edit: permissions.edit };
  };
  expect(await powers()).toEqual({ view: true, edit: false });
  await workspace.ok(admin, collection.move, { collectionId, parent: editable.id });
  expect(await powers()).toEqual({ view: true, edit: true });
  await workspace.ok(admin, collection.transfer, { collectionId, organization: to });
  expect(await powers()).toEqual({ view: true, edit: false });
});

describe("work in progress of the former organization", () => {
  const revisionIn = async ({ db }: Workspace, id: string) =>
    (await db.selectFrom("spaces").select("revision_id").where("id", "=", id).executeTakeFirst())
      ?.revision_id;

  /** A translation by a member who does not follow the space; `become` delays its translator once. */
  async function translate() {
    let busy = async () => {};
    const translator = await serve(async ({ body }, response) => {
      await busy();
      const { q }: { q: string[] } = JSON.parse(body);
      answerJson(response, 200, { translatedText: q.map((text) => `fr ${text}`) });
    });
    const started = await start({ translator: { address: translator.url } });
    const { workspace, from, to, admin } = started;
    const colleague = await workspace.member(from, "create");
    const { id } = await workspace.ok(admin, space.create, { organizationId: from });
    await publishPages(workspace, id, [{ title: "Page", slug: "page", markdown: "Text." }]);
    const made = await workspace.ok(colleague, translation.create, {
      organizationId: from,
      source: { space: id, language: "en" },
      language: "fr",
    });
    const one = { organizationId: from, translationId: made.id };
    const run = async () => {
      const answer = await workspace.ask(colleague, translation.run, one);
      await workspace.service.jobs.finish();
      return answer.status;
    };
    const move = (spaceId: string) =>
      workspace.ok(admin, space.transfer, { spaceId, organization: to });
    const become = (work: (spaceId: string) => Promise<unknown>) => {
      busy = async () => {
        // A run that was not completed is repeated.
        busy = async () => {};
        await work(id);
      };
    };
    const count = async () =>
      (await workspace.ok(admin, space.list, { organizationId: from })).items.length;
    return { ...started, colleague, id, one, run, move, become, count };
  }

  slowTest("a translation ends with the transfer of its source", async () => {
    const { workspace, from, colleague, id, run, move, count } = await translate();
    await run();
    expect(await count()).toBe(2);
    await move(id);
    await publishPages(workspace, id, [{ title: "New", slug: "new", markdown: "Secret." }]);
    expect(await run()).toBe(404);
    const { items } = await workspace.ok(colleague, translation.list, { organizationId: from });
    expect(items).toEqual([]);
    expect(await count()).toBe(1);
  });

  slowTest("a run in progress writes nothing after the transfer of its source", async () => {
    const { run, move, become, count } = await translate();
    become(move);
    await run();
    expect(await count()).toBe(0);
  });

  slowTest(
    "a translation writes its next result to a new space after the transfer of the former one",
    async () => {
      const { workspace, one, colleague, id, run, move } = await translate();
      await run();
      const { result } = await workspace.ok(colleague, translation.get, one);
      const former = result?.space ?? "";
      await move(former);
      const before = await revisionIn(workspace, former);
      await publishPages(workspace, id, [{ title: "New", slug: "new", markdown: "More." }]);
      expect(await run()).toBe(204);
      const again = await workspace.ok(colleague, translation.get, one);
      expect(again.result?.space).not.toBe(former);
      expect(again.stats.latestPages).toBe(2);
      expect(await revisionIn(workspace, former)).toBe(before);
    },
  );

  slowTest("a run in progress does not write to a transferred result", async () => {
    const { workspace, one, colleague, id, run, move, become } = await translate();
    await run();
    const { result } = await workspace.ok(colleague, translation.get, one);
    const former = result?.space ?? "";
    const before = await revisionIn(workspace, former);
    await publishPages(workspace, id, [{ title: "New", slug: "new", markdown: "More." }]);
    become(() => move(former));
    await run();
    expect(await revisionIn(workspace, former)).toBe(before);
    const again = await workspace.ok(colleague, translation.get, one);
    expect(again.result?.space).not.toBe(former);
    expect(again.stats.latestPages).toBe(2);
  });

  slowTest("an import in progress adds nothing after the transfer of its space", async () => {
    let meanwhile = async () => {};
    const website = await serve(async (_, response) => {
      await meanwhile();
      response.writeHead(200, { "content-type": "text/html" });
      response.end("<!doctype html><title>Page</title><main><h1>Page</h1><p>Text.</main>");
    });
    const { workspace, from, to, admin } = await start({ allowPrivate: ["127.0.0.1"] });
    const colleague = await workspace.member(from, "admin");
    const { id } = await workspace.ok(admin, space.create, { organizationId: from });
    const before = await revisionIn(workspace, id);
    meanwhile = async () =>
      void (await workspace.ok(admin, space.transfer, { spaceId: id, organization: to }));
    await workspace.ok(colleague, contentImport.start, {
      organizationId: from,
      source: { type: "website", url: `${website.url}/` },
      target: { space: id },
    });
    await workspace.service.jobs.finish();
    expect(website.seen.length).toBeGreaterThan(0);
    expect(await revisionIn(workspace, id)).toBe(before);
    const { items } = await workspace.ok(colleague, contentImport.list, { organizationId: from });
    expect(items).toEqual([]);
  });
});

describe("a collection with content that the caller does not administer", () => {
  type Act = (started: Started, id: string) => Promise<unknown>;
  type Started = Awaited<ReturnType<typeof startOutsider>>;

  /** A user who administers only a collection, and their own organization. */
  async function startOutsider() {
    const { workspace, from, admin } = await start();
    const [own, outsider] = [
      await workspace.organization("Own"),
      await workspace.member(from, "edit"),
    ];
    await workspace.enroll(own, outsider, "admin");
    const outer = await workspace.ok(admin, collection.create, { organizationId: from });
    const inner = await workspace.ok(admin, collection.create, {
      ...{ organizationId: from, parent: outer.id },
    });
    const made = await workspace.ok(admin, space.create, {
      organizationId: from,
      parent: inner.id,
    });
    const granted = { collectionId: outer.id, users: [outsider], role: "admin" } as const;
    await workspace.ok(admin, collectionPermission.grant, { ...granted, users: [outsider] });
    return { workspace, from, own, admin, outsider, outer, inner, made };
  }

  const hide: Act = ({ workspace, admin }, spaceId) =>
    workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
  const cases: Readonly<Record<string, Act>> = {
    "a hidden space": hide,
    "a space with a level": ({ workspace, admin }, spaceId) =>
      workspace.ok(admin, space.update, { spaceId, defaultLevel: "read" }),
    "a space with a lower grant": ({ workspace, admin, outsider }, spaceId) =>
      workspace.ok(admin, spacePermission.grant, { spaceId, users: [outsider], role: "read" }),
    "a hidden space that is deleted": async (started, spaceId) => {
      await hide(started, spaceId);
      await started.workspace.ok(started.admin, space.remove, { spaceId });
    },
    "a hidden collection": ({ workspace, admin, inner }) =>
      workspace.ok(admin, collection.update, { collectionId: inner.id, defaultLevel: null }),
    "a collection with a lower grant": ({ workspace, admin, inner, outsider }) =>
      workspace.ok(admin, collectionPermission.grant, {
        ...{ collectionId: inner.id, users: [outsider], role: "edit" },
      }),
  };

  slowTests.each(Object.entries(cases))("is not transferred with %s in it", async (_, act) => {
    const started = await startOutsider();
    const { workspace, from, own, admin, outsider, outer, made } = started;
    await act(started, made.id);
    const wanted = { collectionId: outer.id, organization: own };
    expect(await workspace.refused(outsider, collection.transfer, wanted)).toMatchObject({
      status: 403,
    });
    expect(await workspace.ok(admin, collection.get, { collectionId: outer.id })).toMatchObject({
      organization: from,
    });
  });

  test("is transferred if the caller administers all content", async () => {
    const { workspace, own, outsider, outer, made } = await startOutsider();
    await workspace.ok(outsider, space.update, { spaceId: made.id, defaultLevel: "admin" });
    await workspace.ok(outsider, collection.transfer, {
      collectionId: outer.id,
      organization: own,
    });
    expect(await workspace.ok(outsider, space.get, { spaceId: made.id })).toMatchObject({
      organization: own,
    });
  });
});
