/** Puts ids in the place of the names in an input, parents first. */
import type { Verb } from "../../commands/verb.ts";
import type { Context, JsonValue, NameLookup } from "../../context.ts";
import { methodOf } from "../../contract/endpoint.ts";
import type { Noun } from "../../contract/nouns.ts";
import type { Parameter } from "../parameters.ts";
import { labelOf } from "../typed-values.ts";
import { isId, needsResolving, slotIn } from "./form.ts";

/** Something of an input that was named by a name. */
export interface NamedThing {
  readonly parameter: Parameter;
  /** As it was typed. */
  readonly word: string;
  readonly id: string;
  readonly title: string;
}

/**
 * @param values every reference in it becomes an id
 * @returns what was found by a name
 * @throws UsageError naming the flag or argument, if a name means several things, or nothing
 */
export async function fillReferences(
  values: Map<Parameter, JsonValue>,
  verb: Verb,
  context: Context,
): Promise<readonly NamedThing[]> {
  const strict = !context.terminal.interactive && takesAway(verb);
  const named: NamedThing[] = [];
  const ordered = [...values].sort(([a], [b]) => rankOf(a) - rankOf(b));
  for (const [parameter, value] of ordered) {
    if (!needsResolving(parameter.field, value)) continue;
    const fill = async (field: Parameter["field"], one: JsonValue): Promise<JsonValue> => {
      const slot = slotIn(field, one);
      if (slot === undefined || isId(slot.noun, slot.word)) return one;
      const { id, title } = await context.lookUp({
        of: [slot.noun],
        word: slot.word,
        label: labelOf(parameter),
        within: parentsIn(values, parameter),
        strict,
      });
      if (title !== undefined) named.push({ parameter, word: slot.word, id, title });
      return slot.filled(id);
    };
    const { field } = parameter;
    if (field.kind !== "list" || !Array.isArray(value)) {
      values.set(parameter, await fill(field, value));
      continue;
    }
    const members: JsonValue[] = [];
    for (const member of value) members.push(await fill(field.of, member));
    values.set(parameter, members);
  }
  return named;
}

/** The organization decides what a space is, and the space what a page is. */
function rankOf(parameter: Parameter): number {
  const order: readonly Noun[] = ["org", "site", "space", "cr"];
  const noun = parentOf(parameter);
  const at = noun === undefined ? -1 : order.indexOf(noun);
  return at === -1 ? order.length : at;
}

/** The noun that a parameter names as a parent, or as the thing itself; another organization to move to is none. */
function parentOf({ field, path }: Parameter): Noun | undefined {
  return field.kind === "id" && field.flag === undefined && path.length === 1
    ? field.of
    : undefined;
}

function parentsIn(values: ReadonlyMap<Parameter, JsonValue>, of: Parameter): NameLookup["within"] {
  const idOf = (noun: Noun): string | undefined => {
    const [, value] =
      [...values].find(([parameter]) => parameter !== of && parentOf(parameter) === noun) ?? [];
    return typeof value === "string" ? value : undefined;
  };
  return {
    organizationId: idOf("org"),
    siteId: idOf("site"),
    spaceId: idOf("space"),
    changeRequestId: idOf("cr"),
  };
}

/** Whether the verb deletes, removes, transfers or unpublishes something. */
function takesAway(verb: Verb): boolean {
  if (verb.kind === "show") return false;
  if (verb.kind === "task")
    return verb.asks || verb.sends.some((one) => methodOf(one) === "DELETE");
  return (
    verb.confirm !== undefined ||
    verb.endpoints.some(
      (one) => methodOf(one) === "DELETE" || /\/(?:transfer|unpublish)$/.test(one.route),
    )
  );
}
