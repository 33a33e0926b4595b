/** Functions that normalization passes between its modules. */
import { isTree, type JsonTree, type Path } from "../../../contract/openapi-references.ts";
import type { ReferenceTarget } from "./references.ts";

export interface LocatedValue {
  readonly value: unknown;
  readonly path: Path;
}

/** Shared by the normalization of 3.x and 2.0. */
export interface Tools {
  readonly document: JsonTree;
  /** Base URI of the document. */
  readonly base: string;
  readonly baseAt: (path: Path) => string;
  readonly locate: <T extends object>(value: T, path: Path) => T;
  readonly schema: (value: unknown, path: Path, base: string) => JsonTree;
  /** Replaces a reference with its target. @returns undefined if it cannot be resolved */
  readonly follow: (value: unknown, path: Path) => ReferenceTarget | undefined;
  readonly skip: (kind: string, path: Path, value: unknown) => void;
}

/** Converts 2.0 operations to 3.1. */
export interface LegacyOperations {
  readonly parameters: (list: unknown, path: Path) => unknown[];
  readonly body: (holders: readonly LocatedValue[], operation: JsonTree) => JsonTree | undefined;
  readonly response: (response: JsonTree, path: Path, operation: JsonTree) => JsonTree;
}

/** Serialization of a list or object; omitted values have their default. */
export function normalizeSerialization(original: JsonTree, usual: string): JsonTree {
  const style = typeof original.style === "string" ? original.style : usual;
  const explode = typeof original.explode === "boolean" ? original.explode : style === "form";
  return { style, explode };
}

export function listMembers(holder: unknown): [string, unknown][] {
  return isTree(holder) ? Object.entries(holder) : [];
}

export function locateItems(value: unknown, path: Path): LocatedValue[] {
  return Array.isArray(value) ? value.map((one, n) => ({ value: one, path: [...path, n] })) : [];
}

export function pick(from: JsonTree, names: readonly string[]): JsonTree {
  return Object.fromEntries(
    names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])),
  );
}
