/**
 * The fields of a request, as plain data: kind, limits, words. Flags, help, completion, the check
 * before sending and the check on arrival are all derived from these values.
 */
import type { ZodMiniType } from "zod/mini";
import { getType, type Named, type Noun, type TypeOf } from "./nouns.ts";

/** What every kind of field may say of itself. */
interface Common<T> {
  readonly help: string;
  /** Set by `optional`: the field may be left out. */
  readonly optional?: true;
  /** Set by `nullable`: null is a value, usually "remove it". */
  readonly nullable?: true;
  /** No flag gives it, as others of the machine read command lines: only `--input`, or a program. */
  readonly unflagged?: true;
  /** The flag, if it is not the field's name in kebab-case. */
  readonly flag?: string;
  /** Another spelling of the flag, which is accepted too. */
  readonly alias?: string;
  /** The value that the flag has if it is given without one. */
  readonly bare?: string;
  /** The short form of the flag, one letter. */
  readonly short?: string;
  /** The text between `<` and `>` in the help. */
  readonly placeholder?: string;
  /** The word on the command line that sends null (`none`, `guest`). */
  readonly nullWord?: string;
  /** What the API does when the field is left out, for the help. */
  readonly default?: string | number | boolean;
  /**
   * The value gives access, so no recording, trace, journal or description of a request shows it;
   * `after its name` if the value is `KEY=value` and the key is no secret.
   */
  readonly secret?: "whole" | "after its name";
  /**
   * What else is redacted: of an `address` all but its location, also if a file may be named instead,
   * or in members of an object; of a `member`, `name=value`, what the name calls for.
   */
  readonly redacted?:
    | "address"
    | "file or address"
    | "member"
    | { readonly addresses: readonly string[] };
  /** Never set: it carries the type of the value. */
  readonly type?: T;
}

/** What the whole value must look like: for programs, and for people after "must be". */
interface Pattern {
  /** A regular expression's source. */
  readonly source: string;
  readonly means: string;
}

interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: Pattern;
  readonly format?: "url" | "date-time";
}

/** A text that is not blank, an expression, a certificate. */
export type TextSyntax = "words" | "expression" | "certificate";

export interface IdField<T = string> extends Common<T> {
  readonly kind: "id";
  readonly of: Noun;
  /** The thing was deleted, and is in no list. */
  readonly deleted?: true;
}
export interface TextField<T = string> extends Common<T>, TextLimits {
  readonly kind: "text";
  /** The command line names a file whose text is the value, - for standard input. */
  readonly fromFile?: true;
  /** What it has to be beyond its form, which the command line checks before it is sent. */
  readonly syntax?: TextSyntax;
  /** It names such a thing, instead of an id. */
  readonly names?: Named;
  /** It names such a thing by its id or in another way that the API takes. */
  readonly refers?: Noun;
  /** It is the id of a thing, most likely one of these kinds. */
  readonly mayRefer?: readonly Noun[];
  /** How the value begins in full, which people leave out: `refs/heads/` before the name of a branch. */
  readonly prefix?: { readonly unless: string; readonly text: string };
}
export interface WholeField<T = number> extends Common<T> {
  readonly kind: "whole";
  readonly min?: number;
  readonly max?: number;
}
export interface FlagField<T = boolean> extends Common<T> {
  readonly kind: "flag";
}
export interface OneOfField<T = string> extends Common<T> {
  readonly kind: "oneOf";
  readonly values: readonly string[];
}
export interface ListField<T = readonly unknown[]> extends Common<T> {
  readonly kind: "list";
  readonly of: Field;
  readonly max?: number;
}
/** `{type: "space", space: "<id>"}`: a reference that says what kind of thing it points at. */
export interface PointerField<T = unknown> extends Common<T> {
  readonly kind: "pointer";
  readonly to: readonly Noun[];
  /** The kind meant when the command line gives a bare id. */
  readonly bare?: Noun;
  /** The member that holds the id for every kind, instead of one named after the kind. */
  readonly under?: "id";
}
/** A small nested object whose members are flags of their own. */
export interface GroupField<T = unknown> extends Common<T> {
  readonly kind: "group";
  readonly fields: Fields;
}
/** A deep value with a model of its own, given as JSON or YAML. */
export interface JsonField<T = unknown> extends Common<T> {
  readonly kind: "json";
  readonly model: () => Promise<ZodMiniType<T>>;
  /** Words of the command line for whole values. */
  readonly words?: Readonly<Record<string, unknown>>;
  /** The command line takes Markdown, which becomes a Document, or the member `markdown`. */
  readonly markdown?: "document" | "member";
  /** The command line takes the name of a file that holds the value. */
  readonly fromFile?: true;
}

