/** Secrets in a response, found by the members that the contract declares, and URLs that give access. */
import { asObject, isList, isObject, type JsonValue } from "../../json/values.ts";
import { withoutSecrets } from "./secret-texts.ts";

export interface ReceivedSecret {
  /** The member of the response. */
  readonly name: string;
  readonly value: JsonValue;
}

/** @param names of the secret members, at any depth; members without a value are ignored */
export function findSecrets(
  value: JsonValue | undefined,
  names: readonly string[],
): readonly ReceivedSecret[] {
  if (value === undefined || names.length === 0) return [];
  if (isList(value)) return value.flatMap((item) => findSecrets(item, names));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (!names.includes(name)) return findSecrets(inner, names);
    return isEmpty(inner) ? [] : [{ name, value: inner }];
  });
}

/**
 * The URLs of sites and spaces that contain the key of a share link. Users see them, because the URL of
 * such a site is of no use without the key.
 */
export function findShareUrls(value: JsonValue | undefined): readonly ReceivedSecret[] {
  if (isList(value)) return value.flatMap(findShareUrls);
  if (!isObject(value)) return [];
  const inner = Object.values(value).flatMap(findShareUrls);
  const published = asObject(value.urls).published;
  const hasKey = value.visibility === "share-link" && typeof published === "string";
  return hasKey ? [{ name: "published", value: published }, ...inner] : inner;
}

/**
 * The URLs that give access without a token: those of files, and those with a signature, a password or
 * a secret parameter. Documents are content, whose links stay unchanged so that they can be edited.
 * @param name of the member with the value
 */
export function findSignedUrls(value: JsonValue | undefined, name = ""): readonly ReceivedSecret[] {
  if (typeof value === "string") {
    const isUrl = /^https?:\/\/\S+$/i.test(value);
    const givesAccess = isUrl && (name === "downloadURL" || withoutSecrets(value) !== value);
    return givesAccess ? [{ name, value }] : [];
  }
  if (isList(value)) return value.flatMap((item) => findSignedUrls(item, name));
  if (!isObject(value) || value.object === "document") return [];
  return Object.entries(value).flatMap(([member, inner]) => findSignedUrls(inner, member));
}

function isEmpty(value: JsonValue): boolean {
  if (value === null || value === "") return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
