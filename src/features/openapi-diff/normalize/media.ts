/** Normalization of media types and of the encodings of their fields. */
import { isTree, type JsonTree, type Path } from "../../../contract/openapi-references.ts";
import { listTypes } from "./keywords.ts";
import { anyBytes } from "./schemas.ts";
import { listMembers, pick, type Tools } from "./tools.ts";

export function createMedia({ locate, schema, follow, skip, baseAt }: Tools) {
  const made = {
    /** Encodings of the parts of a form. */
    headers: (_given: unknown, path: Path): JsonTree => locate({}, path),
    content(original: unknown, path: Path): JsonTree {
      const result: JsonTree = {};
      for (const [type, one] of listMembers(original)) {
        const target = follow(one, [...path, type]);
        if (target && isTree(target.value)) result[type] = media(type, target.value, target.path);
      }
      return locate(result, path);
    },
  };

  function media(type: string, original: JsonTree, path: Path): JsonTree {
    for (const name of ["prefixEncoding", "itemEncoding"]) {
      if (original[name] !== undefined)
        skip(`${name} of media types`, [...path, name], original[name]);
    }
    const base = baseAt(path);
    const mediaSchema = schema(original.schema, [...path, "schema"], base);
    const result: JsonTree = {
      schema: isBytes(type, mediaSchema) ? locate({}, [...path, "schema"]) : mediaSchema,
    };
    if (original.itemSchema !== undefined) {
      result.itemSchema = schema(original.itemSchema, [...path, "itemSchema"], base);
    }
    if (isTree(original.encoding)) {
      const at = [...path, "encoding"];
      result.encoding = locate(
        Object.fromEntries(
          Object.entries(original.encoding).flatMap(([name, one]) =>
            isTree(one) ? [[name, encoding(one, [...at, name])]] : [],
          ),
        ),
        at,
      );
    }
    return locate(result, path);
  }

  function encoding(original: JsonTree, path: Path): JsonTree {
    for (const name of ["prefixEncoding", "itemEncoding", "encoding"]) {
      if (original[name] !== undefined)
        skip(`${name} inside encodings`, [...path, name], original[name]);
    }
    return locate(
      {
        ...pick(original, ["contentType", "style", "explode", "allowReserved"]),
        headers: made.headers(original.headers, [...path, "headers"]),
      },
      path,
    );
  }

  return made;
}

/** Whether a whole body is binary, which 3.1 expresses as a media type without a schema. */
function isBytes(type: string, schema: JsonTree): boolean {
  const { contentMediaType, contentEncoding } = schema;
  const isText = /json|xml|text|form|yaml/i.test(type);
  return (
    !isText &&
    contentEncoding === undefined &&
    listTypes(schema).join() === "string" &&
    (contentMediaType === anyBytes || String(contentMediaType).toLowerCase() === type.toLowerCase())
  );
}
