/** What is sent to take a write back, and the words for it. */
import type { JsonObject } from "../../context.ts";
import { type Endpoint, pathNames } from "../../contract/endpoint.ts";
import { computeDifferences } from "../../history/state.ts";
import type { JsonValue } from "../../json/values.ts";
import type { Reading } from "./reading.ts";

export interface Request {
  readonly endpoint: Endpoint;
  readonly input: JsonObject;
}

export interface Plan {
  /** An imperative clause: `set space S1 back to title "Guide"`. */
  readonly says: string;
  /** What it deletes, if that is not what the entry names: `site S1 "Portal"`. */
  readonly made?: string;
  /** In their order; none if everything is as it was already. */
  readonly requests: readonly Request[];
  /** What somebody has changed since. */
  readonly changed: readonly string[];
  /** What does not become as it was, as sentences. */
  readonly notes: readonly string[];
  /** It deletes something. */
  readonly deletes: boolean;
}

/** An entry cannot be taken back, for the reason of its message. */
export class Irreversible extends Error {
  override readonly name = "Irreversible";
}

/** What a write has changed: as it was, as the write left it, and as it is. */
export interface Known {
  readonly before: JsonObject;
  readonly after: JsonObject | undefined;
  readonly now: JsonObject;
}

/** What is not as the write left it, unless it is as it was before the write already. */
export function changedSince({ before, after, now }: Known): readonly string[] {
  if (computeDifferences(before, now).length === 0) return [];
  if (after === undefined) return ["what it left, which is not known"];
  return computeDifferences(after, now);
}

export function buildOperation(name: string, { operations }: Reading): Endpoint {
  const endpoint = operations.get(name);
  if (endpoint === undefined) throw new Error(`The contract has no operation ${name}.`);
  return endpoint;
}

export function onlyPath(endpoint: Endpoint, input: JsonObject): JsonObject {
  const names = pathNames(endpoint).map((name): [string, JsonValue] => [name, input[name] ?? null]);
  return Object.fromEntries(names);
}

/** `space S1 "Guide"`. */
export function getName({
  field,
  id,
  title,
}: {
  field: string;
  id: string;
  title?: string | undefined;
}): string {
  const kind = field.replace(/Id$/, "").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${kind} ${id}${title === undefined || title === "" ? "" : ` ${JSON.stringify(title)}`}`;
}
