/** Malformed paths, operations and parameters of a specification. */
import { isTree, type JsonTree, type Path } from "../../contract/openapi-references.ts";

export interface UnreadPart {
  /** One sentence. */
  readonly message: string;
  readonly path: Path;
}

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);
/** Fields of a path that OpenAPI 3.2 adds. */
const laterMethod = "query";
const laterMember = "additionalOperations";

/** Fields of a path other than operations. */
const pathMembers = new Set(["parameters", "servers", "summary", "description", "$ref"]);

/** An invalid value in place of a path or operation. */
export function listMalformed(root: JsonTree): UnreadPart[] {
  const parts: UnreadPart[] = [];
  const isLater = String(root.openapi ?? "").startsWith("3.2");
  for (const section of ["paths", "webhooks", "components"]) {
    if (root[section] === undefined || isTree(root[section])) continue;
    parts.push({ message: `${section} is not an object and is not compared.`, path: [section] });
  }
  for (const section of ["paths", "webhooks"]) {
    const items = root[section];
    if (!isTree(items)) continue;
    for (const [name, item] of Object.entries(items)) {
      if (name.startsWith("x-")) continue;
      const path = [section, name];
      if (section === "paths" && !name.startsWith("/")) {
        const message = `The path ${name} does not start with a slash and is not compared.`;
        parts.push({ message, path });
      } else if (isTree(item)) {
        for (const part of listOperations(item, name, path, isLater)) parts.push(part);
      } else {
        parts.push({ message: `${name} contains no valid operations.`, path });
      }
    }
  }
  return parts;
}

function listOperations(item: JsonTree, name: string, path: Path, isLater: boolean): UnreadPart[] {
  return Object.entries(item).flatMap(([method, operation]): UnreadPart[] => {
    const at = [...path, method];
    if (isLater && method === laterMember) return [];
    if (!methods.has(method) && !(isLater && method === laterMethod)) {
      if (pathMembers.has(method) || method.startsWith("x-")) return [];
      return [
        { message: `${method} of ${name} is an unknown method and is not compared.`, path: at },
      ];
    }
    const called = `${method.toUpperCase()} ${name}`;
    if (!isTree(operation)) {
      return [{ message: `${called} is not an object and is not compared.`, path: at }];
    }
    const { parameters = [] } = operation;
    if (!Array.isArray(parameters)) {
      const message = `The parameters of ${called} are not a list and are not compared.`;
      return [{ message, path: [...at, "parameters"] }];
    }
    return parameters.flatMap((parameter: unknown, index): UnreadPart[] => {
      const isReadable =
        isTree(parameter) &&
        (typeof parameter.$ref === "string" ||
          (typeof parameter.name === "string" && typeof parameter.in === "string"));
      if (isReadable) return [];
      const message = `Parameter ${index + 1} of ${called} has no name or location and is not compared.`;
      return [{ message, path: [...at, "parameters", index] }];
    });
  });
}
