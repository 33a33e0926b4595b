/**
 * Resolution of the references of one document: JSON pointers, `$anchor`, `$dynamicAnchor`, `$id`
 * and `$self`. Nothing is fetched; a reference to another document is reported as not followed.
 * Sources: JSON Schema 2020-12 core, sections 8.2 (identifiers) and 9.2; OpenAPI 3.2, section 4.1.
 */
import {
  buildSteps,
  collectOpenApiReferences,
  getMember,
  isTree,
  type JsonTree,
  type Path,
} from "../../../contract/openapi-references.ts";

/** A value of the original document. */
export interface ReferenceTarget {
  readonly value: unknown;
  readonly path: Path;
  /** Base URI of the references in it. */
  readonly base: string;
}

export interface UnresolvedReference {
  /** As written. */
  readonly text: string;
  readonly path: Path;
  readonly reason: "missing" | "elsewhere" | "dynamic" | "misplaced" | "circular" | "undefined";
}

/** Base URI of a document without one. */
const noBase = "tome:///openapi";
const mostHops = 100;
/** Keywords with data of the described API, which contain no identifiers. */
const data = new Set(["example", "examples", "default", "const", "enum", "value"]);

export class ReferenceIndex {
  /** Base URI of the document. */
  readonly base: string;
  /** By absolute URI: documents and schemas with an `$id`. */
  readonly #resources = new Map<string, ReferenceTarget>();
  /** By the URI of the resource, `#` and the name. */
  readonly #anchors = new Map<string, ReferenceTarget>();
  readonly #dynamicAnchors = new Map<string, ReferenceTarget[]>();
  readonly #pointers = new Map<string, ReferenceTarget | undefined>();

  /** @param hasIdentifiers whether schemas may have `$id` and `$anchor`: since OpenAPI 3.1 */
  constructor(
    readonly root: JsonTree,
    readonly hasIdentifiers: boolean,
  ) {
    const { $self } = root;
    this.base =
      hasIdentifiers && typeof $self === "string" ? (toAbsolute($self, noBase) ?? noBase) : noBase;
    const whole = { value: root, path: [], base: this.base };
    this.#resources.set(this.base, whole);
    if (hasIdentifiers && containsMember(root, identifiers)) this.#collect(root, [], this.base);
  }

  /** @returns the reason if the reference cannot be resolved in this document */
  resolve(text: string, base: string): ReferenceTarget | UnresolvedReference["reason"] {
    const isOwn = text.startsWith("#") && base === this.base;
    const uri = isOwn ? this.base + text : toAbsolute(text, base);
    if (uri === undefined) return "elsewhere";
    const cut = uri.indexOf("#");
    const document = cut === -1 ? uri : uri.slice(0, cut);
    const fragment = cut === -1 ? "" : uri.slice(cut + 1);
    const resource = this.#resources.get(document);
    if (!resource) return "elsewhere";
    const steps = buildSteps(fragment);
    if (steps) return this.#follow(resource, steps, document + fragment) ?? "missing";
    return this.#anchors.get(`${document}#${decode(fragment)}`) ?? "missing";
  }

  /**
   * Target of a `$dynamicRef`. If several schemas have the same dynamic anchor, the target depends
   * on the path of evaluation and cannot be determined from the text.
   */
  resolveDynamic(text: string, base: string): ReferenceTarget | UnresolvedReference["reason"] {
    const name = text.slice(text.indexOf("#") + 1);
    const same = this.#dynamicAnchors.get(name) ?? [];
    return same.length > 1 ? "dynamic" : this.resolve(text, base);
  }

  /**
   * References that cannot be resolved, except those of examples and links, which are not compared.
   */
  unresolved(): UnresolvedReference[] {
    const result: UnresolvedReference[] = [];
    const add = (
      text: string,
      path: Path,
      target: ReferenceTarget | UnresolvedReference["reason"],
    ) => {
      if (typeof target === "string") result.push({ text, path, reason: target });
    };
    for (const { text, path } of collectOpenApiReferences(this.root)) {
      if (isOfUncompared(path)) continue;
      const target = this.resolve(text, this.baseAt(path));
      const isAllowed = typeof target === "string" || isAllowedAt(target, path);
      add(text, path, isAllowed ? target : "misplaced");
    }
    for (const { text, path, base } of this.#dynamicReferences) {
      add(text, path, this.resolveDynamic(text, base));
    }
    return result;
  }

