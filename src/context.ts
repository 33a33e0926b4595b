/**
 * Context of a command, as types only: commands and features do not depend on a client, terminal or
 * settings.
 */
import type { Readable, Writable } from "node:stream";
import type { ApiClient, RequestDescription } from "./client/client.ts";
import type { PreviewPlatform } from "./client/preview-platform.ts";
import type { AcceptedError } from "./client/response-status.ts";
import type { RunningPlatform, ServeOptions } from "./client/running-platform.ts";
import type { ReceivedSecret } from "./client/secrets/received-secrets.ts";
import type { SiteMirror } from "./client/site-mirror.ts";
import type { DownloadOptions } from "./client/transport/download.ts";
import type { WorkJournal, WorkJournals } from "./client/work-journal.ts";
import type { LineOperations } from "./contract/endpoint.ts";
import type { Noun } from "./contract/nouns.ts";
import type { SiteCopy } from "./contract/site-copy.ts";
import type { Transport } from "./contract/wire.ts";
import type { Finding, IncompleteError } from "./errors.ts";
import type { History } from "./history/history.ts";
import type { InputRows } from "./json/rows.ts";
import type { JsonObject, JsonValue } from "./json/values.ts";
import type { ResolvedSettings } from "./settings/resolve.ts";
import type { Account, SettingRow } from "./settings/settings-rows.ts";
import type { ResolvedToken, TokenStorage, TokenStore } from "./settings/tokens.ts";
import type { PrintedColumn } from "./terminal/column.ts";
import type { Span, TerminalView, ViewBranch, ViewLine } from "./terminal/draw/view.ts";
import type { OutputChoice } from "./terminal/formats/output-choice.ts";
import type { PickOption } from "./terminal/pick.ts";
import type { Terminal } from "./terminal/terminal.ts";

export type {
  AcceptedError,
  ApiClient,
  Finding,
  JsonObject,
  JsonValue,
  OutputChoice,
  PickOption,
  PrintedColumn,
  ResolvedSettings,
  ResolvedToken,
  RunningPlatform,
  ServeOptions,
  SettingRow,
  Span,
  Terminal,
  TerminalView,
  TokenStorage,
  ViewBranch,
  ViewLine,
  WorkJournal,
};

/** A list, page by page as it is received. A list in memory is one page: `[rows]`. */
export type Pages = AsyncIterable<readonly JsonObject[]> | readonly (readonly JsonObject[])[];

