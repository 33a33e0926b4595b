/** Types and wording of the table of required roles. */
import type { Role } from "./roles.ts";

/**
 * The minimum role. A guest has no role in the organization; "nobody" marks operations that require
 * an exception.
 */
export type Least = Role | "guest" | "anyone" | "nobody";

/**
 * The resource on which the role is required, with its wording: "needs the role admin in the
 * space".
 */
export const holders = {
  organization: "in the organization",
  "organization itself": "in the organization",
  "publishing organization": "in the organization that published it",
  space: "in the space",
  "space itself": "in the space",
  "collection itself": "in the collection",
  "docs site": "on the site",
  "docs site itself": "on the site",
  destination: "in the collection or organization that it is put in",
  platform: "on the platform",
} as const;
export type Holder = keyof typeof holders;

/** An exception for which a lower role is sufficient. */
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
  /** Start of the refusal: "Deleting a space". Absent if an invisible resource returns 404. */
  readonly deed?: string;
  readonly or?: readonly Exception[];
}

export interface Requirement extends Need {
  /** Additional requirements of individual fields. */
  readonly fields?: Readonly<Record<string, Need>>;
}

export function needs(least: Least, on: Holder, deed: string, ...or: readonly Exception[]): Need {
  return { least, on, deed, ...(or.length > 0 && { or }) };
}

/** For resources that are invisible without the role: the response is 404. */
export function sees(least: Least, on: Holder, ...or: readonly Exception[]): Need {
  return { least, on, ...(or.length > 0 && { or }) };
}

/** Requirements of an update's fields, if they are all the same. */
export function changing<const F extends string>(
  noun: "space" | "collection" | "docs site",
  least: Least,
  fields: readonly F[],
): Readonly<Record<F, Need>> {
  const on = `${noun} itself` as const;
  const kind = noun === "docs site" ? "site" : noun;
  const entries = fields.map((field) => {
    return [field, needs(least, on, `Changing the ${field} of a ${kind}`)] as const;
  });
  return Object.fromEntries(entries) as Record<F, Need>;
}

/**
 * The requirement in words: "admin in the space; or the author".
 * @param mark formats a role
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
  const name = who === "person themselves" ? "user themselves" : who;
  return `the ${name}${isRole ? ` with the role ${least}` : ""}`;
}
