/**
 * Request fields as plain data: kind, limits, description. Flags, help, completion and validation on
 * both sides derive from these values; src/commands/fields.ts adds the words of the command line.
 */

import type { ZodMiniType } from "zod/mini";
import type { HostnameForm } from "./hostname-errors.ts";
import { getType, type Noun, type NounWithNames, type ReferenceType } from "./nouns.ts";

/** Properties of every kind of field. */
interface FieldOptions<T> {
  readonly help: string;
  /** Set by `optional`: the field may be omitted. */
  readonly optional?: true;
  /** Set by `nullable`: null is a value, usually with the meaning "remove". */
  readonly nullable?: true;
  /** Default of the API, for the help. */
  readonly default?: string | number | boolean;
  /**
   * The value grants access, so it is redacted in recordings, traces, journals and dry runs; `after
   * its name` if the value is `KEY=value` and the key is not secret.
   */
  readonly secret?: "whole" | "after its name";
  /**
   * Further redaction: of an `address` everything except its location, also if a file may be given
   * instead, or in members of an object; of a `member`, `name=value`, according to the name.
   */
  readonly redacted?:
    | "address"
    | "file or address"
    | "member"
    | { readonly addresses: readonly string[] };
  /** Never set: carries the type of the value. */
  readonly type?: T;
}

/** Pattern of the whole value, with a description that follows "must be". */
interface Pattern {
  /** Source of a regular expression. */
  readonly source: string;
  readonly means: string;
  /** For a hostname: its form, from which errors say what is wrong with a value. */
  readonly hostname?: HostnameForm;
}

interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: Pattern;
  readonly format?: "url" | "date-time";
}

/** Text that is not blank, an expression, or a certificate. */
export type TextSyntax = "words" | "expression" | "certificate";

export interface IdField<T = string> extends FieldOptions<T> {
  readonly kind: "id";
  readonly of: Noun;
  /** The resource was deleted and is in no list. */
  readonly deleted?: true;
}
export interface TextField<T = string> extends FieldOptions<T>, TextLimits {
  readonly kind: "text";
  /** Requirement beyond the format, which the CLI checks before sending. */
  readonly syntax?: TextSyntax;
  /** The value is the name of such a resource, not an id. */
  readonly names?: NounWithNames;
  /** The value is an id of such a resource or another identifier that the API accepts. */
  readonly refers?: Noun;
  /** The value is an id, most likely of one of these kinds. */
  readonly mayRefer?: readonly Noun[];
  /** Prefix that may be omitted: `refs/heads/` before the name of a branch. */
  readonly prefix?: { readonly unless: string; readonly text: string };
}
export interface IntegerField<T = number> extends FieldOptions<T> {
  readonly kind: "integer";
  readonly min?: number;
  readonly max?: number;
}
export interface BooleanField<T = boolean> extends FieldOptions<T> {
  readonly kind: "boolean";
}
export interface EnumField<T = string> extends FieldOptions<T> {
  readonly kind: "enum";
  readonly values: readonly string[];
}
export interface ListField<T = readonly unknown[]> extends FieldOptions<T> {
  readonly kind: "list";
  readonly of: Field;
  readonly max?: number;
}
/** `{type: "space", space: "<id>"}`: a reference with the kind of its target. */
export interface PointerField<T = unknown> extends FieldOptions<T> {
  readonly kind: "pointer";
  readonly to: readonly Noun[];
  /** Default kind for an id on the command line. */
  readonly bare?: Noun;
  /** Member that contains the id for every kind, instead of one named after the kind. */
  readonly under?: "id";
}
/** A small nested object whose members have their own flags. */
export interface GroupField<T = unknown> extends FieldOptions<T> {
  readonly kind: "group";
  readonly fields: Fields;
}
/** A nested value with its own model, given as JSON or YAML. */
export interface JsonField<T = unknown> extends FieldOptions<T> {
  readonly kind: "json";
  readonly model: () => Promise<ZodMiniType<T>>;
  /** Words on the command line for complete values. */
  readonly words?: Readonly<Record<string, unknown>>;
  /** Markdown on the command line, which becomes a Document or the member `markdown`. */
  readonly markdown?: "document" | "member";
}

export type Field =
  | IdField<unknown>
  | TextField<unknown>
  | IntegerField<unknown>
  | BooleanField<unknown>
  | EnumField<unknown>
  | ListField<unknown>
  | PointerField<unknown>
  | GroupField<unknown>
  | JsonField<unknown>;

