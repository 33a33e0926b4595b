/** The files of a description: the entry, and the targets of its `$ref`s. */
import {
  buildSteps,
  collectOpenApiReferences,
  getMember,
  isTree,
  type JsonTree,
  type OpenApiReference,
} from "../../../contract/openapi-references.ts";
import type { OpenApiSource, SourceError, SourceFormat } from "../../../document/openapi/source.ts";

export interface SpecificationFile {
  readonly name: string;
  /** The URL; undefined for a text that was sent. */
  readonly url: string | undefined;
  readonly source: OpenApiSource;
  readonly references: readonly OpenApiReference[];
}

/** The target of a reference: a file, which may not be fetched yet, and a position in it. */
export type SpecificationReference =
  | { readonly file: SpecificationFile; readonly root?: unknown; readonly fragment: string }
  | { readonly url: string; readonly fragment: string }
  | { readonly fault: string };

interface ResolvedValue {
  readonly file: SpecificationFile;
  readonly value: unknown;
}

/** The number of references that may still be followed to a value. */
interface Hops {
  hops: number;
}

const mostHops = 100;

export type Library = ReturnType<typeof openLibrary>;

/** @param url the URL of the entry */
export function openLibrary(entry: OpenApiSource, url: string | undefined) {
  const names = createFileNames(entry.format, url);
  const files: SpecificationFile[] = [];
  /** Files by URL; several URLs may redirect to one file. */
  const filesByUrl = new Map<string, SpecificationFile>();
  const named = new Map<SpecificationFile, ReadonlyMap<string, unknown>>();
  /** Whether each value is part of a cycle, so that a long chain is followed once. */
  const verdicts = new Map<unknown, boolean>();

  function add(name: string, at: string | undefined, source: OpenApiSource): SpecificationFile {
    const file = { name, url: at, source, references: collectOpenApiReferences(source.value) };
    files.push(file);
    if (at !== undefined) filesByUrl.set(at, file);
    return file;
  }

  function namesIn(file: SpecificationFile): ReadonlyMap<string, unknown> {
    let schemas = named.get(file);
    if (!schemas) {
      schemas = collectNamedSchemas(file.source.value);
      named.set(file, schemas);
    }
    return schemas;
  }

  function resolveTarget(from: SpecificationFile, text: string): SpecificationReference {
    const cut = text.indexOf("#");
    const address = cut === -1 ? text : text.slice(0, cut);
    const fragment = cut === -1 ? "" : text.slice(cut + 1);
    if (address === "") return { file: from, fragment };
    // The $id of a schema is its name, regardless of the resource at that URL.
    const root = namesIn(from).get(address);
    if (root !== undefined) return { file: from, root, fragment };
    if (!URL.canParse(address, from.url)) {
      return {
        fault: `refers to another file, but the description was sent as text; send a self-contained description or its URL`,
      };
    }
    const targetUrl = new URL(address, from.url);
    targetUrl.hash = "";
    if (targetUrl.protocol !== "http:" && targetUrl.protocol !== "https:") {
      return {
        fault: `has the unsupported scheme ${targetUrl.protocol} (only http and https are supported)`,
      };
    }
    const file = filesByUrl.get(targetUrl.href);
    return file ? { file, fragment } : { url: targetUrl.href, fragment };
  }

  /** The value of a reference, following further references. */
  function resolve(from: SpecificationFile, text: string, left: Hops): ResolvedValue | undefined {
    const target = resolveTarget(from, text);
    if (!("file" in target)) return undefined;
    const { file, fragment, root = file.source.value } = target;
    const steps = buildSteps(fragment);
    if (!steps) {
      const value = namesIn(file).get(`#${fragment}`);
      return value === undefined ? undefined : { file, value };
    }
    let current: ResolvedValue = { file, value: root };
    for (const step of steps) {
      let value = getMember(current.value, step);
      if (value === undefined) {
        const through = follow(current, left);
        value = getMember(through?.value, step);
        if (!through || value === undefined) return undefined;
        current = through;
      }
      current = { file: current.file, value };
    }
    return current;
  }

  /** The target of a reference; undefined if the value is not a reference. */
  function follow({ file, value }: ResolvedValue, left: Hops): ResolvedValue | undefined {
    if (!isTree(value) || typeof value.$ref !== "string" || left.hops-- <= 0) return undefined;
    return resolve(file, value.$ref, left);
  }

  /** Whether a value is a reference in a cycle. */
  function isCircle(start: ResolvedValue): boolean {
    const visited = new Set<unknown>();
    let current: ResolvedValue | undefined = start;
    while (current && !visited.has(current.value) && !verdicts.has(current.value)) {
      visited.add(current.value);
      current = follow(current, { hops: mostHops });
    }
    const verdict = current !== undefined && (verdicts.get(current.value) ?? true);
    for (const value of visited) verdicts.set(value, verdict);
    return verdict;
  }

  const first = add(names.entry, url, entry);

  return {
    files,
    entry: first,
    /**
     * Adds a fetched file.
     * @param requestedUrl its URL
     * @param finalUrl its URL after redirects
     */
    addFile(requestedUrl: string, finalUrl: string, source: OpenApiSource): void {
      const existingFile = filesByUrl.get(finalUrl);
      filesByUrl.set(
        requestedUrl,
        existingFile ?? add(names.of(finalUrl, source.format), finalUrl, source),
      );
    },
    /** The referenced URLs that are not fetched yet. */
    missing(): string[] {
      const urls = files.flatMap((file) =>
        file.references.flatMap(({ text }) => {
          const target = resolveTarget(file, text);
          return "url" in target ? [target.url] : [];
        }),
      );
      return [...new Set(urls)];
    },
    targetOf: resolveTarget,
    /** The error in a reference between fetched files; undefined if it is valid. */
    findFault(
      file: SpecificationFile,
      { text, mapping }: OpenApiReference,
    ): Pick<SourceError, "code" | "message"> | undefined {
      const target = resolveTarget(file, text);
      const name = mapping ? "The mapping to" : "The $ref to";
      if ("fault" in target) {
        return { code: "REFERENCE", message: `${name} ${text} ${target.fault}.` };
      }
      if (!("file" in target)) return undefined;
      const end = resolve(file, text, { hops: mostHops });
      if (!end) {
        return { code: "REFERENCE", message: `${name} ${text} cannot be resolved.` };
      }
      if (isCircle(end)) {
        return { code: "REFERENCE", message: `${name} ${text} is circular.` };
      }
      return undefined;
    },
  };
}

