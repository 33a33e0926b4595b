/** The images of an integration: taken in as base64, and given out to whoever has their address. */
import { createHash } from "node:crypto";
import { Problem } from "../../../errors.ts";
import { failure } from "../../core/answers.ts";
import type { Call } from "../../core/handlers.ts";
import type { PublicHandler } from "../../core/public-route.ts";

interface Image {
  /** SHA-256 of its bytes, in hex. */
  readonly hash: string;
  /** Base64. */
  readonly bytes: string;
}

interface Given {
  readonly icon?: string;
  readonly previewImages?: readonly string[];
}

/**
 * The icon, undefined where there is none, and then the preview images.
 * @throws Problem 400 for what is no base64
 */
export function imagesOf({ icon, previewImages = [] }: Given): (Image | undefined)[] {
  const previews = previewImages.map((image, index) => imageOf(image, `previewImages.${index}`));
  return [icon === undefined ? undefined : imageOf(icon, "icon"), ...previews];
}

/** Puts them in the place of those that it had. */
export async function keepImages(
  { db }: Pick<Call, "db">,
  integration: string,
  images: readonly (Image | undefined)[],
): Promise<void> {
  await db.deleteFrom("integration_images").where("integration", "=", integration).execute();
  for (const image of images) {
    if (!image) continue;
    await db
      .insertInto("integration_images")
      .values({ integration, ...image })
      // The same image may be given twice.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Nobody guesses a hash, so the images of a private integration stay among those who see it. */
export function imageAddress(base: string, integration: string, hash: string): string {
  return `${base}/v1/integrations/${integration}/images/${hash}`;
}

/** What is behind that address. */
export const image: PublicHandler = async ({ db, path }) => {
  const row = await db
    .selectFrom("integration_images")
    .select("bytes")
    .where("integration", "=", path.integrationName ?? "")
    .where("hash", "=", path.hash ?? "")
    .executeTakeFirst();
  if (!row) return failure(404, "There is no such image; ask for the integration again.");
  const bytes = Buffer.from(row.bytes, "base64");
  return {
    status: 200,
    headers: {
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": mediaType(bytes),
      "x-content-type-options": "nosniff",
      // Whatever the bytes are, a browser runs nothing of them.
      "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    },
    body: (async function* () {
      yield bytes;
    })(),
  };
};

function imageOf(base64: string, field: string): Image {
  if (base64.length % 4 !== 0) {
    throw new Problem(
      400,
      `${field} is not whole base64: its length must be a multiple of 4 (it is ${base64.length}).`,
      { field },
    );
  }
  const hash = createHash("sha256").update(Buffer.from(base64, "base64")).digest("hex");
  return { hash, bytes: base64 };
}

const beginnings: readonly (readonly [type: string, beginning: string])[] = [
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", "\xff\xd8\xff"],
  ["image/gif", "GIF8"],
];

/** Told by the bytes; those of no known kind are only bytes. */
function mediaType(bytes: Buffer): string {
  const start = bytes.subarray(0, 1024).toString("latin1");
  const known = beginnings.find(([, beginning]) => start.startsWith(beginning));
  if (known) return known[0];
  if (start.startsWith("RIFF") && start.startsWith("WEBP", 8)) return "image/webp";
  const svg = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/.test(start);
  return svg ? "image/svg+xml" : "application/octet-stream";
}
