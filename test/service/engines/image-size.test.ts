import { expect, it } from "vitest";
import { getHeadLength, measureImage } from "../../../src/service/engines/image-size.ts";

/** The start of a PNG. */
function createPng(width: number, height: number): Uint8Array {
  const head = Buffer.alloc(33);
  head.write("89504e470d0a1a0a0000000d49484452", 0, "hex");
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

/** A JPEG with an orientation in its metadata, of 30 by 20 pixels. */
function createJpeg(orientation: number): Uint8Array {
  const exif = Buffer.from(
    "4578696600004d4d002a00000008000101120003000000010000000000000000",
    "hex",
  );
  exif.writeUInt16BE(orientation, 24);
  const start = Buffer.from("ffd8ffe1", "hex");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  const frame = Buffer.from("ffc0000b080014001e01011100", "hex");
  return Buffer.concat([start, length, exif, frame, Buffer.from("ffd9", "hex")]);
}

it.each([
  ["image/jpeg", 131_072],
  ["image/jpg", 131_072],
  ["image/pjpeg", 131_072],
  ["image/png", 16_384],
  ["image/jpegx", 16_384],
  ["ximage/jpeg", 16_384],
])("%s has its size in the first %d bytes", (type, bytes) => {
  expect(getHeadLength(type)).toBe(bytes);
});

it.each([
  ["an image", createPng(3, 2), { width: 3, height: 2 }],
  ["an image without width", createPng(0, 2), undefined],
  ["an image without height", createPng(3, 0), undefined],
  ["a truncated image", createPng(3, 2).subarray(0, 20), undefined],
  ["a text", Buffer.from("text"), undefined],
  ["no bytes", new Uint8Array(), undefined],
  ["an upright photo", createJpeg(1), { width: 30, height: 20 }],
  ["a photo upside down", createJpeg(4), { width: 30, height: 20 }],
  ["a mirrored and rotated photo", createJpeg(5), { width: 20, height: 30 }],
  ["a rotated photo", createJpeg(8), { width: 20, height: 30 }],
])("the size of %s", async (_, head, size) => {
  expect(await measureImage(head)).toEqual(size);
});

it("bytes beyond the head are not read", async () => {
  const head = new Uint8Array(createPng(3, 2).buffer, 0, 20);
  expect(await measureImage(head)).toBe(undefined);
});
