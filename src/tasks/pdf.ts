/** Tells where the PDF of a space or a change request is, and saves it if asked to. */
import type { Context, Result } from "../context.ts";
import * as content from "../contract/content.ts";
import * as changeRequest from "../contract/cr.ts";
import type { Input } from "../contract/endpoint.ts";
import { Problem, UsageError } from "../errors.ts";
import type { JsonValue } from "../json/values.ts";

interface Saving {
  readonly save?: string;
  readonly force?: boolean;
}

type OfSpace = Input<typeof content.pdf>;
type OfChangeRequest = Input<typeof changeRequest.pdf>;

export function pdfOfSpace(context: Context, { save, force, ...input }: OfSpace & Saving) {
  return pdf(context, { save, force }, async () => {
    const client = await context.client();
    return (await client.call(content.pdf, input)).value;
  });
}

export function pdfOfChangeRequest(
  context: Context,
  { save, force, ...input }: OfChangeRequest & Saving,
) {
  return pdf(context, { save, force }, async () => {
    const client = await context.client();
    return (await client.call(changeRequest.pdf, input)).value;
  });
}

async function pdf(
  context: Context,
  { save, force }: { readonly [K in keyof Saving]: Saving[K] | undefined },
  ask: () => Promise<JsonValue | undefined>,
): Promise<Result> {
  if (force === true && save === undefined) {
    throw new UsageError("--force needs --save <file>: it says that the file may be replaced.");
  }
  const value = await ask();
  const url = typeof value === "object" && value !== null && "url" in value ? value.url : undefined;
  if (typeof url !== "string") throw new Problem(502, "The platform names no address of the PDF.");
  if (save === undefined)
    return { record: { url }, columns: [{ header: "ADDRESS", path: "url", as: "address" }] };
  const client = await context.client();
  const bytes = await client.download(url);
  await context.saveFile(save, bytes, force === true);
  return {
    done: `Saved ${save} (${bytes.length} bytes).`,
    record: { file: save, size: bytes.length },
  };
}
