/** Putting files into the content of a change request. */
import type { ContentChange } from "../../../contract/cr-content.model.ts";
import { Problem } from "../../../errors.ts";
import { putFile } from "../content/blobs.ts";
import type { Tree } from "../content/tree.ts";
import { withFile } from "../content/tree-edit.ts";
import type { Editing } from "./editing.ts";

type Insert = Extract<ContentChange, { operation: "insert_files" }>;

/** In bytes; larger ones come by Git. */
const largest = 1024 * 1024;

/** @throws Problem 400 for what is not base64, 413 for more than 1 MiB */
export async function insertFiles(
  tree: Tree,
  change: Insert,
  { call, row, made }: Editing,
): Promise<Tree> {
  let next = tree;
  for (const { name, contentType, base64, ref } of change.files) {
    const bytes = bytesOf(base64, name);
    const id = (ref === undefined ? undefined : made.get(ref)?.id) ?? call.newId();
    const { hash, size } = await putFile(call.db, row.space_id, bytes);
    next = withFile(next, { id, name, contentType, hash, size });
  }
  return next;
}

function bytesOf(base64: string, name: string): Uint8Array {
  const bytes = Buffer.from(base64, "base64");
  // The decoder leaves out what it does not know; whole base64 comes out again as it went in.
  if (
    bytes.toString("base64").replace(/=+$/, "") !== base64.replace(/\s+/g, "").replace(/=+$/, "")
  ) {
    throw new Problem(400, `The bytes of ${name} are not base64.`, { field: "files" });
  }
  if (bytes.length > largest) {
    throw new Problem(
      413,
      `${name} has ${bytes.length} bytes; at most ${largest} can be sent here, larger files come by Git.`,
      { field: "files" },
    );
  }
  return bytes;
}
