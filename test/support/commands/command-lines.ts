/** Generated command lines for every command that sends requests, derived from the command tree. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isConfirmed, listFlags } from "../../../src/app/parse/global-flags.ts";
import { listParameters, type Parameter } from "../../../src/app/parse/parameters.ts";
import type { CommandField } from "../../../src/commands/fields.ts";
import type { Verb } from "../../../src/commands/verb.ts";
import { buildChanges } from "../../../src/contract/endpoint.ts";
import { nouns } from "../../../src/contract/nouns.ts";
import { everyVerb } from "../../commands/tree.ts";
import { valueOfModel } from "../generators/model-values.ts";

export interface CommandLine {
  /** The command words, such as `site section move`. */
  readonly words: string;
  readonly verb: Verb;
  /** The command with all required arguments and flags, and flags that suppress prompts. */
  readonly args: readonly string[];
}

/** Parents that are set by environment variables. */
export const parents = {
  TOME_ORG: "O1000000000000000000",
  TOME_SPACE: "S1000000000000000000",
  TOME_SITE: "T1000000000000000000",
};

/** Commands that work locally, are interactive, or need a history. */
const unasked =
  /^(?:access explain|auth|completion|config|history|undo|local|open|preview|serve|manual|man|integration dev)\b/;

/** Requirements of commands that do not follow from their fields. */
const more: Readonly<Record<string, (folder: string) => readonly string[]>> = {
  api: () => ["GET", "/orgs"],
  "openapi create": (folder) => ["--file", file(folder, "spec.json", '{"openapi":"3.1.0"}')],
  "openapi put": (folder) => ["--file", file(folder, "spec.json", '{"openapi":"3.1.0"}')],
  "cr edit": (folder) => [
    "--page",
    "P1000000000000000000",
    "--file",
    file(folder, "page.md", "Words."),
  ],
  "page get": () => ["P1000000000000000000"],
  plan: (folder) => [organizationFiles(folder)],
  apply: (folder) => [organizationFiles(folder)],
  drift: (folder) => [organizationFiles(folder)],
  // The command polls, and the generated responses never report completion.
  "git plan": () => ["--wait-limit", "1"],
  "org invite create": () => ["--role", "read"],
  "org instructions put": () => ["--text", "Be kind."],
  "collection permission grant": () => ["--user", "U1000000000000000000"],
  "collection permission update": () => ["--team", "M1000000000000000000"],
  "collection permission remove": () => ["--team", "M1000000000000000000"],
  "site channel update": () => ["--role", "support"],
  "site agent update": () => ["--topic-scans", "never"],
  "site ads update": () => ["--status", "disabled"],
  "site ads review": () => ["--zone-id", "1", "--reporting-id", "1"],
  "org font update": () => ["--family", "Probe"],
  "site permission grant": () => ["--user", "U1000000000000000000"],
  "site permission update": () => ["--team", "M1000000000000000000"],
  "site permission remove": () => ["--team", "M1000000000000000000"],
  "space permission grant": () => ["--user", "U1000000000000000000"],
  "space permission update": () => ["--team", "M1000000000000000000"],
  "space permission remove": () => ["--team", "M1000000000000000000"],
  "integration publish": (folder) => [
    "--manifest",
    file(
      folder,
      "manifest.json",
      JSON.stringify({
        name: "probe",
        title: "Probe",
        description: "Words",
        scopes: [],
        organization: "O1000000000000000000",
        script: "export default {}",
      }),
    ),
  ],
  "integration installation update": () => ["--space-selection", "all"],
  "integration installation space update": () => ["--external-id", "X3000000000000000000"],
  "integration installation site update": () => ["--external-id", "X3000000000000000000"],
  "collection move": () => ["--parent", "X2000000000000000000"],
  "space move": () => ["--parent", "X2000000000000000000"],
  "site preview": () => ["--no-browser"],
  "cr preview": () => ["--no-browser"],
  "site sort": () => ["--before", "X2000000000000000000"],
  "cr review": () => ["--approve"],
  "user update": () => ["--name", "Ada"],
};

/** A folder with organization files, without a lock file. */
function organizationFiles(folder: string): string {
  const own = mkdtempSync(join(folder, "files-"));
  file(own, "org.yaml", "title: Acme\n");
  return own;
}

/** The number of names so far: commands do not overwrite what another one has written. */
let names = 0;

function newPath(folder: string, name: string): string {
  return join(folder, `${name}-${++names}`);
}

