/** What a verb is: plain data about its input, the operation that it calls and what it prints. */
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
  /** One imperative clause without a full stop. */
  readonly does: string;
  /** Names of the fields that are arguments, in their order; every other field is a flag. */
  readonly arguments: readonly string[];
  /** Command lines for the help, without `tome`. */
  readonly examples: readonly string[];
  /** If its argument is left out, the noun is taken from the settings. */
  readonly mayDefault: boolean;
  /** Secret members of the answer that the command prints without being asked, as its name is theirs. */
  readonly prints: readonly string[];
}

interface Sending extends Common {
  /**
   * The operations, the one with the longest path first: the first whose path can be filled is called.
   */
  readonly endpoints: readonly Endpoint[];
  /** Fields of the command line that no operation has. */
  readonly extra: Fields;
  /** Flags that keep a field from being filled by the settings: `{orgWide: "spaceId"}`. */
  readonly unless: Readonly<Record<string, string>>;
  /** Turns an input with the extra fields into one of the operation. */
  readonly shape: (input: JsonObject) => JsonObject;
}

/** Reads and prints. */
export interface Show extends Sending {
  readonly kind: "show";
  /** The columns of a list, or the lines of a record; empty shows every field. */
  readonly columns: readonly Column[];
  /** Printed if a list is empty. */
  readonly none: string;
  /** The member of the answer with the list, if the answer is not a page. */
  readonly listIn: string | undefined;
  /** A note about a list, from its first page. */
  readonly note: (page: JsonObject) => string | undefined;
  /** Why a list is not a success, from its first page and what was asked, extra fields too. */
  readonly unsettled: (page: JsonObject, asked: JsonObject) => Unsettled | undefined;
  /** What is wrong with an item of a list. */
  readonly finding: (item: JsonObject) => Finding | undefined;
  /** Its items may have findings: it takes the flags for them. */
  readonly finds: boolean;
  readonly belongs: Belonging | undefined;
  /** What a list leaves out, and its order, if they are not obvious. */
  readonly aside: (input: JsonObject) => string | undefined;
  readonly order: string | undefined;
}

/** Writes, and says what was done. Sentences may contain `{names}` of the answer, the thing or the input. */
export interface Act extends Sending {
  readonly kind: "act";
  readonly done: string;
  /** What can be done next: "It can be restored for 7 days: tome space restore {spaceId}". */
  readonly next: string | undefined;
  /** The same for a person alone, where it takes requests of its own. */
  readonly nextForPerson: (() => Promise<NextForPerson>) | undefined;
  /** Printed if there was nothing to delete. */
  readonly absent: string;
  /** The result from the answer, if that may differ from what was asked for. */
  readonly outcome: Outcome;
  /** Printed if it was accepted and is not done yet, for verbs that know more about it. */
  readonly requested: string | undefined;
  readonly columns: readonly Column[];
  readonly confirm: Confirm | undefined;
}

/** What can be done next, or undefined to say what is said to programs; so it is if this fails. */
type NextForPerson = (
  context: Context,
  sent: JsonObject,
  answer: JsonObject,
) => Promise<string | undefined>;

/** Has work of its own, in tasks/. */
export interface Task extends Common {
  readonly kind: "task";
  readonly fields: Fields;
  /** The operations of the API that it calls. */
  readonly sends: readonly Endpoint[];
  readonly load: () => Promise<
    (context: Context, input: JsonObject, fromProject: readonly Parent[]) => Promise<Result>
  >;
  /** Whether it also runs with a profile that does not exist yet, or with bad stored values. */
  readonly settings: "checked" | "new profile" | "lenient";
  /** It prints a list without pages, and takes the flags that limit it. */
  readonly list: boolean;
  /** It sends a request that changes something, and takes the flags of writing. */
  readonly writes: boolean;
  /** It may ask for confirmation. */
  readonly asks: boolean;
  /** It may have findings, and takes the flags for them. */
  readonly finds: boolean;
  /** Many items may share the thing that its last argument names: edits of one change request. */
  readonly isWithin: boolean;
}

export type Verb = Show | Act | Task;

/** A noun: its verbs, and the nouns inside it. */
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

/** @param from the operation; of several, the first whose path can be filled is called */
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

/** The work of a task; its own type, so that only the fields decide the type of the input. */
type TaskFunction<F extends Fields> = (
  context: Context,
  input: InputOf<F>,
  /** The parents in the input that the project file chose. */
  fromProject: readonly Parent[],
) => Promise<Result>;

/** A verb whose work is a module of tasks/, which is loaded when it runs. */
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
      // The input was checked against these very fields.
      return (context, input, fromProject) => run(context, input as InputOf<F>, fromProject);
    },
  };
}

/**
 * A noun with its verbs.
 * @param own the noun of the contract whose id is an argument here
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

/** The fields of a verb, in the order of its operations. */
export function listFields(verb: Verb): Fields {
  if (verb.kind === "task") return verb.fields;
  const all: Record<string, Fields[string]> = {};
  for (const { input, list } of verb.endpoints) {
    for (const [name, field] of Object.entries(input)) {
      // Pages have shared flags.
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

function withOwnArgument(verb: Verb | NounCommands, own: Noun | undefined): Verb | NounCommands {
  if (verb.kind === "noun" || verb.kind === "task" || own === undefined) return verb;
  const owned = Object.entries(listFields(verb))
    .filter(
      ([name, field]) => field.kind === "id" && field.of === own && isInPath(verb.endpoints, name),
    )
    .map(([name]) => name)
    .filter((name) => !verb.arguments.includes(name));
  return { ...verb, arguments: [...owned, ...verb.arguments] };
}
