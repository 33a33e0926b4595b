/** Shows a file of a space, of a revision or of a change request, and saves its bytes if asked to. */

import type { Client, Column, Context, JsonValue, Result } from "../context.ts";
import * as changeRequest from "../contract/cr-content.ts";
import type { Input } from "../contract/endpoint.ts";
import * as contract from "../contract/file.ts";
import * as revision from "../contract/revision.ts";
import { Problem, UsageError } from "../errors.ts";
import { objectIn } from "../json/values.ts";

interface Saving {
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

function showFile<I extends object>(
  read: (
    client: Client,
    input: Omit<I, keyof Saving>,
  ) => Promise<{ readonly value: JsonValue | undefined }>,
) {
  return async (context: Context, { save, force, ...input }: I & Saving): Promise<Result> => {
    if (force === true && save === undefined) {
      throw new UsageError("--force needs --save <path>: it says that the file may be replaced.");
    }
    const client = await context.client();
    const { value } = await read(client, input);
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
  };
}

export const get = showFile<Input<typeof contract.get>>((client, input) =>
  client.call(contract.get, input),
);

export const getInRevision = showFile<Input<typeof revision.file>>((client, input) =>
  client.call(revision.file, input),
);

export const getInChangeRequest = showFile<Input<typeof changeRequest.file>>((client, input) =>
  client.call(changeRequest.file, input),
);
