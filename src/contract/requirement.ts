/** The words in which the table of required roles says who may carry out an operation. */
import type { Role } from "./roles.ts";

/**
 * The weakest role that suffices. A guest is in the organization without a role in it; nobody is what
 * only an exception opens.
 */
export type Least = Role | "guest" | "anyone" | "nobody";

/** What the role is held on, with the words that say so: "needs the role admin in the space". */
export const holders = {
  organization: "in the organization",
  "organization itself": "in the organization",
  "publishing organization": "in the organization that published it",
  space: "in the space",
  "space itself": "in the space",
  "collection itself": "in the collection",
  "docs site": "on the docs site",
  "docs site itself": "on the docs site",
  destination: "in the collection or organization that it is put in",
  platform: "on the platform",
} as const;
export type Holder = keyof typeof holders;

/** What makes somebody an exception: a weaker role suffices. */
export type Who =
  | "author"
  | "person themselves"
  | "invited user"
  | "owner of the team"
  | "member of the team"
  | "reader of the source"
  | "anyone, if it is public";

export interface Exception {
  readonly who: Who;
  readonly least: Least;
}

export interface Need {
  readonly least: Least;
  readonly on: Holder;
  /** Begins the sentence of a refusal: "Deleting a space". Absent if what one may not see is a 404. */
  readonly deed?: string;
  readonly or?: readonly Exception[];
}

export interface Requirement extends Need {
  /** What a field needs besides, if it is given. */
  readonly fields?: Readonly<Record<string, Need>>;
}

export function needs(least: Least, on: Holder, deed: string, ...or: readonly Exception[]): Need {
  return { least, on, deed, ...(or.length > 0 && { or }) };
}

/** For what others do not even see: they are answered that there is none. */
export function sees(least: Least, on: Holder, ...or: readonly Exception[]): Need {
  return { least, on, ...(or.length > 0 && { or }) };
}

/** What the fields of a change need, if all of them need the same. */
export function changing<const F extends string>(
  noun: "space" | "collection" | "docs site",
  least: Least,
  fields: readonly F[],
): Readonly<Record<F, Need>> {
  const on = `${noun} itself` as const;
  const entries = fields.map((field) => {
    return [field, needs(least, on, `Changing the ${field} of a ${noun}`)] as const;
  });
  return Object.fromEntries(entries) as Record<F, Need>;
}

/**
 * What suffices, in words: "admin in the space; or the author".
 * @param mark sets a role off from the rest, where that can be done
 */
export function needInWords(
  { least, on, or = [] }: Need,
  mark: (role: Role) => string = (role) => role,
): string {
  const others = or.map(exceptionInWords);
  if (least === "nobody") return others.join("; or ");
  return [standingInWords(least, on, mark), ...others].join("; or ");
}

function standingInWords(
  least: Exclude<Least, "nobody">,
  on: Holder,
  mark: (role: Role) => string,
): string {
  if (least === "anyone") return "a token";
  if (least === "guest") return "membership in the organization";
  return `${mark(least)} ${holders[on]}`;
}

function exceptionInWords({ who, least }: Exception): string {
  if (who === "anyone, if it is public") {
    return `${least === "guest" ? "a guest" : "anyone"} if it is public`;
  }
  const isRole = least !== "anyone" && least !== "guest" && least !== "nobody";
  return `the ${who}${isRole ? ` with the role ${least}` : ""}`;
}
