/**
 * Validation of inputs without the schema library, whose loading takes longer than most requests need.
 * It recognizes most valid inputs; check.ts decides about all others and explains errors.
 */
import { isObject, type JsonValue } from "../json/values.ts";
import type { Field, Fields, PointerField, TextField } from "./fields.ts";
import { getType } from "./nouns.ts";

/** The form of an id. */
export const idForm = /^[\w-]{1,255}$/;

/** Whether the input is certainly valid: `check` would find no error. */
export function isPlainlyValid(fields: Fields, input: JsonValue | undefined): boolean {
  if (!isObject(input)) return false;
  return (
    Object.keys(input).every((name) => Object.hasOwn(fields, name)) &&
    Object.entries(fields).every(([name, field]) => isMember(field, input[name]))
  );
}

function isMember(field: Field, value: JsonValue | undefined): boolean {
  if (value === undefined) return field.optional === true;
  if (value === null) return field.nullable === true;
  switch (field.kind) {
    case "id":
      return typeof value === "string" && idForm.test(value);
    case "text":
      return typeof value === "string" && isText(field, value);
    case "integer": {
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = field;
      return Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max;
    }
    case "boolean":
      return typeof value === "boolean";
    case "enum":
      return typeof value === "string" && field.values.includes(value);
    case "list":
      return (
        Array.isArray(value) &&
        value.length <= (field.max ?? value.length) &&
        value.every((item) => isMember(field.of, item))
      );
    case "pointer":
      return isPointer(field, value);
    case "group":
      return isPlainlyValid(field.fields, value);
    case "json":
      return false;
  }
}

/** Code points are one or two units of the text, so few texts need a count. */
function isText(field: TextField<unknown>, value: string): boolean {
  const { min = 0, max = Number.POSITIVE_INFINITY, pattern, format } = field;
  const fewest = Math.ceil(value.length / 2);
  if (format !== undefined || fewest < min || value.length > max) return false;
  return pattern === undefined || new RegExp(pattern.source, "u").test(value);
}

function isPointer({ to, under }: PointerField<unknown>, value: JsonValue | undefined): boolean {
  if (!isObject(value) || Object.keys(value).length !== 2) return false;
  return to.some(
    (noun) => value.type === getType(noun) && typeof value[under ?? noun] === "string",
  );
}
