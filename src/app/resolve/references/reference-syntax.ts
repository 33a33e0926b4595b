/** Syntax of references: ids, which cost no request, and names, which are looked up. */
import { type Field, pointTo } from "../../../contract/fields.ts";
import { everyNoun, getType, type Noun, nouns } from "../../../contract/nouns.ts";
import { isObject, type JsonValue } from "../../../json/values.ts";

/** The kinds of resources that have names. The others, such as events, have ids only. */
export const namedNouns = [
  "org",
  "collection",
  "space",
  "site",
  "siteSection",
  "siteSectionGroup",
  "siteSpace",
  "siteExternalLink",
  "siteRedirect",
  "shareLink",
  "mcpServer",
  "cr",
  "page",
  "file",
  "user",
  "team",
  "provider",
  "translation",
  "installation",
  "webhook",
  "font",
  "agentConversation",
  "crConversation",
  "agentTask",
] as const satisfies readonly Noun[];

export type NamedNoun = (typeof namedNouns)[number];

export function isNamedNoun(noun: Noun): noun is NamedNoun {
  return namedNouns.some((one) => one === noun);
}

/** The word for the current user, as in gh. */
export const ownWord = "@me";

/** The names of these kinds; all others have a title. */
const named: Partial<Record<NamedNoun, string>> = {
  cr: "Number, subject",
  siteRedirect: "Source",
  shareLink: "Name",
  mcpServer: "Name",
  font: "Family",
  page: "Path",
  file: "Name",
  user: "Email, name, @me",
  installation: "Title of its organization",
};

/** The possible references to a resource, for the help. */
export function describeReference(noun: Noun): string {
  const ids = `or URL of the ${nouns[noun].called}`;
  if (noun === "webhook") return "URL of the receiver, or id of the webhook";
  if (hasPositions(noun)) return `latest, latest~1 (the previous one), id ${ids}`;
  return isNamedNoun(noun) ? `${named[noun] ?? "Title"}, id ${ids}` : `Id ${ids}`;
}

/** A parsed word: `id:X` forces an id, `=X` forces a title. */
export interface TypedReference {
  readonly text: string;
  readonly as: "id" | "title" | "any";
}

/**
 * 20 letters and digits, the 28 of a user, a UUID, an older id that starts with a hyphen, or the id
 * of a site or its part (`site_w0r1d`).
 */
const idForm =
  /^(?:[A-Za-z0-9]{20}|[A-Za-z0-9]{28}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|-[\w-]{19}|site[a-z]*_[A-Za-z0-9]+)$/i;

/** Whether the platform accepts a word as it is, so that no lookup is needed. */
export function isId(noun: Noun, word: string): boolean {
  if (idForm.test(word)) return true;
  // The platform itself accepts the number of a change request, and the word for its first conversation.
  if (noun === "cr") return /^\d{1,9}$/.test(word);
  return noun === "crConversation" && word === "default";
}

/** Whether resources of a kind are ordered by time and have no names. */
function hasPositions(noun: Noun): boolean {
  return noun === "revision" || noun === "comment";
}

/** Whether a word selects such a resource by its position: `latest`, `latest~2`. */
export function isPosition(noun: Noun, word: string): boolean {
  return hasPositions(noun) && /^latest(?:~\d{1,4})?$/.test(word);
}

export function readReference(noun: Noun, word: string): TypedReference {
  if (word.startsWith("=")) return { text: word.slice(1), as: "title" };
  if (word.startsWith("id:")) return { text: word.slice(3), as: "id" };
  return { text: word, as: isId(noun, word) ? "id" : "any" };
}

/** A reference in a value: its kind, its word, and the value with an id in its place. */
export interface ReferenceSlot {
  readonly noun: Noun;
  /** The other kinds of resources that the word can name. */
  readonly others?: readonly Noun[];
  readonly word: string;
  readonly filled: (id: string) => JsonValue;
}

/** The reference in a field value; undefined if there is none. A list has one for each item. */
export function findReferenceSlot(field: Field, value: JsonValue): ReferenceSlot | undefined {
  if (field.kind === "id") {
    return typeof value === "string"
      ? { noun: field.of, word: value, filled: (id) => id }
      : undefined;
  }
  if (field.kind === "text" && field.refers !== undefined) {
    // An email is accepted as it is.
    return typeof value === "string" && (!value.includes("@") || value === ownWord)
      ? { noun: field.refers, word: value, filled: (id) => id }
      : undefined;
  }
  if (field.kind === "text" && field.mayRefer !== undefined) {
    const [noun, ...others] = field.mayRefer;
    return typeof value === "string" && noun !== undefined
      ? { noun, others, word: value, filled: (id) => id }
      : undefined;
  }
  if (field.kind !== "pointer" || !isObject(value)) return undefined;
  const noun = everyNoun.find((one) => field.to.includes(one) && getType(one) === value.type);
  const word = noun && value[field.under ?? noun];
  if (noun === undefined || typeof word !== "string") return undefined;
  return { noun, word, filled: (id) => ({ ...pointTo(field, noun, id) }) };
}

/** The references in a value: several for a list. */
export function listReferenceSlots(field: Field, value: JsonValue): readonly ReferenceSlot[] {
  const members: readonly JsonValue[] =
    field.kind === "list" && Array.isArray(value) ? value : [value];
  const of = field.kind === "list" ? field.of : field;
  return members.flatMap((member) => findReferenceSlot(of, member) ?? []);
}

/** Whether a value needs a lookup, or the removal of a prefix. */
export function needsResolving(field: Field, value: JsonValue): boolean {
  return listReferenceSlots(field, value).some(({ noun, word }) =>
    isNamedNoun(noun) ? !isId(noun, word) : word.startsWith("id:") || isPosition(noun, word),
  );
}

/**
 * A typed reference in a message.
 * @param label the flag or argument: `--space`, `<space>`; an argument needs no name, because its word
 *   is unambiguous
 */
export function quoteReference(label: string, word: string): string {
  const quoted = JSON.stringify(word);
  return label.startsWith("<") ? quoted : `${label} ${quoted}`;
}
