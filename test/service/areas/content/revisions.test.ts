/** Dimensions of images in every format and from every source, and none of invalid ones. */
import { expect, test } from "vitest";
import * as file from "../../../../src/contract/file.ts";
import { putFile } from "../../../../src/service/areas/content/files/blobs.ts";
import { mergeTrees } from "../../../../src/service/areas/content/tree/tree-merge.ts";
import { storeTree } from "../../../../src/service/areas/content/tree/tree-store.ts";
import { slowTest } from "../../../support/generators/amount.ts";
import { gitRepository } from "../../../support/git/git.ts";
import { gitSpace } from "../../../support/git/git-space.ts";
import { openDesk } from "../../../support/organizations/changes.ts";
import { tree as treeOf } from "../../../support/organizations/content.ts";

const big = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]);
const little = (value: number) => Buffer.from([value, value >>> 8, value >>> 16, value >>> 24]);
const of = (...parts: (string | Uint8Array | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, "latin1")));
/** A box of AVIF, HEIF, JPEG 2000 and JPEG XL. */
const box = (name: string, ...parts: Parameters<typeof of>) => {
  const body = of(...parts);
  return of(big(body.length + 8), name, body);
};

const png = (width: number, height: number) =>
  of("\x89PNG\r\n\x1a\n", big(13), "IHDR", big(width), big(height), [8, 2, 0, 0, 0], big(0));
const ispe = box("ispe", big(0), big(48), big(36));
const avif = (properties: Uint8Array) =>
  of(
    box("ftyp", "avif", big(0), "avifmif1"),
    box("meta", big(0), box("iprp", box("ipco", properties))),
  );
const exif = (orientation: number) =>
  of("Exif\0\0", "MM\0*", big(8), [0, 1, 1, 0x12, 0, 3], big(1), [0, orientation, 0, 0], big(0));
const segment = (marker: number, body: Uint8Array) =>
  of([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255], body);
const jpeg = (orientation: number) =>
  of(
    [0xff, 0xd8],
    segment(0xe0, of("JFIF\0", [1, 1, 0, 0, 1, 0, 1, 0, 0])),
    segment(0xe1, exif(orientation)),
    segment(0xc0, of([8, 0, 30, 0, 40, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])),
    [0xff, 0xd9],
  );

const images = {
  "a.png": [png(240, 90), 240, 90],
  "b.jpg": [jpeg(1), 40, 30],
  "c.jpg": [jpeg(6), 30, 40],
  "d.gif": [of("GIF89a", [44, 1, 200, 0, 0, 0, 0]), 300, 200],
  "e.webp": [
    of("RIFF", little(22), "WEBPVP8X", little(10), [0, 0, 0, 0, 99, 0, 0, 49, 0, 0]),
    100,
    50,
  ],
  "f.svg": [of('<?xml version="1.0"?>\n<svg viewBox="0 0 420 80"></svg>'), 420, 80],
  "g.svg": [of('<svg width="12" height="34"/>'), 12, 34],
  "h.avif": [avif(ispe), 48, 36],
  "i.bmp": [
    of("BM", little(54), little(0), little(54), little(40), little(64), little(32)),
    64,
    32,
  ],
} as const satisfies Record<string, readonly [Uint8Array, number, number]>;

/** Files that caused endless loops or crashes in such libraries, and files that are not images. */
const hostile: Readonly<Record<string, Uint8Array>> = {
  "icns-without-length.png": of("icns", big(64), "ic07", big(0), "ic07", big(0)),
  "heif-without-length.avif": of(
    box("ftyp", "avif", big(0)),
    box("meta", big(0), box("iprp", of(big(100), "ipco", big(0), "ispe", big(0)))),
  ),
  "jxl-without-length.png": of(box("JXL ", big(0)), box("ftyp", "jxl "), big(0), "jxlp", big(0)),
  "jp2-without-length.png": of(box("jP  ", big(0)), box("ftyp", "jp2 "), big(0), "jp2h", big(0)),
  "many-boxes.avif": avif(Buffer.concat(Array.from({ length: 99_999 }, () => ispe))),
  "many-roots.svg": of("<svg ".repeat(400_000)),
  "endless.jpg": of([0xff, 0xd8, 0xff, 0xe0], Buffer.alloc(2_000_000)),
  "cut.png": png(1, 1).subarray(0, 18),
  "nothing-wide.png": png(0, 7),
  "text.png": of("no image"),
  "empty.png": of(),
};

slowTest("images of a repository have dimensions, and invalid ones have none", async () => {
  const { imports, spaceId, workspace, admin } = await gitSpace();
  const repository = gitRepository();
  const assets = { ...Object.fromEntries(named()), ...hostile, "table.csv": of("a,b") };
  const found = Object.entries(assets).map(([name, bytes]) => [`.gitbook/assets/${name}`, bytes]);
  repository.commit({ "README.md": "# Welcome\n", ...Object.fromEntries(found) });
  expect(await imports(repository.path)).toMatchObject({ state: "success" });
  const { items } = await workspace.ok(admin, file.list, { spaceId, limit: 100 });
  const said = new Map(items.map(({ name, dimensions }) => [name, dimensions]));
  for (const [name, [, width, height]] of Object.entries(images)) {
    expect([name, said.get(name)]).toEqual([name, { width, height }]);
  }
  for (const name of [...Object.keys(hostile), "table.csv"]) {
    expect([name, said.has(name), said.get(name)]).toEqual([name, true, undefined]);
  }
});

test("an image added to a change request has dimensions too, after the merge", async () => {
  const desk = await openDesk();
  await desk.publish({ title: "First", markdown: "One" });
  const id = await desk.begin();
  const base64 = png(640, 480).toString("base64");
  const files = [{ name: "x.png", contentType: "image/png", base64 }];
  await desk.edit(id, [{ operation: "insert_files", files }]);
  await desk.merge(id);
  const { items } = await desk.workspace.ok(desk.admin, file.list, { spaceId: desk.spaceId });
  expect(items).toMatchObject([{ name: "x.png", dimensions: { width: 640, height: 480 } }]);
});

test("an existing image is measured with the next edit of its space", async () => {
  const { edit, tree, spaceId, workspace } = await gitSpace();
  const { hash, size } = await putFile(workspace.db, spaceId, png(5, 6));
  const old = { id: "f1", name: "x.png", contentType: "image/png", hash, size };
  const root = await storeTree(workspace.db, spaceId, treeOf([], { files: [old] }));
  await workspace.db.updateTable("revisions").set({ root }).execute();
  expect((await tree()).files).toEqual([old]);
  await edit((before) => ({ ...before, variables: { product: "Lumen" } }));
  expect((await tree()).files).toMatchObject([{ dimensions: { width: 5, height: 6 } }]);
});

test("a merge takes size and dimensions from the side whose bytes it takes", () => {
  const image = { id: "f1", name: "x.png", contentType: "image/png", size: 10 };
  const sized = (hash: string, size: number, width: number) =>
    treeOf([], { files: [{ ...image, hash, size, dimensions: { width, height: 1 } }] });
  const [base, ours, theirs] = [sized("a", 10, 1), sized("b", 20, 1), sized("c", 10, 3)];
  const resolvedFor = (side: "ours" | "theirs") =>
    mergeTrees({ base, ours, theirs, resolve: () => side }).tree?.files;
  expect(resolvedFor("ours")).toEqual(ours.files);
  expect(resolvedFor("theirs")).toEqual(theirs.files);
});

function named(): [string, Uint8Array][] {
  return Object.entries(images).map(([name, [bytes]]) => [name, bytes]);
}
