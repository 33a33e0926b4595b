/** What a command works with, as types only: commands and tasks depend on no client, terminal or settings. */
import type { Client } from "./client/client.ts";
import type { Previewing } from "./client/previewing.ts";
import type { ReceivedSecret } from "./client/received-secrets.ts";
import type { ServeOptions, Serving } from "./client/serving.ts";
import type { WorkJournal, WorkJournals } from "./client/work-journal.ts";
import type { LineOperations } from "./contract/endpoint.ts";
import type { Noun } from "./contract/nouns.ts";
import type { Transport } from "./contract/wire.ts";
import type { Finding, Unsettled } from "./errors.ts";
import type { History } from "./history/history.ts";
import type { Rows } from "./json/rows.ts";
import type { JsonObject, JsonValue } from "./json/values.ts";
import type { Account, SettingRow } from "./settings/listing.ts";
import type { Settings } from "./settings/resolve.ts";
import type { KnownToken, TokenStorage, TokenStore } from "./settings/tokens.ts";
import type { Column } from "./terminal/column.ts";
import type { OutputChoice } from "./terminal/output-choice.ts";
import type { Choice } from "./terminal/pick.ts";
import type { Terminal } from "./terminal/terminal.ts";
import type { Branch, Line, Span, View } from "./terminal/view.ts";

export type {
  Branch,
  Choice,
  Client,
  Column,
  Finding,
  JsonObject,
  JsonValue,
  KnownToken,
  Line,
  OutputChoice,
  ServeOptions,
  Serving,
  SettingRow,
  Settings,
  Span,
  Terminal,
  TokenStorage,
  View,
  WorkJournal,
};

/** A list, page by page as it is received; what is there already is one page: `[rows]`. */
export type Pages = AsyncIterable<readonly JsonObject[]> | readonly (readonly JsonObject[])[];

/** The result of a command; app/print.ts prints it. */
export type Result =
  /** One object. */
  | {
      readonly record: JsonObject;
      readonly columns?: readonly Column[];
      /** Printed as JSON if no form was chosen. */
      readonly asJson?: true;
      /** The same object with at most this number of items in its list, for `--limit`. */
      readonly limited?: (most: number) => JsonObject;
      /** Dotted paths that `--json` may name though the object does not have them. */
      readonly knownFields?: readonly string[] | undefined;
      readonly unsettled?: Unsettled | undefined;
      readonly findings?: readonly Finding[] | undefined;
    }
  /** Items. */
  | {
      readonly list: Pages;
      readonly columns: readonly Column[];
      /** Printed as JSON if no form was chosen. */
      readonly asJson?: true;
      /** Printed if there are no items: "There are no spaces." */
      readonly none: string;
      readonly knownFields?: readonly string[] | undefined;
      /** What the list leaves out, and its order, as sentences for people. */
      readonly aside?: string | undefined;
      readonly order?: string | undefined;
      /** Called after the list is printed: further notes. */
      readonly notes?: () => readonly string[];
      /** What can be done next, printed after the notes. */
      readonly next?: string | undefined;
      /** Called after the list is printed: why the command has not succeeded. */
      readonly unsettled?: () => Unsettled | undefined;
      /** Called after the list is printed: what is wrong with its items. */
      readonly findings?: () => readonly Finding[];
    }
  /** What a person looks at: drawn to fit the screen, whatever form of data was chosen. */
  | {
      readonly view: View;
      /** The same with at most this number of items, for `--limit`. */
      readonly limitedView?: (most: number) => View;
      /** What names a thing in the commands of the view, in place of its id. */
      readonly named?: readonly { readonly id: string; readonly word: string }[];
      /** Printed after it, on standard error. */
      readonly notes?: () => readonly string[];
      /** What can be done next, printed after the notes. */
      readonly next?: string | undefined;
      readonly unsettled?: Unsettled | undefined;
      readonly findings?: readonly Finding[] | undefined;
    }
  /** A change: a sentence for people, and the data for programs. */
  | {
      readonly done: string;
      /** What can be done next, printed after the sentence: "To see how far it is: tome git info". */
      readonly next?: string | undefined;
      readonly record: JsonObject;
      readonly columns?: readonly Column[];
      /** Of the columns, those that a person sees after the sentence: what changed, and what is needed next. */
      readonly brief?: readonly Column[] | undefined;
      readonly unsettled?: Unsettled | undefined;
      readonly findings?: readonly Finding[] | undefined;
    }
  /** Any JSON, printed as JSON. */
  | { readonly value: JsonValue; readonly unsettled?: Unsettled | undefined }
  /** A text that is printed exactly as it is. */
  | { readonly text: string; readonly unsettled?: Unsettled | undefined }
  /** The command has printed everything itself. */
  | undefined;

