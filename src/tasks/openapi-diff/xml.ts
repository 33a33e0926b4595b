/** Compares how values are written as XML: OpenAPI 3.2, "XML Object". */
import { isTree, memberOf } from "../../contract/openapi-references.ts";
import { canonicalText } from "../../json/canonical.ts";
import { at, type Description, type Direction, type Located, type OwnChange } from "./change.ts";
import { partsOf } from "./schema-shape.ts";

type Side = readonly [schema: Located, description: Description];

/** @param usual the name of the element if the schema names none: that of the property */
export function comparedXml(
  [old, before]: Side,
  [young, now]: Side,
  direction: Direction,
  usual?: string,
): OwnChange | undefined {
  if (old.value === undefined || young.value === undefined) return undefined;
  if (!hasXml(old, before) && !hasXml(young, now) && usual !== undefined) return undefined;
  const [written, writes] = [describeXml(old, before, usual), describeXml(young, now, usual)];
  if (written === writes) return undefined;
  const message = `As XML it was written as ${written} and is as ${writes}.`;
  return { rule: `${direction}-xml-changed`, isBreaking: true, message, ...at(young) };
}

function hasXml(schema: Located, description: Description): boolean {
  return partsOf(schema, description).some(({ value }) => memberOf(value, "xml") !== undefined);
}

function describeXml(schema: Located, description: Description, usual: string | undefined): string {
  const all = partsOf(schema, description).map(({ value }) => memberOf(value, "xml"));
  const own = all.find(isTree) ?? {};
  const { name = usual ?? nameOfComponent(schema), attribute, nodeType, ...rest } = own;
  const kind = nodeType ?? (attribute === true ? "attribute" : undefined);
  return canonicalText({ ...rest, ...(name !== undefined && { name }), nodeType: kind });
}

/** An element without another name is called like the schema. */
function nameOfComponent({ value }: Located): string | undefined {
  const reference = memberOf(value, "$ref");
  return typeof reference === "string" ? reference.split("/").at(-1) : undefined;
}
