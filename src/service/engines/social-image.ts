/** Social images of pages, drawn in a worker thread. */
import type { SocialImage } from "./social-image/social-image-worker.ts";
import type { RequestContextKey } from "./threads/caller.ts";
import { type PooledTask, runInPool } from "./threads/worker-pool.ts";

/** In the bundled program, the worker script is beside the chunk that contains this module. */
const script = new URL(
  import.meta.url.endsWith(".ts")
    ? "./social-image/social-image-worker.ts"
    : "./social-image-worker.js",
  import.meta.url,
);

const draw: PooledTask<SocialImage, Uint8Array | undefined> = {
  script,
  name: "drawSocialImage",
  seconds: 10,
};

/**
 * @param asker its caller is the site
 * @returns a PNG image; undefined if the title has letters that `isDrawable` refuses
 */
export function drawSocialImage(
  image: SocialImage,
  asker: RequestContextKey,
): Promise<Uint8Array | undefined> {
  return runInPool(draw, image, asker);
}
