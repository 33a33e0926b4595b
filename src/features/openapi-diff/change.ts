/** Changes between two API specifications, and the normalized specifications that are compared. */

import { getMember, isTree, type JsonTree, type Path } from "../../contract/openapi-references.ts";
import { Budget, type BudgetLimits } from "../../json/budget.ts";
import {
  type NormalizedDocument,
  normalizeDocument,
  type SchemaReference,
} from "./normalize/document.ts";
import { isNoted, restrictsValues } from "./normalize/keywords.ts";
import type { ReferenceTarget, UnresolvedReference } from "./normalize/references.ts";
import type { LocatedValue } from "./normalize/tools.ts";

/**
 * Limits of one comparison, far above real specifications: schemas that refer to each other multiply,
 * because each of the old ones can meet each of the new ones.
 */
const limits: BudgetLimits = { name: "comparison", nodes: 100_000_000 };
/** Comparing two schemas takes as long as visiting hundreds of known results. */
export const nodesPerComparison = 400;

/** Direction of the data: the same change can break requests but not responses, or the reverse. */
export type PayloadDirection = "request" | "response";

export interface ApiChange {
  /** In kebab-case. */
  readonly rule: string;
  readonly isBreaking: boolean;
  /** One sentence. */
  readonly message: string;
  /** Location in the new specification, or in the old one if it was removed. */
  readonly path: Path;
  readonly in: "old" | "new";
  /** `GET /pets`, for each operation that the change affects. */
  readonly operations: readonly string[];
}

export type OwnChange = Omit<ApiChange, "operations">;
export type AddChange = (change: OwnChange) => void;

/** Both specifications, and the comparison of their schemas. */
export interface DescriptionPair {
  readonly old: ApiDescription;
  readonly young: ApiDescription;
  readonly schemas: {
    readonly buildChanges: (
      old: LocatedValue,
      young: LocatedValue,
      direction: PayloadDirection,
      options?: { readonly isXml?: boolean },
    ) => readonly OwnChange[];
  };
}

/** A member of a value. Its path is determined only if it is reported, which few are. */
class MemberValue implements LocatedValue {
  constructor(
    readonly value: unknown,
    private readonly holder: LocatedValue,
    private readonly name: string | number,
    private readonly origins: ReadonlyMap<unknown, Path>,
  ) {}

  get path(): Path {
    return this.origins.get(this.value) ?? [...this.holder.path, this.name];
  }
}

/** A normalized specification, which resolves the references of schemas. */
export class ApiDescription {
  readonly document: NormalizedDocument;
  readonly root: JsonTree;
  readonly #targets = new Map<string, ReferenceTarget | undefined>();
  /** Result of schema-shape.ts for a schema. */
  readonly parts = new Map<JsonTree, readonly LocatedValue[]>();
  readonly kinds = new Map<JsonTree, ReadonlySet<string>>();

  /** @param budget for what grows faster than the specification */
  constructor(
    readonly original: JsonTree,
    readonly budget: Budget = new Budget(limits),
  ) {
    this.document = normalizeDocument(original);
    this.root = this.document.root;
  }

  /** The schema after following its references; undefined if they cannot be resolved. */
  follow(start: LocatedValue): LocatedValue | undefined {
    let current = start;
    for (let hops = 0; hops < 32; hops++) {
      const { value } = current;
      if (!isTree(value) || value.$ref === undefined) return current;
      const reference = this.document.references.get(value);
      if (reference === undefined) return current;
      const next = this.#followed.get(reference) ?? this.#followOnce(reference, current.path);
      if (next === undefined) return undefined;
      current = next;
    }
    const reference = isTree(start.value) && this.document.references.get(start.value);
    if (reference) this.reportUnresolved(reference, start.path, "circular");
    return undefined;
  }

