import { beforeAll, describe, expect, test } from "vitest";
import * as collection from "../../../../src/contract/collection.ts";
import * as cr from "../../../../src/contract/cr.ts";
import * as site from "../../../../src/contract/site.ts";
import * as space from "../../../../src/contract/space.ts";
import {
  openAppWorkspace,
  writeCrumbs,
  writeLink,
  writeList,
  writeSection,
} from "./app-workspace.ts";

type Opened = Awaited<ReturnType<typeof openAppWorkspace>>;
let opened: Opened;
beforeAll(async () => {
  opened = await openAppWorkspace();
});

/** Copies a row of a table under other ids. */
async function copyRows(table: "spaces" | "organizations", id: string, count: number) {
  const { db } = opened.workspace;
  const row = await db.selectFrom(table).selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  for (let at = 0; at < count; at++) {
    await db
      .insertInto(table)
      .values({ ...row, id: `${id}${at}`, title: `Copy ${at}` } as never)
      .execute();
  }
}

describe("the first page", () => {
  test("lists the organizations of the user", async () => {
    const user = await opened.workspace.person();
    const empty = await opened.read(user, "/_app");
    expect([empty.status, empty.heading, empty.crumbs, empty.content]).toEqual([
      200,
      "Workspace",
      writeCrumbs({}),
      writeSection("Organizations", "<p>You are not a member of an organization.</p>"),
    ]);
    await opened.workspace.enroll(opened.org, user, "read");
    for (const path of ["/_app", "/_app/"]) {
      expect((await opened.read(user, path)).content).toBe(
        writeSection("Organizations", writeList(writeLink(`/orgs/${opened.org}`, "Acme"))),
      );
    }
  });

  test("names the command that lists more than 100 organizations", async () => {
    const { workspace } = opened;
    const user = await workspace.person();
    const more = "<p>More: <code>tome org list --all</code></p>";
    for (let count = 1; count <= 101; count++) {
      await workspace.enroll(await workspace.organization(`O${count}`), user, "read");
      if (count < 100) continue;
      const { content } = await opened.read(user, "/_app");
      expect(content.match(/<li>/g)).toHaveLength(100);
      expect(content.includes(more)).toBe(count > 100);
    }
  });

  test("is not another page below its path", async () => {
    const { status, heading, content } = await opened.read(opened.admin, "/_app/unknown/page");
    expect([status, heading, content]).toEqual([
      404,
      "Not found",
      "<p>This page does not exist.</p>",
    ]);
  });
});

