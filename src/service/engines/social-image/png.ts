/** PNG files of images with 8 bits for each color. */
import { crc32, deflateSync } from "node:zlib";

interface PixelImage {
  readonly width: number;
  readonly height: number;
  /** Three bytes for each pixel, by row. */
  readonly pixels: Uint8Array;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function encodePng({ width, height, pixels }: PixelImage): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  const rowLength = width * 3;
  // Each row begins with the number of its filter: none.
  const rows = Buffer.alloc((rowLength + 1) * height);
  for (let row = 0; row < height; row++) {
    const line = pixels.subarray(row * rowLength, (row + 1) * rowLength);
    rows.set(line, row * (rowLength + 1) + 1);
  }
  return Buffer.concat([
    signature,
    toChunk("IHDR", header),
    toChunk("IDAT", deflateSync(rows)),
    toChunk("IEND", Buffer.alloc(0)),
  ]);
}

function toChunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  chunk.set(content, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return chunk;
}
