/** The API operation that a block of a document shows. */
import type { ContentReference } from "../../contract/content-reference.model.ts";
import type { Node } from "../../contract/document.model.ts";
import { asReference } from "../../document/references.ts";

export interface NamedOperation {
  /** The same for all blocks that show the same operation. */
  readonly name: string;
  /** Slug or id of the stored specification, its URL, or the id of a file in a space. */
  readonly specification: string;
  readonly isFile: boolean;
  readonly path: string;
  readonly method: string;
}

/** @returns undefined for a block of another type, or without an operation */
export function findNamedOperation({ type, data = {} }: Node): NamedOperation | undefined {
  const tag =
    type === "tag" || type === "tag-block" ? buildAttributes(String(data.tag ?? "")) : data;
  if (
    !tag ||
    (type !== "tag" && type !== "tag-block" && !/^(?:swagger|openapi-)/.test(type ?? ""))
  ) {
    return undefined;
  }
  const [reference] = asReference(tag.ref);
  const file = reference?.kind === "file" ? reference.file : undefined;
  const specification = file ?? findSpecification(tag, reference);
  const { path, method } = tag;
  if (specification === undefined || typeof path !== "string" || typeof method !== "string") {
    return undefined;
  }
  return {
    name: JSON.stringify([specification, method.toLowerCase(), path]),
    specification,
    isFile: file !== undefined,
    path,
    method,
  };
}

function findSpecification(
  { spec, src }: Readonly<Record<string, unknown>>,
  reference: ContentReference | undefined,
): string | undefined {
  if (reference?.kind === "openapi") return reference.spec;
  if (reference?.kind === "url") return reference.url;
  return [spec, src].find((one) => typeof one === "string");
}

/** The attributes of `openapi-operation spec="lumen" path="/monitors" method="get"`. */
function buildAttributes(tag: string): Readonly<Record<string, string>> | undefined {
  if (!/^(?:openapi-operation|openapi|swagger)\s/.test(tag)) return undefined;
  const pairs = [...tag.matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value]));
}
