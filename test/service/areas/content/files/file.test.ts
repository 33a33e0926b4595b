import { beforeAll, describe, expect, test } from "vitest";
import * as file from "../../../../../src/contract/file.ts";
import * as space from "../../../../../src/contract/space.ts";
import {
  encodeFile,
  getFile,
  getFileHead,
  openContents,
  putFile,
} from "../../../../../src/service/areas/content/files/blobs.ts";
import { openFile } from "../../../../../src/service/areas/content/files/file-download.ts";
import { withFile } from "../../../../../src/service/areas/content/tree/tree-edit.ts";
import { slowTest } from "../../../../support/generators/amount.ts";
import { publish, publishPages } from "../../../../support/organizations/content.ts";
import { openWorkspace } from "../../../../support/platforms/workspace.ts";

async function start() {
  const workspace = await openWorkspace();
  const org = await workspace.organization();
  const admin = await workspace.member(org, "admin");
  const { id: spaceId } = await workspace.ok(admin, space.create, { organizationId: org });
  const add = async (id: string, name: string, contentType: string, text: string) => {
    const kept = await putFile(workspace.db, spaceId, Buffer.from(text));
    await publish(workspace, spaceId, (tree) => withFile(tree, { id, name, contentType, ...kept }));
  };
  const fetch = async (url: string) => {
    const answer = await workspace.service.transport({ method: "GET", url, headers: {} });
    const chunks: Uint8Array[] = [];
    if (typeof answer.body === "string") return { ...answer, text: answer.body };
    for await (const chunk of answer.body) chunks.push(chunk);
    return { ...answer, text: Buffer.concat(chunks).toString() };
  };
  return { workspace, admin, spaceId, add, fetch };
}

test("a file has a URL to its bytes that expires", async () => {
  const { workspace, admin, spaceId, add, fetch } = await start();
  await add("f1", "a b.png", "image/png", "bytes");
  const shown = await workspace.ok(admin, file.get, { spaceId, fileId: "f1" });
  expect(shown).toMatchObject({ id: "f1", name: "a b.png", contentType: "image/png", size: 5 });
  expect(await fetch(shown.downloadURL)).toMatchObject({
    status: 200,
    text: "bytes",
    headers: { "content-type": "image/png", "x-content-type-options": "nosniff" },
  });
  expect(await fetch(`${shown.downloadURL}x`)).toMatchObject({ status: 404 });
  workspace.passDays(2);
  expect(await fetch(shown.downloadURL)).toMatchObject({ status: 410 });
});

test.each([
  ["text/html", "application/octet-stream"],
  ["application/xhtml+xml", "application/octet-stream"],
  // An image on a page executes nothing, and needs its own type.
  ["image/svg+xml", "image/svg+xml"],
])(
  "a file of the type %s is only downloaded, so that no browser executes it",
  async (contentType, sent) => {
    const { workspace, admin, spaceId, add, fetch } = await start();
    await add("f1", "page", contentType, "<script>alert(1)</script>");
    const { downloadURL } = await workspace.ok(admin, file.get, { spaceId, fileId: "f1" });
    const { headers } = await fetch(downloadURL);
    expect(headers["content-disposition"]).toMatch(/^attachment/);
    expect(headers["content-security-policy"]).toContain("sandbox");
    expect(headers["content-type"]).toBe(sent);
  },
);

test("files are paged, and an unknown one is not found", async () => {
  const { workspace, admin, spaceId, add } = await start();
  for (const id of ["c", "a", "b"]) await add(id, `${id}.txt`, "text/plain", id);
  const first = await workspace.ok(admin, file.list, { spaceId, limit: 2 });
  expect(first.items.map(({ id }) => id)).toEqual(["a", "b"]);
  const next = { spaceId, page: first.next?.page ?? "" };
  expect((await workspace.ok(admin, file.list, next)).items.map(({ id }) => id)).toEqual(["c"]);
  const unknown = { spaceId, fileId: "none" };
  for (const endpoint of [file.get, file.backlinks]) {
    expect(await workspace.refused(admin, endpoint, unknown)).toMatchObject({ status: 404 });
  }
});

test("a file lists its uses", async () => {
  const { workspace, admin, spaceId, add } = await start();
  await add("f1", "a.png", "image/png", "bytes");
  await publishPages(workspace, spaceId, [
    { title: "One", markdown: "![a](.gitbook/assets/a.png)\n\n![b](/files/f1)\n" },
    { title: "Two", markdown: "None." },
  ]);
  const { items } = await workspace.ok(admin, file.backlinks, { spaceId, fileId: "f1" });
  expect(items.map((item) => (item.kind === "page" ? item.page.title : ""))).toEqual([
    "One",
    "One",
  ]);
});