  /** Base URI of a reference at a path. */
  baseAt(path: Path): string {
    if (!this.hasIdentifiers || this.#resources.size === 1) return this.base;
    let { base } = this;
    let value: unknown = this.root;
    for (const step of path) {
      value = getMember(value, String(step));
      base = this.baseIn(value, base);
    }
    return base;
  }

  /** Base URI of the references in a schema. */
  baseIn(schema: unknown, base: string): string {
    if (!this.hasIdentifiers || !isTree(schema) || typeof schema.$id !== "string") return base;
    const uri = toAbsolute(schema.$id, base);
    return uri === undefined ? base : withoutFragment(uri);
  }

  readonly #dynamicReferences: { text: string; path: Path; base: string }[] = [];

  #collect(value: unknown, path: Path, outer: string): void {
    if (typeof value !== "object" || value === null) return;
    const base = this.baseIn(value, outer);
    if (isTree(value)) {
      const target = { value, path, base };
      if (base !== outer) this.#resources.set(base, target);
      const { $anchor, $dynamicAnchor, $dynamicRef } = value;
      for (const name of [$anchor, $dynamicAnchor]) {
        if (typeof name === "string") this.#anchors.set(`${base}#${name}`, target);
      }
      if (typeof $dynamicAnchor === "string") {
        const same = this.#dynamicAnchors.get($dynamicAnchor);
        if (same) same.push(target);
        else this.#dynamicAnchors.set($dynamicAnchor, [target]);
      }
      if (typeof $dynamicRef === "string") {
        this.#dynamicReferences.push({ text: $dynamicRef, path: [...path, "$dynamicRef"], base });
      }
    }
    for (const [name, member] of Object.entries(value)) {
      if (typeof member !== "object" || data.has(name) || name.startsWith("x-")) continue;
      this.#collect(member, [...path, Array.isArray(value) ? Number(name) : name], base);
    }
  }

  /** The value at a pointer, following references on the way. */
  #follow(
    from: ReferenceTarget,
    steps: readonly string[],
    key: string,
  ): ReferenceTarget | undefined {
    if (this.#pointers.has(key)) return this.#pointers.get(key);
    // A pointer that leads through itself cannot be resolved.
    this.#pointers.set(key, undefined);
    let at: ReferenceTarget | undefined = from;
    let hops = 0;
    for (const step of steps) {
      let next: unknown = getMember(at.value, step);
      while (next === undefined && isTree(at.value) && typeof at.value.$ref === "string") {
        if (hops++ > mostHops) return undefined;
        const through: ReturnType<ReferenceIndex["resolve"]> = this.resolve(at.value.$ref, at.base);
        if (typeof through === "string") return undefined;
        at = through;
        next = getMember(at.value, step);
      }
      if (next === undefined) return undefined;
      const isList: boolean = Array.isArray(at.value);
      at = {
        value: next,
        path: [...at.path, isList ? Number(step) : step],
        base: this.baseIn(next, at.base),
      };
    }
    this.#pointers.set(key, at);
    return at;
  }
}

/** Whether the target can be a value at the path of the reference: a schema, or a parameter. */
function isAllowedAt({ value, path: target }: ReferenceTarget, path: Path): boolean {
  // A schema may be true or false.
  if (typeof value === "boolean") return true;
  if (!isTree(value) || target.length === 0) return false;
  const isParameter = path.at(-3) === "parameters" && typeof path.at(-2) === "number";
  if (!isParameter || typeof value.$ref === "string") return true;
  return typeof value.name === "string" && typeof value.in === "string";
}

const identifiers = ["$id", "$anchor", "$dynamicAnchor", "$dynamicRef"];

/** Whether an object in the value has a member with one of these names. */
export function containsMember(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (names.some((name) => Object.hasOwn(value, name))) return true;
  return Object.values(value).some((one) => containsMember(one, names));
}

function toAbsolute(uri: string, base: string): string | undefined {
  return URL.canParse(uri, base) ? new URL(uri, base).href : undefined;
}

function withoutFragment(uri: string): string {
  return uri.replace(/#.*/s, "");
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

const names = new Set(["properties", "patternProperties", "schemas", "definitions", "$defs"]);

/** Whether the path is inside examples or links, and not a property with such a name. */
function isOfUncompared(path: Path): boolean {
  return path.some(
    (step, at) =>
      (step === "examples" || step === "links") && !names.has(String(path[at - 1] ?? "")),
  );
}
