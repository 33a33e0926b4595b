/** What is said about a visitor of a docs site: by a file, and by flags. */
import type { Context, JsonObject } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { isObject } from "../../json/values.ts";

/** @param file absent for a visitor of whom nothing is known */
export async function readClaims(context: Context, file: string | undefined): Promise<JsonObject> {
  if (file === undefined) return {};
  const claims = await context.readDocument(file);
  if (isObject(claims)) return claims;
  throw new UsageError(
    `--claims ${file} must contain an object with visitor claims.`,
    'Example of the file: {"isCustomer": true}',
  );
}

/** The flags of whoever looks at a site as one of its visitors. */
export interface VisitorFlags {
  readonly claims?: string;
  readonly asVisitor?: string;
}

/** @returns the claims as a preview is asked for with; nothing for a visitor of whom nothing is known */
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
