/**
 * Conversion of OpenAPI 2.0 operations to 3.1: body and form fields become a request body,
 * parameters and headers get a schema.
 */
import { isTree, type JsonTree, type Path } from "../../../contract/openapi-references.ts";
import { createMedia } from "./media.ts";
import { type LegacyOperations, locateItems, pick, type Tools } from "./tools.ts";

/** Fields of a parameter that describe its value. */
const valueMembers = [
  ...["type", "format", "items", "default", "maximum", "exclusiveMaximum", "minimum"],
  ...["exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems", "minItems"],
  ...["uniqueItems", "enum", "multipleOf", "x-nullable"],
];
const form = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";

export function createSwaggerOperations(tools: Tools): LegacyOperations {
  const { document, base, locate, follow, schema } = tools;

  /** Parameters in one location; form fields and the body are separate. */
  function resolveAll(list: unknown, path: Path): { original: JsonTree; path: Path }[] {
    return locateItems(list, path).flatMap(({ value, path: at }) => {
      const target = follow(value, at);
      return target && isTree(target.value) ? [{ original: target.value, path: target.path }] : [];
    });
  }

  function valueSchema(original: JsonTree, path: Path): JsonTree {
    return schema(pick(original, valueMembers), path, base);
  }

  function parameters(list: unknown, path: Path): JsonTree[] {
    return resolveAll(list, path).flatMap(({ original, path: at }) => {
      const where = original.in;
      const name = String(original.name);
      if (where === "body" || where === "formData") return [];
      const ignored = ["accept", "content-type", "authorization"];
      if (where === "header" && ignored.includes(name.toLowerCase())) return [];
      const usual = where === "query" ? "form" : "simple";
      const parameter = {
        ...pick(original, ["name", "in", "allowEmptyValue"]),
        ...(original["x-deprecated"] === true && { deprecated: true }),
        required: where === "path" || original.required === true,
        ...getCollectionStyle(original, usual),
        schema: valueSchema(original, at),
      };
      return [locate(parameter, at)];
    });
  }

  function body(
    holders: readonly { readonly value: unknown; readonly path: Path }[],
    operation: JsonTree,
  ): JsonTree | undefined {
    const all = holders.flatMap(({ value, path }) => resolveAll(value, path));
    const types = listMediaTypes(operation, "consumes", document);
    const whole = all.findLast(({ original }) => original.in === "body");
    if (whole) {
      const { original, path } = whole;
      const bodySchema = schema(original.schema, [...path, "schema"], base);
      const content = Object.fromEntries(
        types.map((type) => [type, locate({ schema: bodySchema }, path)]),
      );
      return locate({ required: original.required === true, content: locate(content, path) }, path);
    }
    const fields = all.filter(({ original }) => original.in === "formData");
    const [first] = fields;
    return first ? formBody(fields, first.path, types) : undefined;
  }

  function formBody(
    fields: readonly { readonly original: JsonTree; readonly path: Path }[],
    path: Path,
    types: readonly string[],
  ): JsonTree {
    const hasFile = fields.some(({ original }) => original.type === "file");
    const named = types.filter((type) => type === form || type === multipart);
    const used = named.length > 0 ? named : [hasFile ? multipart : form];
    const properties = new Map(fields.map((field) => [String(field.original.name), field]));
    const required = [...properties].filter(([, { original }]) => original.required === true);
    const encoded = [...properties].filter(
      ([, { original }]) => original.type === "array" && original.collectionFormat !== "multi",
    );
    const fieldSchema = {
      type: "object",
      properties: Object.fromEntries(
        [...properties].map(([name, { original, path: at }]) => [name, valueSchema(original, at)]),
      ),
      ...(required.length > 0 && { required: required.map(([name]) => name) }),
    };
    const encoding = Object.fromEntries(
      encoded.map(([name, { original, path: at }]) => [
        name,
        locate({ ...getCollectionStyle(original, "form"), headers: {} }, at),
      ]),
    );
    const media = (type: string) =>
      locate(
        {
          schema: locate(fieldSchema, path),
          ...(type === form && encoded.length > 0 && { encoding: locate(encoding, path) }),
        },
        path,
      );
    const content = Object.fromEntries(used.map((type) => [type, media(type)]));
    return locate({ required: required.length > 0, content: locate(content, path) }, path);
  }

  function response(original: JsonTree, path: Path, operation: JsonTree): JsonTree {
    const types =
      original.schema === undefined ? [] : listMediaTypes(operation, "produces", document);
    // Registered at its own location first, because media types of 2.0 have no location in a
    // response.
    if (original.schema !== undefined) schema(original.schema, [...path, "schema"], base);
    const content = createMedia(tools).content(
      Object.fromEntries(types.map((type) => [type, { schema: original.schema }])),
      path,
    );
    const headers = Object.entries(isTree(original.headers) ? original.headers : {}).flatMap(
      ([name, header]) => {
        const at = [...path, "headers", name];
        if (!isTree(header) || name.toLowerCase() === "content-type") return [];
        const made = {
          required: false,
          ...getCollectionStyle(header, "simple"),
          schema: valueSchema(header, at),
        };
        return [[name, locate(made, at)] as const];
      },
    );
    return locate({ headers: locate(Object.fromEntries(headers), path), content }, path);
  }

  return { parameters, body, response };
}

/** Serialization of a list; csv is the default. */
function getCollectionStyle(original: JsonTree, usual: string): JsonTree {
  const styles: Readonly<Record<string, string>> = {
    ssv: "spaceDelimited",
    tsv: "tabDelimited",
    pipes: "pipeDelimited",
  };
  if (original.type !== "array") return { style: usual, explode: usual === "form" };
  const format = String(original.collectionFormat ?? "csv");
  return { style: styles[format] ?? usual, explode: format === "multi" };
}

function listMediaTypes(
  operation: JsonTree,
  name: "consumes" | "produces",
  document: JsonTree,
): string[] {
  const own = operation[name];
  const list = Array.isArray(own) ? own : document[name];
  const types = Array.isArray(list) ? list.map(String) : [];
  return types.length > 0 ? types : ["application/json"];
}
