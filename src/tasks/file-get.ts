/** Shows a file of a space, and saves its bytes if asked to. */

import type { Column, Context, Result } from "../context.ts";
import type { Input } from "../contract/endpoint.ts";
import * as contract from "../contract/file.ts";
import { Problem, UsageError } from "../errors.ts";
import { objectIn } from "../json/values.ts";

interface GetInput extends Input<typeof contract.get> {
  readonly save?: string;
  readonly force?: boolean;
}

const columns: readonly Column[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "NAME", path: "name", as: "title", wide: true },
  { header: "TYPE", path: "contentType" },
  { header: "SIZE", path: "size", as: "number" },
  { header: "WIDTH", path: "dimensions.width", as: "number" },
  { header: "HEIGHT", path: "dimensions.height", as: "number" },
  { header: "ADDRESS", path: "downloadURL", as: "address", wide: true },
];

export async function get(context: Context, { save, force, ...input }: GetInput): Promise<Result> {
  if (force === true && save === undefined) {
    throw new UsageError("--force needs --save <path>: it says that the file may be replaced.");
  }
  const client = await context.client();
  const { value } = await client.call(contract.get, input);
  const record = objectIn(value);
  if (save === undefined) return { record, columns };
  if (typeof record.downloadURL !== "string") {
    throw new Problem(502, "The platform names no address of the file's bytes.");
  }
  const bytes = await client.download(record.downloadURL);
  await context.saveFile(save, bytes, force === true);
  return {
    done: `Saved ${save} (${bytes.length} bytes).`,
    record: { file: save, size: bytes.length },
  };
}
