/** Reads the files of an organization from a folder, and checks them, each fault with its line. */
import { join, resolve } from "node:path";
import type { Context, JsonObject, JsonValue } from "../../context.ts";
import type {
  ContentFile,
  OrganizationFile,
  organizationFiles,
  PeopleFile,
  SiteFile,
  SpecificationsFile,
} from "../../contract/organization-files.model.ts";
import { UsageError } from "../../errors.ts";
import { openForeignFolder } from "../../files/foreign-folder.ts";
import { computeHash } from "../../json/canonical.ts";
import { objectIn } from "../../json/values.ts";
import { formatMessage, type Issue, innermost } from "./file-faults.ts";
import { type Location, toJson } from "./thing.ts";
import { checkReference, fillReferences, findReferences } from "./variables.ts";

/** The files by their names; `sites/<key>.yaml` is one for each site. */
export const fileNames = {
  org: "org.yaml",
  people: "people.yaml",
  content: "content.yaml",
  specs: "specs.yaml",
} as const;
export const siteFolder = "sites";

export interface OrganizationFolder {
  /** As it was named. */
  readonly path: string;
  readonly org: OrganizationFile | undefined;
  readonly people: PeopleFile | undefined;
  readonly content: ContentFile | undefined;
  readonly specs: SpecificationsFile | undefined;
  /** By their keys; undefined if there is no folder of sites. */
  readonly sites: ReadonlyMap<string, SiteFile> | undefined;
  /** The texts of the specifications that are files, by the names that specs.yaml gives them. */
  readonly texts: ReadonlyMap<string, string>;
  /** SHA-256 of each file by its name. */
  readonly digests: ReadonlyMap<string, string>;
  /** The name of the variable of each value that came from the environment. */
  readonly variables: ReadonlyMap<string, string>;
  /** `content.yaml, line 12` */
  readonly formatLine: (location: Location) => string;
}

const mostSites = 10_000;

/**
 * @throws UsageError if a file cannot be read, or is not what its schema says, with a line for each
 * fault; also for a folder that has none of the files, out of which nothing follows
 */
export async function readFolder(context: Context, path: string): Promise<OrganizationFolder> {
  const model = await import("../../contract/organization-files.model.ts");
  const { organizationFiles } = model;
  const reader = await openReader(context, path);
  const org = await reader.read(fileNames.org, "org", organizationFiles.org);
  const people = await reader.read(fileNames.people, "people", organizationFiles.people);
  const content = await reader.read(fileNames.content, "content", organizationFiles.content);
  const specs = await reader.read(fileNames.specs, "specs", organizationFiles.specs);
  const sites = await readSites(context, path, async (name) => {
    const key = name.slice(0, -".yaml".length);
    if (!model.key.safeParse(key).success) reader.fault(`${siteFolder}/${name}`, "is no key");
    const file = `${siteFolder}/${name}`;
    return [key, await reader.read(file, "sites", organizationFiles.sites)] as const;
  });
  reader.refuseFaults();
  if ([org, people, content, specs, sites].every((one) => one === undefined)) {
    const names = [...Object.values(fileNames), `${siteFolder}/<key>.yaml`].join(", ");
    throw new UsageError(
      `There are no files of an organization in ${path}: none of ${names}. Nothing follows from an empty folder, and nothing was changed.`,
      `tome export ${path}`,
    );
  }
  const texts = new Map<string, string>();
  for (const { file } of Object.values(specs?.specs ?? {})) {
    if (file !== undefined) texts.set(file, await reader.text(file));
  }
  const { digests, variables, lineOf: formatLine } = reader;
  return { path, org, people, content, specs, sites, texts, digests, variables, formatLine };
}

/** What a schema of zod answers, of which only this much is used here. */
interface Model<T> {
  readonly safeParse: (value: unknown) =>
    | { readonly success: true; readonly data: T }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly Issue[] };
      };
}

type FileKind = keyof typeof organizationFiles;

