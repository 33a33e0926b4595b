/** What a command gets to work with: types only, so that no command depends on a room below. */
import type { Client } from "./client/client.ts";
import type { Transport } from "./contract/wire.ts";
import type { Finding, Unsettled } from "./errors.ts";
import type { JsonObject, JsonValue } from "./json/values.ts";
import type { Account } from "./settings/accounts.ts";
import type { SettingRow } from "./settings/listing.ts";
import type { Settings } from "./settings/resolve.ts";
import type { TokenPlace, TokenStore } from "./settings/tokens.ts";
import type { Column } from "./terminal/column.ts";
import type { OutputChoice } from "./terminal/output-choice.ts";
import type { Terminal } from "./terminal/terminal.ts";

export type {
  Client,
  Column,
  Finding,
  JsonObject,
  JsonValue,
  OutputChoice,
  SettingRow,
  Settings,
  Terminal,
  TokenPlace,
};

/** What a command found or did; one place prints it. */
export type Result =
  /** One object. */
  | {
      readonly record: JsonObject;
      readonly columns?: readonly Column[];
      /** Printed as JSON where no form was chosen. */
      readonly asJson?: true;
      /** The same with so many items of the list that it holds, for `--limit`. */
      readonly limited?: (most: number) => JsonObject;
      /** Dotted paths that `--json` may name though the object does not have them. */
      readonly knownFields?: readonly string[] | undefined;
      readonly unsettled?: Unsettled | undefined;
      readonly findings?: readonly Finding[] | undefined;
    }
  /** Items, page by page as they come. */
  | {
      readonly list: AsyncIterable<readonly JsonObject[]>;
      readonly columns: readonly Column[];
      /** Printed as JSON where no form was chosen. */
      readonly asJson?: true;
      /** Said when there is none: "There are no spaces." */
      readonly none: string;
      readonly knownFields?: readonly string[] | undefined;
      /** Asked when the list is printed: what else there is to say of it. */
      readonly notes?: () => readonly string[];
      /** Asked when the list is printed: what makes its end other than done. */
      readonly unsettled?: () => Unsettled | undefined;
      /** Asked when the list is printed: what is wrong with its items. */
      readonly findings?: () => readonly Finding[];
    }
  /** A change: a sentence for people, and the data for programs. */
  | {
      readonly done: string;
      /** What can be done next, said behind the sentence: "To see how far it is: tome git info". */
      readonly next?: string | undefined;
      readonly record: JsonObject;
      readonly columns?: readonly Column[];
      readonly unsettled?: Unsettled | undefined;
      readonly findings?: readonly Finding[] | undefined;
    }
  /** Any JSON, printed as JSON. */
  | { readonly value: JsonValue; readonly unsettled?: Unsettled | undefined }
  /** A text that is the output itself, exactly as it is. */
  | { readonly text: string; readonly unsettled?: Unsettled | undefined }
  /** The command has said everything itself. */
  | undefined;

/** The stored settings, to be read and changed. */
export interface SettingsStore {
  /** The folder that holds them. */
  readonly path: string;
  readonly rows: () => readonly SettingRow[];
  /** The profiles there are. */
  readonly accounts: () => readonly Account[];
  /** Sets values in the profile in force. */
  readonly set: (changes: Readonly<Record<string, string>>) => Promise<void>;
  readonly unset: (names: readonly string[]) => Promise<void>;
  /** Makes a profile the one that is used where nothing names another. */
  readonly use: (profile: string) => Promise<void>;
  /** The tokens of the profile in force. */
  readonly tokens: TokenStore;
  /** The token of a text that was piped or typed. Throws `UsageError` without repeating it. */
  readonly tokenFrom: (text: string) => string;
}

/** Where the token in force comes from. */
export interface KnownToken {
  readonly value: string;
  readonly from: string;
}

export interface ServeOptions {
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  /** The folder of the data; memory alone where false. */
  readonly data: string | false;
  /** The address of a PostgreSQL database that holds the data in place of the folder. */
  readonly database?: string | undefined;
  readonly seed?: boolean | undefined;
  readonly readyFile?: string | undefined;
  readonly allowPrivate?: boolean | undefined;
  /** A plan of faults, with the name of the file that it comes from. */
  readonly faults?: { readonly name: string; readonly plan: JsonValue } | undefined;
  /** The same ids and times for the same calls. */
  readonly repeatable?: { readonly seed: number; readonly clock: Date } | undefined;
  /** One line on standard error for each request. */
  readonly log?: "text" | "json" | "off" | undefined;
  /** Whether `/metrics` needs no token. */
  readonly metrics?: boolean | undefined;
  /** The address that callers use, where another program passes requests on. */
  readonly publicUrl?: string | undefined;
}