/** The result of a command; app/output/print.ts prints it. */
export type Result =
  /** One object. */
  | {
      readonly record: JsonObject;
      readonly columns?: readonly PrintedColumn[];
      /** Printed as JSON by default. */
      readonly asJson?: true;
      /** The same object with at most this number of items in its list, for `--limit`. */
      readonly limited?: (most: number) => JsonObject;
      /** Dotted paths that are valid for `--json` even if the object does not have them. */
      readonly knownFields?: readonly string[] | undefined;
      readonly unsettled?: IncompleteError | undefined;
      readonly findings?: readonly Finding[] | undefined;
    }
  /** Items. */
  | {
      readonly list: Pages;
      readonly columns: readonly PrintedColumn[];
      /** Printed as JSON by default. */
      readonly asJson?: true;
      /** Its items arrive over time, so that JSON is printed as NDJSON. */
      readonly asLines?: true;
      /** Without an end: items are printed one by one as they arrive, as lines or NDJSON. */
      readonly isFollowed?: true;
      /**
       * Adds values that cost requests. Called with the printed items only, unless rows are filtered
       * or sorted.
       */
      readonly complete?: (items: readonly JsonObject[]) => Promise<readonly JsonObject[]>;
      /** Printed if there are no items: "There are no spaces." */
      readonly none: string;
      readonly knownFields?: readonly string[] | undefined;
      /** Filters and order of the list, as sentences for readers. */
      readonly aside?: string | undefined;
      readonly order?: string | undefined;
      /** Called after the list is printed: more notes. */
      readonly notes?: () => readonly string[];
      /** A suggested next command, printed after the notes. */
      readonly next?: string | undefined;
      /** Called after the list is printed: an error that ends the command. */
      readonly unsettled?: () => IncompleteError | undefined;
      /** Called after the list is printed: findings about its items. */
      readonly findings?: () => readonly Finding[];
    }
  /** A view for the terminal, drawn to fit the screen, independent of the output format. */
  | {
      readonly view: TerminalView;
      /** The same with at most this number of items, for `--limit`. */
      readonly limitedView?: (most: number) => TerminalView;
      /** Names to use in the commands of the view, in place of ids. */
      readonly named?: readonly { readonly id: string; readonly word: string }[];
      /** Notes printed after it, on standard error. */
      readonly notes?: () => readonly string[];
      /** A suggested next command, printed after the notes. */
      readonly next?: string | undefined;
      readonly unsettled?: IncompleteError | undefined;
      readonly findings?: readonly Finding[] | undefined;
    }
  /** A change: a sentence for readers, and the data for programs. */
  | {
      readonly done: string;
      /** A suggested next command, printed after the sentence: "To see the progress: tome git info". */
      readonly next?: string | undefined;
      readonly record: JsonObject;
      readonly columns?: readonly PrintedColumn[];
      /**
       * The columns printed below the sentence on a terminal: changed values, and values needed for
       * the next step.
       */
      readonly brief?: readonly PrintedColumn[] | undefined;
      /** Names to use in the suggested command for a person, in place of ids. */
      readonly named?: readonly { readonly id: string; readonly word: string }[];
      readonly unsettled?: IncompleteError | undefined;
      readonly findings?: readonly Finding[] | undefined;
    }
  /** Any JSON, printed as JSON. */
  | { readonly value: JsonValue; readonly unsettled?: IncompleteError | undefined }
  /** A text that is printed while it arrives. */
  | { readonly texts: AsyncIterable<string> }
  /** A text that is printed exactly as it is. */
  | { readonly text: string; readonly unsettled?: IncompleteError | undefined }
  /** The command has printed everything itself. */
  | undefined;

/** The stored settings. */
export interface SettingsStore {
  /** The settings directory. */
  readonly path: string;
  readonly rows: () => readonly SettingRow[];
  /** All profiles. */
  readonly accounts: () => readonly Account[];
  /**
   * Sets values in the current profile, or in the profile `local` if only the local platform uses
   * them.
   * @returns the profile
   */
  readonly set: (changes: Readonly<Record<string, string>>) => Promise<string>;
  readonly unset: (names: readonly string[]) => Promise<void>;
  /** Selects the default profile. */
  readonly use: (profile: string) => Promise<void>;
  /** The tokens of the current profile. */
  readonly tokens: TokenStore;
  /** The token in a text from a pipe or prompt. Throws `UsageError` without repeating it. */
  readonly tokenFrom: (text: string) => string;
}

/** The local platform, apart from its API. */
export interface LocalPlatform {
  /** Its data directory. */
  readonly folder: string;
  /** The location of its data, for messages: the directory, or the database without its password. */
  readonly location: string;
  /** The URL of its PostgreSQL database, if the environment specifies one. */
  readonly database: string | undefined;
  /** The same platform on another database. */
  readonly on: (database: string) => LocalPlatform;
  /**
   * Sends a request below `/_tome` as its administrator, in this process or to the process that
   * serves the data.
   */
  readonly administer: (
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: JsonValue,
  ) => Promise<JsonValue | undefined>;
  /** The token of its owner, and its URL if it is served. */
  readonly access: () => Promise<{ readonly token: string; readonly url: string | undefined }>;
  /** The id of its initial organization. */
  readonly organization: () => Promise<string>;
  readonly serve: (options: ServeOptions) => Promise<RunningPlatform>;
  /**
   * Runs the scripts of integrations and serves HTTP until the command ends, unless another process
   * serves the data. Throws `UsageError` if miniflare is not installed.
   * @returns the URL
   */
  readonly runIntegrations: (port: number) => Promise<string>;
  /**
   * Lets an import from the URL of a local folder read these files.
   * @returns false if another process serves the data, which must not read them
   */
  readonly offerFolder: (listed: Parameters<PreviewPlatform["offer"]>[0]) => Promise<boolean>;
  /** Opens a platform in memory that shows one site. Port 0 selects any free port. */
  readonly preview: (port: number) => Promise<PreviewPlatform>;
  /**
   * Opens a platform in memory that shows a copy of a site.
   * @param baseUrl of the platform of the site
   */
  readonly mirror: (copy: SiteCopy, baseUrl: string) => Promise<SiteMirror>;
}

