/** Visitor claims from flags and files. */
import type { Context, JsonObject } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { parseClaims } from "../../json/claim-words.ts";
import { writeJson } from "../../json/exact-writing.ts";
import { isObject } from "../../json/values.ts";

/** @param file JSON, `claim=value` pairs or a file; absent for an unidentified visitor */
export async function readClaims(context: Context, file: string | undefined): Promise<JsonObject> {
  if (file === undefined) return {};
  const typed = parseClaims(file);
  if (typed !== undefined) return typed;
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
export async function loadPreviewClaims(
  context: Context,
  { claims: file, asVisitor }: VisitorFlags,
): Promise<{ readonly claims?: string }> {
  const claims = {
    ...(await readClaims(context, file)),
    ...(asVisitor !== undefined && { email: asVisitor }),
  };
  return Object.keys(claims).length > 0 ? { claims: writeJson(claims) } : {};
}
