/** What a verb is: plain data that says what it asks for, what it sends and what it prints. */

import type { Column, Context, Parent, Result } from "../context.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import type { Fields, InputOf } from "../contract/fields.ts";
import { type Noun, nouns } from "../contract/nouns.ts";
import type { Finding, Unsettled } from "../errors.ts";
import type { JsonObject } from "../json/values.ts";
import type { Confirm } from "./confirm.ts";
import type { Outcome } from "./outcomes.ts";

interface Common {
  /** One imperative clause without a full stop. */
  readonly does: string;
  /** Names of the fields that are arguments, in their order; every other field is a flag. */
  readonly arguments: readonly string[];
  /** Whole command lines for the help, without `tome`. */
  readonly examples: readonly string[];
  /** The noun is taken from the settings where its argument is left out. */
  readonly mayDefault: boolean;
}

interface Sending extends Common {
  /**
   * The operations, the one with most in its path first: the first one whose path can be filled is
   * sent.
   */
  readonly endpoints: readonly Endpoint[];
  /** Fields of the command line that no operation has. */
  readonly extra: Fields;
  /** Flags that keep a field from being filled by the settings: `{orgWide: "spaceId"}`. */
  readonly unless: Readonly<Record<string, string>>;
  /** Makes the operation's input out of one that has the extra fields. */
  readonly shape: (input: JsonObject) => JsonObject;
}

/** Reads and prints. */
export interface Show extends Sending {
  readonly kind: "show";
  /** The columns of a list, the lines of a record; every field where empty. */
  readonly columns: readonly Column[];
  /** Said when a list is empty. */
  readonly none: string;
  /** The member of the answer that is the list, where the answer is no page of one. */
  readonly listIn: string | undefined;
  /** What to say of a list beside its items, from its first page. */
  readonly note: (page: JsonObject) => string | undefined;
  /** What makes the end of a list other than done, from its first page and the extra fields. */
  readonly unsettled: (page: JsonObject, extra: JsonObject) => Unsettled | undefined;
  /** What is wrong with an item of a list. */
  readonly finding: (item: JsonObject) => Finding | undefined;
  /** There may be something wrong with its items: it takes the flags of findings. */
  readonly finds: boolean;
}

/** Writes, and says what was done. Sentences may hold `{names}` of the answer, the thing or the input. */
export interface Act extends Sending {
  readonly kind: "act";
  readonly done: string;
  /** What can be done next: "It can be restored for 7 days: tome space restore {spaceId}". */
  readonly next: string | undefined;
  /** Said when there was nothing to delete. */
  readonly absent: string;
  /** What the answer says was done, where that may be other than what was asked for. */
  readonly outcome: Outcome;
  /** Said when it was accepted and is not done yet, where more is known than that. */
  readonly requested: string | undefined;
  readonly columns: readonly Column[];
  readonly confirm: Confirm | undefined;
}

/** Does something of its own. */
export interface Task extends Common {
  readonly kind: "task";
  readonly fields: Fields;
  /** The operations of the API that it carries out. */
  readonly sends: readonly Endpoint[];
  readonly load: () => Promise<
    (context: Context, input: JsonObject, fromProject: readonly Parent[]) => Promise<Result>
  >;
  /** The task is to work where the stored settings do not: with a profile to be, or with bad values. */
  readonly settings: "checked" | "new profile" | "mending";
  /** It prints a list that comes as a whole, and takes the flags that limit it. */
  readonly list: boolean;
  /** It changes something, and takes the flags of writing. */
  readonly writes: boolean;
  /** It may ask for a yes. */
  readonly asks: boolean;
  /** It may find something wrong, and takes the flags of findings. */
  readonly finds: boolean;
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
  readonly extra?: Fields;
  readonly unless?: Readonly<Record<string, string>>;
  readonly shape?: (input: JsonObject) => JsonObject;
}

/** The flags of the parents, which are arguments only where they are the thing itself. */
const parentFlags: readonly string[] = ["org", "space", "site", "cr"];

type Some<T> = T | readonly [T, ...T[]];

