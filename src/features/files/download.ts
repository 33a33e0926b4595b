/** Resources with a download URL, such as files and PDFs: shows them and saves their bytes. */
import type {
  ApiClient,
  Context,
  JsonObject,
  JsonValue,
  PrintedColumn,
  Result,
} from "../../context.ts";
import { ApiError, UsageError } from "../../errors.ts";
import { asObject } from "../../json/values.ts";

interface SaveFlags {
  readonly save?: string;
  readonly force?: boolean;
}

interface Downloadable {
  /** Response field with the URL. */
  readonly address: string;
  /** Without the URL the response is useless. */
  readonly isAddressAlone?: true;
  /** Name of the resource in the error for a missing URL: "the PDF". */
  readonly called: string;
  readonly columns: readonly PrintedColumn[];
}

/** @param read requests the resource */
export function showDownload<I extends object>(
  { address, isAddressAlone, called, columns }: Downloadable,
  read: (
    client: ApiClient,
    input: Omit<I, keyof SaveFlags>,
  ) => Promise<{ readonly value: JsonValue | undefined }>,
) {
  return async (context: Context, { save, force, ...input }: I & SaveFlags): Promise<Result> => {
    if (force === true && save === undefined) {
      throw new UsageError("--force requires --save <file>.");
    }
    const client = await context.client();
    const record: JsonObject = asObject((await read(client, input)).value);
    const url = record[address];
    if (save === undefined && !isAddressAlone) return { record, columns };
    if (typeof url !== "string") {
      throw new ApiError(502, `The platform returned no download URL for ${called}.`);
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
