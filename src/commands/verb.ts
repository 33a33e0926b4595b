/** Definition of a verb: plain data about its input, operation and output. */
import type { Context, Parent, PrintedColumn, Result } from "../context.ts";
import { type Endpoint, formatHelpSummary } from "../contract/endpoint.ts";
import type { FieldsInput } from "../contract/fields.ts";
import type { Noun } from "../contract/nouns.ts";
import { parents } from "../contract/nouns.ts";
import type { Finding, IncompleteError } from "../errors.ts";
import type { JsonObject } from "../json/values.ts";
import type { TitleLookup } from "./columns.ts";
import type { Confirm } from "./confirm.ts";
import type { CommandField, CommandFields } from "./fields.ts";
import { getCommandFields } from "./flag-words.ts";
import type { OutcomeText } from "./outcomes.ts";

interface VerbOptions {
  /** Summary: one imperative clause without a period. */
  readonly summary: string;
  /** Fields that are arguments, in order; every other field is a flag. */
  readonly arguments: readonly string[];
  /** Example commands for the help, without `tome`. */
  readonly examples: readonly string[];
  /** If its argument is omitted, the resource comes from the settings. */
  readonly usesDefault: boolean;
  /**
   * Secret response members that the command prints by default, because its name announces them.
   */
  readonly printedSecrets: readonly string[];
}

interface RequestVerbOptions extends VerbOptions {
  /**
   * Operations in order of decreasing path length: the first whose path fields are known is called.
   */
  readonly endpoints: readonly Endpoint[];
  /** Fields of the command line that no operation has. */
  readonly extra: CommandFields;
  /** Flags that prevent a default from the settings: `{orgWide: "spaceId"}`. */
  readonly unless: Readonly<Record<string, string>>;
  /** Converts an input with extra fields to one of the operation. */
  readonly toRequest: (input: JsonObject) => JsonObject;
}

/** A query: reads and prints. */
export interface QueryVerb extends RequestVerbOptions {
  readonly kind: "query";
  /** Columns of a list, or fields of a record; empty for all fields. */
  readonly columns: readonly PrintedColumn[];
  /** Message for an empty list. */
  readonly emptyText: string;
  /** Response member with the list, if the response is not a page; `.` if the response is a list. */
  readonly listIn: string | undefined;
  /** Note about a list, from its first page. */
  readonly note: (page: JsonObject) => string | undefined;
  /** Error of a list, from its first page and the input, including extra fields. */
  readonly findIncomplete: (page: JsonObject, asked: JsonObject) => IncompleteError | undefined;
  /** Finding of a list item. */
  readonly toFinding: (item: JsonObject) => Finding | undefined;
  /** Items may have findings, so the verb has the flags for them. */
  readonly hasFindings: boolean;
  readonly titleLookup: TitleLookup | undefined;
  /** Omitted items and sort order of a list, unless they are obvious. */
  readonly describeScope: (input: JsonObject) => string | undefined;
  readonly order: (input: JsonObject) => string | undefined;
  readonly across: AcrossRun | undefined;
  readonly present: PresentRecord | undefined;
  /** A list item for an agent, without the objects that other items repeat. */
  readonly shorten: ((item: JsonObject) => JsonObject) | undefined;
}

/**
 * The output of a record for a person, if lines of fields are unsuitable: a table, a text or a
 * sentence; undefined for the lines.
 */
export type PresentRecord = (
  record: JsonObject,
  context: Context,
) => Result | undefined | Promise<Result | undefined>;

/**
 * A function of features/ in place of the operations of a query: a list across an organization, for
 * an API that has it only per space.
 */
export interface AcrossRun {
  /** Extra field that selects it. */
  readonly flag: string;
  /** Whether it also runs if the path of no operation is complete. */
  readonly isFallback?: true;
  /** Its input, in place of the fields of the operations. */
  readonly fields: CommandFields;
  readonly load: () => Promise<(context: Context, input: JsonObject) => Promise<Result>>;
}

/**
 * A mutation: writes and prints a sentence, which may contain `{names}` of the response, the
 * resource or the input.
 */
