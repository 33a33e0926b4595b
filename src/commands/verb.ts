/** Definition of a verb: plain data about its input, operation and output. */
import type { Column, Context, Parent, Result } from "../context.ts";
import { type Endpoint, formatHelpSummary } from "../contract/endpoint.ts";
import type { Fields, InputOf } from "../contract/fields.ts";
import type { Noun } from "../contract/nouns.ts";
import type { Finding, Unsettled } from "../errors.ts";
import type { JsonObject } from "../json/values.ts";
import type { Belonging } from "./columns.ts";
import type { Confirm } from "./confirm.ts";
import type { Outcome } from "./outcomes.ts";
import { isInPath, thingsInPath } from "./path-arguments.ts";

interface Common {
  /** Summary: one imperative clause without a period. */
  readonly does: string;
  /** Fields that are arguments, in order; every other field is a flag. */
  readonly arguments: readonly string[];
  /** Example commands for the help, without `tome`. */
  readonly examples: readonly string[];
  /** If its argument is omitted, the resource comes from the settings. */
  readonly mayDefault: boolean;
  /**
   * Secret response members that the command prints by default, because its name announces them.
   */
  readonly prints: readonly string[];
}

interface Sending extends Common {
  /**
   * Operations in order of decreasing path length: the first whose path fields are known is called.
   */
  readonly endpoints: readonly Endpoint[];
  /** Fields of the command line that no operation has. */
  readonly extra: Fields;
  /** Flags that prevent a default from the settings: `{orgWide: "spaceId"}`. */
  readonly unless: Readonly<Record<string, string>>;
  /** Converts an input with extra fields to one of the operation. */
  readonly shape: (input: JsonObject) => JsonObject;
}

/** A query: reads and prints. */
export interface Show extends Sending {
  readonly kind: "show";
  /** Columns of a list, or fields of a record; empty for all fields. */
  readonly columns: readonly Column[];
  /** Message for an empty list. */
  readonly none: string;
  /** Response member with the list, if the response is not a page. */
  readonly listIn: string | undefined;
  /** Note about a list, from its first page. */
  readonly note: (page: JsonObject) => string | undefined;
  /** Error of a list, from its first page and the input, including extra fields. */
  readonly unsettled: (page: JsonObject, asked: JsonObject) => Unsettled | undefined;
  /** Finding of a list item. */
  readonly finding: (item: JsonObject) => Finding | undefined;
  /** Items may have findings, so the verb has the flags for them. */
  readonly finds: boolean;
  readonly belongs: Belonging | undefined;
  /** Omitted items and sort order of a list, unless they are obvious. */
  readonly aside: (input: JsonObject) => string | undefined;
  readonly order: string | undefined;
}

/**
 * A mutation: writes and prints a sentence, which may contain `{names}` of the response, the
 * resource or the input.
 */
export interface Act extends Sending {
  readonly kind: "act";
  readonly done: string;
  /** Suggested next step: "It can be restored for 7 days: tome space restore {spaceId}". */
  readonly next: string | undefined;
  /** Next step on a terminal only, because it requires requests of its own. */
  readonly nextForPerson: (() => Promise<NextForPerson>) | undefined;
  /** Message if there was nothing to delete. */
  readonly absent: string;
  /** Result from the response, if it may differ from the request. */
  readonly outcome: Outcome;
  /** Message for an accepted but incomplete operation, for verbs with more information. */
  readonly requested: string | undefined;
  readonly columns: readonly Column[];
  readonly confirm: Confirm | undefined;
}

/** Next step; undefined for the one of non-interactive output, which is also used on failure. */
type NextForPerson = (
  context: Context,
  sent: JsonObject,
  answer: JsonObject,
) => Promise<string | undefined>;

/** A custom verb, implemented in features/. */
export interface Task extends Common {
  readonly kind: "task";
  readonly fields: Fields;
  /** API operations that it calls. */
  readonly sends: readonly Endpoint[];
  readonly load: () => Promise<
    (context: Context, input: JsonObject, fromProject: readonly Parent[]) => Promise<Result>
  >;
  /** Whether it runs with a missing profile or invalid stored values. */
  readonly settings: "checked" | "new profile" | "lenient";
  /** Prints a list without pages, with the flags that limit it. */
  readonly list: boolean;
  /** Sends a write request, with the flags of writes. */
  readonly writes: boolean;
  /** May ask for confirmation. */
  readonly asks: boolean;
  /** May have findings, with the flags for them. */
  readonly finds: boolean;
  /** Several items may share the resource of the last argument: edits of one change request. */
  readonly isWithin: boolean;
}

export type Verb = Show | Act | Task;

/** A noun: its verbs and nested nouns. */
export interface NounCommands {
  readonly kind: "noun";
  readonly does: string;
  readonly verbs: Readonly<Record<string, Verb | NounCommands>>;
}

interface Words {
  readonly does?: string;
  readonly arguments?: readonly string[];
  readonly examples?: readonly string[];
  readonly mayDefault?: boolean;
  readonly prints?: readonly string[];
  readonly extra?: Fields;
  readonly unless?: Readonly<Record<string, string>>;
  readonly shape?: (input: JsonObject) => JsonObject;
}

type Some<T> = T | readonly [T, ...T[]];

