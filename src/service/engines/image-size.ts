/** Width and height of an image, from the first bytes of its file. */
import type { imageSize } from "image-size";

export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/**
 * The number of bytes that are read of an image. In a JPEG, metadata, a color profile and a
 * thumbnail can precede the size; all other formats begin with it. The limit bounds the cost of a
 * malicious file.
 */
export function getHeadLength(contentType: string): number {
  return (/^image\/p?jpe?g$/.test(contentType) ? 128 : 16) * 1024;
}

/**
 * @param head the start of the file, of the length that `getHeadLength` returns
 * @returns the size as displayed, with the orientation applied; undefined if it cannot be
 * determined
 */
export async function measureImage(head: Uint8Array): Promise<Dimensions | undefined> {
  const library = await import("image-size");
  // A copy, because the library reads beyond the end of a view into the rest of its buffer.
  const size = computeSize(library.imageSize, new Uint8Array(head));
  if (size === undefined) return undefined;
  const { width, height, orientation = 1 } = size;
  if (!isLength(width) || !isLength(height)) return undefined;
  // Orientations from 5 are rotated by 90 degrees.
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

function computeSize(measure: typeof imageSize, head: Uint8Array) {
  try {
    return measure(head);
  } catch {
    // A damaged image is a file without a known size.
    return undefined;
  }
}

function isLength(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
