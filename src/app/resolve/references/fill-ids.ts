/** Replaces names in an input with ids, parents first. */
import type { Verb } from "../../../commands/verb.ts";
import type { Context, JsonValue, NameLookup } from "../../../context.ts";
import { getMethod } from "../../../contract/endpoint.ts";
import type { Field } from "../../../contract/fields.ts";
import type { Noun } from "../../../contract/nouns.ts";
import { formatLabel } from "../../parse/argument-values.ts";
import type { Parameter } from "../../parse/parameters.ts";
import { findReferenceSlot, isId, needsResolving, type ReferenceSlot } from "./reference-syntax.ts";

/** A resource in an input that was named by a name. */
export interface NamedResource {
  readonly parameter: Parameter;
  /** As typed. */
  readonly word: string;
  readonly id: string;
  readonly title: string;
}

/**
 * @param values input in which every reference is replaced by an id
 * @param child if present, only references to its possible parents are replaced
 * @returns the resources that were found by a name
 * @throws UsageError naming the flag or argument, if a name is ambiguous or unknown
 */
export async function fillReferences(
  values: Map<Parameter, JsonValue>,
  verb: Verb,
  context: Context,
  child?: Parameter,
): Promise<readonly NamedResource[]> {
  const strict = !context.terminal.interactive && takesAway(verb);
  const named: NamedResource[] = [];
  const rank = child === undefined ? Number.POSITIVE_INFINITY : computeRank(child);
  await fillEach(values, rank, async ({ noun, others = [], word }, parameter) => {
    // The kind of the resource does not matter here.
    if (others.length > 0 && word.startsWith("id:")) return word.slice("id:".length);
    const within = collectParents(values, parameter);
    const label = formatLabel(parameter);
    const { id, title } = await context.lookUp({
      of: [noun, ...others],
      word,
      label,
      within,
      strict,
    });
    if (title !== undefined) named.push({ parameter, word, id, title });
    return id;
  });
  return named;
}

/**
 * The same values with a placeholder id for each name, equal for equal names, to validate the rest
 * of an input.
 */
export async function withStandIns(
  values: ReadonlyMap<Parameter, JsonValue>,
): Promise<ReadonlyMap<Parameter, JsonValue>> {
  const own = new Map(values);
  const ids = new Map<string, string>();
  await fillEach(own, Number.POSITIVE_INFINITY, async ({ noun, word }) => {
    const key = `${noun} ${word}`;
    const id = ids.get(key) ?? `name${String(ids.size).padStart(16, "0")}`;
    ids.set(key, id);
    return id;
  });
  return own;
}

/** Replaces each name in the values of parameters below a rank, parents first. */
async function fillEach(
  values: Map<Parameter, JsonValue>,
  rank: number,
  loadId: (slot: ReferenceSlot, parameter: Parameter) => Promise<string>,
): Promise<void> {
  const ordered = [...values]
    .filter(([parameter]) => computeRank(parameter) < rank)
    .sort(([a], [b]) => computeRank(a) - computeRank(b));
  for (const [parameter, value] of ordered) {
    const { field } = parameter;
    if (!needsResolving(field, value)) continue;
    const fill = async (of: Field, one: JsonValue): Promise<JsonValue> => {
      const slot = findReferenceSlot(of, one);
      if (slot === undefined || isId(slot.noun, slot.word)) return one;
      return slot.filled(await loadId(slot, parameter));
    };
    if (field.kind !== "list" || !Array.isArray(value)) {
      values.set(parameter, await fill(field, value));
      continue;
    }
    const members: JsonValue[] = [];
    for (const member of value) members.push(await fill(field.of, member));
    values.set(parameter, members);
  }
}

/** The organization decides the meaning of a space name, and the space that of a page name. */
export function computeRank(parameter: Parameter): number {
  const order: readonly Noun[] = ["org", "site", "space", "cr"];
  const noun = resolveParent(parameter);
  const at = noun === undefined ? -1 : order.indexOf(noun);
  return at === -1 ? order.length : at;
}

/**
 * The noun that a parameter names as a parent or as the target; the destination organization of a
 * transfer does not count.
 */
function resolveParent({ field, path }: Parameter): Noun | undefined {
  return field.kind === "id" && field.flag === undefined && path.length === 1
    ? field.of
    : undefined;
}

export function collectParents(
  values: ReadonlyMap<Parameter, JsonValue>,
  of: Parameter,
): NameLookup["within"] {
  const findId = (noun: Noun): string | undefined => {
    const [, value] =
      [...values].find(([parameter]) => parameter !== of && resolveParent(parameter) === noun) ??
      [];
    return typeof value === "string" ? value : undefined;
  };
  const integration = [...values].find(([{ path }]) => path[0] === "integrationName")?.[1];
  return {
    organizationId: findId("org"),
    siteId: findId("site"),
    spaceId: findId("space"),
    changeRequestId: findId("cr"),
    integrationName: typeof integration === "string" ? integration : undefined,
    deleted: of.field.kind === "id" ? of.field.deleted : undefined,
    audited: of.field.kind === "text" && of.field.mayRefer !== undefined ? true : undefined,
  };
}

/** Whether the verb deletes, removes, transfers or unpublishes something. */
function takesAway(verb: Verb): boolean {
  if (verb.kind === "query") return false;
  if (verb.kind === "custom")
    return verb.mayPrompt || verb.operations.some((one) => getMethod(one) === "DELETE");
  return (
    (verb.confirm !== undefined && !verb.confirm.onlyIfSelf) ||
    verb.endpoints.some(
      (one) => getMethod(one) === "DELETE" || /\/(?:transfer|unpublish)$/.test(one.route),
    )
  );
}