async function buildFileSchema(kind: FileKind): Promise<JsonObject> {
  const { buildFileSchemas } = await import("../../contract/organization-files.model.ts");
  return objectIn(toJson(buildFileSchemas()[kind]));
}

async function openReader(context: Context, folder: string) {
  const { lineInYaml, readYaml } = await import("../../document/yaml.ts");
  const digests = new Map<string, string>();
  const variables = new Map<string, string>();
  const texts = new Map<string, string>();
  const faults: string[] = [];
  const files = openForeignFolder(resolve(context.cwd, folder), folder);

  /** The text of a file, which counts as one that was read. */
  async function text(name: string): Promise<string> {
    const read = await files.readText(name);
    digests.set(name, computeHash(read));
    texts.set(name, read);
    return read;
  }

  function formatLine({ file, path }: Location): string {
    return `${file}, line ${lineInYaml(texts.get(file) ?? "", path)}`;
  }

  /** Puts values of the environment where a file may have them. @returns undefined after a fault */
  async function fill(file: string, kind: FileKind, value: JsonValue) {
    const references = findReferences(value);
    if (references.length === 0) return value;
    const schema = await buildFileSchema(kind);
    const found = references.flatMap((reference) => {
      const fault = checkReference(reference, schema, context.env);
      return fault === undefined ? [] : [`${formatLine({ file, path: reference.path })}: ${fault}`];
    });
    for (const one of found) faults.push(one);
    if (found.length > 0) return undefined;
    const values = new Map<string, string>();
    for (const { name } of references) {
      const given = context.env[name] ?? "";
      context.conceal(given);
      await context.redactions.add(name, given);
      variables.set(given, name);
      values.set(name, given);
    }
    return fillReferences(value, values);
  }

  return {
    digests,
    variables,
    text,
    lineOf: formatLine,
    fault: (location: string, message: string) => faults.push(`${location}: ${message}`),
    refuseFaults() {
      if (faults.length === 0) return;
      const count = faults.length === 1 ? "a fault" : `${faults.length} faults`;
      throw new UsageError(`The files in ${folder} have ${count}:`, undefined, faults);
    },
    async read<T>(name: string, kind: FileKind, model: Model<T>): Promise<T | undefined> {
      if (!(await files.has(name))) return undefined;
      const source = await text(name);
      let value: JsonValue;
      try {
        // What YAML reads is what JSON has, and the model checks it.
        value = (readYaml(source) ?? {}) as JsonValue;
      } catch (error) {
        const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
        faults.push(`${name} is no YAML: ${why.replace(/[:.]$/, "")}`);
        return undefined;
      }
      const filled = await fill(name, kind, value);
      if (filled === undefined) return undefined;
      const checked = model.safeParse(filled);
      if (checked.success) return checked.data;
      for (const issue of checked.error.issues.flatMap(innermost)) {
        const path = issue.path.filter((one) => typeof one !== "symbol");
        const location = [...path, ...(issue.keys?.slice(0, 1) ?? [])];
        faults.push(
          `${formatLine({ file: name, path: location })}: ${formatMessage(issue, path, value)}`,
        );
      }
      return undefined;
    },
  };
}

async function readSites<T>(
  context: Context,
  path: string,
  read: (name: string) => Promise<readonly [string, T | undefined]>,
): Promise<ReadonlyMap<string, T> | undefined> {
  const entries = await openForeignFolder(resolve(context.cwd, path), path).list(siteFolder);
  if (entries === undefined) return undefined;
  const files = entries
    .map(({ name }) => name)
    .filter((name) => name.endsWith(".yaml"))
    .sort();
  if (files.length > mostSites) {
    throw new UsageError(`${join(path, siteFolder)} has more than ${mostSites} sites.`);
  }
  const sites = new Map<string, T>();
  for (const name of files) {
    const [key, site] = await read(name);
    if (site !== undefined) sites.set(key, site);
  }
  return sites;
}