/** The stored settings, to read and to change. */
export interface SettingsStore {
  /** Their folder. */
  readonly path: string;
  readonly rows: () => readonly SettingRow[];
  /** All profiles. */
  readonly accounts: () => readonly Account[];
  /** Sets values in the profile in force. */
  readonly set: (changes: Readonly<Record<string, string>>) => Promise<void>;
  readonly unset: (names: readonly string[]) => Promise<void>;
  /** Selects the profile that is used if nothing names another. */
  readonly use: (profile: string) => Promise<void>;
  /** The tokens of the profile in force. */
  readonly tokens: TokenStore;
  /** The token of a text that was piped or typed. Throws `UsageError` without repeating it. */
  readonly tokenFrom: (text: string) => string;
}

/** The embedded platform, apart from its API. */
export interface LocalPlatform {
  /** The folder of its data. */
  readonly folder: string;
  /** Where its data is, for messages: the folder, or the database without its password. */
  readonly location: string;
  /** The address of the PostgreSQL database of its data, if the environment names one. */
  readonly database: string | undefined;
  /** The same platform on another database. */
  readonly on: (database: string) => LocalPlatform;
  /** Sends a request below `/_tome` as its administrator, in this process or to the one that serves the data. */
  readonly administer: (
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: JsonValue,
  ) => Promise<JsonValue | undefined>;
  /** The token of its owner, and the address it is served at, if it is. */
  readonly access: () => Promise<{ readonly token: string; readonly url: string | undefined }>;
  /** The id of the organization that it starts with. */
  readonly organization: () => Promise<string>;
  readonly serve: (options: ServeOptions) => Promise<Serving>;
  /** Opens a platform in memory that shows one site. The port is 0 for any free one. */
  readonly preview: (port: number) => Promise<Previewing>;
}

/** The stored ids, from which the shells complete. */
export interface IdCache {
  /** Forgets the ids of some data of the embedded platform: `LocalPlatform.location`. */
  readonly forgetData: (location: string) => void;
  /** Forgets the ids of an address, for one profile or for all. */
  readonly forgetAddress: (address: string, profile?: string) => void;
}

/** Secrets in the output of a command. */
export interface SecretOutput {
  /** Masks a secret in the log of a pipeline, and hides it from all output of the command. */
  readonly receive: (secret: ReceivedSecret) => void;
  /** Counts these names as requested, because the command line asks for them in another way. */
  readonly allow: (names: readonly string[]) => void;
  /** The result without the members that are hidden secrets. */
  readonly hide: (result: Result) => Promise<Result>;
  /** A sentence about what was hidden and how to print it; undefined if nothing was. */
  readonly describeHidden: () => string | undefined;
}

export interface ClientOptions {
  /** Many requests will follow, so that a pool of connections is worth its cost. */
  readonly many?: boolean | undefined;
  /** Wraps the transport of the client. */
  readonly through?: ((wire: Transport) => Transport) | undefined;
  /** A token to use instead of the one in force, for a client of its own. */
  readonly token?: string | undefined;
  /** A client of its own that looks names up, which a dry run does too. */
  readonly lookup?: true | undefined;
}

/** A word that names a thing, and where to look for the thing. */
export interface NameLookup {
  /** The kinds of thing that are meant; several if the word may name any of them. */
  readonly of: readonly Noun[];
  /** An id, `id:<id>`, a name, or `=<title>`. */
  readonly word: string;
  /** What gave the word, as the subject of a message: `--parent`. */
  readonly label: string;
  readonly within: {
    readonly organizationId?: string | undefined;
    readonly siteId?: string | undefined;
    readonly spaceId?: string | undefined;
    readonly changeRequestId?: string | undefined;
    readonly integrationName?: string | undefined;
    /** Among the spaces that were deleted and can be restored. */
    readonly deleted?: true | undefined;
  };
  /** Upper and lower case have to agree: nobody is there to look before something is lost. */
  readonly strict?: boolean | undefined;
}

/** What a word names. */
export interface NamedReference {
  readonly noun: Noun;
  readonly id: string;
  /** Known if it was found by a name. */
  readonly title?: string;
}

/** A thing to pick from: its path is for a person, the time in RFC 3339, and empty if it is not known. */
export type Candidate = Readonly<Record<"id" | "title" | "path" | "updated", string>>;

/** What a project file may choose. */
export type Parent = "org" | "space" | "site";

/** The values of the environment that a command has read, and the names that are shown in their place. */
export interface Redactions {
  /** @param name of the variable */
  readonly add: (name: string, value: string) => Promise<void>;
  readonly text: (text: string) => string;
  /** The same for every text in a value, and for the names in it. */
  readonly value: <T extends JsonValue>(value: T) => T;
}

