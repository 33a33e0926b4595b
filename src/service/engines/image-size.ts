/** The width and height of an image, from the first bytes of its file. */
import type { imageSize } from "image-size";

export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/**
 * How many bytes of an image are read. In a JPEG, metadata, a colour profile and a thumbnail may precede
 * the size; every other format begins with it. The bound limits what a malicious file can cost.
 */
export function headLength(contentType: string): number {
  return (/^image\/p?jpe?g$/.test(contentType) ? 128 : 16) * 1024;
}

/**
 * @param head the beginning of the file, as many bytes as `headLength` says
 * @returns the size as displayed, with the orientation applied; undefined if it cannot be determined
 */
export async function measureImage(head: Uint8Array): Promise<Dimensions | undefined> {
  const library = await import("image-size");
  // A copy, as the library reads past the end of a view into the rest of its buffer.
  const size = computeSize(library.imageSize, new Uint8Array(head));
  if (size === undefined) return undefined;
  const { width, height, orientation = 1 } = size;
  if (!isLength(width) || !isLength(height)) return undefined;
  // From orientation 5 on, the image is turned by 90 degrees.
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

function computeSize(measure: typeof imageSize, head: Uint8Array) {
  try {
    return measure(head);
  } catch {
    // A broken image is a file without a known size.
    return undefined;
  }
}

function isLength(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