  #followOnce(reference: SchemaReference, path: Path): LocatedValue | undefined {
    const target = this.resolve(reference);
    if (target === undefined) {
      this.reportUnresolved(reference, path);
      return undefined;
    }
    const value = this.document.normalizeSchema(target);
    const next = { value, path: this.document.origins.get(value) ?? target.path };
    this.#followed.set(reference, next);
    return next;
  }

  reportUnresolved(
    { text }: SchemaReference,
    path: Path,
    reason: UnresolvedReference["reason"] = "missing",
  ): void {
    this.#notFollowed.set(text, { text, path, reason });
  }

  readonly #followed = new Map<SchemaReference, LocatedValue>();

  readonly #notFollowed = new Map<string, UnresolvedReference>();

  /** References that cannot be resolved, including those found during the comparison. */
  unresolved(): readonly UnresolvedReference[] {
    const { index } = this.document;
    const references = index.unresolved();
    const texts = new Set(references.map(({ text }) => text));
    const met = [...this.#notFollowed.values()].filter(({ text }) => !texts.has(text));
    return [...references, ...met];
  }

  /** The value in the original document. */
  resolve({ text, base, isDynamic }: SchemaReference): ReferenceTarget | undefined {
    const key = `${isDynamic} ${base} ${text}`;
    if (!this.#targets.has(key)) {
      const { index } = this.document;
      const target = isDynamic ? index.resolveDynamic(text, base) : index.resolve(text, base);
      this.#targets.set(key, typeof target === "string" ? undefined : target);
    }
    return this.#targets.get(key);
  }

  /** Like `all`, but returns the schema itself if it adds nothing to a single one. */
  followSchema(schema: LocatedValue): LocatedValue | undefined {
    let target = this.follow(schema);
    for (let hops = 0; hops < 32; hops++) {
      if (target === undefined || !isTree(target.value)) return target;
      if (!Array.isArray(target.value.allOf) || target.value.allOf.length !== 1) return target;
      const { allOf: _, ...beside } = target.value;
      if (restrictsValues(beside) || isNoted(beside)) return target;
      target = this.follow(this.member(this.member(target, "allOf"), 0));
    }
    return undefined;
  }

  /** Named schemas by name, after following their references. */
  schemas(): ReadonlyMap<string, LocatedValue> {
    this.#schemas ??= new Map(
      Object.keys(this.#named()).flatMap((name) => {
        const schema = this.#schemaCalled(name);
        return schema ? [[name, schema] as const] : [];
      }),
    );
    return this.#schemas;
  }

  #schemas: ReadonlyMap<string, LocatedValue> | undefined;

  #named(): JsonTree {
    const { definitions, components } = this.original;
    const named = definitions ?? getMember(components, "schemas");
    return isTree(named) ? named : {};
  }

  #schemaCalled(name: string): LocatedValue | undefined {
    const path =
      this.original.definitions === undefined
        ? ["components", "schemas", name]
        : ["definitions", name];
    const value = getMember(this.#named(), name);
    const { index, normalizeSchema, origins } = this.document;
    const schema = normalizeSchema({ value, path, base: index.base });
    return this.follow({ value: schema, path: origins.get(schema) ?? path });
  }

  /** A value derived from a schema, computed once. */
  derive(from: LocatedValue, name: string, make: () => JsonTree): LocatedValue {
    if (!isTree(from.value)) return from;
    const derived = this.#derived.get(from.value) ?? new Map<string, JsonTree>();
    this.#derived.set(from.value, derived);
    const value = derived.get(name) ?? make();
    derived.set(name, value);
    this.document.locate(value, from.path);
    return { value, path: from.path };
  }

  readonly #derived = new Map<JsonTree, Map<string, JsonTree>>();

  /** Records the schema with nested choices from which a list of choices was derived. */
  setNestedForm(flat: LocatedValue, nested: LocatedValue): void {
    if (isTree(flat.value)) this.#nestedForms.set(flat.value, this.getNestedForm(nested));
  }

  /** @returns the schema itself if its choices were not nested */
  getNestedForm(schema: LocatedValue): LocatedValue {
    return (isTree(schema.value) && this.#nestedForms.get(schema.value)) || schema;
  }

  readonly #nestedForms = new Map<JsonTree, LocatedValue>();

  /** A schema that combines all of these, each with its own location. */
  all(schemas: readonly LocatedValue[]): LocatedValue {
    const [first, ...others] = schemas;
    if (first === undefined) return { value: undefined, path: [] };
    const values = [...new Set(schemas.map(({ value }) => value))];
    if (others.length === 0 || values.length === 1) return first;
    const alike = this.#joined.get(first.value) ?? [];
    this.#joined.set(first.value, alike);
    const existing = alike.find(({ parts }) => isSameList(parts, values));
    if (existing) return { value: existing.value, path: first.path };
    const value: JsonTree = { allOf: values };
    alike.push({ value, parts: values });
    this.#partsOf.set(value, schemas);
    return { value, path: first.path };
  }

  /**
   * Keyed by the first part: the same parts give the same schema, because pairs are compared once.
   */
  readonly #joined = new Map<
    unknown,
    { readonly value: JsonTree; readonly parts: readonly unknown[] }[]
  >();
  readonly #partsOf = new Map<JsonTree, readonly LocatedValue[]>();

  /** Whether a schema is neither a reference nor a combination of others. */
  isSingle(schema: JsonTree): boolean {
    return schema.allOf === undefined && schema.$ref === undefined;
  }

  /** The schemas that a schema includes with allOf. */
  getAllOfSchemas(schema: LocatedValue): readonly LocatedValue[] {
    if (!isTree(schema.value)) return [];
    return this.#partsOf.get(schema.value) ?? this.listIn(schema, "allOf");
  }

  /** Items of a list. */
  listIn(of: LocatedValue, name: string): readonly LocatedValue[] {
    const holder = this.member(of, name);
    if (!Array.isArray(holder.value)) return [];
    return holder.value.map((_, n) => this.member(holder, n));
  }

  member(of: LocatedValue, name: string | number): LocatedValue {
    const value = getMember(of.value, String(name));
    return new MemberValue(value, of, name, this.document.origins);
  }

  /** Own members of an object. */
  listMembers(of: LocatedValue): readonly (readonly [string, LocatedValue])[] {
    if (!isTree(of.value)) return [];
    return Object.keys(of.value).map((name) => [name, this.member(of, name)] as const);
  }
}

function isSameList(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, n) => one === others[n]);
}

export function findText(of: LocatedValue, name: string): string | undefined {
  const value = getMember(of.value, name);
  return typeof value === "string" ? value : undefined;
}

/** Location to report for a change: the current one, or the previous one for a removed value. */
export function getNewLocation(is: LocatedValue): Pick<OwnChange, "path" | "in"> {
  return { path: is.path, in: "new" };
}

export function getOldLocation(before: LocatedValue): Pick<OwnChange, "path" | "in"> {
  return { path: before.path, in: "old" };
}
