/** Fields of commands: those of the contract with their words, and fields without an operation. */
import type {
  BooleanField,
  EnumField,
  Field,
  FieldExtras,
  Fields,
  FieldsInput,
  FieldValue,
  GroupField,
  IdField,
  IdFieldOptions,
  IntegerField,
  IntegerFieldOptions,
  JsonField,
  JsonFieldOptions,
  ListField,
  ListFieldOptions,
  Pointer,
  PointerField,
  PointerFieldOptions,
  TextField,
  TextFieldOptions,
} from "../contract/fields.ts";
import * as contract from "../contract/fields.ts";
import type { Noun } from "../contract/nouns.ts";
import type { TimeMeaning } from "./times.ts";

export { nullable, optional } from "../contract/fields.ts";

/** Words of the command line for one field. */
export interface FieldWords {
  /**
   * The field has no flag, because other users of the machine can read command lines; only
   * `--input` or a program can set it.
   */
  readonly unflagged?: true;
  /** Name of the flag, if it is not the field's name in kebab-case. */
  readonly flag?: string;
  /** Alternative name of the flag. */
  readonly alias?: string;
  /** Value of the flag if it is given without one. */
  readonly bare?: string;
  /** Value of the first argument if the command line has only the second one. */
  readonly implied?: string;
  /** One-letter form of the flag. */
  readonly short?: string;
  /** The text between `<` and `>` in the help. */
  readonly placeholder?: string;
  /** Value on the command line that sends null (`none`, `guest`). */
  readonly nullWord?: string;
  /** For a time: how durations and dates are read; "future" by default. */
  readonly time?: TimeMeaning;
  /** The value is the name of a file that contains it, - for standard input. */
  readonly fromFile?: true;
}

type CommandGroup = Omit<GroupField<unknown>, "fields"> & { readonly fields: CommandFields };
type CommandList = Omit<ListField<unknown>, "of"> & { readonly of: CommandField };

export type CommandField = (
  | Exclude<Field, { readonly kind: "group" | "list" }>
  | CommandGroup
  | CommandList
) &
  FieldWords;
export type CommandFields = Readonly<Record<string, CommandField>>;

export function id(of: Noun, help?: string, options: IdFieldOptions & FieldWords = {}): IdField {
  return contract.id(of, help, options);
}

export function text(help: string, options: TextFieldOptions & FieldWords = {}): TextField {
  return contract.text(help, options);
}

export function integer(
  help: string,
  options: IntegerFieldOptions & FieldWords = {},
): IntegerField {
  return contract.integer(help, options);
}

export function boolean(help: string, options: FieldExtras & FieldWords = {}): BooleanField {
  return contract.boolean(help, options);
}

export function enumeration<const V extends string>(
  values: readonly V[],
  help: string,
  options: FieldExtras & FieldWords = {},
): EnumField<V> {
  return contract.enumeration(values, help, options);
}

export function list<F extends Field>(
  of: F,
  help: string,
  options: ListFieldOptions & FieldWords = {},
): ListField<readonly FieldValue<F>[]> {
  return contract.list(of, help, options);
}

export function pointer<N extends Noun>(
  to: readonly N[],
  help: string,
  options: PointerFieldOptions<N> & FieldWords = {},
): PointerField<Pointer<N>> {
  return contract.pointer(to, help, options);
}

export function group<F extends Fields>(
  fields: F,
  help: string,
  options: FieldExtras & FieldWords = {},
): GroupField<FieldsInput<F>> {
  return contract.group(fields, help, options);
}

export function json<T>(
  model: JsonField<T>["model"],
  help: string,
  options: JsonFieldOptions<T> & FieldWords = {},
): JsonField<T> {
  return contract.json(model, help, options);
}
