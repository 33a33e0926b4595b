/** What a file says about a visitor of a docs site. */
import type { Context, JsonObject } from "../context.ts";
import { UsageError } from "../errors.ts";
import { isObject } from "../json/values.ts";

/** @param file absent for a visitor of whom nothing is known */
export async function readClaims(context: Context, file: string | undefined): Promise<JsonObject> {
  if (file === undefined) return {};
  const claims = await context.readDocument(file);
  if (isObject(claims)) return claims;
  throw new UsageError(
    `--claims ${file} must hold the claims of a visitor, which are an object.`,
    'The file may say: {"isCustomer": true}',
  );
}
