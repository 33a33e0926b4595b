/** Comparison of the results of operations with the table of required roles. */
import { expect } from "vitest";
import { type Endpoint, getMethod } from "../../../src/contract/endpoint.ts";
import { type PermissionFlag, permissionFlags } from "../../../src/contract/permission-flags.ts";
import { requiredRoles } from "../../../src/contract/required-roles.ts";
import type { Requirement, RoleException } from "../../../src/contract/requirement.ts";
import {
  allows,
  type CallerRole,
  getNeed,
  type PermissionRule,
} from "../../../src/contract/rules.ts";
import { type Attempt, type FullOrganization, tryAll } from "../organizations/full-organization.ts";

export const tableFile = "src/contract/required-roles.ts";
export const table: Readonly<Record<string, Requirement>> = requiredRoles;
export const flags: Readonly<Record<string, Readonly<Record<string, PermissionFlag>>>> =
  permissionFlags;

/** Responses with permissions, by kind of resource. */
const showingOperations: Readonly<Record<string, readonly string[]>> = {
  organization: ["getOrganizationById"],
  collection: ["getCollectionById"],
  space: ["getSpaceById"],
  site: ["getSiteById"],
  comment: ["getCommentInSpace", "getCommentInChangeRequest"],
  reply: ["getCommentReplyInSpace", "getCommentReplyInChangeRequest"],
  specification: ["getOpenAPISpecBySlug"],
  integration: ["getIntegrationByName"],
  team: ["getTeamInOrganizationById"],
  "team member": ["listTeamMembersInOrganizationById"],
  translation: ["getTranslation"],
};

/** Operations on resources of agents, which the local platform never has: 404 for all callers. */
export const withoutResources: readonly string[] = [
  "getAgentTask",
  "updateAgentTask",
  "updateChangeRequestConversation",
  "updateOrganizationAgentConversation",
];

/** Tries all selected operations, and each field with its own rule alone. */
export function tryEverything(
  on: Pick<FullOrganization, "workspace" | "ids">,
  caller: string,
  chosen: (endpoint: Endpoint) => boolean = () => true,
): Promise<Attempt[]> {
  return tryAll(on, caller, chosen, ({ operation }) => table[operation]?.fields !== undefined);
}

export function byName(tried: readonly Attempt[]): ReadonlyMap<string, Attempt> {
  return new Map(tried.map((one) => [one.name, one]));
}

export function rulesOfOperation({ operation }: Endpoint): PermissionRule[] {
  const fields = Object.keys(table[operation]?.fields ?? {});
  return [operation, ...fields.map((field) => `${operation}.${field}`)] as PermissionRule[];
}

/** The rules that apply to an attempt. */
export function listRules({ endpoint, input }: Attempt): PermissionRule[] {
  const { operation } = endpoint;
  const fields = Object.keys(table[operation]?.fields ?? {}).filter((field) => field in input);
  return [operation, ...fields.map((field) => `${operation}.${field}`)] as PermissionRule[];
}

export function rulesOfFlag(flag: PermissionFlag): readonly PermissionRule[] {
  return "is" in flag || "as" in flag ? [] : flag;
}

export interface Tried {
  readonly all: readonly Attempt[];
  /** The responses for an admin. Resources that an admin does not see do not exist for other users either. */
  readonly asAdmin: ReadonlyMap<string, Attempt>;
  /** The role of the user in the resource to which a rule applies. */
  readonly standingFor: (rule: PermissionRule, tried: Attempt) => CallerRole;
  readonly who: readonly RoleException[];
  /** The user who made the attempt, for messages. */
  readonly said: string;
  /** The id of a team member in a response with permissions. */
  readonly named: string | undefined;
}

/** Compares the results with the table, and the permissions in responses with the results. */
export function check(tries: Tried): void {
  const { all, asAdmin, standingFor, who, said } = tries;
  const done = new Map<string, boolean>();
  for (const tried of all) {
    const rules = listRules(tried);
    if (isInVain(tried, rules) || withoutResources.includes(tried.endpoint.operation)) continue;
    const may = (rule: PermissionRule) => allows(standingFor(rule, tried), rule, who);
    const isAllowed = rules.every(may);
    const happened = `${tried.name} as ${said}: ${tried.status} ${tried.body}`;
    const refused = isRefused(tried, asAdmin);
    expect(!refused, `${tableFile} is not what happens. ${happened}`).toBe(isAllowed);
    for (const rule of rules) {
      // The result is conclusive for a rule only if no other rule refused the attempt.
      if (!rules.every((other) => other === rule || may(other))) continue;
      const key = getKey(rule, standingFor(rule, tried));
      if (!done.has(key)) done.set(key, !refused);
    }
  }
  for (const [kind, operations] of Object.entries(showingOperations)) {
    for (const tried of all.filter(({ endpoint }) => operations.includes(endpoint.operation))) {
      const shown = tried.status === 200 ? permissionsIn(tried, tries.named) : undefined;
      const standing = standingFor(tried.endpoint.operation as PermissionRule, tried);
      for (const [name, value] of Object.entries(shown ?? {})) {
        const flag = flags[kind]?.[name];
        const message = `permissions.${name} of a ${kind} as ${said}`;
        if (!flag) throw new Error(`${message} is not in src/contract/permission-flags.ts.`);
        if ("is" in flag) expect(value, message).toBe(who.includes(flag.is));
        if ("as" in flag) expect(value, message).toBe(allows(standing, flag.as, who));
        for (const rule of rulesOfFlag(flag)) {
          expect(value, `${message}: ${rule}`).toBe(allows(standing, rule, who));
          const happened = done.get(getKey(rule, standing));
          if (happened !== undefined) expect(value, `${message}: ${rule}`).toBe(happened);
        }
      }
    }
  }
}

/** A user can have different roles in the resources that an operation involves. */
function getKey(rule: PermissionRule, standing: CallerRole): string {
  return `${rule} ${standing}`;
}

/** A move to the current position gets the same error for all callers. */
function isInVain({ status }: Attempt, rules: readonly PermissionRule[]): boolean {
  return status === 409 && rules.some((rule) => getNeed(rule).scope === "destination");
}

/** A DELETE of a resource that the caller may not see gets the response for a missing resource. */
function isRefused(
  { endpoint, status, name }: Attempt,
  asAdmin: ReadonlyMap<string, Attempt>,
): boolean {
  if (status === 403 || status === 404) return true;
  return getMethod(endpoint) === "DELETE" && status === 204 && asAdmin.get(name)?.status === 205;
}

function permissionsIn(
  { body }: Attempt,
  named: string | undefined,
): Record<string, unknown> | undefined {
  const { items, permissions } = JSON.parse(body);
  if (permissions !== undefined) return permissions;
  return items?.find((one: { organization: { id: string } }) => one.organization.id === named)
    ?.permissions;
}
