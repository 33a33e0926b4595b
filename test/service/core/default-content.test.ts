import { beforeAll, expect, it } from "vitest";
import * as collection from "../../../src/contract/collection.ts";
import * as site from "../../../src/contract/site.ts";
import * as space from "../../../src/contract/space.ts";
import {
  checkDefaultContent,
  type DefaultContent,
  presentDefaultContent,
  updateDefaultContent,
} from "../../../src/service/core/default-content.ts";
import { openWorkspace } from "../../support/platforms/workspace.ts";

const workspace = await openWorkspace();
const { db } = workspace;
let org: string;
let otherOrg: string;
const contents: Record<string, DefaultContent> = {};

beforeAll(async () => {
  org = await workspace.organization();
  otherOrg = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const create = { organizationId: org };
  const [one, two, three] = [
    await workspace.ok(admin, space.create, create),
    await workspace.ok(admin, collection.create, create),
    await workspace.ok(admin, site.create, { ...create, title: "Docs" }),
  ];
  contents.space = { type: "space", space: one.id };
  contents.collection = { type: "collection", collection: two.id };
  contents.site = { type: "site", site: three.id };
});

const read = async () => {
  const { default_content } = await db
    .selectFrom("organizations")
    .select("default_content")
    .where("id", "=", org)
    .executeTakeFirstOrThrow();
  return default_content;
};
const store = (content: DefaultContent | null) =>
  db
    .updateTable("organizations")
    .set({ default_content: content && JSON.stringify(content) })
    .where("id", "=", org)
    .execute();

it.each(["space", "collection", "site"])("a %s must be in the organization", async (kind) => {
  const content = contents[kind];
  await expect(checkDefaultContent(db, org, content)).resolves.toBe(undefined);
  await expect(checkDefaultContent(db, otherOrg, content)).rejects.toMatchObject({
    status: 400,
    message: `defaultContent refers to a ${kind} outside the organization. Specify a ${kind} of the organization, or null.`,
  });
  await store(content ?? null);
  await updateDefaultContent(db, org);
  expect(presentDefaultContent(await read())).toEqual(content);
});

it("no default content is valid", async () => {
  for (const content of [null, undefined]) {
    await expect(checkDefaultContent(db, org, content)).resolves.toBe(undefined);
  }
  await store(null);
  await updateDefaultContent(db, org);
  expect([await read(), presentDefaultContent(null)]).toEqual([null, undefined]);
});

it("a space in the trash is hidden until it is restored, and a deleted one is removed", async () => {
  const content = contents.space;
  if (content?.type !== "space") throw new Error("There is no space.");
  await store(content);
  const setDeleted = async (deleted_at: string | null) => {
    await db.updateTable("spaces").set({ deleted_at }).where("id", "=", content.space).execute();
    await updateDefaultContent(db, org);
    return presentDefaultContent(await read());
  };
  expect(await setDeleted("2026-03-02T08:00:00.000Z")).toBe(undefined);
  await expect(checkDefaultContent(db, org, content)).rejects.toMatchObject({ status: 400 });
  expect(await setDeleted(null)).toEqual(content);
  expect(await read()).toBe(JSON.stringify(content));
  await store({ type: "space", space: "none" });
  await updateDefaultContent(db, org);
  expect(await read()).toBe(null);
});
