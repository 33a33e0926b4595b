/** Files that an edit of a change request names by URL. */
import { expect, test } from "vitest";
import * as cr from "../../../../src/contract/cr.ts";
import { getFile } from "../../../../src/service/areas/content/files/blobs.ts";
import { readTree } from "../../../../src/service/areas/content/revisions.ts";
import { serve } from "../../../support/network/loopback.ts";
import { openDesk } from "../../../support/organizations/changes.ts";

const png = Buffer.from("89504e470d0a1a0a", "hex");

async function start(allowPrivate: boolean) {
  const server = await serve(({ url }, response) => {
    if (url === "/gone.png") response.writeHead(404).end();
    else if (url === "/large.png") response.end(Buffer.alloc(1024 * 1024 + 1));
    else response.writeHead(200, { "content-type": "image/png; x=1" }).end(png);
  });
  const desk = await openDesk({ allowPrivate });
  const id = await desk.begin();
  const insert = (file: object) =>
    desk.workspace.ask(desk.admin, cr.edit, {
      spaceId: desk.spaceId,
      changeRequestId: id,
      changes: [{ operation: "insert_files", files: [{ name: "logo.png", ...file }] }],
    });
  const files = async () =>
    (await readTree(desk.workspace.db, (await desk.get(id)).revision)).files;
  return { server, desk, insert, files };
}

test("a file is fetched from its URL once, with its type unless the type is given", async () => {
  const { server, desk, insert, files } = await start(true);
  const url = `${server.url}/logo.png`;
  expect((await insert({ url })).status).toBe(200);
  const [file] = await files();
  expect(file).toMatchObject({ name: "logo.png", contentType: "image/png", size: png.length });
  const bytes = await getFile(desk.workspace.db, desk.spaceId, file?.hash ?? "");
  expect(Buffer.from(bytes ?? [])).toEqual(png);
  expect(server.seen).toHaveLength(1);
  await insert({ url, contentType: "image/x-icon" });
  expect((await files()).map(({ contentType }) => contentType)).toContain("image/x-icon");
});

test("a failed fetch is refused with the reason, and changes nothing", async () => {
  const { server, insert, files } = await start(true);
  for (const [path, reason] of [
    ["/gone.png", "responded with status 404"],
    ["/large.png", "Fetching logo.png failed"],
  ] as const) {
    expect(await insert({ url: `${server.url}${path}` })).toMatchObject({
      status: 422,
      message: expect.stringContaining(reason),
    });
  }
  const both = { url: `${server.url}/logo.png`, base64: "aGk=" };
  expect(await insert(both)).toMatchObject({ status: 400 });
  expect(await insert({})).toMatchObject({ status: 400 });
  expect(await files()).toEqual([]);
});

test("a private URL is not fetched", async () => {
  const { server, insert } = await start(false);
  expect((await insert({ url: `${server.url}/logo.png` })).status).toBe(422);
  expect(server.seen).toEqual([]);
});