/** The stored ids for shell completion. */
export interface IdCache {
  /** Removes the ids of one data location of the local platform: `LocalPlatform.location`. */
  readonly forgetData: (location: string) => void;
  /** Removes the ids of a URL, for one profile or for all. */
  readonly forgetAddress: (address: string, profile?: string) => void;
}

/** Secrets in the output of a command. */
export interface SecretOutput {
  /** Masks a secret in the log of a pipeline, and hides it from all output of the command. */
  readonly receive: (secret: ReceivedSecret) => void;
  /** Treats these names as requested, because the command line requests them in another way. */
  readonly allow: (names: readonly string[]) => void;
  /** The result without hidden secrets. */
  readonly hide: (result: Result) => Promise<Result>;
  /** A sentence about hidden secrets and how to print them; undefined if there are none. */
  readonly describeHidden: () => string | undefined;
}

export interface CommandClientOptions {
  /** Many requests will follow, so that a connection pool is worth its cost. */
  readonly many?: boolean | undefined;
  /** Wraps the transport of the client. */
  readonly through?: ((wire: Transport) => Transport) | undefined;
  /** A token in place of the current one, for a separate client. */
  readonly token?: string | undefined;
  /** A separate client for name lookups, which also run in a dry run. */
  readonly lookup?: true | undefined;
  /** The results of the lookups can be missing: each is sent once, with a short time limit. */
  readonly isOptional?: true | undefined;
  /** A separate client for downloads from other servers, which need no token. */
  readonly isAnonymous?: true | undefined;
}

/** A reference to a resource, and the scope of its lookup. */
export interface NameLookup {
  /** The possible kinds of the resource. */
  readonly of: readonly Noun[];
  /** An id, `id:<id>`, a name, or `=<title>`. */
  readonly word: string;
  /** The source of the word, as the subject of a message: `--parent`. */
  readonly label: string;
  readonly within: {
    readonly organizationId?: string | undefined;
    readonly siteId?: string | undefined;
    readonly spaceId?: string | undefined;
    readonly changeRequestId?: string | undefined;
    readonly integrationName?: string | undefined;
    /** Search the deleted spaces that can be restored. */
    readonly deleted?: true | undefined;
    /** Search the audit log too, which contains the titles of deleted resources. */
    readonly audited?: true | undefined;
  };
  /** Require the exact case, because no user can confirm a destructive command. */
  readonly strict?: boolean | undefined;
}

/** The result of a lookup. */
export interface NamedReference {
  readonly noun: Noun;
  readonly id: string;
  /** Set if the resource was found by a name. */
  readonly title?: string;
}

/** A resource to pick from. Its path is for display; the time is RFC 3339, or empty if unknown. */
export type PickCandidate = Readonly<Record<"id" | "title" | "path" | "updated", string>>;

/** Parents that a project file can select. */
export type Parent = "org" | "space" | "site";

/** Values of the environment that a command has read, and the names that replace them in output. */
export interface Redactions {
  /** @param name of the variable */
  readonly add: (name: string, value: string) => Promise<void>;
  readonly text: (text: string) => string;
  /** Replaces values in all texts and names within a value. */
  readonly value: <T extends JsonValue>(value: T) => T;
}

/** Effect of a command. A command with the effect "delete" asks a user on a terminal. */
export type CommandEffect = "read" | "write" | "delete";

/** A command that agents may run. */
export interface AgentCommand {
  /** Its words: `space update`. */
  readonly name: string;
  readonly summary: string;
  readonly effect: CommandEffect;
  /** The required role in words; absent if it depends on the arguments. */
  readonly role?: string | undefined;
  /** The reason why it cannot be undone; absent for a command that `tome undo` reverts. */
  readonly irreversible?: string | undefined;
}

