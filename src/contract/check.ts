/** Validation of inputs by their fields, for both the CLI and the platform. */

import * as z from "zod/mini";
import { writeJson } from "../json/exact-writing.ts";
import { formatCount } from "../json/pluralize.ts";
import { type Field, type Fields, type PointerField, pointTo } from "./fields.ts";
import { explainHostname } from "./hostname-errors.ts";
import { getType } from "./nouns.ts";
import { idForm } from "./plain-check.ts";

/** A validation error in one field of an input. */
export interface FieldError {
  /** Path of the field, outermost name first; list positions are numbers. */
  readonly path: readonly (string | number)[];
  /**
   * The violated rule, to follow the field's name: "can have at most 50 characters (it has 51)".
   */
  readonly rule: string;
}

const schemas = new WeakMap<Fields, Promise<z.ZodMiniType>>();

/**
 * The rules below are derived from the codes of issues, and not from messages: another package in
 * the process may load the messages of zod.
 */
const parseOptions = { reportInput: true, error: () => unspecified };
const unspecified = "Invalid input";

/**
 * Validates a whole input against its fields.
 * @returns all validation errors; empty if the input is valid
 */
export async function check(fields: Fields, input: unknown): Promise<FieldError[]> {
  let schema = schemas.get(fields);
  if (!schema) {
    schema = buildShape(fields);
    schemas.set(fields, schema);
  }
  const result = (await schema).safeParse(input, parseOptions);
  if (!result.success) return withoutConsequences(result.error.issues).flatMap(findFaults);
  const path = findDroppedMember(input, result.data);
  return path === undefined ? [] : [{ path, rule: "cannot be used as a name" }];
}

/**
 * The first member `__proto__` that the schema should have validated: zod omits it from the result
 * without an error.
 * @returns its path
 */
function findDroppedMember(input: unknown, result: unknown): FieldError["path"] | undefined {
  // A schema that accepts every value returns it unread.
  if (input === result || !isContainer(input) || !isContainer(result)) return undefined;
  for (const name of Object.keys(input)) {
    if (name === "__proto__" && !Object.hasOwn(result, name)) return [name];
    const path = findDroppedMember(input[name], result[name]);
    if (path !== undefined) return [Array.isArray(input) ? Number(name) : name, ...path];
  }
  return undefined;
}

/** Whether it is an object or a list. */
function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Without the limits of a value that has another type: a text has a length like a list. */
function withoutConsequences(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const wrongTypes = new Set(
    issues.filter(({ code }) => code === "invalid_type").map(({ path }) => JSON.stringify(path)),
  );
  return issues.filter(
    ({ code, path }) => code === "invalid_type" || !wrongTypes.has(JSON.stringify(path)),
  );
}

async function buildShape(fields: Fields): Promise<z.ZodMiniType> {
  const members: Record<string, z.ZodMiniType> = {};
  for (const [name, field] of Object.entries(fields)) members[name] = await buildMember(field);
  return z.strictObject(members);
}

async function buildMember(field: Field): Promise<z.ZodMiniType> {
  const value = await buildPlain(field);
  const orNull = field.nullable ? z.nullable(value) : value;
  return field.optional ? z.optional(orNull) : orNull;
}

async function buildPlain(field: Field): Promise<z.ZodMiniType> {
  switch (field.kind) {
    case "id":
      return z.string().check(matches(idForm, "must be an id: letters, digits, - and _"));
    case "text": {
      // Spread: at most two checks.
      const text = z.string().check(...describeLengths(field.min, field.max));
      if (field.pattern) {
        const { source, means, hostname } = field.pattern;
        const pattern = new RegExp(source, "u");
        const rule = `must be ${means}`;
        if (!hostname) return text.check(matches(pattern, rule));
        const explain = (value: string) => explainHostname(value, hostname) ?? rule;
        return text.check(
          z.refine<string>((value) => pattern.test(value), {
            error: ({ input }) => explain(String(input)),
          }),
        );
      }
      if (field.format === "url")
        return text.check(createPatternCheck(isWebAddress, "must be an http or https URL"));
      if (field.format === "date-time")
        return text.check(
          createPatternCheck(isTime, "must be a time such as 2026-01-31T09:30:00Z"),
        );
      return text;
    }
    case "integer": {
      const number = z.int();
      const bounds = [];
      if (field.min !== undefined) bounds.push(z.gte(field.min));
      if (field.max !== undefined) bounds.push(z.lte(field.max));
      // Spread: at most two checks.
      return bounds.length > 0 ? number.check(...bounds) : number;
    }
    case "boolean":
      return z.boolean();
    case "enum":
      return z.enum(field.values);
    case "list": {
      const items = z.array(await buildMember(field.of));
      return field.max === undefined ? items : items.check(z.maxLength(field.max));
    }
    case "pointer":
      return z.union(
        field.to.map((noun) =>
          z.strictObject({ type: z.literal(getType(noun)), [field.under ?? noun]: z.string() }),
        ),
        { error: `must be ${joinAlternatives(listPointerForms(field))}` },
      );
    case "group":
      return buildShape(field.fields);
    case "json":
      return field.model();
  }
}

