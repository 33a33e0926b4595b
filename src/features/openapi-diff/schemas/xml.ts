/** Comparison of XML representations: OpenAPI 3.2, "XML Object". */
import { getMember, isTree } from "../../../contract/openapi-references.ts";
import { toCanonicalText } from "../../../json/canonical.ts";
import {
  type ApiDescription,
  getNewLocation,
  type OwnChange,
  type PayloadDirection,
} from "../change.ts";
import type { LocatedValue } from "../normalize/tools.ts";
import { listParts, parseKinds } from "./schema-shape.ts";

type XmlSide = readonly [schema: LocatedValue, description: ApiDescription];

/** @param usual default element name: that of the property */
export function compareXml(
  [old, before]: XmlSide,
  [young, now]: XmlSide,
  direction: PayloadDirection,
  usual?: string,
): OwnChange | undefined {
  if (old.value === undefined || young.value === undefined) return undefined;
  if (!hasXml(old, before) && !hasXml(young, now) && usual !== undefined) return undefined;
  const [written, writes] = [describeXml(old, before, usual), describeXml(young, now, usual)];
  if (written === writes) return undefined;
  const message = `The XML representation changed from ${written} to ${writes}.`;
  return { rule: `${direction}-xml-changed`, isBreaking: true, message, ...getNewLocation(young) };
}

function hasXml(schema: LocatedValue, description: ApiDescription): boolean {
  return listParts(schema, description).some(({ value }) => getMember(value, "xml") !== undefined);
}

function describeXml(
  schema: LocatedValue,
  description: ApiDescription,
  usual: string | undefined,
): string {
  const all = listParts(schema, description).map(({ value }) => getMember(value, "xml"));
  const settings = all.find(isTree) ?? {};
  const name = settings.name ?? usual ?? findComponentName(schema);
  const { name: _, attribute, nodeType, wrapped, ...rest } = settings;
  const isList = parseKinds(schema, description).has("array");
  const isWrapped = isList && wrapped === true;
  const kind = nodeType ?? (attribute === true ? "attribute" : isWrapped ? "element" : undefined);
  const isUsual = kind === (isList ? "none" : "element");
  return toCanonicalText({
    ...rest,
    ...(name !== undefined && { name }),
    nodeType: isUsual ? undefined : kind,
  });
}

/** The element name is the schema's name unless specified. */
function findComponentName({ value }: LocatedValue): string | undefined {
  const reference = getMember(value, "$ref");
  return typeof reference === "string" ? reference.split("/").at(-1) : undefined;
}