slowTest(
  "a duplicated space has the files, and keeps them when the original is deleted",
  async () => {
    const { workspace, admin, spaceId, add, fetch } = await start();
    await add("f1", "a.txt", "text/plain", "kept");
    const copy = await workspace.ok(admin, space.duplicate, { spaceId });
    await workspace.ok(admin, space.remove, { spaceId });
    workspace.passDays(8);
    const asked = { spaceId: copy.id, fileId: "f1" };
    const { downloadURL } = await workspace.ok(admin, file.get, asked);
    expect(await workspace.db.selectFrom("space_blobs").select("space_id").execute()).toEqual([
      { space_id: copy.id },
    ]);
    expect((await fetch(downloadURL)).text).toBe("kept");
    await workspace.ok(admin, space.remove, { spaceId: copy.id });
    workspace.passDays(8);
    await workspace.ok(admin, space.list, { organizationId: copy.organization });
    expect(await workspace.db.selectFrom("blobs").select("hash").execute()).toEqual([]);
  },
);

slowTest("a URL of a file ends with the access of its user", async () => {
  const { workspace, admin, spaceId, add, fetch } = await start();
  const { organization } = await workspace.ok(admin, space.get, { spaceId });
  await add("f1", "a.txt", "text/plain", "text");
  const [reader, removed] = [
    await workspace.member(organization, "read"),
    await workspace.member(organization, "read"),
  ];
  const getUrl = async (user: string) =>
    (await workspace.ok(user, file.get, { spaceId, fileId: "f1" })).downloadURL;
  const [own, theirs, former] = [await getUrl(admin), await getUrl(reader), await getUrl(removed)];
  const statuses = async () => [
    (await fetch(own)).status,
    (await fetch(theirs)).status,
    (await fetch(former)).status,
  ];
  expect(await statuses()).toEqual([200, 200, 200]);
  await workspace.db.deleteFrom("members").where("user_id", "=", removed).execute();
  expect(await statuses()).toEqual([200, 200, 404]);
  await workspace.ok(admin, space.update, { spaceId, defaultLevel: null });
  expect(await statuses()).toEqual([200, 404, 404]);
  await workspace.ok(admin, space.remove, { spaceId });
  expect(await statuses()).toEqual([404, 404, 404]);
});

test("a URL opens the contents of its own space only, and only while they exist", async () => {
  const { workspace, admin, spaceId, add, fetch } = await start();
  await add("f1", "a.txt", "text/plain", "text");
  const { downloadURL } = await workspace.ok(admin, file.get, { spaceId, fileId: "f1" });
  await workspace.db.deleteFrom("space_blobs").where("space_id", "=", spaceId).execute();
  expect((await fetch(downloadURL)).status).toBe(404);
});

describe("the contents of a file", () => {
  let spaceId: string;
  let hash: string;
  let call: Parameters<typeof openFile>[1];
  beforeAll(async () => {
    const { workspace, admin, ...opened } = await start();
    const { db, now } = workspace;
    ({ spaceId } = opened);
    ({ hash } = await putFile(db, spaceId, Buffer.from("text")));
    call = { db, now, caller: admin };
  });

  test.each([
    ["image/png", "image/png", false],
    ["image/svg+xml", "image/svg+xml", true],
    ["audio/mpeg", "audio/mpeg", false],
    ["video/mp4", "video/mp4", false],
    ["application/pdf", "application/pdf", false],
    ["text/plain", "text/plain", false],
    ["text/plain; charset=x", "application/octet-stream", true],
    ["application/pdf+x", "application/octet-stream", true],
    ["ximage/png", "application/octet-stream", true],
    ["text/html", "application/octet-stream", true],
  ])("of the type %s are sent as %s", async (contentType, sent, attached) => {
    const { body, ...rest } = await openFile({ space: spaceId, hash, contentType }, call);
    expect(rest).toEqual({ contentType: sent, attached });
    const chunks: Uint8Array[] = [];
    for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe("text");
    const missing = openFile({ space: spaceId, hash: "0".repeat(64), contentType }, call);
    await expect(missing).rejects.toMatchObject({ status: 404 });
  });
});

describe("stored contents", () => {
  test("are read from their start, and only in their space", async () => {
    const { workspace, spaceId } = await start();
    const { db } = workspace;
    const bytes = Buffer.from("0123456789");
    const { hash, size } = await putFile(db, spaceId, bytes);
    expect(size).toBe(10);
    expect(Buffer.from((await getFile(db, spaceId, hash)) ?? "").toString()).toBe("0123456789");
    expect(await getFile(db, "other", hash)).toBeUndefined();
    const head = async (most: number) =>
      Buffer.from((await getFileHead(db, spaceId, hash, most)) ?? "").toString();
    // Base64 is read in groups of three bytes.
    expect([await head(1), await head(3), await head(4), await head(99)]).toEqual([
      "012",
      "012",
      "012345",
      "0123456789",
    ]);
    expect(await getFileHead(db, "other", hash, 3)).toBeUndefined();
    const contents = await openContents(db, hash);
    expect(contents?.size).toBe(10);
    const chunks: Uint8Array[] = [];
    for await (const chunk of contents?.body ?? []) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe("0123456789");
    expect(await openContents(db, "0".repeat(64))).toBeUndefined();
  });

  test("have at most 50 MiB", () => {
    const largest = 50 * 1024 * 1024;
    const tooLong = { length: largest + 1 } as never;
    expect(() => encodeFile(tooLong)).toThrow(
      `The file has ${largest + 1} bytes, which exceeds the limit of ${largest}.`,
    );
  });
});
