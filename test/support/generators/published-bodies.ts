/** Request bodies generated from a published API description. */
import { follow, type Located, type Schema } from "../../../scripts/comparing/shapes.mjs";

/** Meaningful texts by field name. */
const texts: Readonly<Record<string, string>> = { condition: "visitor.claims.beta == true" };

/**
 * Complete values of a schema. Each round chooses another alternative; every second round includes
 * optional members.
 */
export function listBodies({ schema, root }: Located, rounds: number): unknown[] {
  const made = (part: Schema, round: number, name = ""): unknown => {
    if (part.$ref !== undefined) return made(follow(part.$ref, root), round, name);
    if (part.enum !== undefined) return part.enum[round % part.enum.length];
    const options = part.oneOf ?? part.anyOf;
    const option = options?.[round % options.length];
    if (option !== undefined) return made(option, round, name);
    const parts = part.allOf?.map((one) => made(one, round, name));
    if (parts !== undefined) return Object.assign({}, ...parts);
    const { type } = part;
    switch (Array.isArray(type) ? type[round % type.length] : type) {
      case "null":
        return null;
      case "boolean":
        return round % 2 === 0;
      case "number":
      case "integer":
        return part.minimum ?? 1;
      case "array":
        return part.items ? [made(part.items, round)] : [];
      case "string":
        return texts[name] ?? getText(part);
      default:
        return getObject(part, round);
    }
  };
  const getObject = ({ properties = {}, required = [] }: Schema, round: number) =>
    Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => round % 2 === 0 || required.includes(name))
        .map(([name, one]) => [name, made(one, round, name)]),
    );
  return Array.from({ length: rounds }, (_, round) => made(schema, round));
}

function getText({ format, pattern, maxLength }: Schema): string {
  if (format === "uri") return "https://a.example/file";
  if (format === "date-time") return "2026-01-31T09:30:00Z";
  return pattern?.includes("#") ? "#346ddb" : "words".slice(0, maxLength);
}
