/** The signed addresses of files, and the bytes that they open. */
import { addressSigner, type Opener, opensNothing } from "../../core/downloads.ts";
import type { Call } from "../../core/handlers.ts";
import { findSpace } from "../../core/space-rows.ts";
import { getFile } from "./blobs.ts";
import type { File } from "./tree.ts";

interface FileSubject {
  readonly space: string;
  readonly hash: string;
  readonly contentType: string;
}

/** A list that was read in the morning still opens in the evening. */
const seconds = 24 * 60 * 60;

/** @returns makes the `downloadURL` of a file of a space */
export async function fileAddresses(
  call: Pick<Call, "db" | "now" | "base" | "caller">,
  spaceId: string,
): Promise<(file: File) => string> {
  const sign = await addressSigner(call);
  return ({ hash, contentType, name }) => {
    const subject: FileSubject = { space: spaceId, hash, contentType };
    return sign({ kind: "file", subject, name, seconds });
  };
}

/** What a browser can show without running anything of it. */
const shown =
  /^(?:image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)$/;

export const openFile: Opener = async (told, call) => {
  const { space, hash, contentType } = told as FileSubject;
  const found = await findSpace(call, space);
  if (!found?.role || found.row.deleted_at !== null) throw opensNothing();
  const bytes = await getFile(call.db, space, hash);
  if (!bytes) throw opensNothing();
  const harmless = shown.test(contentType);
  return {
    contentType: harmless ? contentType : "application/octet-stream",
    attached: !harmless,
    body: once(bytes),
  };
};

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
