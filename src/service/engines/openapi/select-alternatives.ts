/**
 * Alternatives of a schema that a field selects, such as `type` of a security scheme: written as
 * conditions, so that an invalid value has the errors of its own alternative only. The official
 * schema of 3.1 does the same; those of 2.0 and 3.0 do not.
 */
import { isTree, type JsonTree } from "../../../contract/openapi-references.ts";

/** The start of references to definitions. */
const folder = "#/definitions/";

/** The alternatives that accept the same values of the field. */
interface SelectedGroup {
  readonly values: readonly unknown[];
  readonly alternatives: readonly unknown[];
}

/** A copy of the schema, in which `oneOf` remains only where no field selects an alternative. */
export function selectAlternatives(root: JsonTree): JsonTree {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isTree(value)) return value;
    const { oneOf, ...rest } = value;
    const members = Object.entries(rest).map(([name, member]) => [name, copy(member)]);
    return {
      ...Object.fromEntries(members),
      // A property of this name has no list of alternatives.
      ...(Array.isArray(oneOf) ? select(oneOf) : oneOf !== undefined && { oneOf: copy(oneOf) }),
    };
  };

  function select(alternatives: readonly unknown[]): JsonTree {
    const reference = alternatives.find(isReferenceSchema);
    if (reference !== undefined) {
      const others = alternatives.filter((one) => one !== reference);
      return buildCondition(
        { type: "object", required: ["$ref"] },
        copy(reference),
        others.length === 1 ? copy(others[0]) : select(others),
      );
    }
    for (const field of listFields(alternatives[0])) {
      const groups = groupByValues(alternatives, field);
      if (groups.length > 1) return toConditions(field, groups, groups);
    }
    return { oneOf: alternatives.map(copy) };
  }

  function toConditions(
    field: string,
    [first, ...others]: readonly SelectedGroup[],
    all: readonly SelectedGroup[],
  ): JsonTree {
    if (!first)
      return toFieldSchema(
        field,
        all.flatMap(({ values }) => values),
      );
    const [alternative, ...further] = first.alternatives;
    return buildCondition(
      toFieldSchema(field, first.values),
      further.length === 0 ? copy(alternative) : select(first.alternatives),
      toConditions(field, others, all),
    );
  }

  /** @returns nothing if an alternative accepts any value, or two accept some of the same values */
  function groupByValues(alternatives: readonly unknown[], field: string): SelectedGroup[] {
    const groups = new Map<string, { values: readonly unknown[]; alternatives: unknown[] }>();
    for (const alternative of alternatives) {
      const values = listValues(alternative, field);
      if (values.length === 0) return [];
      const key = JSON.stringify(values);
      const group = groups.get(key);
      if (group) group.alternatives.push(alternative);
      else groups.set(key, { values, alternatives: [alternative] });
    }
    const all = [...groups.values()];
    const distinct = new Set(all.flatMap(({ values }) => values));
    return distinct.size === all.flatMap(({ values }) => values).length ? all : [];
  }

  /** The values of a field that a schema accepts, or that its own alternatives accept. */
  function listValues(schema: unknown, field: string): readonly unknown[] {
    const { properties, oneOf } = resolve(schema);
    const member = isTree(properties) ? properties[field] : undefined;
    if (isTree(member) && Array.isArray(member.enum)) return member.enum;
    return Array.isArray(oneOf) ? oneOf.flatMap((one) => listValues(one, field)) : [];
  }

  function listFields(schema: unknown): string[] {
    const { properties } = resolve(schema);
    return isTree(properties) ? Object.keys(properties) : [];
  }

  function isReferenceSchema(schema: unknown): boolean {
    const { required } = resolve(schema);
    return Array.isArray(required) && required.includes("$ref");
  }

  function resolve(schema: unknown): JsonTree {
    if (!isTree(schema)) return {};
    const reference = String(schema.$ref);
    const name = reference.startsWith(folder) ? reference.slice(folder.length) : undefined;
    const { definitions } = root;
    const target = name !== undefined && isTree(definitions) ? definitions[name] : schema;
    return isTree(target) ? target : {};
  }

  return copy(root) as JsonTree;
}

function toFieldSchema(field: string, values: readonly unknown[]): JsonTree {
  return { properties: { [field]: { enum: values } }, required: [field] };
}

function buildCondition(condition: JsonTree, then: unknown, otherwise: unknown): JsonTree {
  return { if: condition, then, else: otherwise };
}
