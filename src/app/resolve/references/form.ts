/** What a word that names a thing is: an id, which costs no request, or a name that has to be looked up. */
import { type Field, pointTo } from "../../../contract/fields.ts";
import { everyNoun, getType, type Noun, nouns } from "../../../contract/nouns.ts";
import { isObject, type JsonValue } from "../../../json/values.ts";

/** The kinds of thing that have names. The others, such as events, have ids alone. */
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
  "cr",
  "page",
  "file",
  "user",
  "team",
  "provider",
  "translation",
  "installation",
] as const satisfies readonly Noun[];

export type NamedNoun = (typeof namedNouns)[number];

export function isNamedNoun(noun: Noun): noun is NamedNoun {
  return namedNouns.some((one) => one === noun);
}

/** What names a thing of these kinds; any other has a title. */
const named: Partial<Record<NamedNoun, string>> = {
  cr: "Number, subject",
  siteRedirect: "Source",
  shareLink: "Name",
  page: "Path",
  file: "Name",
  user: "Email, name",
  installation: "Title of its organization",
};

/** What a reference to a thing may be, for the help. */
export function describeReference(noun: Noun): string {
  const ids = `or web address of the ${nouns[noun].called}`;
  if (hasPositions(noun)) return `latest, latest~1 (the one before), id ${ids}`;
  return isNamedNoun(noun) ? `${named[noun] ?? "Title"}, id ${ids}` : `Id ${ids}`;
}

/** The word read: `id:X` forces an id, `=X` forces a title. */
export interface Reference {
  readonly text: string;
  readonly as: "id" | "title" | "any";
}

/**
 * 20 letters and digits, the 28 of a user, a UUID, an older id that begins with a hyphen, or the id of a
 * site or its part (`site_w0r1d`).
 */
const idForm =
  /^(?:[A-Za-z0-9]{20}|[A-Za-z0-9]{28}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|-[\w-]{19}|site[a-z]*_[A-Za-z0-9]+)$/i;

/** Whether a word is what the platform takes as it is, so that nothing has to be looked up. */
export function isId(noun: Noun, word: string): boolean {
  if (idForm.test(word)) return true;
  // The platform itself takes the number of a change request, and the email of some people.
  return noun === "cr" && /^\d{1,9}$/.test(word);
}

/** Whether things of a kind follow each other in time, and none has a name. */
function hasPositions(noun: Noun): boolean {
  return noun === "revision" || noun === "comment";
}

/** Whether a word names such a thing by its position: `latest`, `latest~2`. */
export function isPosition(noun: Noun, word: string): boolean {
  return hasPositions(noun) && /^latest(?:~\d{1,4})?$/.test(word);
}

export function readReference(noun: Noun, word: string): Reference {
  if (word.startsWith("=")) return { text: word.slice(1), as: "title" };
  if (word.startsWith("id:")) return { text: word.slice(3), as: "id" };
  return { text: word, as: isId(noun, word) ? "id" : "any" };
}

/** A reference in a value: what it is of, its word, and the value with an id in its place. */
export interface Slot {
  readonly noun: Noun;
  /** The other kinds of thing that the word may name. */
  readonly others?: readonly Noun[];
  readonly word: string;
  readonly filled: (id: string) => JsonValue;
}

/** The reference that a value of a field is; undefined if it is none. A list has one for each member. */
export function slotIn(field: Field, value: JsonValue): Slot | undefined {
  if (field.kind === "id") {
    return typeof value === "string"
      ? { noun: field.of, word: value, filled: (id) => id }
      : undefined;
  }
  if (field.kind === "text" && field.refers !== undefined) {
    // An email is taken as it is.
    return typeof value === "string" && !value.includes("@")
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
export function slotsIn(field: Field, value: JsonValue): readonly Slot[] {
  const members: readonly JsonValue[] =
    field.kind === "list" && Array.isArray(value) ? value : [value];
  const of = field.kind === "list" ? field.of : field;
  return members.flatMap((member) => slotIn(of, member) ?? []);
}

/** Whether something in a value has to be looked up, or to lose what forces it. */
export function needsResolving(field: Field, value: JsonValue): boolean {
  return slotsIn(field, value).some(({ noun, word }) =>
    isNamedNoun(noun) ? !isId(noun, word) : word.startsWith("id:") || isPosition(noun, word),
  );
}