/** The execution of a command of an agent. */
export interface AgentRun {
  readonly command: string;
  /** Values by the names of flags and arguments. */
  readonly input: JsonObject;
  /**
   * "read" refuses every write, "describe" prints the requests of a write without sending them, and
   * "write" sends them without a confirmation prompt.
   */
  readonly mode: "read" | "describe" | "write";
  /** Maximum number of items of a list. */
  readonly limit?: number | undefined;
  /** Fields of the output, comma-separated. */
  readonly fields?: string | undefined;
  /** Whether lists and results of writes have only the fields of the columns. */
  readonly isBrief?: boolean | undefined;
}

export interface AgentOutcome {
  readonly code: number;
  /** The data on standard output; a text if it is not JSON. */
  readonly value: JsonValue;
  /** The notes on standard error. */
  readonly notes: string;
}

/** The commands for an agent. */
export interface AgentCommands {
  /** The commands that match a query best. */
  readonly find: (query: string, most: number) => Promise<readonly AgentCommand[]>;
  /** Throws `UsageError` for an unknown command, or one that agents cannot run. */
  readonly get: (name: string) => Promise<AgentCommand>;
  /** With the JSON schema of the input, and examples. Throws as `get`. */
  readonly describe: (
    name: string,
  ) => Promise<AgentCommand & { readonly input: JsonObject; readonly examples: readonly string[] }>;
  /** The response to a GET request; undefined if it fails. */
  readonly readPath: (path: string, client: string) => Promise<JsonValue | undefined>;
  /** The input with exact times in place of relative ones. Throws as `get`, and for an invalid time. */
  readonly fixInput: (name: string, input: JsonObject) => Promise<JsonObject>;
  /** The command line for a user to run. Throws as `get`, and for an invalid input. */
  readonly toLine: (name: string, input: JsonObject) => Promise<string>;
  /**
   * Runs a command. Throws as `toLine`; the failure of a command is an outcome.
   * @param client name and version of the program that asks for it
   */
  readonly run: (run: AgentRun, client: string) => Promise<AgentOutcome>;
}

