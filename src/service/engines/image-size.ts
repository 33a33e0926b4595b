/** How wide and high an image is, out of the first bytes of its file. */
import type { imageSize } from "image-size";

export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/**
 * How many bytes of an image are looked at. In front of the size of a JPEG stand the camera's notes,
 * colours and a small picture; every other format says it at once. The bound keeps short what a file
 * that was made for it can cost.
 */
export function headLength(contentType: string): number {
  return (/^image\/p?jpe?g$/.test(contentType) ? 128 : 16) * 1024;
}

/**
 * @param head the beginning of the file, as many bytes as `headLength` says
 * @returns as it is shown, turned as a camera noted it; absent for what does not tell its size
 */
export async function measureImage(head: Uint8Array): Promise<Dimensions | undefined> {
  const library = await import("image-size");
  // A copy, as the library reads on past the end of a view, into what else its buffer holds.
  const size = sizeOf(library.imageSize, new Uint8Array(head));
  if (size === undefined) return undefined;
  const { width, height, orientation = 1 } = size;
  if (!isLength(width) || !isLength(height)) return undefined;
  // Orientations from 5 on lie on their side.
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

function sizeOf(measure: typeof imageSize, head: Uint8Array) {
  try {
    return measure(head);
  } catch {
    // Whatever is wrong with an image, it is a file like others.
    return undefined;
  }
}

function isLength(value: number | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