export interface MutationVerb extends RequestVerbOptions {
  readonly kind: "mutation";
  readonly doneText: string;
  /** Suggested next step: "It can be restored for 7 days: tome space restore {spaceId}". */
  readonly nextStep: string | undefined;
  /** Names for the ids of the suggested command, for a person; they require requests. */
  readonly loadNames: (() => Promise<NamesForPerson>) | undefined;
  /** Next step on a terminal only, because it requires additional requests. */
  readonly loadNextStep: (() => Promise<NextForPerson>) | undefined;
  /** Warning about the effect of a write, in every output format; may send additional requests. */
  readonly loadWarning: (() => Promise<FindWarning>) | undefined;
  /** The same if it depends on the state before the write, which the function reads first. */
  readonly loadComparison: (() => Promise<CompareEffect>) | undefined;
  /** Question on a terminal before a write that may be a mistake; may send requests of its own. */
  readonly loadQuestion: (() => Promise<FindWarning>) | undefined;
  /** Message if there was nothing to delete. */
  readonly absentText: string;
  /** Result from the response, if it may differ from the request. */
  readonly toOutcome: OutcomeText;
  /** Message for an accepted but incomplete operation, for verbs with more information. */
  readonly acceptedText: string | undefined;
  /** Hint for an API error with status 404, in place of the command that lists such resources. */
  readonly absentHint: ((input: JsonObject, message: string) => string | undefined) | undefined;
  readonly columns: readonly PrintedColumn[];
  readonly confirm: Confirm | undefined;
  /** Optional field to prompt for on a terminal if the command line has only parents. */
  readonly promptField: string | undefined;
  /** Runs instead of the operation if its extra field is set. */
  readonly alternative: AlternativeRun | undefined;
}

/** A function of features/ that an extra field selects. */
export interface AlternativeRun {
  readonly field: string;
  readonly load: () => Promise<(context: Context, input: JsonObject) => Promise<Result>>;
}

/** Next step; undefined for the one of non-interactive output, which is also used on failure. */
type NextForPerson = (
  context: Context,
  sent: JsonObject,
  answer: JsonObject,
) => Promise<string | undefined>;

type NamesForPerson = (
  context: Context,
  sent: JsonObject,
  answer: JsonObject,
) => Promise<readonly { readonly id: string; readonly word: string }[]>;

/** Runs before a write; the returned function runs after it. */
type CompareEffect = (
  context: Context,
  sent: JsonObject,
) => Promise<(() => Promise<string | undefined>) | undefined>;

type FindWarning = (context: Context, sent: JsonObject) => Promise<string | undefined>;

/** A custom verb, implemented in features/. */
export interface CustomVerb extends VerbOptions {
  readonly kind: "custom";
  readonly fields: CommandFields;
  /** API operations that it calls. */
  readonly operations: readonly Endpoint[];
  readonly load: () => Promise<
    (context: Context, input: JsonObject, fromProject: readonly Parent[]) => Promise<Result>
  >;
  /** Whether it runs with a missing profile or invalid stored values. */
  readonly settings: "checked" | "new profile" | "lenient";
  /** Prints a list without pages, with the flags that limit it. */
  readonly list: boolean;
  /** Sends a write request, with the flags of writes. */
  readonly isWrite: boolean;
  /** May ask for confirmation. */
  readonly mayPrompt: boolean;
  /** May have findings, with the flags for them. */
  readonly hasFindings: boolean;
  /** Several items may share the resource of the last argument: edits of one change request. */
  readonly isWithin: boolean;
  /** Its file contains all items, so it is not offered for several resources. */
  readonly isBulk: boolean;
}

export type Verb = QueryVerb | MutationVerb | CustomVerb;

/** A noun: its verbs and nested nouns. */
export interface NounCommands {
  readonly kind: "noun";
  readonly summary: string;
  readonly verbs: Readonly<Record<string, Verb | NounCommands>>;
  /** Verb that may be omitted before an argument: `site insights Docs`. */
  readonly fallback?: string;
}

interface VerbTexts {
  readonly summary?: string;
  readonly arguments?: readonly string[];
  readonly examples?: readonly string[];
  readonly usesDefault?: boolean;
  readonly printedSecrets?: readonly string[];
  readonly extra?: CommandFields;
  readonly unless?: Readonly<Record<string, string>>;
  readonly toRequest?: (input: JsonObject) => JsonObject;
}

type Some<T> = T | readonly [T, ...T[]];

