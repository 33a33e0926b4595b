/** The table of folders: the allowed imports of each folder of the sources, and their time. */
import type { Import } from "./imports.ts";

type How = Import["how"];

interface FolderRule {
  /** Other folders, and their latest load time; a folder for types is never loaded. */
  readonly folders: Readonly<Record<string, How>>;
  /** Packages by name, in the same way. */
  readonly packages: Readonly<Record<string, How>>;
  /** For packages without an entry: service and app choose their own. */
  readonly otherPackages?: How;
  /** Whether it may use Node's modules. */
  readonly node: boolean;
}

const types = { context: "type" } as const;
const data = { contract: "static", errors: "static", json: "static" } as const;

export const folders: Readonly<Record<string, FolderRule>> = {
  errors: { folders: {}, packages: {}, node: false },
  version: { folders: {}, packages: {}, node: false },
  files: { folders: { errors: "static", json: "static" }, packages: {}, node: true },
  programs: {
    folders: { errors: "static", files: "static" },
    packages: { "cross-spawn": "dynamic" },
    node: true,
  },
  json: { folders: { errors: "static" }, packages: { yaml: "static" }, node: true },
  document: {
    folders: data,
    packages: {},
    otherPackages: "static",
    node: false,
  },
  contract: {
    folders: { errors: "static", json: "static" },
    packages: { zod: "type" },
    node: false,
  },
  terminal: {
    folders: { errors: "static", json: "static", settings: "type" },
    packages: {
      "@clack/core": "dynamic",
      chalk: "dynamic",
      "cli-table3": "dynamic",
      ora: "dynamic",
      "string-width": "dynamic",
      yaml: "dynamic",
      "jq-web": "dynamic",
    },
    node: true,
  },
  settings: {
    folders: { errors: "static", files: "static", json: "static", programs: "static" },
    packages: { conf: "dynamic", "proper-lockfile": "dynamic", "@napi-rs/keyring": "dynamic" },
    node: true,
  },
  client: {
    folders: data,
    packages: { undici: "dynamic" },
    node: true,
  },
  history: {
    folders: { ...data, client: "static" },
    packages: {},
    node: true,
  },
  service: {
    folders: { ...data, document: "static", files: "static", programs: "static" },
    packages: {},
    otherPackages: "static",
    node: true,
  },
  context: {
    folders: {
      client: "type",
      contract: "type",
      errors: "type",
      history: "type",
      json: "type",
      settings: "type",
      terminal: "type",
    },
    packages: {},
    node: false,
  },
  features: {
    folders: {
      ...data,
      ...types,
      document: "dynamic",
      files: "static",
      history: "static",
      programs: "static",
    },
    packages: {},
    otherPackages: "dynamic",
    node: true,
  },
  commands: { folders: { ...data, ...types, features: "dynamic" }, packages: {}, node: false },
  library: {
    folders: { ...data, client: "static", service: "dynamic", version: "static" },
    packages: {},
    node: false,
  },
  app: {
    folders: {
      ...data,
      version: "static",
      client: "static",
      commands: "static",
      context: "type",
      document: "dynamic",
      files: "static",
      history: "dynamic",
      service: "dynamic",
      settings: "static",
      features: "dynamic",
      terminal: "static",
    },
    packages: { commander: "static" },
    otherPackages: "dynamic",
    node: true,
  },
};

/** Packages that a folder must not import although it may import others. */
const closed: Readonly<Record<string, readonly string[]>> = {
  features: ["undici", "commander", "fastify", "kysely"],
  service: ["undici", "commander", "ora", "conf"],
};

/** The files of the contract that validate values, and so load zod. */
const checking = /^src\/contract\/(?:.*\.model|check)\.ts$/;

const lateness: readonly How[] = ["static", "dynamic", "type"];

/** @returns the violation of the import, as a sentence; undefined if there is none */
export function findViolation({ from, folder, to, how }: Import): string | undefined {
  const table = folders[folder];
  if (!table)
    return `${from} is in no folder of the table; move it, or add one in test/architecture/import-rules.ts.`;
  if (to.kind === "node") {
    return table.node || how === "type" ? undefined : `${from} must not use ${to.name}.`;
  }
  const name = to.kind === "own" ? to.folder : to.name;
  const allowed =
    to.kind === "own" ? folderRule(table, folder, to.folder) : packageRule(table, from, name);
  if (allowed === undefined) return `${from} must not import ${name}.`;
  if (lateness.indexOf(how) >= lateness.indexOf(allowed)) return undefined;
  const when = allowed === "type" ? "for its types" : "by a dynamic import";
  return `${from} may import ${name} only ${when}.`;
}

function folderRule(table: FolderRule, folder: string, other: string): How | undefined {
  return other === folder ? "static" : table.folders[other];
}

function packageRule(table: FolderRule, from: string, name: string): How | undefined {
  if (name === "zod" && checking.test(from)) return "static";
  if (closed[from.split("/")[1] ?? ""]?.includes(name)) return undefined;
  return table.packages[name] ?? table.otherPackages;
}
