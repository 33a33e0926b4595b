import { expect, test } from "vitest";
import * as storage from "../../../../src/contract/storage.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { openWorkspace } from "../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const organizationId = await workspace.organization();
  const editor = await workspace.member(organizationId, "create");
  const other = await workspace.member(organizationId, "create");
  const admin = await workspace.member(organizationId, "admin");
  const file = { name: "logo.svg", type: "image/svg+xml", size: 3 };
  const input = { organizationId, file, kind: "organization_file" as const };
  const upload = (user: string) => workspace.ask(user, storage.upload, input);
  const font = { name: "acme.woff2", type: "font/woff2", size: 3 };
  const uploadFont = (user: string) =>
    workspace.ask(user, storage.upload, { organizationId, file: font, kind: "customization_font" });
  /** Stores files that the user uploaded. */
  const fill = async (user: string, count: number) => {
    const { db } = workspace;
    await db
      .insertInto("blobs")
      .values({ hash: "h", size: 3, bytes: "YWJj", object: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const time = workspace.now.toISOString();
    for (let at = 0; at < count; at++) {
      await db
        .insertInto("uploads")
        .values({
          ...{ key: `${user}-${at}`, organization_id: organizationId, kind: "organization_file" },
          ...{ name: "a", content_type: "image/png", size: 3, token_hash: "t", hash: "h" },
          ...{ format: null, principal: JSON.stringify({ kind: "user", user }) },
          ...{ expires_at: time, created_at: time },
        })
        .execute();
    }
  };
  return { workspace, editor, other, admin, upload, uploadFont, fill };
}

test("unused upload URLs of a member do not use up those of others, and expire", async () => {
  const { workspace, editor, other, admin, upload } = await start();
  for (let count = 0; count < 20; count++) expect((await upload(editor)).status).toBe(201);
  expect(await upload(editor)).toMatchObject({
    status: 429,
    message: expect.stringContaining("You have 20 unused upload URLs"),
  });
  expect((await upload(other)).status).toBe(201);
  expect((await upload(admin)).status).toBe(201);
  workspace.passDays(1);
  expect((await upload(editor)).status).toBe(201);
});

slowTest("files of a member leave room for others, and the last ones are for admins", async () => {
  const { editor, other, admin, upload, fill } = await start();
  await fill(editor, 200);
  expect(await upload(editor)).toMatchObject({
    status: 409,
    message: expect.stringContaining("You have 200 uploaded files"),
  });
  expect((await upload(other)).status).toBe(201);
  await fill(admin, 600);
  expect(await upload(other)).toMatchObject({
    status: 409,
    message: expect.stringContaining("The organization has 800"),
  });
  expect((await upload(admin)).status).toBe(201);
});

slowTest("files that cannot be deleted leave room for fonts, whose files expire", async () => {
  const { editor, admin, upload, uploadFont, fill } = await start();
  await fill(admin, 1000);
  expect(await upload(admin)).toMatchObject({
    status: 409,
    message: expect.stringContaining("The organization has 1000 uploaded files"),
  });
  expect((await uploadFont(admin)).status).toBe(201);
  expect((await uploadFont(editor)).status).toBe(201);
});

test.each([
  ["organization_file", "h", true],
  ["organization_file", null, false],
  ["customization_font", "h", false],
  ["customization_font", null, false],
] as const)(
  "of %s with the contents %s, the next request keeps the file: %s",
  async (kind, hash, isKept) => {
    const { workspace, editor, upload, fill } = await start();
    const { db } = workspace;
    await fill(editor, 1);
    await db.updateTable("uploads").set({ kind, hash }).execute();
    const list = async () => (await db.selectFrom("uploads").select("key").execute()).length;
    const countAfterNext = async () => {
      expect((await upload(editor)).status).toBe(201);
      return list();
    };
    expect(await countAfterNext()).toBe(2);
    workspace.passDays(30);
    expect(await countAfterNext()).toBe(isKept ? 2 : 1);
    const blobs = await db.selectFrom("blobs").select("hash").where("hash", "=", "h").execute();
    expect(blobs).toHaveLength(isKept || hash === null ? 1 : 0);
  },
);

test("an upload URL ends with the token that created it", async () => {
  const { workspace, editor, upload } = await start();
  const urls = [Object(await upload(editor)).body.url, Object(await upload(editor)).body.url];
  const send = async (url: string) => {
    const request = { method: "PUT", url, headers: {}, bytes: Buffer.from("abc") } as const;
    return (await workspace.service.transport(request)).status;
  };
  expect(await send(urls[0])).toBe(200);
  await workspace.db.deleteFrom("tokens").where("user_id", "=", editor).execute();
  expect(await send(urls[1])).toBe(404);
});
