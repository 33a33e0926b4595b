/** `$ref`s of an OpenAPI document, without those inside examples. */
/** Path to a value: member names and list positions, outermost first. */
export type Path = readonly (string | number)[];

export type JsonTree = { [name: string]: unknown };

export interface OpenApiReference {
  /** The object and member that contain it, to replace it in place. */
  readonly holder: JsonTree;
  readonly member: string;
  readonly text: string;
  /** The path of the member. */
  readonly path: Path;
  /** A value of a discriminator's mapping, which may be a plain name instead. */
  readonly mapping: boolean;
}

/** Members whose own members have names chosen by the author. */
const named = new Set([
  "properties",
  "patternProperties",
  "definitions",
  "$defs",
  "dependentSchemas",
  "paths",
  "webhooks",
  "pathItems",
  "schemas",
  "responses",
  "parameters",
  "examples",
  "requestBodies",
  "headers",
  "securitySchemes",
  "securityDefinitions",
  "links",
  "callbacks",
  "variables",
  "content",
  "encoding",
]);

/** Members with data of the described API, in which nothing is a reference. */
const data = new Set(["example", "default", "const", "enum", "value"]);

export function isTree(value: unknown): value is JsonTree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param root a complete file */
export function collectOpenApiReferences(root: unknown): OpenApiReference[] {
  const references: OpenApiReference[] = [];
  /** With YAML aliases, one object can occur in several places. */
  const visited = new Set<object>();
  const isOld = isTree(root) && root.swagger !== undefined;

  /** The path of the value being read; copied only for references. */
  const path: (string | number)[] = [];

  function walk(value: unknown, areNames: boolean): void {
    if (typeof value !== "object" || value === null) return;
    if (!mayRefer(value) || visited.has(value)) return;
    visited.add(value);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        path.push(index);
        walk(item, false);
        path.pop();
      }
    } else if (isTree(value)) walkTree(value, areNames);
  }

  function walkTree(holder: JsonTree, areNames: boolean): void {
    for (const name of Object.keys(holder)) {
      const member = holder[name];
      path.push(name);
      if (name === "$ref" && typeof member === "string") {
        references.push({ holder, member: name, text: member, path: [...path], mapping: false });
      } else if (typeof member !== "object" || member === null) {
        // Text and numbers contain no references.
      } else if (areNames) {
        walk(member, false);
      } else if (name === "discriminator" && isTree(member)) {
        for (const mapping of listMappings(member, [...path])) references.push(mapping);
      } else if (!isData(name, member)) {
        walk(member, named.has(name) && !Array.isArray(member));
      }
      path.pop();
    }
  }

  function isData(name: string, member: unknown): boolean {
    if (name === "examples") return isOld || Array.isArray(member);
    return data.has(name) || name.startsWith("x-");
  }

  walk(root, false);
  return references;
}

/** Whether a value has members of its own that are no text or number, or is a reference. */
function mayRefer(value: object): boolean {
  if (Array.isArray(value)) return true;
  for (const name in value) {
    const member: unknown = (value as JsonTree)[name];
    if (name === "$ref" || (typeof member === "object" && member !== null)) return true;
  }
  return false;
}

function listMappings(discriminator: JsonTree, path: Path): OpenApiReference[] {
  const { mapping } = discriminator;
  if (!isTree(mapping)) return [];
  return Object.entries(mapping).flatMap(([member, text]) =>
    typeof text === "string" && /[#/]|\.(json|ya?ml)$/.test(text)
      ? [{ holder: mapping, member, text, path: [...path, "mapping", member], mapping: true }]
      : [],
  );
}

/** @returns the decoded steps of a JSON pointer; undefined for other references, such as anchors */
export function buildSteps(fragment: string): string[] | undefined {
  if (fragment === "") return [];
  if (!fragment.startsWith("/")) return undefined;
  let text = fragment;
  try {
    text = decodeURIComponent(fragment);
  } catch {
    // A literal %, which occurs in paths of many specifications.
  }
  return text
    .slice(1)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** An own member of the value; undefined if there is none. */
export function getMember(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(step) ? value[Number(step)] : undefined;
  return isTree(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
