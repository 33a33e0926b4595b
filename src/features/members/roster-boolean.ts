/** Booleans of rosters: cells of tables, JSON values, and attributes of SCIM resources. */
import { UsageError } from "../../errors.ts";
import { writeJson } from "../../json/exact-writing.ts";
import type { JsonValue } from "../../json/values.ts";

/** Spellings of a boolean in lower case. */
interface BooleanWords {
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

/** Spreadsheets and exports of directories use all of these. */
export const tableWords: BooleanWords = { yes: ["true", "yes", "1"], no: ["false", "no", "0"] };

/**
 * RFC 7643, section 2.3.2, defines the literals true and false. Microsoft Entra ID sends the strings "True"
 * and "False".
 * https://learn.microsoft.com/entra/identity/app-provisioning/application-provisioning-config-problem-scim-compatibility
 */
export const scimWords: BooleanWords = { yes: ["true"], no: ["false"] };

/**
 * @param at the location for messages
 * @param fallback the meaning of a missing value and of an empty cell
 * @throws UsageError for any other value, including null: an unknown value could keep an inactive user
 */
export function parseBoolean(
  value: JsonValue | undefined,
  { at, name, words, fallback }: BooleanContext,
): boolean {
  if (value === undefined) return fallback;
  if (typeof value === "boolean") return value;
  const isText = typeof value === "string" || typeof value === "number";
  const word = (isText ? String(value) : "").trim().toLowerCase();
  if (words.yes.includes(word)) return true;
  if (words.no.includes(word)) return false;
  const text = typeof value === "string" ? JSON.stringify(value) : writeJson(value);
  throw new UsageError(
    `${at}: ${name} must be true or false, not ${text}. No members were changed.`,
    "tome member sync --help",
  );
}

export interface BooleanContext {
  readonly at: string;
  readonly name: string;
  readonly words: BooleanWords;
  readonly fallback: boolean;
}
