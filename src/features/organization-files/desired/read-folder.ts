/** Reading and validation of the configuration files in a folder. */
import { join, resolve } from "node:path";
import type { Context, JsonObject, JsonValue } from "../../../context.ts";
import type {
  ContentFile,
  OrganizationFile,
  organizationFiles,
  PeopleFile,
  SamlFile,
  SiteFile,
  SpecificationsFile,
  WebhooksFile,
} from "../../../contract/organization-files.model.ts";
import { UsageError } from "../../../errors.ts";
import { openForeignFolder } from "../../../files/foreign-folder.ts";
import { computeHash } from "../../../json/canonical.ts";
import { formatCount } from "../../../json/pluralize.ts";
import { asObject } from "../../../json/values.ts";
import { type SourceLocation, toJson } from "../resource.ts";
import { findInnermostIssues, formatMessage, type SchemaIssue } from "./file-errors.ts";
import { checkReference, fillReferences, findReferences } from "./variables.ts";

/** The file names; each site has a file `sites/<key>.yaml`. */
export const fileNames = {
  org: "org.yaml",
  people: "people.yaml",
  content: "content.yaml",
  specs: "specs.yaml",
  webhooks: "webhooks.yaml",
  saml: "saml.yaml",
} as const;
export const siteFolder = "sites";

export interface OrganizationFolder {
  /** The path as given on the command line. */
  readonly path: string;
  readonly org: OrganizationFile | undefined;
  readonly people: PeopleFile | undefined;
  readonly content: ContentFile | undefined;
  readonly specs: SpecificationsFile | undefined;
  readonly webhooks: WebhooksFile | undefined;
  readonly saml: SamlFile | undefined;
  /** By key; undefined if there is no folder `sites`. */
  readonly sites: ReadonlyMap<string, SiteFile> | undefined;
  /** The texts of specification files, by the file names in specs.yaml. */
  readonly texts: ReadonlyMap<string, string>;
  /** SHA-256 of each file by name. */
  readonly digests: ReadonlyMap<string, string>;
  /** The variable names of values that come from the environment, by value. */
  readonly variables: ReadonlyMap<string, string>;
  /** `content.yaml, line 12` */
  readonly formatLine: (location: SourceLocation) => string;
}

const maximumSites = 10_000;

/**
 * @throws UsageError if a file cannot be read or does not match its schema, with one detail line per error;
 * also for a folder without any configuration file
 */
export async function readFolder(context: Context, path: string): Promise<OrganizationFolder> {
  const model = await import("../../../contract/organization-files.model.ts");
  const { organizationFiles } = model;
  const reader = await openReader(context, path);
  const org = await reader.read(fileNames.org, "org", organizationFiles.org);
  const people = await reader.read(fileNames.people, "people", organizationFiles.people);
  const content = await reader.read(fileNames.content, "content", organizationFiles.content);
  const specs = await reader.read(fileNames.specs, "specs", organizationFiles.specs);
  const webhooks = await reader.read(fileNames.webhooks, "webhooks", organizationFiles.webhooks);
  const saml = await reader.read(fileNames.saml, "saml", organizationFiles.saml);
  const sites = await readSites(context, path, async (name) => {
    const key = name.slice(0, -".yaml".length);
    if (!model.key.safeParse(key).success) {
      reader.fault(`${siteFolder}/${name}`, "the file name is not a valid key");
    }
    const file = `${siteFolder}/${name}`;
    return [key, await reader.read(file, "sites", organizationFiles.sites)] as const;
  });
  reader.refuseFaults();
  if ([org, people, content, specs, webhooks, saml, sites].every((one) => one === undefined)) {
    const names = [...Object.values(fileNames), `${siteFolder}/<key>.yaml`].join(", ");
    throw new UsageError(
      `No configuration files found in ${path} (expected ${names}). No changes were made.`,
      `tome export ${path}`,
    );
  }
  const texts = new Map<string, string>();
  for (const { file } of Object.values(specs?.specs ?? {})) {
    if (file !== undefined) texts.set(file, await reader.text(file));
  }
  const { digests, variables, lineOf: formatLine } = reader;
  const files = { org, people, content, specs, webhooks, saml, sites };
  return { path, ...files, texts, digests, variables, formatLine };
}

/** The subset of a zod schema that this module uses. */
interface FileModel<T> {
  readonly safeParse: (value: unknown) =>
    | { readonly success: true; readonly data: T }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly SchemaIssue[] };
      };
}

type FileKind = keyof typeof organizationFiles;

async function buildFileSchema(kind: FileKind): Promise<JsonObject> {
  const { buildFileSchemas } = await import("../../../contract/organization-files.model.ts");
  return asObject(toJson(buildFileSchemas()[kind]));
}

async function openReader(context: Context, folder: string) {
  const { findYamlLine, readYaml } = await import("../../../document/yaml.ts");
  const digests = new Map<string, string>();
  const variables = new Map<string, string>();
  const texts = new Map<string, string>();
  const faults: string[] = [];
  const files = openForeignFolder(resolve(context.cwd, folder), folder);

  /** Reads a file and records its digest. */
  async function text(name: string): Promise<string> {
    const read = await files.readText(name);
    digests.set(name, computeHash(read));
    texts.set(name, read);
    return read;
  }

  function formatLine({ file, path }: SourceLocation): string {
    return `${file}, line ${findYamlLine(texts.get(file) ?? "", path)}`;
  }

  /** Replaces references to environment variables. @returns undefined after an error */
  async function fill(file: string, kind: FileKind, value: JsonValue) {
    const references = findReferences(value);
    if (references.length === 0) return value;
    const schema = await buildFileSchema(kind);
    const errors = references.flatMap((reference) => {
      const fault = checkReference(reference, schema, context.env);
      return fault === undefined ? [] : [`${formatLine({ file, path: reference.path })}: ${fault}`];
    });
    for (const one of errors) faults.push(one);
    if (errors.length > 0) return undefined;
    const values = new Map<string, string>();
    for (const { name } of references) {
      const secret = context.env[name] ?? "";
      context.conceal(secret);
      await context.redactions.add(name, secret);
      variables.set(secret, name);
      values.set(name, secret);
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
      const count = formatCount(faults.length, "error");
      throw new UsageError(`The files in ${folder} have ${count}:`, undefined, faults);
    },
    async read<T>(name: string, kind: FileKind, model: FileModel<T>): Promise<T | undefined> {
      if (!(await files.has(name))) return undefined;
      const source = await text(name);
      let value: JsonValue;
      try {
        // YAML yields JSON values here, and the model checks them.
        value = (readYaml(source) ?? {}) as JsonValue;
      } catch (error) {
        const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
        faults.push(`${name} is not valid YAML: ${why.replace(/[:.]$/, "")}`);
        return undefined;
      }
      const filled = await fill(name, kind, value);
      if (filled === undefined) return undefined;
      const checked = model.safeParse(filled);
      if (checked.success) return checked.data;
      for (const issue of checked.error.issues.flatMap(findInnermostIssues)) {
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
  if (files.length > maximumSites) {
    throw new UsageError(`${join(path, siteFolder)} has more than ${maximumSites} sites.`);
  }
  const sites = new Map<string, T>();
  for (const name of files) {
    const [key, site] = await read(name);
    if (site !== undefined) sites.set(key, site);
  }
  return sites;
}