/** @param from the operation; of several, the first whose path fields are known is called */
export function show(
  from: Some<Endpoint>,
  words: Words & {
    readonly columns?: readonly Column[];
    readonly none?: string;
    readonly listIn?: string;
    readonly note?: (page: JsonObject) => string | undefined;
    readonly unsettled?: (page: JsonObject, asked: JsonObject) => Unsettled | undefined;
    readonly finding?: (item: JsonObject) => Finding | undefined;
    readonly belongs?: Belonging;
    readonly aside?: Show["aside"];
    readonly order?: string;
  } = {},
): Show {
  return {
    kind: "show",
    ...sending(from, words),
    columns: words.columns ?? [],
    none: words.none ?? "No items.",
    listIn: words.listIn,
    note: words.note ?? (() => undefined),
    unsettled: words.unsettled ?? (() => undefined),
    finding: words.finding ?? (() => undefined),
    finds: words.finding !== undefined,
    belongs: words.belongs,
    aside: words.aside ?? (() => undefined),
    order: words.order,
  };
}

/** @param from as for `show` */
export function act(
  from: Some<Endpoint>,
  words: Words & {
    readonly done: string;
    readonly next?: string;
    readonly nextForPerson?: Act["nextForPerson"];
    readonly absent?: string;
    readonly outcome?: Outcome;
    readonly requested?: string;
    readonly columns?: readonly Column[];
    readonly confirm?: string | (Partial<Confirm> & Pick<Confirm, "question">);
  },
): Act {
  const { confirm } = words;
  return {
    kind: "act",
    ...sending(from, words),
    done: words.done,
    next: words.next,
    nextForPerson: words.nextForPerson,
    absent: words.absent ?? "Not found. No changes were made.",
    outcome: words.outcome ?? (() => undefined),
    requested: words.requested,
    columns: words.columns ?? [],
    confirm:
      confirm === undefined
        ? undefined
        : {
            look: undefined,
            names: [],
            own: [],
            ownOnly: false,
            ...(typeof confirm === "string" ? { question: confirm } : confirm),
          },
  };
}

/** Function of a custom verb; a separate type, so that only the fields determine the input type. */
type TaskFunction<F extends Fields> = (
  context: Context,
  input: InputOf<F>,
  /** Parents in the input that come from the project file. */
  fromProject: readonly Parent[],
) => Promise<Result>;

/** A verb whose implementation is a module of features/, loaded when it runs. */
export function task<const F extends Fields>(definition: {
  readonly does: string;
  readonly fields: F;
  readonly arguments?: readonly (keyof F & string)[];
  readonly examples?: readonly string[];
  readonly mayDefault?: boolean;
  readonly prints?: readonly string[];
  readonly sends?: readonly Endpoint[];
  readonly settings?: Task["settings"];
  readonly list?: true;
  readonly writes?: true;
  readonly asks?: true;
  readonly finds?: true;
  readonly isWithin?: true;
  readonly load: () => Promise<TaskFunction<NoInfer<F>>>;
}): Task {
  return {
    kind: "task",
    does: definition.does,
    fields: definition.fields,
    sends: definition.sends ?? [],
    arguments: definition.arguments ?? [],
    examples: definition.examples ?? [],
    mayDefault: definition.mayDefault === true,
    prints: definition.prints ?? [],
    settings: definition.settings ?? "checked",
    list: definition.list === true,
    writes: definition.writes === true,
    asks: definition.asks === true,
    finds: definition.finds === true,
    isWithin: definition.isWithin === true,
    async load() {
      const run = await definition.load();
      // The input was validated against these fields.
      return (context, input, fromProject) => run(context, input as InputOf<F>, fromProject);
    },
  };
}

/**
 * A noun with its verbs.
 * @param own noun of the contract whose id is an argument here
 */
export function noun(definition: {
  readonly does: string;
  readonly own?: Noun;
  readonly verbs: NounCommands["verbs"];
}): NounCommands {
  const { does, own, verbs } = definition;
  const entries = Object.entries(verbs).map(([name, verb]) => [name, withOwnArgument(verb, own)]);
  return { kind: "noun", does, verbs: Object.fromEntries(entries) };
}

/** Fields of a verb, in the order of its operations. */
export function listFields(verb: Verb): Fields {
  if (verb.kind === "task") return verb.fields;
  const all: Record<string, Fields[string]> = {};
  for (const { input, list } of verb.endpoints) {
    for (const [name, field] of Object.entries(input)) {
      // Pages have common flags.
      if (list && (name === "page" || name === "limit")) continue;
      all[name] ??= field;
    }
  }
  return { ...all, ...verb.extra };
}

function sending(from: Some<Endpoint>, words: Words): Omit<Sending, "kind"> {
  const endpoints: readonly Endpoint[] = isSeveral(from) ? from : [from];
  const [first] = endpoints;
  return {
    does: words.does ?? (first ? formatHelpSummary(first) : ""),
    endpoints,
    arguments: words.arguments ?? thingsInPath(endpoints),
    examples: words.examples ?? [],
    mayDefault: words.mayDefault === true,
    prints: words.prints ?? [],
    extra: words.extra ?? {},
    unless: words.unless ?? {},
    shape: words.shape ?? ((input) => input),
  };
}

function isSeveral<T>(value: Some<T>): value is readonly [T, ...T[]] {
  return Array.isArray(value);
}

function withOwnArgument(
  verb: Verb | NounCommands,
  ownNoun: Noun | undefined,
): Verb | NounCommands {
  if (verb.kind === "noun" || verb.kind === "task" || ownNoun === undefined) return verb;
  const owned = Object.entries(listFields(verb))
    .filter(
      ([name, field]) =>
        field.kind === "id" && field.of === ownNoun && isInPath(verb.endpoints, name),
    )
    .map(([name]) => name)
    .filter((name) => !verb.arguments.includes(name));
  return { ...verb, arguments: [...owned, ...verb.arguments] };
}
