/** Visitor claims from a file and flags. */
import type { Context, JsonObject } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { isObject } from "../../json/values.ts";

/** @param file absent for an unidentified visitor */
export async function readClaims(context: Context, file: string | undefined): Promise<JsonObject> {
  if (file === undefined) return {};
  const claims = await context.readDocument(file);
  if (isObject(claims)) return claims;
  throw new UsageError(
    `--claims ${file} must contain an object with visitor claims.`,
    'Example of the file: {"isCustomer": true}',
  );
}

/** Flags for viewing a site as a visitor. */
export interface VisitorFlags {
  readonly claims?: string;
  readonly asVisitor?: string;
}

/** @returns claims in the form of the preview operation; empty for an unidentified visitor */
export async function previewedAs(
  context: Context,
  { claims: file, asVisitor }: VisitorFlags,
): Promise<{ readonly claims?: string }> {
  const claims = {
    ...(await readClaims(context, file)),
    ...(asVisitor !== undefined && { email: asVisitor }),
  };
  return Object.keys(claims).length > 0 ? { claims: JSON.stringify(claims) } : {};
}