export interface Context {
  readonly terminal: Terminal;
  readonly settings: Settings;
  readonly store: SettingsStore;
  readonly choice: OutputChoice;
  /**
   * `, in organization O1 (from .tome.json)` if the project file chose any of the parents, else `""`:
   * a write says where it goes if nobody typed that.
   */
  readonly describeProjectParents: (parents: readonly Parent[]) => string;
  /** The same with the titles of the parents, for a question. */
  readonly describeTitledParents: (parents: readonly Parent[]) => Promise<string>;
  /** Answers every confirmation with yes. */
  readonly yes: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths start from. */
  readonly cwd: string;
  readonly version: string;
  /** The one on the configured npm registry; undefined if nothing is to be sent. Throws `Problem` 404 for none. */
  readonly newestVersion: () => Promise<string | undefined>;
  /** The client for the platform in force, opened by the first call. */
  readonly client: (options?: ClientOptions) => Promise<Client>;
  /** By a name; an id costs no request. Throws `UsageError` if several have it, `NotNamed` if none. */
  readonly lookUp: (asked: NameLookup) => Promise<NamedReference>;
  /** Everything of a kind that the caller sees, to pick from; empty for kinds that are not listed. */
  readonly candidates: (of: Noun, within: NameLookup["within"]) => Promise<readonly Candidate[]>;
  /** The id of a parent that a setting gives, which may be by its name; undefined if none does. */
  readonly parentId: (parent: Parent) => Promise<string | undefined>;
  /** The token in force. */
  readonly token: () => Promise<KnownToken | undefined>;
  /** Throws `Unauthenticated`, with what to do, if requests would be sent and have no token. */
  readonly requireToken: () => Promise<void>;
  readonly local: LocalPlatform;
  readonly history: () => Promise<History>;
  readonly idCache: IdCache;
  /** All output passes them; what is cut or wrapped must pass them before that. */
  readonly redactions: Redactions;
  /** Hides secrets of answers from the output, unless the command line requests them by name. */
  readonly secrets: SecretOutput;
  /** Masks a secret in the log of a pipeline; to be called before the secret is used or printed. */
  readonly conceal: (secret: string) => void;
  /** The text of a file, or of standard input for `-`. Throws `UsageError` if it cannot be read. */
  readonly readText: (path: string) => Promise<string>;
  /** The text at a URL that the user named, which is sent no token, and the URL after redirects. */
  readonly fetchText: (url: string) => Promise<{ readonly text: string; readonly url: string }>;
  /** The bytes of a file, or of standard input for `-`. Throws `UsageError` if it cannot be read. */
  readonly readBytes: (path: string) => Promise<Uint8Array>;
  /** The value of a JSON or YAML text; the name is for messages. Throws `UsageError` for another text. */
  readonly parseDocument: (text: string, name: string) => Promise<JsonValue>;
  /** The value of a JSON or YAML file, or of standard input for `-`. */
  readonly readDocument: (path: string) => Promise<JsonValue>;
  /** The rows of a CSV, NDJSON or JSON file, or of standard input for `-`; of its text, if it was read. */
  readonly readRows: (path: string, text?: string) => Promise<Rows>;
  /** A CSV of rows of cells, the header first; no cell of it is a formula to a spreadsheet. */
  readonly csvText: (rows: readonly (readonly string[])[]) => Promise<string>;
  /** Writes a file as a whole or not at all, readable by its owner alone. */
  readonly writePrivateFile: (path: string, text: string) => Promise<void>;
  /** Locks a path for this process, and returns what unlocks it. Throws `UsageError` if another has it. */
  readonly lockFile: (path: string) => Promise<() => Promise<void>>;
  /** Saves bytes whole or not at all. Throws `UsageError` if it cannot, or may not replace a file. */
  readonly saveFile: (path: string, bytes: Uint8Array, replace: boolean) => Promise<void>;
  /** Rich text as Markdown; other texts of the API are Markdown already. */
  readonly toMarkdown: (document: JsonValue | undefined) => Promise<string>;
  /** What is wrong with a JSON schema of draft 7, as a clause; undefined if nothing is. */
  readonly findSchemaFault: (schema: JsonValue) => Promise<string | undefined>;
  /** The results of a jq program for a value. Throws `UsageError` with jq's own message. */
  readonly jq: (program: string, value: JsonValue) => Promise<readonly JsonValue[]>;
  /** The completion script of a shell: bash, zsh, fish or powershell. */
  readonly completionScript: (shell: string) => Promise<string>;
  /** What another command line may send. Throws `UsageError` if it is none. */
  readonly buildOperations: (words: readonly string[]) => Promise<LineOperations>;
  /** Another command line, in an environment of its own where nobody is asked: what it printed, and its code. */
  readonly runLine: (
    args: readonly string[],
    where: Pick<Context, "env" | "cwd">,
  ) => Promise<{ readonly output: string; readonly code: number }>;
  /** Opens the journals of work that a crash may cut off. */
  readonly journals: () => Promise<WorkJournals>;
  /** Resolves when the person or the system asks the command to end. */
  readonly interrupted: () => Promise<void>;
}
