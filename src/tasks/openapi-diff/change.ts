/** A change between two descriptions of an API, and what both are read by. */
import {
  isTree,
  memberOf,
  type Path,
  stepsOf,
  type Tree,
} from "../../contract/openapi-references.ts";

/** What a client sends, or what it gets: the same change breaks one and not the other. */
export type Direction = "request" | "response";

export interface Change {
  /** In kebab-case. */
  readonly rule: string;
  readonly isBreaking: boolean;
  /** A sentence. */
  readonly message: string;
  /** Where it is: in the new description, or in the old one if it is there no more. */
  readonly path: Path;
  readonly in: "old" | "new";
  /** `GET /pets`, each operation that it is a change of. */
  readonly operations: readonly string[];
}

export type OwnChange = Omit<Change, "operations">;

/** A value of a description, and where it is. */
export interface Located {
  readonly value: unknown;
  readonly path: Path;
}

/** A description, by which references in it are followed. */
export class Description {
  constructor(readonly root: Tree) {}

  /** The value itself, behind its references; undefined if they lead nowhere here. */
  follow({ value, path }: Located): Located | undefined {
    let found: Located = { value, path };
    // What it leads to depends on what it is reached by.
    if (memberOf(value, "$dynamicRef") !== undefined) return undefined;
    for (let hops = 0; hops < 32; hops++) {
      const to = isTree(found.value) ? memberOf(found.value, "$ref") : undefined;
      if (typeof to !== "string") return found;
      const steps = to.startsWith("#") ? stepsOf(to.slice(1)) : undefined;
      if (!steps) return undefined;
      const target = steps.reduce<unknown>((from, step) => memberOf(from, step), this.root);
      if (target === undefined) return undefined;
      found = { value: target, path: steps };
    }
    return undefined;
  }

  /**
   * The same for a schema. Since 3.1, what stands beside a reference counts too, so a reference with
   * something beside it is a schema of its own, whose parts are both.
   */
  followSchema(schema: Located): Located | undefined {
    if (!this.#isModern || !isTree(schema.value)) return this.follow(schema);
    const { $ref, ...beside } = schema.value;
    return typeof $ref === "string" && saysSomething(beside) ? schema : this.follow(schema);
  }

  /** Whether the siblings of a reference count. */
  get #isModern(): boolean {
    const version = memberOf(this.root, "openapi");
    return typeof version === "string" && !version.startsWith("3.0");
  }

  /** One schema that is all of these, each of which keeps its place. */
  all(schemas: readonly Located[]): Located {
    const [first, ...others] = schemas;
    if (first === undefined) return { value: undefined, path: [] };
    const values = [...new Set(schemas.map(({ value }) => value))];
    if (others.length === 0 || values.length === 1) return first;
    const alike = this.#joined.get(first.value) ?? [];
    this.#joined.set(first.value, alike);
    const known = alike.find(({ parts }) => isSameList(parts, values));
    if (known) return { value: known.value, path: first.path };
    const value: Tree = { allOf: values };
    alike.push({ value, parts: values });
    this.#partsOf.set(value, schemas);
    return { value, path: first.path };
  }

  /** By the first of their parts: the same parts are the same schema, as pairs are compared once. */
  readonly #joined = new Map<
    unknown,
    { readonly value: Tree; readonly parts: readonly unknown[] }[]
  >();
  readonly #partsOf = new WeakMap<Tree, readonly Located[]>();

  /** What a schema takes by allOf. */
  allOf(schema: Located): readonly Located[] {
    if (!isTree(schema.value)) return [];
    return this.#partsOf.get(schema.value) ?? this.listIn(schema, "allOf");
  }

  /** The members of a list. */
  listIn(of: Located, name: string): readonly Located[] {
    const holder = this.member(of, name);
    if (!Array.isArray(holder.value)) return [];
    return holder.value.map((_, n) => this.member(holder, n));
  }

  member(of: Located, name: string | number): Located {
    return { value: memberOf(of.value, String(name)), path: [...of.path, name] };
  }

  /** The members of an object that it has itself. */
  membersOf(of: Located): readonly (readonly [string, Located])[] {
    if (!isTree(of.value)) return [];
    return Object.keys(of.value).map((name) => [name, this.member(of, name)] as const);
  }
}

/** Members of a schema that say nothing about its values. */
const annotations = new Set([
  ...["title", "summary", "description", "deprecated", "example", "examples", "externalDocs"],
  "$comment",
]);

/** Whether a schema says anything about its values. */
export function saysSomething(schema: Tree): boolean {
  return Object.keys(schema).some((name) => !annotations.has(name) && !name.startsWith("x-"));
}

function isSameList(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((one, n) => one === others[n]);
}

export function textAt(of: Located, name: string): string | undefined {
  const value = memberOf(of.value, name);
  return typeof value === "string" ? value : undefined;
}

/** Where a change is told: where the thing stands, or stood. */
export function at(is: Located): Pick<OwnChange, "path" | "in"> {
  return { path: is.path, in: "new" };
}

export function was(before: Located): Pick<OwnChange, "path" | "in"> {
  return { path: before.path, in: "old" };
}
