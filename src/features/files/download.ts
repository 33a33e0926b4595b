/** Shows what has an address of its bytes, and saves these if asked to: the file of a space, or a PDF. */
import type { Client, Column, Context, JsonObject, JsonValue, Result } from "../../context.ts";
import { Problem, UsageError } from "../../errors.ts";
import { objectIn } from "../../json/values.ts";

interface Saving {
  readonly save?: string;
  readonly force?: boolean;
}

interface Downloadable {
  /** The member of the answer with the address. */
  readonly address: string;
  /** Without its address the answer says nothing. */
  readonly isAddressAlone?: true;
  /** What a platform that gives none has left out: "the PDF". */
  readonly called: string;
  readonly columns: readonly Column[];
}

/** @param read asks for what is shown */
export function showDownload<I extends object>(
  { address, isAddressAlone, called, columns }: Downloadable,
  read: (
    client: Client,
    input: Omit<I, keyof Saving>,
  ) => Promise<{ readonly value: JsonValue | undefined }>,
) {
  return async (context: Context, { save, force, ...input }: I & Saving): Promise<Result> => {
    if (force === true && save === undefined) {
      throw new UsageError("--force requires --save <file>.");
    }
    const client = await context.client();
    const record: JsonObject = objectIn((await read(client, input)).value);
    const url = record[address];
    if (save === undefined && !isAddressAlone) return { record, columns };
    if (typeof url !== "string") {
      throw new Problem(502, `The platform returned no download URL for ${called}.`);
    }
    if (save === undefined) return { record, columns };
    const bytes = await client.download(url);
    await context.saveFile(save, bytes, force === true);
    return {
      done: `Saved ${save} (${bytes.length} bytes).`,
      record: { file: save, size: bytes.length },
    };
  };
}