export type Field =
  | IdField<unknown>
  | TextField<unknown>
  | WholeField<unknown>
  | FlagField<unknown>
  | OneOfField<unknown>
  | ListField<unknown>
  | PointerField<unknown>
  | GroupField<unknown>
  | JsonField<unknown>;

export type Fields = Readonly<Record<string, Field>>;

type Carried<F> = F extends { readonly type?: infer T } ? Exclude<T, undefined> : never;

/** The value that a field carries. */
export type Value<F> = F extends { readonly nullable: true } ? Carried<F> | null : Carried<F>;

type OptionalNames<F extends Fields> = {
  [K in keyof F]: F[K] extends { readonly optional: true } ? K : never;
}[keyof F];

/** The request that a set of fields describes. */
export type InputOf<F extends Fields> = {
  [K in Exclude<keyof F, OptionalNames<F>>]: Value<F[K]>;
} & { [K in OptionalNames<F>]?: Value<F[K]> };

type Extra = Pick<
  Common<unknown>,
  | "flag"
  | "alias"
  | "bare"
  | "unflagged"
  | "short"
  | "placeholder"
  | "nullWord"
  | "default"
  | "secret"
  | "redacted"
>;

export function id(of: Noun, help?: string, extra: Extra & Pick<IdField, "deleted"> = {}): IdField {
  return { kind: "id", of, help: help ?? "", ...extra };
}

export function text(
  help: string,
  limits: TextLimits &
    Extra &
    Pick<TextField, "fromFile" | "names" | "refers" | "mayRefer" | "syntax" | "prefix"> = {},
): TextField {
  return { kind: "text", help, ...limits };
}

export function whole(
  help: string,
  limits: { min?: number; max?: number } & Extra = {},
): WholeField {
  return { kind: "whole", help, ...limits };
}

export function flag(help: string, extra: Extra = {}): FlagField {
  return { kind: "flag", help, ...extra };
}

export function enumeration<const V extends string>(
  values: readonly V[],
  help: string,
  extra: Extra = {},
): OneOfField<V> {
  return { kind: "oneOf", values, help, ...extra };
}

export function list<F extends Field>(
  of: F,
  help: string,
  extra: Extra & { max?: number } = {},
): ListField<readonly Value<F>[]> {
  return { kind: "list", of, help, ...extra };
}

/** The wire form of a reference to one of several kinds of thing. */
export type Pointer<N extends Noun> = {
  [K in N]: { readonly type: TypeOf<K> } & { readonly [P in K]: string };
}[N];

/** The wire form of a reference whose id has the same member for every kind. */
export type Reference<N extends Noun> = {
  [K in N]: { readonly type: TypeOf<K>; readonly id: string };
}[N];

export function pointer<N extends Noun>(
  to: readonly N[],
  help: string,
  extra: Extra & { bare?: N } = {},
): PointerField<Pointer<N>> {
  return { kind: "pointer", to, help, ...extra };
}

/** `{type: "site-section", id: "<id>"}`. */
export function reference<N extends Noun>(
  to: readonly N[],
  help: string,
  extra: Extra & { bare?: N } = {},
): PointerField<Reference<N>> {
  return { kind: "pointer", to, under: "id", help, ...extra };
}

/** The value of a pointer or reference to one thing. */
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
  extra: Extra = {},
): GroupField<InputOf<F>> {
  return { kind: "group", fields, help, ...extra };
}

export function json<T>(
  model: () => Promise<ZodMiniType<T>>,
  help: string,
  extra: Extra &
    Pick<JsonField, "markdown" | "fromFile"> & {
      words?: Readonly<Record<string, NoInfer<T>>>;
    } = {},
): JsonField<T> {
  return { kind: "json", model, help, ...extra };
}

/** The field may be left out. */
export function optional<F extends Field>(field: F): F & { readonly optional: true } {
  return { ...field, optional: true };
}

/** Null is a value of the field. */
export function nullable<F extends Field>(field: F): F & { readonly nullable: true } {
  return { ...field, nullable: true };
}
