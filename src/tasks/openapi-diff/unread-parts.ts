/** Parts of a description that cannot be read or followed, so that a comparison says nothing of them. */
import {
  isTree,
  memberOf,
  type Path,
  referencesIn,
  type Tree,
} from "../../contract/openapi-references.ts";
import { Description } from "./change.ts";

export interface UnreadPart {
  /** A sentence. */
  readonly message: string;
  readonly path: Path;
}

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

export function listUnreadParts(root: Tree): readonly UnreadPart[] {
  return [...listUnresolved(root), ...listMalformed(root)];
}

function listUnresolved(root: Tree): UnreadPart[] {
  const description = new Description(root);
  const references = referencesIn(root).filter(
    ({ text }) => description.follow({ value: { $ref: text }, path: [] }) === undefined,
  );
  return [
    ...references.map(({ text, path }) => ({
      message: `The reference to ${text} leads to nothing in this text, and is not followed.`,
      path,
    })),
    ...listDynamic(root),
  ];
}

/** What a dynamic reference leads to depends on the way to it. */
function listDynamic(root: Tree): UnreadPart[] {
  const parts: UnreadPart[] = [];
  const walked = new Set<object>();
  const walk = (value: unknown, path: Path): void => {
    if (typeof value !== "object" || value === null || walked.has(value)) return;
    walked.add(value);
    for (const [name, member] of Object.entries(value)) {
      const at = [...path, name];
      if (name === "$dynamicRef" && typeof member === "string") {
        parts.push({ message: `The dynamic reference to ${member} is not followed.`, path: at });
      } else if (!["example", "examples", "default", "const", "enum"].includes(name)) {
        walk(member, at);
      }
    }
  };
  walk(root, []);
  return parts;
}

/** Members that hold what a comparison does not look at, and in which values they do. */
const uncomparedMembers: Readonly<Record<string, (holder: Tree) => boolean>> = {
  content: (holder) => typeof holder.name === "string" && typeof holder.in === "string",
  encoding: (holder) => "schema" in holder,
  xml: (holder) => ["type", "properties", "items", "$ref", "allOf"].some((name) => name in holder),
};

/** Parts that differ, and of which the comparison says nothing. */
export function listUncompared(before: Tree, now: Tree): readonly UnreadPart[] {
  const parts: UnreadPart[] = [];
  const walked = new Set<object>();
  const walk = (old: unknown, young: unknown, path: Path): void => {
    if (!isContainer(old) || !isContainer(young) || walked.has(young)) return;
    walked.add(young);
    for (const name of new Set([...Object.keys(old), ...Object.keys(young)])) {
      const at = [...path, name];
      const [was, is] = [memberOf(old, name), memberOf(young, name)];
      const isUncompared = isTree(young) && uncomparedMembers[name]?.(young) === true;
      if (!isUncompared) walk(was, is, at);
      else if (canonicalText(was) !== canonicalText(is)) {
        const message = `${name} of ${path.slice(-2).join(" ")} has changed, which is not compared.`;
        parts.push({ message, path: is === undefined ? path : at });
      }
    }
  };
  walk(before, now, []);
  return parts;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function canonicalText(value: unknown): string {
  return (
    JSON.stringify(value, (_, member: unknown) =>
      isTree(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
        : member,
    ) ?? ""
  );
}

/** Members of a path beside its operations. */
const pathMembers = new Set(["parameters", "servers", "summary", "description", "$ref"]);

/** What is in the position of a path or operation and is none. */
function listMalformed(root: Tree): UnreadPart[] {
  const parts: UnreadPart[] = [];
  const version = String(root.openapi ?? root.swagger ?? "");
  if (!/^(?:2\.0|3\.\d+(?:\.\d.*)?)$/.test(version)) {
    const message = `The version ${JSON.stringify(version)} of the description is not known.`;
    parts.push({ message, path: ["openapi"] });
  }
  for (const section of ["paths", "webhooks", "components"]) {
    if (root[section] === undefined || isTree(root[section])) continue;
    parts.push({ message: `${section} is not an object, and is not compared.`, path: [section] });
  }
  for (const section of ["paths", "webhooks"]) {
    const items = root[section];
    if (!isTree(items)) continue;
    for (const [name, item] of Object.entries(items)) {
      if (name.startsWith("x-")) continue;
      const path = [section, name];
      if (section === "paths" && !name.startsWith("/")) {
        const message = `The path ${name} does not begin with a slash, and is not compared.`;
        parts.push({ message, path });
      } else if (isTree(item)) {
        for (const part of listOperations(item, name, path)) parts.push(part);
      } else {
        parts.push({ message: `${name} has no operations that can be read.`, path });
      }
    }
  }
  return parts;
}

function listOperations(item: Tree, name: string, path: Path): UnreadPart[] {
  return Object.entries(item).flatMap(([method, operation]): UnreadPart[] => {
    const at = [...path, method];
    if (!methods.has(method)) {
      if (pathMembers.has(method) || method.startsWith("x-")) return [];
      return [{ message: `${method} of ${name} is not known, and is not compared.`, path: at }];
    }
    const called = `${method.toUpperCase()} ${name}`;
    if (!isTree(operation)) {
      return [{ message: `${called} is not an object, and is not compared.`, path: at }];
    }
    const { parameters = [] } = operation;
    if (!Array.isArray(parameters)) {
      const message = `The parameters of ${called} are not a list, and are not compared.`;
      return [{ message, path: [...at, "parameters"] }];
    }
    return parameters.flatMap((parameter: unknown, index): UnreadPart[] => {
      const isReadable =
        isTree(parameter) &&
        (typeof parameter.$ref === "string" ||
          (typeof parameter.name === "string" && typeof parameter.in === "string"));
      if (isReadable) return [];
      const message = `Parameter ${index + 1} of ${called} has no name and position, and is not compared.`;
      return [{ message, path: [...at, "parameters", index] }];
    });
  });
}
