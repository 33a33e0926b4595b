/** Images of an integration: received as base64, and served to anyone who knows their URL. */
import { createHash } from "node:crypto";
import { ApiError } from "../../../errors.ts";
import { createErrorResponse } from "../../core/deferred-response.ts";
import type { Call } from "../../core/handlers.ts";
import type { PublicHandler } from "../../core/public-route.ts";

interface Image {
  /** SHA-256 of the contents, in hex. */
  readonly hash: string;
  /** Base64. */
  readonly bytes: string;
}

interface ImageInput {
  readonly icon?: string;
  readonly previewImages?: readonly string[];
}

/**
 * The icon, undefined without one, followed by the preview images.
 * @throws ApiError 400 for invalid base64
 */
export function readImages({ icon, previewImages = [] }: ImageInput): (Image | undefined)[] {
  const previews = previewImages.map((image, index) => readImage(image, `previewImages.${index}`));
  return [icon === undefined ? undefined : readImage(icon, "icon"), ...previews];
}

/** Replaces the images of an integration. */
export async function storeImages(
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
      // The same image may be used twice.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/**
 * A hash cannot be guessed, so the images of a private integration are visible only to users who
 * see it.
 */
export function buildImageUrl(base: string, integration: string, hash: string): string {
  return `${base}/v1/integrations/${integration}/images/${hash}`;
}

/** Serves an image. */
export const answerImage: PublicHandler = async ({ db, path }) => {
  const row = await db
    .selectFrom("integration_images")
    .select("bytes")
    .where("integration", "=", path.integrationName ?? "")
    .where("hash", "=", path.hash ?? "")
    .executeTakeFirst();
  if (!row)
    return createErrorResponse(
      404,
      "The image does not exist. Get the integration again for its current URL.",
    );
  const bytes = Buffer.from(row.bytes, "base64");
  return {
    status: 200,
    headers: {
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": detectMediaType(bytes),
      "x-content-type-options": "nosniff",
      // A browser must not run scripts in the image.
      "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    },
    body: (async function* () {
      yield bytes;
    })(),
  };
};

function readImage(base64: string, field: string): Image {
  if (base64.length % 4 !== 0) {
    throw new ApiError(
      400,
      `${field} is not complete base64: its length must be a multiple of 4, not ${base64.length}.`,
      { field },
    );
  }
  const hash = createHash("sha256").update(Buffer.from(base64, "base64")).digest("hex");
  return { hash, bytes: base64 };
}

const signatures: readonly (readonly [type: string, signature: string])[] = [
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", "\xff\xd8\xff"],
  ["image/gif", "GIF8"],
];

/** Detected from the contents. */
function detectMediaType(bytes: Buffer): string {
  const start = bytes.subarray(0, 1024).toString("latin1");
  const match = signatures.find(([, signature]) => start.startsWith(signature));
  if (match) return match[0];
  if (start.startsWith("RIFF") && start.startsWith("WEBP", 8)) return "image/webp";
  const svg = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/.test(start);
  return svg ? "image/svg+xml" : "application/octet-stream";
}