/** Values for arguments and flags whose format does not follow from the field. */
const named: Readonly<Record<string, (folder: string) => string>> = {
  "access review save": (folder) => newPath(folder, "review"),
  "export folder": (folder) => newPath(folder, "files"),
  "backup create folder": (folder) => newPath(folder, "backup"),
  "access apply decisions.csv": (folder) =>
    file(folder, "decisions.csv", "decision,role,via,user,thing\nkeep,read,direct,U1,S1\n"),
  "member sync roster": (folder) => file(folder, "roster.csv", "email\nprobe@example.com\n"),
  "org invite users email": () => "probe@example.com",
  "org file upload path": (folder) => file(folder, "logo.png", "probe"),
  "org font create face": (folder) => `400=${file(folder, "font.woff2", "probe")}`,
  "site redirect get source": () => "/old",
  "site adaptive-schema put file": (folder) => file(folder, "schema.json", '{"type":"object"}'),
  "openapi publish file-or-url": (folder) => file(folder, "spec.json", '{"openapi":"3.1.0"}'),
  "conversation ingest file": (folder) =>
    file(
      folder,
      "talk.ndjson",
      '{"id":"T1000000000000000000","subject":"Words","parts":[{"type":"message","role":"user","body":"Words"}]}\n',
    ),
};

/** @param folder the folder for files that commands read and write */
export async function everyLine(folder: string): Promise<CommandLine[]> {
  const asking = (await everyVerb()).filter(([words]) => !unasked.test(words));
  return Promise.all(
    asking.map(async ([words, verb]) => {
      const needed = listParameters(verb).filter(
        ({ required, fallback }) => required && fallback === undefined,
      );
      const own = more[words]?.(folder);
      const change = own === undefined ? changeFor(verb, needed) : [];
      const given = words === "api" ? [] : [...needed, ...change];
      const typed = (await Promise.all(given.map((one) => typedFor(words, one, folder)))).flat();
      const yes = isConfirmed(verb) && listFlags(verb, true, false).length > 0 ? ["--yes"] : [];
      return { words, verb, args: [...words.split(" "), ...typed, ...(own ?? []), ...yes] };
    }),
  );
}

/** An update requires at least one change, although no individual flag is required. */
function changeFor(verb: Verb, needed: readonly Parameter[]): readonly Parameter[] {
  const [endpoint] = verb.kind === "mutation" ? verb.endpoints : [];
  const changes = endpoint === undefined ? [] : buildChanges(endpoint);
  const isChange = ({ path: [name = ""], isArgument }: Parameter) =>
    !isArgument && changes.includes(name);
  if (needed.some(isChange)) return [];
  return listParameters(verb).filter(isChange).slice(0, 1);
}

function file(folder: string, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function typedFor(words: string, parameter: Parameter, folder: string): Promise<string[]> {
  const { field, isArgument, name } = parameter;
  if (field.kind === "boolean") return [`--${name}`];
  const word = named[`${words} ${name}`]?.(folder) ?? (await wordFor(field, folder));
  return isArgument ? [word] : [`--${name}`, word];
}

async function wordFor(field: CommandField, folder: string): Promise<string> {
  switch (field.kind) {
    case "id":
      return "X1000000000000000000";
    case "integer":
      return String(field.min ?? 1);
    case "enum":
      return field.values[0] ?? "";
    case "list":
      return wordFor(field.of, folder);
    case "pointer": {
      const [noun = "space"] = field.to;
      return `${nouns[noun].flag}:X1000000000000000000`;
    }
    case "json": {
      if (field.markdown !== undefined) return "Words";
      const text = JSON.stringify(valueOfModel(await field.model(), "probe"));
      return field.fromFile ? file(folder, `${++names}.json`, text) : text;
    }
    case "text": {
      if (field.refers !== undefined) return "probe@example.com";
      if (field.fromFile) return file(folder, `${++names}.txt`, "words");
      if (field.format === "url") return "https://example.com/probe";
      if (field.format === "date-time") return "2026-01-31T09:30:00Z";
      const words = [
        "probe",
        "refs/heads/main",
        "docs.example.com",
        "probe.example.com/docs",
        "probe@example.com",
        "key=value",
        "integration:probe",
      ];
      const pattern = field.pattern && new RegExp(field.pattern.source, "u");
      return words.find((one) => pattern === undefined || pattern.test(one)) ?? "probe";
    }
    default:
      return "true";
  }
}