describe("the page of an organization", () => {
  test("lists its spaces, its sites and their state, and open change requests", async () => {
    const { workspace, admin, read } = opened;
    const organizationId = await workspace.organization("Acme");
    await workspace.enroll(organizationId, admin, "admin");
    const path = `/orgs/${organizationId}`;
    const empty = await read(admin, `/_app${path}`);
    expect(empty.crumbs).toBe(writeCrumbs({}));
    expect(empty.content).toBe(
      [
        writeSection("Spaces", "<p>No spaces.</p>"),
        writeSection("Sites", "<p>No sites.</p>"),
        writeSection("Open change requests", "<p>No open change requests.</p>"),
      ].join("\n"),
    );
    const { id } = await workspace.ok(admin, space.create, { organizationId, title: "Guide" });
    const hidden = await workspace.ok(admin, site.create, { organizationId, title: "Hidden" });
    const shown = await workspace.ok(admin, site.create, {
      ...{ organizationId, title: "Shown", spaces: [id] },
    });
    await workspace.ok(admin, site.publish, { organizationId, siteId: shown.id });
    const open = await workspace.ok(admin, cr.create, { spaceId: id, subject: "Open" });
    const untitled = await workspace.ok(admin, cr.create, { spaceId: id, subject: "" });
    await workspace.ok(admin, cr.create, { spaceId: id, subject: "Draft" });
    for (const { id: changeRequestId } of [open, untitled]) {
      await workspace.ok(admin, cr.update, { spaceId: id, changeRequestId, status: "open" });
    }
    const { heading, content } = await read(admin, `/_app${path}`);
    const link = (one: { readonly id: string; readonly number: number }, title: string) =>
      `#${one.number} ${writeLink(`/spaces/${id}/change-requests/${one.id}`, title)} in ${writeLink(`/spaces/${id}`, "Guide")}`;
    expect(heading).toBe("Acme");
    const parts = content.split("\n");
    expect(parts[0]).toBe(writeSection("Spaces", writeList(writeLink(`/spaces/${id}`, "Guide"))));
    expect(sortItems(parts[1])).toEqual(
      [
        writeLink(`${path}/sites/${hidden.id}`, "Hidden (unpublished)").replace(
          " (unpublished)</bdi></a>",
          "</bdi></a> (unpublished)",
        ),
        writeLink(`${path}/sites/${shown.id}`, "Shown"),
      ].toSorted(),
    );
    expect(sortItems(parts[2])).toEqual(
      [link(open, "Open"), link(untitled, "Untitled")].toSorted(),
    );
  });

  test("names the commands that list more than 100 items, and spaces that it does not list", async () => {
    const { workspace, admin, read } = opened;
    const organizationId = await workspace.organization("Large");
    await workspace.enroll(organizationId, admin, "admin");
    const { id } = await workspace.ok(admin, space.create, { organizationId, title: "Guide" });
    await copyRows("spaces", id, 100);
    const { items } = await workspace.ok(admin, space.list, { organizationId, limit: 101 });
    for (const { id: spaceId } of items.slice(-1)) {
      const one = await workspace.ok(admin, cr.create, { spaceId, subject: "Last" });
      const input = { spaceId, changeRequestId: one.id, status: "open" } as const;
      await workspace.ok(admin, cr.update, input);
    }
    const { content } = await read(admin, `/_app/orgs/${organizationId}`);
    expect(content.match(/<p>More: .*?<\/p>/g)).toEqual([
      `<p>More: <code>tome space list --org ${organizationId} --all</code></p>`,
    ]);
    expect(content).toContain(writeLink(`/spaces/${items.at(-1)?.id}`, "another space"));
  });

  test("does not exist for a user of another organization", async () => {
    const { status, heading, content } = await opened.read(
      await opened.workspace.person(),
      `/_app/orgs/${opened.org}`,
    );
    expect([status, heading, content]).toEqual([
      404,
      "Not found",
      `<p>Organization ${opened.org} does not exist, or you do not have access to it.</p>`,
    ]);
  });
});

test("the page of a collection has its description and its spaces", async () => {
  const { workspace, admin, org, read } = opened;
  const { id } = await workspace.ok(admin, collection.create, {
    organizationId: org,
    title: "Shelf",
  });
  const empty = await read(admin, `/_app/collections/${id}`);
  expect([empty.heading, empty.crumbs, empty.content]).toEqual([
    "Shelf",
    writeCrumbs({ [`/orgs/${org}`]: "Acme" }),
    `<dl></dl>\n${writeSection("Spaces", "<p>No spaces.</p>")}`,
  ]);
  await workspace.ok(admin, collection.update, { collectionId: id, description: "All <guides>" });
  const input = { organizationId: org, title: "Guide", parent: id };
  const { id: spaceId } = await workspace.ok(admin, space.create, input);
  expect((await read(admin, `/_app/collections/${id}`)).content).toBe(
    `<dl><dt>Description</dt><dd>All &lt;guides&gt;</dd></dl>\n${writeSection("Spaces", writeList(writeLink(`/spaces/${spaceId}`, "Guide")))}`,
  );
  await copyRows("spaces", spaceId, 100);
  expect((await read(admin, `/_app/collections/${id}`)).content).toContain(
    `<p>More: <code>tome collection spaces ${id} --all</code></p>`,
  );
});

/** The items of a section with one list, sorted. */
function sortItems(section = ""): string[] {
  return [...section.matchAll(/<li>(.*?)<\/li>/g)].map(([, item = ""]) => item).toSorted();
}
