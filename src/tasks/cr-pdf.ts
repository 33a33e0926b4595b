/** Tells where the PDF of a change request is, and saves it if asked to. */
import type { Context, Result } from "../context.ts";
import * as contract from "../contract/cr.ts";
import type { Input } from "../contract/endpoint.ts";
import { Problem, UsageError } from "../errors.ts";

interface PdfInput extends Input<typeof contract.pdf> {
  readonly save?: string;
  readonly force?: boolean;
}

export async function pdf(context: Context, { save, force, ...input }: PdfInput): Promise<Result> {
  if (force === true && save === undefined) {
    throw new UsageError("--force needs --save <file>: it says that the file may be replaced.");
  }
  const client = await context.client();
  const { value } = await client.call(contract.pdf, input);
  const url = typeof value === "object" && value !== null && "url" in value ? value.url : undefined;
  if (typeof url !== "string") throw new Problem(502, "The platform names no address of the PDF.");
  if (save === undefined)
    return { record: { url }, columns: [{ header: "ADDRESS", path: "url", as: "address" }] };
  const bytes = await client.download(url);
  await context.saveFile(save, bytes, force === true);
  return {
    done: `Saved ${save} (${bytes.length} bytes).`,
    record: { file: save, size: bytes.length },
  };
}
