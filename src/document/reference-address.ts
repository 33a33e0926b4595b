/**
 * References as URLs, for texts that can only contain URLs. A page of the same space is
 * `/pages/<id>`, a file `/files/<id>`; content of other spaces starts with `/spaces/<id>`.
 */
import type { ContentReference } from "../contract/content-reference.model.ts";

export function getAddress(ref: ContentReference): string {
  const within = "space" in ref && ref.space !== undefined ? `/spaces/${ref.space}` : "";
  switch (ref.kind) {
    case "url":
      return ref.url;
    case "page":
      return `${within}/pages/${ref.page}`;
    case "file":
      return `${within}/files/${ref.file}`;
    case "anchor":
      return ref.page === undefined
        ? `${within}#${ref.anchor}`
        : `${within}/pages/${ref.page}#${ref.anchor}`;
    case "reusable-content":
      return `${within}/reusable-contents/${ref.reusableContent}`;
    case "space":
      return `/spaces/${ref.space}`;
    case "collection":
      return `/collections/${ref.collection}`;
    case "user":
      return `/users/${ref.user}`;
    case "openapi":
      return `/openapi/${ref.spec}`;
  }
}

const patterns = [
  [/^\/collections\/([\w-]+)$/, ([collection = ""]) => ({ kind: "collection", collection })],
  [/^\/users\/([\w-]+)$/, ([user = ""]) => ({ kind: "user", user })],
  [/^\/openapi\/([\w-]+)$/, ([spec = ""]) => ({ kind: "openapi", spec })],
  [/^\/files\/([\w-]+)$/, ([file = ""]) => ({ kind: "file", file })],
  [
    /^\/reusable-contents\/([\w-]+)$/,
    ([reusableContent = ""]) => ({ kind: "reusable-content", reusableContent }),
  ],
  [
    /^\/pages\/([\w-]+)(?:#(.+))?$/s,
    ([page = "", anchor]) =>
      anchor === undefined ? { kind: "page", page } : { kind: "anchor", anchor, page },
  ],
] as const satisfies readonly (readonly [RegExp, (parts: readonly string[]) => ContentReference])[];

/** @returns undefined for a URL of another form */
export function parseReference(address: string): ContentReference | undefined {
  const [, space, rest = address] = /^\/spaces\/([\w-]+)((?:[/#].*)?)$/s.exec(address) ?? [];
  if (space !== undefined && rest === "") return { kind: "space", space };
  for (const [pattern, made] of patterns) {
    const parts = pattern.exec(rest);
    if (parts) {
      return { ...made(parts.slice(1)), ...(space !== undefined && { space }) } as ContentReference;
    }
  }
  return undefined;
}

const contentAddress = /(?<![\w.-])(?:\/spaces\/[\w-]+)?\/(?:files|reusable-contents)\/[\w-]+/g;

/** The URL of a file on a site: `/docs/guide/~files/<id>/a.png`. */
const siteFile = /\/~files\/([\w-]+)/g;

/** The files and reusable content of all addresses in a text, wherever they occur. */
export function listContentAddresses(text: string): ContentReference[] {
  const addresses = [...new Set(text.match(contentAddress))];
  const files = new Set(Array.from(text.matchAll(siteFile), ([, file = ""]) => file));
  return [
    ...addresses.flatMap((address) => parseReference(address) ?? []),
    ...[...files].map((file) => ({ kind: "file" as const, file })),
  ];
}

/** The ids of the spaces of all addresses in a text, wherever they occur. */
export function listAddressedSpaces(text: string): string[] {
  return Array.from(text.matchAll(/(?<![\w.-])\/spaces\/([\w-]+)/g), ([, space = ""]) => space);
}

type FileReference = Extract<ContentReference, { kind: "file" }>;

/** File references have no fragment, so a file with a fragment is a URL. */
export function toFileReference(file: string, fragment: string | undefined): ContentReference {
  if (fragment === undefined) return { kind: "file", file };
  return { kind: "url", url: `/files/${file}#${fragment}` };
}

/** The file and the fragment of such a URL. */
export function findFilePart(
  ref: ContentReference,
): { readonly file: FileReference; readonly fragment: string } | undefined {
  const [, address = "", fragment = ""] =
    (ref.kind === "url" && /^([^#?]*\/files\/[\w-]+)#(.+)$/s.exec(ref.url)) || [];
  const file = parseReference(address);
  return file?.kind === "file" ? { file, fragment } : undefined;
}

/** The file of such a URL. */
export function withoutFragment(ref: ContentReference): ContentReference {
  return findFilePart(ref)?.file ?? ref;
}

/** The id of a page, file or reusable content of the same space. */
export function findTargetId(ref: ContentReference): string | undefined {
  if ("space" in ref && ref.space !== undefined) return undefined;
  if (ref.kind === "file") return ref.file;
  if (ref.kind === "reusable-content") return ref.reusableContent;
  return ref.kind === "page" || ref.kind === "anchor" ? ref.page : undefined;
}

/** Keeps the fragment when the file changes. */
export function withFileChanged(
  ref: ContentReference,
  change: (file: FileReference) => ContentReference,
): ContentReference | undefined {
  const part = findFilePart(ref);
  return part && { kind: "url", url: `${getAddress(change(part.file))}#${part.fragment}` };
}

/** Decodes a part of a URL; returned unchanged if it is not valid UTF-8. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