export interface Context {
  readonly terminal: Terminal;
  readonly settings: ResolvedSettings;
  readonly store: SettingsStore;
  readonly choice: OutputChoice;
  /**
   * `, in organization O1 (from .tome.json)` if the project file selected any of the parents, else
   * `""`: a write reports parents that the user did not type.
   */
  readonly describeProjectParents: (parents: readonly Parent[]) => string;
  /** The same with the titles of the parents, for a question. */
  readonly describeTitledParents: (parents: readonly Parent[]) => Promise<string>;
  /** Whether every confirmation is answered with yes. */
  readonly yes: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The directory of relative paths. */
  readonly cwd: string;
  readonly version: string;
  /**
   * The newest version on the configured npm registry; undefined in a dry run. Throws `ApiError` 404
   * if there is none.
   */
  readonly newestVersion: () => Promise<string | undefined>;
  /** The client for the current platform, opened by the first call. */
  readonly client: (options?: CommandClientOptions) => Promise<ApiClient>;
  /**
   * Resolves a name; an id costs no request. Throws `UsageError` for an ambiguous name, `NameNotFoundError`
   * for an unknown one.
   */
  readonly lookUp: (asked: NameLookup) => Promise<NamedReference>;
  /**
   * All resources of a kind that the user can see, to pick from; empty for kinds that are not
   * listed.
   */
  readonly candidates: (
    of: Noun,
    within: NameLookup["within"],
  ) => Promise<readonly PickCandidate[]>;
  /** The id of a parent from a setting, which may contain a name; undefined if none is set. */
  readonly parentId: (parent: Parent) => Promise<string | undefined>;
  /** The current token. */
  readonly token: () => Promise<ResolvedToken | undefined>;
  /** Throws `MissingTokenError` with a hint if requests would be sent without a token. */
  readonly requireToken: () => Promise<void>;
  readonly local: LocalPlatform;
  readonly history: () => Promise<History>;
  readonly idCache: IdCache;
  /** Applied to all output; text must pass it before it is shortened or wrapped. */
  readonly redactions: Redactions;
  /** Hides secrets of answers from the output, unless the command line requests them by name. */
  readonly secrets: SecretOutput;
  /** Masks a secret in the log of a pipeline. Must be called before the secret is used or printed. */
  readonly conceal: (secret: string) => void;
  /** The text of a file, or of standard input for `-`. Throws `UsageError` if it cannot be read. */
  readonly readText: (path: string) => Promise<string>;
  /**
   * The text at a URL that the user entered, requested without a token, and the URL after
   * redirects. `sameOrigin` has no effect with the local platform; compare the URL.
   */
  readonly fetchText: (
    url: string,
    options?: DownloadOptions,
  ) => Promise<{ readonly text: string; readonly url: string }>;
  /** Throws `UsageError` for a command of an agent, which cannot use files of this machine. */
  readonly requireLocalFolders: (path: string) => void;
  /** The bytes of a file, or of standard input for `-`. Throws `UsageError` if it cannot be read. */
  readonly readBytes: (path: string) => Promise<Uint8Array>;
  /**
   * The value of a JSON or YAML text; the name is for messages. Throws `UsageError` for any other
   * text.
   */
  readonly parseDocument: (text: string, name: string) => Promise<JsonValue>;
  /** The value of a JSON or YAML file, or of standard input for `-`. */
  readonly readDocument: (path: string) => Promise<JsonValue>;
  /**
   * The rows of a CSV, NDJSON or JSON file, or of standard input for `-`; of its text, if it was
   * read.
   */
  readonly readRows: (path: string, text?: string) => Promise<InputRows>;
  /** A CSV of rows of cells, header first, with formulas escaped. */
  readonly csvText: (rows: readonly (readonly string[])[]) => Promise<string>;
  /** Writes a file atomically, readable by its owner only. */
  readonly writePrivateFile: (path: string, text: string) => Promise<void>;
  /**
   * Locks a path for this process, and returns the function that unlocks it. Throws `UsageError` if
   * another process has it.
   */
  readonly lockFile: (path: string) => Promise<() => Promise<void>>;
  /**
   * Saves bytes atomically. Throws `UsageError` on failure, or if an existing file must not be
   * replaced.
   */
  readonly saveFile: (path: string, bytes: Uint8Array, replace: boolean) => Promise<void>;
  /** Rich text as Markdown; other texts of the API are Markdown already. */
  readonly toMarkdown: (document: JsonValue | undefined) => Promise<string>;
  /** The error in a JSON schema of draft 7, as a clause; undefined for a valid schema. */
  readonly findSchemaFault: (schema: JsonValue) => Promise<string | undefined>;
  /**
   * The results of a jq program for a value. Throws `UsageError` with jq's own message.
   * @param seconds a time limit below that of `--jq`
   */
  readonly jq: (
    program: string,
    value: JsonValue,
    seconds?: number,
  ) => Promise<readonly JsonValue[]>;
  /** The completion script of a shell: bash, zsh, fish or powershell. */
  readonly completionScript: (shell: string) => Promise<string>;
  /** The operations of another command line. Throws `UsageError` for an invalid one. */
  readonly buildOperations: (words: readonly string[]) => Promise<LineOperations>;
  /** The requests as curl commands, with a note about their token. */
  readonly describeAsCurl: (requests: readonly RequestDescription[]) => Promise<Result>;
  /** Runs another command line without prompts, and returns its output and exit code. */
  readonly runLine: (
    args: readonly string[],
    where: Pick<Context, "env" | "cwd">,
  ) => Promise<{ readonly output: string; readonly code: number }>;
  /** The streams from and to an agent. */
  readonly openAgentStreams: () => { readonly input: Readable; readonly output: Writable };
  /**
   * The commands for an agent.
   * @param env the environment of these commands
   */
  readonly agentCommands: (env: Context["env"]) => Promise<AgentCommands>;
  /** Opens the journals of work that a crash can interrupt. */
  readonly journals: () => Promise<WorkJournals>;
  /** Resolves when the user or the system asks the command to end. */
  readonly interrupted: () => Promise<void>;
}