/** @param from the operation, or several of which the first that the input fits is sent */
export function show(
  from: Some<Endpoint>,
  words: Words & {
    readonly columns?: readonly Column[];
    readonly none?: string;
    readonly listIn?: string;
    readonly note?: (page: JsonObject) => string | undefined;
    readonly unsettled?: (page: JsonObject, extra: JsonObject) => Unsettled | undefined;
    readonly finding?: (item: JsonObject) => Finding | undefined;
  } = {},
): Show {
  return {
    kind: "show",
    ...sending(from, words),
    columns: words.columns ?? [],
    none: words.none ?? "There is nothing to list.",
    listIn: words.listIn,
    note: words.note ?? (() => undefined),
    unsettled: words.unsettled ?? (() => undefined),
    finding: words.finding ?? (() => undefined),
    finds: words.finding !== undefined,
  };
}

/** @param from as for `show` */
export function act(
  from: Some<Endpoint>,
  words: Words & {
    readonly done: string;
    readonly next?: string;
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
    absent: words.absent ?? "There was nothing to delete.",
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

/** The work of a task; it is a type of its own so that the fields alone decide what it gets. */
type TaskFunction<F extends Fields> = (
  context: Context,
  input: InputOf<F>,
  /** The parents in the input that the project file chose. */
  fromProject: readonly Parent[],
) => Promise<Result>;

/** A verb whose work is a module of `tasks/`, loaded when it runs. */
export function task<const F extends Fields>(definition: {
  readonly does: string;
  readonly fields: F;
  readonly arguments?: readonly (keyof F & string)[];
  readonly examples?: readonly string[];
  readonly mayDefault?: boolean;
  readonly sends?: readonly Endpoint[];
  readonly settings?: Task["settings"];
  readonly list?: true;
  readonly writes?: true;
  readonly asks?: true;
  readonly finds?: true;
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
    settings: definition.settings ?? "checked",
    list: definition.list === true,
    writes: definition.writes === true,
    asks: definition.asks === true,
    finds: definition.finds === true,
    async load() {
      const run = await definition.load();
      // The input was checked against these very fields.
      return (context, input, fromProject) => run(context, input as InputOf<F>, fromProject);
    },
  };
}

/**
 * A noun with its verbs.
 * @param own the noun of the contract that is the thing itself here, and so an argument
 */
export function noun(definition: {
  readonly does: string;
  readonly own?: Noun;
  readonly verbs: NounCommands["verbs"];
}): NounCommands {
  const { does, own, verbs } = definition;
  const placed = Object.entries(verbs).map(([name, verb]) => [name, withOwnArgument(verb, own)]);
  return { kind: "noun", does, verbs: Object.fromEntries(placed) };
}

/** The fields of a verb, in the order of its operations. */
export function fieldsOf(verb: Verb): Fields {
  if (verb.kind === "task") return verb.fields;
  const all: Record<string, Fields[string]> = {};
  for (const { input, list } of verb.endpoints) {
    for (const [name, field] of Object.entries(input)) {
      // The pages of a list have flags of their own.
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
    does: words.does ?? first?.does ?? "",
    endpoints,
    arguments: words.arguments ?? thingsInPath(endpoints),
    examples: words.examples ?? [],
    mayDefault: words.mayDefault === true,
    extra: words.extra ?? {},
    unless: words.unless ?? {},
    shape: words.shape ?? ((input) => input),
  };
}

function isSeveral<T>(value: Some<T>): value is readonly [T, ...T[]] {
  return Array.isArray(value);
}

/** What the paths name beside the parents. */
function thingsInPath(endpoints: readonly Endpoint[]): readonly string[] {
  const names = endpoints.flatMap(({ route, input }) =>
    [...route.matchAll(/\{(\w+)\}/g)]
      .map(([, name]) => name ?? "")
      .filter((name) => {
        const field = input[name];
        return !(field?.kind === "id" && isParent(field.of));
      }),
  );
  return [...new Set(names)];
}

function isParent(noun: Noun): boolean {
  return parentFlags.includes(nouns[noun].flag);
}

function withOwnArgument(verb: Verb | NounCommands, own: Noun | undefined): Verb | NounCommands {
  if (verb.kind === "noun" || verb.kind === "task" || own === undefined) return verb;
  const owned = Object.entries(fieldsOf(verb))
    .filter(([name, field]) => field.kind === "id" && field.of === own && isInPath(verb, name))
    .map(([name]) => name)
    .filter((name) => !verb.arguments.includes(name));
  return { ...verb, arguments: [...owned, ...verb.arguments] };
}

function isInPath({ endpoints }: Sending, name: string): boolean {
  return endpoints.some(({ route }) => route.includes(`{${name}}`));
}
