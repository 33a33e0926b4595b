/** Specifications to compare: from a slug, a file or a URL. */
import type { Context } from "../../context.ts";
import {
  collectOpenApiReferences,
  isTree,
  type JsonTree,
  type Path,
} from "../../contract/openapi-references.ts";
import * as contract from "../../contract/openapi-version.ts";
import { UsageError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import { readAll } from "../read-all.ts";

export interface DescriptionSource {
  /** Name in messages. */
  readonly name: string;
  readonly text: string;
  readonly root: JsonTree;
  readonly isJson: boolean;
  readonly file: string | undefined;
  /** Slug on the platform, if it was read from there. */
  readonly slug: string | undefined;
}

export function isSlug(word: string): boolean {
  return word !== "-" && !/[/\\]|\.(?:ya?ml|json)$/i.test(word);
}

export function isUrl(word: string): boolean {
  return /^https?:\/\//i.test(word);
}

/** @throws UsageError for an invalid specification, with line and column */
export async function readDescription(
  context: Context,
  word: string,
  organizationId: () => Promise<string>,
): Promise<DescriptionSource> {
  if (isSlug(word)) {
    const key = { organizationId: await organizationId(), specSlug: word };
    const client = await context.client();
    const { value } = await client.call(contract.latestRaw, key);
    return readVersion(context, { ...key, text: asText(asObject(value).text), name: word });
  }
  if (isUrl(word)) return readFromUrl(context, word);
  return readFromFile(context, word);
}

/** @param path `-` is standard input */
export async function readFromFile(context: Context, path: string): Promise<DescriptionSource> {
  const name = path === "-" ? "standard input" : path;
  // Parses the file itself first, so that errors have its line numbers instead of those of the
  // bundle.
  const read = await parseSpecification(name, await context.readText(path));
  const hasFiles = collectOpenApiReferences(read.root).some(({ text }) => isOtherFile(text));
  if (hasFiles && path === "-") {
    throw new UsageError(
      "The specification on standard input references other files. Specify a file name instead.",
    );
  }
  if (!hasFiles) return { name, ...read, file: path === "-" ? undefined : path, slug: undefined };
  const { bundle } = await import("../openapi/bundle.ts");
  return describeText({ name, text: await bundle(context, path), file: path });
}

/** A specification at a URL, with relative files that it references. */
export async function readFromUrl(
  context: Pick<Context, "fetchText">,
  url: string,
): Promise<DescriptionSource> {
  const { text, url: at } = await context.fetchText(url);
  const read = await parseSpecification(url, text);
  const fetchFile = async (to: string, from: string) => {
    const target = URL.canParse(to, from) ? new URL(to, from).href : undefined;
    // A path such as /\host, or one with a tab, is an absolute URL for the parser.
    if (target === undefined || !isSameOrigin(target, at)) throw refuseOrigin(to, from, at);
    const file = await context.fetchText(target, { sameOrigin: true });
    if (!isSameOrigin(file.url, at)) throw refuseOrigin(to, from, at);
    return { file: target, document: (await readStrictly(target, file.text)).value };
  };
  return mergeDescription({ name: url, ...read, file: undefined, slug: undefined }, at, fetchFile);
}

function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

function refuseOrigin(to: string, from: string, start: string): UsageError {
  return new UsageError(
    `${from} references ${to}, which leads to another origin. Only files of ${new URL(start).origin} are read.`,
  );
}

interface StoredVersion {
  readonly organizationId: string;
  readonly specSlug: string;
  /** Default: the latest version. */
  readonly versionId?: string;
  readonly name: string;
  readonly text: string;
}

/** A version on the platform, which stores the referenced files. */
export async function readVersion(
  context: Context,
  version: StoredVersion,
): Promise<DescriptionSource> {
  const { name, text, organizationId, specSlug, versionId } = version;
  const read = await parseSpecification(name, text);
  const base = { name, ...read, file: undefined, slug: specSlug };
  if (!collectOpenApiReferences(read.root).some(({ text: to }) => isOtherFile(to))) return base;
  const client = await context.client();
  const key = { organizationId, specSlug };
  const { value } =
    versionId === undefined
      ? await client.call(contract.latestContent, key)
      : await client.call(contract.versionContent, { ...key, versionId });
  const files = asObject(asObject(value).filesystem);
  const [entry = "openapi.yaml", first] = Object.entries(files)[0] ?? [];
  const root = isTree(first) ? first : read.root;
  // Files of a version are named as if they were in one folder.
  const folder = "tome:///version/";
  const readFile = async (to: string, from: string) => {
    const file = new URL(to, from).href;
    const document = files[decodeURIComponent(file.slice(folder.length))];
    if (document === undefined) throw new UsageError(`${name} has no file ${to}.`);
    return { file, document };
  };
  return mergeDescription({ ...base, root }, `${folder}${entry}`, readFile);
}

/** The specification bundled with the files that it references. */
async function mergeDescription(
  description: DescriptionSource,
  entry: string,
  readFile: (to: string, from: string) => Promise<{ file: string; document: unknown }>,
): Promise<DescriptionSource> {
  const { root, name } = description;
  if (!collectOpenApiReferences(root).some(({ text }) => isOtherFile(text))) return description;
  const { mergeFiles } = await import("../openapi/merge.ts");
  const { result } = await mergeFiles(root, entry, readFile, (file) =>
    file === entry ? name : file,
  );
  if (!isTree(result)) return description;
  const { writeJson } = await import("../../json/exact-writing.ts");
  const text = writeJson(result, 2);
  return { ...description, root: result, text, isJson: true };
}

/** Whether a reference is a relative path to another file. */
function isOtherFile(text: string): boolean {
  return !text.startsWith("#") && !/^[a-z][a-z0-9+.-]*:/i.test(text) && !text.startsWith("//");
}

/** The version before the latest one. @throws UsageError if there is none */
export async function readVersionBefore(
  context: Context,
  slug: string,
  organizationId: string,
): Promise<DescriptionSource> {
  const client = await context.client();
  const key = { organizationId, specSlug: slug };
  const versions = await readAll(client, contract.list, key);
  const sorted = versions.toSorted((one, other) =>
    asText(one.createdAt) < asText(other.createdAt) ? 1 : -1,
  );
  const id = asText(sorted[1]?.id);
  if (id === "") {
    throw new UsageError(
      `${slug} has no earlier version. Specify a file or URL to compare with.`,
      `tome openapi diff ${slug} openapi.yaml`,
    );
  }
  const { value } = await client.call(contract.versionRaw, { ...key, versionId: id });
  const text = asText(asObject(value).text);
  return readVersion(context, { ...key, versionId: id, name: `${slug} before`, text });
}

/** @throws UsageError for text that is not an API specification */
export async function describeText({
  name,
  text,
  file,
  slug,
}: {
  readonly name: string;
  readonly text: string;
  readonly file?: string | undefined;
  readonly slug?: string | undefined;
}): Promise<DescriptionSource> {
  return { name, ...(await parseSpecification(name, text)), file, slug };
}

async function parseSpecification(
  name: string,
  text: string,
): Promise<Pick<DescriptionSource, "text" | "root" | "isJson">> {
  const { value, isJson } = await readStrictly(name, text);
  const start = text.trimStart();
  if (start === "") throw createSpecificationError(name, "The text is empty");
  if (start.startsWith("<")) {
    throw createSpecificationError(name, "The text is HTML or XML, and not JSON or YAML");
  }
  if (!isTree(value)) throw createSpecificationError(name, "The text is not an object");
  const { swagger, openapi, paths, webhooks, components } = value;
  const version = swagger ?? openapi;
  if (version === undefined) {
    throw createSpecificationError(name, "The text does not state its OpenAPI version");
  }
  if (!/^(?:2\.0|2|3\.[012](?:\.\d+(?:-.*)?)?)$/.test(String(version))) {
    throw createSpecificationError(
      name,
      `The OpenAPI version ${String(version)} is not supported (2.0, 3.0, 3.1 or 3.2)`,
    );
  }
  if (![paths, webhooks, components].some(isTree)) {
    throw createSpecificationError(name, "The text has no paths, webhooks or components");
  }
  return { text, root: value, isJson };
}

function createSpecificationError(name: string, reason: string): UsageError {
  return new UsageError(`${name}:1:1: ${reason}, so it is not an API specification.`);
}

/** The line of each value, or of the nearest enclosing value. */
export async function locateLines(
  { text, isJson }: DescriptionSource,
  paths: readonly Path[],
): Promise<readonly number[]> {
  if (isJson) return (await import("../../json/lines.ts")).findJsonLines(text, paths);
  const { findYamlLines } = await import("../../document/openapi/yaml-events.ts");
  const lines = findYamlLines(text, paths);
  if (lines !== undefined) return lines;
  const { createLineFinder } = await import("../../document/yaml.ts");
  return paths.map(createLineFinder(text));
}

/**
 * Reads JSON or YAML strictly; errors have a line and a column.
 * @param name path or URL, for messages
 * @throws UsageError for a syntax error, a duplicate key, and multiple documents
 */
export async function readStrictly(
  name: string,
  text: string,
): Promise<{ readonly value: unknown; readonly isJson: boolean }> {
  const { readSource } = await import("../../document/openapi/read-source.ts");
  const { Unreadable } = await import("../../document/openapi/source.ts");
  try {
    const { value, format } = await readSource(text);
    const isJson = format === "json";
    if (isJson) await refuseRepeatedName(name, text);
    else if (isMeantAsJson(name, text)) {
      const { findJsonSyntaxError } = await import("../../document/openapi/json-positions.ts");
      throw new Unreadable([findJsonSyntaxError(text)]);
    }
    return { value, isJson };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const [first, ...others] = error.faults.map(({ message, position }) => {
      const { line, column } = position ?? { line: 1, column: 1 };
      return `${name}:${line}:${column}: ${message}`;
    });
    throw new UsageError(first ?? `${name}:1:1: The text cannot be read.`, undefined, others);
  }
}

/** Invalid JSON can be YAML with another meaning: a comment becomes part of the next key. */
function isMeantAsJson(name: string, text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  return /\.json(?:$|[?#])/i.test(name) || /(?:^|[,{[])[ \t]*\/[/*]/m.test(text);
}

async function refuseRepeatedName(name: string, text: string): Promise<void> {
  const { findRepeatedMember } = await import("../../json/scan.ts");
  const duplicate = findRepeatedMember(text);
  if (duplicate === undefined) return;
  const before = text.slice(0, duplicate.index);
  const line = before.split("\n").length;
  const column = duplicate.index - before.lastIndexOf("\n");
  throw new UsageError(
    `${name}:${line}:${column}: Duplicate key ${duplicate.name} in this object.`,
  );
}