export type Fields = Readonly<Record<string, Field>>;

type CarriedType<F> = F extends { readonly type?: infer T } ? Exclude<T, undefined> : never;

/** The value of a field. */
export type FieldValue<F> = F extends { readonly nullable: true }
  ? CarriedType<F> | null
  : CarriedType<F>;

type OptionalNames<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly optional: true } ? K : never;
}[keyof F];

/** The request that a set of fields describes. */
export type FieldsInput<F extends Fields> = {
  [K in Exclude<keyof F, OptionalNames<F>>]: FieldValue<F[K]>;
} & { [K in OptionalNames<F>]?: FieldValue<F[K]> };

/** Options of every builder. */
export type FieldExtras = Pick<FieldOptions<unknown>, "default" | "secret" | "redacted">;
export type IdFieldOptions = FieldExtras & Pick<IdField, "deleted">;
export type TextFieldOptions = TextLimits &
  FieldExtras &
  Pick<TextField, "names" | "refers" | "mayRefer" | "syntax" | "prefix">;
export type IntegerFieldOptions = { min?: number; max?: number } & FieldExtras;
export type ListFieldOptions = FieldExtras & { max?: number };
export type PointerFieldOptions<N extends Noun> = FieldExtras & { bare?: N };
export type JsonFieldOptions<T> = FieldExtras &
  Pick<JsonField, "markdown"> & { words?: Readonly<Record<string, NoInfer<T>>> };

export function id(of: Noun, help?: string, extra: IdFieldOptions = {}): IdField {
  return { kind: "id", of, help: help ?? "", ...extra };
}

export function text(help: string, limits: TextFieldOptions = {}): TextField {
  return { kind: "text", help, ...limits };
}

export function integer(help: string, limits: IntegerFieldOptions = {}): IntegerField {
  return { kind: "integer", help, ...limits };
}

export function boolean(help: string, extra: FieldExtras = {}): BooleanField {
  return { kind: "boolean", help, ...extra };
}

export function enumeration<const V extends string>(
  values: readonly V[],
  help: string,
  extra: FieldExtras = {},
): EnumField<V> {
  return { kind: "enum", values, help, ...extra };
}

export function list<F extends Field>(
  of: F,
  help: string,
  extra: ListFieldOptions = {},
): ListField<readonly FieldValue<F>[]> {
  return { kind: "list", of, help, ...extra };
}

/** JSON form of a reference to one of several kinds. */
export type Pointer<N extends Noun> = {
  [K in N]: { readonly type: ReferenceType<K> } & { readonly [P in K]: string };
}[N];

/** JSON form of a reference with the same id member for every kind. */
export type ResourceReference<N extends Noun> = {
  [K in N]: { readonly type: ReferenceType<K>; readonly id: string };
}[N];

export function pointer<N extends Noun>(
  to: readonly N[],
  help: string,
  extra: PointerFieldOptions<N> = {},
): PointerField<Pointer<N>> {
  return { kind: "pointer", to, help, ...extra };
}

/** `{type: "site-section", id: "<id>"}`. */
export function reference<N extends Noun>(
  to: readonly N[],
  help: string,
  extra: PointerFieldOptions<N> = {},
): PointerField<ResourceReference<N>> {
  return { kind: "pointer", to, under: "id", help, ...extra };
}

/** Value of a pointer or reference to one resource. */
export function pointTo(
  { under }: Pick<PointerField<unknown>, "under">,
  noun: Noun,
  id: string,
): { readonly [name: string]: string } {
  return { type: getType(noun), [under ?? noun]: id };
}

export function group<F extends Fields>(
  fields: F,
  help: string,
  extra: FieldExtras = {},
): GroupField<FieldsInput<F>> {
  return { kind: "group", fields, help, ...extra };
}

export function json<T>(
  model: () => Promise<ZodMiniType<T>>,
  help: string,
  extra: JsonFieldOptions<T> = {},
): JsonField<T> {
  return { kind: "json", model, help, ...extra };
}

/** Makes the field optional. */
export function optional<F extends Field>(field: F): F & { readonly optional: true } {
  return { ...field, optional: true };
}

/** Makes null a value of the field. */
export function nullable<F extends Field>(field: F): F & { readonly nullable: true } {
  return { ...field, nullable: true };
}
