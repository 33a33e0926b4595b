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

  member(of: Located, name: string | number): Located {
    return { value: memberOf(of.value, String(name)), path: [...of.path, name] };
  }

  /** The members of an object that it has itself. */
  membersOf(of: Located): readonly (readonly [string, Located])[] {
    if (!isTree(of.value)) return [];
    return Object.keys(of.value).map((name) => [name, this.member(of, name)] as const);
  }
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