function listPointerForms(field: PointerField<unknown>): string[] {
  return field.to.map((noun) => JSON.stringify(pointTo(field, noun, "<id>")));
}

function createPatternCheck(test: (value: string) => boolean, rule: string) {
  return z.refine<string>(test, { error: rule });
}

function matches(pattern: RegExp, rule: string) {
  return createPatternCheck((value) => pattern.test(value), rule);
}

/** Lengths are counted in code points, as in JSON Schema. */
export function describeLengths(min = 0, max = Number.POSITIVE_INFINITY) {
  const check = (test: (length: number) => boolean, rule: string) =>
    z.refine<string>((value) => test(countCharacters(value)), {
      error: (issue) => `${rule} (it has ${countCharacters(String(issue.input))})`,
    });
  return [
    check((length) => length >= min, `must have at least ${formatCount(min, "character")}`),
    check((length) => length <= max, `can have at most ${formatCount(max, "character")}`),
  ];
}

/** Counted in place, because a list of code points takes eighty times the memory of the text. */
function countCharacters(text: string): number {
  let count = text.length;
  for (let index = 1; index < text.length; index++) {
    const isPair = (text.charCodeAt(index) & 0xfc00) === 0xdc00;
    if (isPair && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) count--;
  }
  return count;
}

export function isWebAddress(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

function isTime(value: string): boolean {
  return z.iso.datetime({ offset: true }).safeParse(value).success;
}

function findFaults(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: [...path, key],
      rule: "is not a field of this operation",
    }));
  }
  if (issue.code === "invalid_union" && issue.message === unspecified) {
    const inside = listInnerFaults(issue.errors);
    if (inside.length > 0) return inside.map((one) => ({ ...one, path: [...path, ...one.path] }));
  }
  return [{ path, rule: parseRule(issue) }];
}

/**
 * The errors of the form that the input most likely has: all required members and no others.
 * Without such a form, the unknown members; empty if neither explains the error.
 * @param forms the issues of each accepted form
 */
function listInnerFaults(forms: readonly z.core.$ZodIssue[][]): FieldError[] {
  const meant = forms.filter((issues) => issues.every(isInside));
  const [only] = meant;
  if (only !== undefined && meant.length === 1) return only.flatMap(findFaults);
  const [first = [], ...others] = forms.map((issues) => issues.flatMap(listUnknownMembers));
  const known = others.map((names) => new Set(names));
  return first
    .filter((name) => known.every((names) => names.has(name)))
    .map((name) => ({ path: [name], rule: "is not a field of this operation" }));
}

function isInside(issue: z.core.$ZodIssue): boolean {
  const isGiven = issue.path.length > 1 || issue.input !== undefined;
  return issue.path.length > 0 && isGiven && listUnknownMembers(issue).length === 0;
}

/** Members of an object that its form does not have. */
function listUnknownMembers(issue: z.core.$ZodIssue): string[] {
  if (issue.path.length === 0 && issue.code === "unrecognized_keys") return issue.keys;
  const isNever = issue.code === "invalid_type" && issue.expected === "never";
  return isNever && issue.path.length === 1 ? [String(issue.path[0])] : [];
}

function parseRule(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined) return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${addArticle(issue.expected)}, not ${quoteInput(issue.input)}`;
    case "invalid_value":
      return `must be ${joinAlternatives(issue.values.map(String))}, not ${quoteInput(issue.input)}`;
    case "too_big":
      if (issue.origin === "string")
        return `must have at most ${formatCount(Number(issue.maximum), "character")}`;
      return `must be at most ${issue.maximum}${issue.origin === "array" ? " items" : ""}, not ${quoteInput(issue.input)}`;
    case "too_small":
      if (issue.origin === "string")
        return `must have at least ${formatCount(Number(issue.minimum), "character")}`;
      return `must be at least ${issue.minimum}, not ${quoteInput(issue.input)}`;
    case "invalid_union":
      if (issue.message !== unspecified) return issue.message;
      if ("options" in issue && issue.options && issue.discriminator !== undefined) {
        const member = getMember(issue.input, issue.discriminator);
        const choices = joinAlternatives(issue.options.map(String));
        return member === undefined
          ? `is required (${choices})`
          : `must be ${choices}, not ${quoteInput(member)}`;
      }
      return `is not in an accepted form (${quoteInput(issue.input)})`;
    default:
      return issue.message;
  }
}

/** The member that distinguishes the forms of an object. */
function getMember(value: unknown, name: string): unknown {
  return isContainer(value) ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}

/** "a, b or c". */
export function joinAlternatives(words: readonly string[]): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} or ${words[words.length - 1]}`;
}

function addArticle(type: string): string {
  const names: Record<string, string> = { int: "whole number", object: "JSON object" };
  const name = names[type] ?? type;
  return `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`;
}

export function quoteInput(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  const text = writeJson(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