/** A platform that answers over HTTP. */
export interface Serving {
  readonly url: string;
  readonly token: string;
  readonly adminToken: string;
  /** The id of the organization that it began with. */
  readonly organization: string;
  /** Answers what is under way, and ends. */
  readonly close: () => Promise<void>;
}

/** The embedded platform, beside what its API says. */
export interface LocalPlatform {
  /** The folder of its data. */
  readonly folder: string;
  /** Where its data is, for people: the folder, or the database without its password. */
  readonly place: string;
  /** The address of the PostgreSQL database that holds its data, as the environment says. */
  readonly database: string | undefined;
  /** The same on another database. */
  readonly on: (database: string) => LocalPlatform;
  /** Asks below `/_tome`, as its administrator; the platform is opened for it, or the one that serves is asked. */
  readonly administer: (
    method: "GET" | "POST" | "PUT" | "DELETE",
    path: string,
    body?: JsonValue,
  ) => Promise<JsonValue | undefined>;
  /** The token of its owner, and the address it is served at, if it is. */
  readonly access: () => Promise<{ readonly token: string; readonly url: string | undefined }>;
  /** The id of the organization that it began with. */
  readonly organization: () => Promise<string>;
  readonly serve: (options: ServeOptions) => Promise<Serving>;
}

/** The ids that the shells complete from. */
export interface SeenIds {
  /** Forgets those of some data of the embedded platform: `LocalPlatform.place`. */
  readonly forgetData: (place: string) => void;
  /** Forgets those of an address, with every profile, or those that were seen with one. */
  readonly forgetAddress: (address: string, profile?: string) => void;
}

export interface ClientWish {
  readonly many?: boolean | undefined;
  /** Stands between the client and the wire. */
  readonly through?: ((wire: Transport) => Transport) | undefined;
  readonly token?: string | undefined;
}

/** What a project file may choose. */
export type Parent = "org" | "space" | "site";

export interface Context {
  readonly terminal: Terminal;
  readonly settings: Settings;
  readonly store: SettingsStore;
  readonly choice: OutputChoice;
  /** Show what would be sent, and send nothing. */
  readonly dryRun: boolean;
  /**
   * `, in organization O1 (from .tome.json)` where the project file chose any of the parents, else
   * `""`: a write says where it goes when nobody typed that.
   */
  readonly projectPlace: (parents: readonly Parent[]) => string;
  /** The same with the titles of the parents, for a question. */
  readonly titledPlace: (parents: readonly Parent[]) => Promise<string>;
  /** Answer every confirmation with yes. */
  readonly yes: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths start from. */
  readonly cwd: string;
  readonly version: string;
  /**
   * The client for the platform in force, opened at the first call.
   * @param options.many many requests follow, so that a pool of connections is worth its price
   * @param options.token another token than the one in force, for a client of its own
   */
  readonly client: (options?: ClientWish) => Promise<Client>;
  /** The token in force. */
  readonly token: () => Promise<KnownToken | undefined>;
  readonly local: LocalPlatform;
  readonly seenIds: SeenIds;
  /** Tells whoever keeps the log of a pipeline that a value is secret, before it is used or shown. */
  readonly conceal: (secret: string) => void;
  /** The text of a file, or of standard input for `-`. Throws `UsageError` where it cannot be read. */
  readonly readText: (path: string) => Promise<string>;
  /** The bytes of a file, or of standard input for `-`. Throws `UsageError` where it cannot be read. */
  readonly readBytes: (path: string) => Promise<Uint8Array>;
  /** The value of a JSON or YAML file, or of standard input for `-`. */
  readonly readDocument: (path: string) => Promise<JsonValue>;
  /** Writes a file as a whole or not at all, readable by its owner alone. */
  readonly writePrivateFile: (path: string, text: string) => Promise<void>;
  /**
   * Saves bytes as a file, as a whole or not at all. Throws `UsageError` where it cannot be written,
   * and where it is there already and may not be replaced.
   */
  readonly saveFile: (path: string, bytes: Uint8Array, replace: boolean) => Promise<void>;
  /** A rich text as Markdown; other fields of the API hold Markdown already. */
  readonly markdownOf: (document: JsonValue | undefined) => Promise<string>;
  /** What is wrong with a JSON schema of draft 7, as a clause; undefined where nothing is. */
  readonly schemaFaultOf: (schema: JsonValue) => Promise<string | undefined>;
  /** The completion script of a shell: bash, zsh, fish or powershell. */
  readonly completionScript: (shell: string) => Promise<string>;
  /** Resolves when the person or the system asks the command to end. */
  readonly interrupted: () => Promise<void>;
}
