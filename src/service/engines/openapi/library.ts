/** The files of one description: the entry, and what its `$ref`s lead to. */
import {
  buildSteps,
  getMember,
  isTree,
  type Reference,
  referencesIn,
  type Tree,
} from "../../../contract/openapi-references.ts";
import type { Fault, Source } from "../../../document/openapi/source.ts";
import { fileNames } from "./file-names.ts";

export interface File {
  readonly name: string;
  /** Its address; undefined for a text that was sent. */
  readonly url: string | undefined;
  readonly source: Source;
  readonly references: readonly Reference[];
}

/** The target of a reference: a file, which may not be fetched yet, and a position in it. */
export type Target =
  | { readonly file: File; readonly root?: unknown; readonly fragment: string }
  | { readonly url: string; readonly fragment: string }
  | { readonly fault: string };

interface ResolvedValue {
  readonly file: File;
  readonly value: unknown;
}

/** How many references may still be followed on the way to a value. */
interface Hops {
  hops: number;
}

const mostHops = 100;

export type Library = ReturnType<typeof openLibrary>;

/** @param url the address of the entry */
export function openLibrary(entry: Source, url: string | undefined) {
  const names = fileNames(entry.format, url);
  const files: File[] = [];
  /** Files by address; several addresses may redirect to one file. */
  const known = new Map<string, File>();
  const named = new Map<File, ReadonlyMap<string, unknown>>();
  /** Whether each value leads back to itself, so that a long chain is followed once. */
  const verdicts = new Map<unknown, boolean>();

  function add(name: string, at: string | undefined, source: Source): File {
    const file = { name, url: at, source, references: referencesIn(source.value) };
    files.push(file);
    if (at !== undefined) known.set(at, file);
    return file;
  }

  function namesIn(file: File): ReadonlyMap<string, unknown> {
    let schemas = named.get(file);
    if (!schemas) {
      schemas = namedSchemas(file.source.value);
      named.set(file, schemas);
    }
    return schemas;
  }

  function resolveTarget(from: File, text: string): Target {
    const cut = text.indexOf("#");
    const address = cut === -1 ? text : text.slice(0, cut);
    const fragment = cut === -1 ? "" : text.slice(cut + 1);
    if (address === "") return { file: from, fragment };
    // The $id of a schema is its name, whatever is at that address.
    const root = namesIn(from).get(address);
    if (root !== undefined) return { file: from, root, fragment };
    if (!URL.canParse(address, from.url)) {
      return {
        fault: `leads to another file, and a description that was sent as text has none beside it; send it whole, or by its address`,
      };
    }
    const resolved = new URL(address, from.url);
    resolved.hash = "";
    if (resolved.protocol !== "http:" && resolved.protocol !== "https:") {
      return { fault: `has the scheme ${resolved.protocol} and only http and https are followed` };
    }
    const file = known.get(resolved.href);
    return file ? { file, fragment } : { url: resolved.href, fragment };
  }

  /** The value that a reference leads to, following further references on the way. */
  function resolve(from: File, text: string, left: Hops): ResolvedValue | undefined {
    const target = resolveTarget(from, text);
    if (!("file" in target)) return undefined;
    const { file, fragment, root = file.source.value } = target;
    const steps = buildSteps(fragment);
    if (!steps) {
      const value = namesIn(file).get(`#${fragment}`);
      return value === undefined ? undefined : { file, value };
    }
    let at: ResolvedValue = { file, value: root };
    for (const step of steps) {
      let value = getMember(at.value, step);
      if (value === undefined) {
        const through = follow(at, left);
        value = getMember(through?.value, step);
        if (!through || value === undefined) return undefined;
        at = through;
      }
      at = { file: at.file, value };
    }
    return at;
  }

  /** The value behind a reference; undefined if the value is none. */
  function follow({ file, value }: ResolvedValue, left: Hops): ResolvedValue | undefined {
    if (!isTree(value) || typeof value.$ref !== "string" || left.hops-- <= 0) return undefined;
    return resolve(file, value.$ref, left);
  }

  /** Whether a value is a reference that leads back to itself. */
  function isCircle(start: ResolvedValue): boolean {
    const way = new Set<unknown>();
    let at: ResolvedValue | undefined = start;
    while (at && !way.has(at.value) && !verdicts.has(at.value)) {
      way.add(at.value);
      at = follow(at, { hops: mostHops });
    }
    const verdict = at !== undefined && (verdicts.get(at.value) ?? true);
    for (const value of way) verdicts.set(value, verdict);
    return verdict;
  }

  const first = add(names.entry, url, entry);

  return {
    files,
    entry: first,
    /** Adds a fetched file. @param asked its address; @param at its address after redirects */
    addFile(asked: string, at: string, source: Source): void {
      const there = known.get(at);
      known.set(asked, there ?? add(names.of(at, source.format), at, source));
    },
    /** The addresses that references lead to and that are not fetched yet. */
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
    /** What is wrong with a reference between fetched files; undefined if nothing is. */
    findFault(
      file: File,
      { text, mapping }: Reference,
    ): Pick<Fault, "code" | "message"> | undefined {
      const target = resolveTarget(file, text);
      const name = mapping ? "The mapping to" : "The $ref to";
      if ("fault" in target) {
        return { code: "REFERENCE", message: `${name} ${text} ${target.fault}.` };
      }
      if (!("file" in target)) return undefined;
      const end = resolve(file, text, { hops: mostHops });
      if (!end) {
        return { code: "REFERENCE", message: `${name} ${text} leads to nothing that is there.` };
      }
      if (isCircle(end)) {
        return { code: "REFERENCE", message: `${name} ${text} leads back to itself.` };
      }
      return undefined;
    },
  };
}

/** The schemas of a file by the names that `$anchor`, `$dynamicAnchor` and `$id` give them. */
function namedSchemas(root: unknown): ReadonlyMap<string, unknown> {
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
  function name(schema: Tree, member: string, before: string): void {
    const given = schema[member];
    if (typeof given === "string") names.set(before + given, schema);
  }
  walk(root);
  return names;
}