/** @param from the operation; of several, the first whose path fields are known is called */
export function query(
  from: Some<Endpoint>,
  words: VerbTexts & {
    readonly columns?: readonly PrintedColumn[];
    readonly emptyText?: string;
    readonly listIn?: string;
    readonly note?: (page: JsonObject) => string | undefined;
    readonly findIncomplete?: (page: JsonObject, asked: JsonObject) => IncompleteError | undefined;
    readonly toFinding?: (item: JsonObject) => Finding | undefined;
    readonly titleLookup?: TitleLookup;
    readonly describeScope?: QueryVerb["describeScope"];
    readonly order?: string | QueryVerb["order"];
    readonly across?: AcrossRun;
    readonly present?: PresentRecord;
    readonly shorten?: QueryVerb["shorten"];
  } = {},
): QueryVerb {
  const { order } = words;
  return {
    kind: "query",
    ...createSendingOptions(from, words),
    columns: words.columns ?? [],
    emptyText: words.emptyText ?? "No items.",
    listIn: words.listIn,
    note: words.note ?? (() => undefined),
    findIncomplete: words.findIncomplete ?? (() => undefined),
    toFinding: words.toFinding ?? (() => undefined),
    hasFindings: words.toFinding !== undefined,
    titleLookup: words.titleLookup,
    describeScope: words.describeScope ?? (() => undefined),
    order: typeof order === "function" ? order : () => order,
    across: words.across,
    present: words.present,
    shorten: words.shorten,
  };
}

/** @param from as for `show` */
export function mutation(
  from: Some<Endpoint>,
  words: VerbTexts & {
    readonly doneText: string;
    readonly nextStep?: string;
    readonly loadNextStep?: MutationVerb["loadNextStep"];
    readonly loadNames?: MutationVerb["loadNames"];
    readonly loadWarning?: MutationVerb["loadWarning"];
    readonly loadComparison?: MutationVerb["loadComparison"];
    readonly loadQuestion?: MutationVerb["loadQuestion"];
    readonly absentText?: string;
    readonly toOutcome?: OutcomeText;
    readonly acceptedText?: string;
    readonly absentHint?: MutationVerb["absentHint"];
    readonly columns?: readonly PrintedColumn[];
    readonly alternative?: AlternativeRun;
    readonly confirm?: string | (Partial<Confirm> & Pick<Confirm, "question">);
    readonly promptField?: string;
  },
): MutationVerb {
  const { confirm } = words;
  return {
    kind: "mutation",
    ...createSendingOptions(from, words),
    doneText: words.doneText,
    nextStep: words.nextStep,
    loadNextStep: words.loadNextStep,
    loadNames: words.loadNames,
    loadWarning: words.loadWarning,
    loadComparison: words.loadComparison,
    loadQuestion: words.loadQuestion,
    absentText: words.absentText ?? "Not found. No changes were made.",
    toOutcome: words.toOutcome ?? (() => undefined),
    acceptedText: words.acceptedText,
    absentHint: words.absentHint,
    columns: words.columns ?? [],
    alternative: words.alternative,
    confirm:
      confirm === undefined
        ? undefined
        : {
            read: undefined,
            names: [],
            selfWarnings: [],
            onlyIfSelf: false,
            ...(typeof confirm === "string" ? { question: confirm } : confirm),
          },
    promptField: words.promptField,
  };
}

/** Function of a custom verb; a separate type, so that only the fields determine the input type. */
type TaskFunction<F extends CommandFields> = (
  context: Context,
  input: FieldsInput<F>,
  /** Parents in the input that come from the project file. */
  fromProject: readonly Parent[],
) => Promise<Result>;

