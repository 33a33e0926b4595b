/** What a rule over an organization gets to work with. */
import type { JsonObject } from "../../context.ts";
import type { OrganizationReading } from "../organization/reading.ts";
import type { OrganizationRule } from "./organization-rules.ts";
import type { RawFinding } from "./rule.ts";

export interface Thing {
  readonly id: string;
  readonly title: string;
  readonly value: JsonObject;
}

export interface Scope {
  readonly reading: OrganizationReading;
  /** The spaces that are checked. */
  readonly spaces: readonly Thing[];
  /** In milliseconds since 1970. */
  readonly now: number;
  /** The value of a parameter, in a space if one is given. */
  readonly computeNumber: (rule: OrganizationRule, name: string, space?: Thing) => number;
  /** What the next import of a space would change, once the platform has planned it. */
  readonly planImport: (spaceId: string) => Promise<JsonObject>;
  readonly listFor: (rule: OrganizationRule, name: string, space?: Thing) => readonly string[];
}

export type Find = (scope: Scope) => Promise<readonly RawFinding[]>;

export const day = 24 * 60 * 60 * 1000;

/** The address of a thing for people, if the platform tells it. */
export function addressIn({ urls }: JsonObject): { readonly address?: string } {
  const app = typeof urls === "object" && urls !== null && "app" in urls ? urls.app : undefined;
  return typeof app === "string" ? { address: app } : {};
}

/** Finds in each space, a few at a time as the reading allows. */
export function inEachSpace(
  find: (space: Thing, scope: Scope) => Promise<readonly RawFinding[]>,
): Find {
  return async (scope) => {
    const found = await Promise.all(
      scope.spaces.map(async (space) => {
        const own = await find(space, scope);
        return own.map((one) => ({ ...one, spaces: [space.id] }));
      }),
    );
    return found.flat();
  };
}
