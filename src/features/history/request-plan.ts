/** Inverse requests of a write, and their description. */

import type { JsonObject } from "../../context.ts";
import { type Endpoint, listPathNames } from "../../contract/endpoint.ts";
import type { WriteRequest } from "../../history/state.ts";
import { computeDifferences } from "../../history/state.ts";
import type { JsonValue } from "../../json/values.ts";
import type { UndoContext } from "./undo-context.ts";

export interface UndoPlan {
  /** An imperative clause: `set space S1 back to title "Guide"`. */
  readonly says: string;
  /** The deleted resource, if it is not the target of the entry: `site S1 "Portal"`. */
  readonly made?: string;
  /** In order; empty if the previous state is already restored. */
  readonly requests: readonly WriteRequest[];
  /** Changes since the write. */
  readonly changed: readonly string[];
  /** Sentences about data that is not restored. */
  readonly notes: readonly string[];
  /** Whether the plan deletes a resource. */
  readonly deletes: boolean;
}

/** An entry cannot be undone, for the reason in the message. */
export class Irreversible extends Error {
  override readonly name = "Irreversible";
}

/** The target of a write: before the write, after it, and now. */
export interface WriteStates {
  readonly before: JsonObject;
  readonly after: JsonObject | undefined;
  readonly now: JsonObject;
}

/** The fields that changed since the write; none if the state before the write is already restored. */
export function findChangesSince({ before, after, now }: WriteStates): readonly string[] {
  if (computeDifferences(before, now).length === 0) return [];
  if (after === undefined) return ["unknown fields (the state after the write was not recorded)"];
  return computeDifferences(after, now);
}

export function buildOperation(name: string, { operations }: UndoContext): Endpoint {
  const endpoint = operations.get(name);
  if (endpoint === undefined) throw new Error(`The contract has no operation ${name}.`);
  return endpoint;
}

export function selectPathFields(endpoint: Endpoint, input: JsonObject): JsonObject {
  const names = listPathNames(endpoint).map((name): [string, JsonValue] => [
    name,
    input[name] ?? null,
  ]);
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
