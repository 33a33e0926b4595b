/** Context of the rules for an organization. */
import type { JsonObject } from "../../context.ts";
import type { OrganizationReader } from "../organization/organization-reader.ts";
import type { OrganizationRule } from "./organization-rules.ts";
import type { RawFinding } from "./rule.ts";

export interface ScopedResource {
  readonly id: string;
  readonly title: string;
  readonly value: JsonObject;
}

export interface CheckScope {
  readonly reading: OrganizationReader;
  /** The checked spaces. */
  readonly spaces: readonly ScopedResource[];
  /** In milliseconds since 1970. */
  readonly now: number;
  /** The value of a parameter, optionally for a space. */
  readonly computeNumber: (rule: OrganizationRule, name: string, space?: ScopedResource) => number;
  /** Requests the plan of the next import of a space, and waits for it. */
  readonly planImport: (spaceId: string) => Promise<JsonObject>;
  readonly listFor: (
    rule: OrganizationRule,
    name: string,
    space?: ScopedResource,
  ) => readonly string[];
}

export type FindFindings = (scope: CheckScope) => Promise<readonly RawFinding[]>;

export const day = 24 * 60 * 60 * 1000;

/** The URL of a resource in the web app, if the platform returns it. */
export function getPublishedUrl({ urls }: JsonObject): { readonly address?: string } {
  const app = typeof urls === "object" && urls !== null && "app" in urls ? urls.app : undefined;
  return typeof app === "string" ? { address: app } : {};
}

/** Runs a rule on each space; the reading limits the concurrency. */
export function inEachSpace(
  find: (space: ScopedResource, scope: CheckScope) => Promise<readonly RawFinding[]>,
): FindFindings {
  return async (scope) => {
    const findings = await Promise.all(
      scope.spaces.map(async (space) => {
        const spaceFindings = await find(space, scope);
        return spaceFindings.map((one) => ({ ...one, spaces: [space.id] }));
      }),
    );
    return findings.flat();
  };
}