/** The schemas of a file by the names in `$anchor`, `$dynamicAnchor` and `$id`. */
function collectNamedSchemas(root: unknown): ReadonlyMap<string, unknown> {
  const names = new Map<string, unknown>();
  const visited = new Set<object>();
  function walk(value: unknown): void {
    if (typeof value !== "object" || value === null || visited.has(value)) return;
    visited.add(value);
    if (isTree(value)) {
      name(value, "$anchor", "#");
      name(value, "$dynamicAnchor", "#");
      name(value, "$id", "");
    }
    for (const member of Object.values(value)) walk(member);
  }
  function name(schema: JsonTree, member: string, before: string): void {
    const name = schema[member];
    if (typeof name === "string") names.set(before + name, schema);
  }
  walk(root);
  return names;
}

/**
 * The entry is `openapi.json` or `openapi.yaml`. A file below the entry's folder keeps its relative
 * path; any other has the hostname before its path.
 * @param url the URL of the entry; undefined if the text was sent
 */
function createFileNames(format: SourceFormat, url: string | undefined) {
  const entry = `openapi.${format}`;
  const folder = url === undefined ? undefined : new URL(".", url).href;
  /** In lower case, because some file systems ignore case. */
  const usedNames = new Set([entry]);
  return {
    entry,
    of(address: string, fileFormat: SourceFormat): string {
      const { host, pathname, search } = new URL(address);
      const isNear = folder !== undefined && address.startsWith(folder);
      const path = isNear ? address.slice(folder.length) : `${host}${pathname}${search}`;
      return findFreePath(withEnding(toPlainPath(path), fileFormat), usedNames);
    },
  };
}

/** Letters, digits, dots and dashes, which are safe in every file system and URL. */
function toPlainPath(path: string): string {
  return path
    .split("/")
    .map((part) =>
      decodePart(part)
        .replace(/[^\w.-]+/g, "_")
        .replace(/^\.+$/, "_"),
    )
    .filter((part) => part !== "")
    .join("/");
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function withEnding(path: string, format: SourceFormat): string {
  const ending = format === "json" ? /\.json$/i : /\.ya?ml$/i;
  return ending.test(path) ? path : `${path}.${format}`;
}

function findFreePath(path: string, usedNames: Set<string>): string {
  const [, stem = path, ending = ""] = /^(.*)(\.[^./]+)$/.exec(path) ?? [];
  let name = path;
  for (let number = 2; usedNames.has(name.toLowerCase()); number++)
    name = `${stem}-${number}${ending}`;
  usedNames.add(name.toLowerCase());
  return name;
}