/** A verb whose implementation is a module of features/, loaded when it runs. */
export function custom<const F extends CommandFields>(definition: {
  readonly summary: string;
  readonly fields: F;
  readonly arguments?: readonly (keyof F & string)[];
  readonly examples?: readonly string[];
  readonly usesDefault?: boolean;
  readonly printedSecrets?: readonly string[];
  readonly operations?: readonly Endpoint[];
  readonly settings?: CustomVerb["settings"];
  readonly list?: true;
  readonly isWrite?: true;
  readonly mayPrompt?: true;
  readonly hasFindings?: true;
  readonly isWithin?: true;
  readonly isBulk?: true;
  readonly load: () => Promise<TaskFunction<NoInfer<F>>>;
}): CustomVerb {
  return {
    kind: "custom",
    summary: definition.summary,
    fields: definition.fields,
    operations: definition.operations ?? [],
    arguments: definition.arguments ?? [],
    examples: definition.examples ?? [],
    usesDefault: definition.usesDefault === true,
    printedSecrets: definition.printedSecrets ?? [],
    settings: definition.settings ?? "checked",
    list: definition.list === true,
    isWrite: definition.isWrite === true,
    mayPrompt: definition.mayPrompt === true,
    hasFindings: definition.hasFindings === true,
    isWithin: definition.isWithin === true,
    isBulk: definition.isBulk === true,
    async load() {
      const run = await definition.load();
      // The input was validated against these fields.
      return (context, input, fromProject) => run(context, input as FieldsInput<F>, fromProject);
    },
  };
}

/**
 * A noun with its verbs.
 * @param own noun of the contract whose id is an argument here
 */
export function noun(definition: {
  readonly summary: string;
  readonly own?: Noun;
  readonly verbs: NounCommands["verbs"];
  readonly fallback?: string;
}): NounCommands {
  const { summary, own, verbs, fallback } = definition;
  const entries = Object.entries(verbs).map(([name, verb]) => [name, withOwnArgument(verb, own)]);
  return {
    kind: "noun",
    summary,
    verbs: Object.fromEntries(entries),
    ...(fallback !== undefined && { fallback }),
  };
}

/** Fields of a verb, in the order of its operations. */
export function listFields(verb: Verb): CommandFields {
  if (verb.kind === "custom") return verb.fields;
  const all: Record<string, CommandField> = {};
  for (const endpoint of verb.endpoints) {
    for (const [name, field] of Object.entries(getCommandFields(endpoint))) {
      // Pages have common flags.
      if (endpoint.list && (name === "page" || name === "limit")) continue;
      all[name] ??= field;
    }
  }
  return { ...all, ...verb.extra };
}

/** The list across an organization; undefined for other verbs. */
export function getAcross(verb: Verb): AcrossRun | undefined {
  return verb.kind === "query" ? verb.across : undefined;
}

function createSendingOptions(
  from: Some<Endpoint>,
  words: VerbTexts,
): Omit<RequestVerbOptions, "kind"> {
  const endpoints: readonly Endpoint[] = isSeveral(from) ? from : [from];
  const [first] = endpoints;
  return {
    summary: words.summary ?? (first ? formatHelpSummary(first) : ""),
    endpoints,
    arguments: words.arguments ?? listPathResources(endpoints),
    examples: words.examples ?? [],
    usesDefault: words.usesDefault === true,
    printedSecrets: words.printedSecrets ?? [],
    extra: words.extra ?? {},
    unless: words.unless ?? {},
    toRequest: words.toRequest ?? ((input) => input),
  };
}

function isSeveral<T>(value: Some<T>): value is readonly [T, ...T[]] {
  return Array.isArray(value);
}

function withOwnArgument(
  verb: Verb | NounCommands,
  ownNoun: Noun | undefined,
): Verb | NounCommands {
  if (verb.kind === "noun" || verb.kind === "custom" || ownNoun === undefined) return verb;
  const owned = Object.entries(listFields(verb))
    .filter(
      ([name, field]) =>
        field.kind === "id" && field.of === ownNoun && isInPath(verb.endpoints, name),
    )
    .map(([name]) => name)
    .filter((name) => !verb.arguments.includes(name));
  return { ...verb, arguments: [...owned, ...verb.arguments] };
}

/** Path fields, except parents. */
function listPathResources(endpoints: readonly Endpoint[]): readonly string[] {
  const names = endpoints.flatMap(({ route, input }) =>
    [...route.matchAll(/\{(\w+)\}/g)]
      .map(([, name]) => name ?? "")
      .filter((name) => {
        const field = input[name];
        // A parent is an argument only if it is the resource itself.
        return !(field?.kind === "id" && parents.some((parent) => parent === field.of));
      }),
  );
  return [...new Set(names)];
}

function isInPath(endpoints: readonly Endpoint[], name: string): boolean {
  return endpoints.some(({ route }) => route.includes(`{${name}}`));
}
