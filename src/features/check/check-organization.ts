/** Check of an organization, which reads each list only once. */
import type { Context, JsonObject } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { formatCount } from "../../json/pluralize.ts";
import { asText } from "../../json/values.ts";
import type { Items, OrganizationReader } from "../organization/organization-reader.ts";
import { findUnreadParts, openOrganization } from "../organization/organization-reader.ts";
import type { CheckResult } from "./checked.ts";
import type { CheckConfig, CustomCheckRule } from "./configuration.ts";
import { findBrokenRedirects } from "./find-broken-redirects.ts";
import * as organization from "./find-in-organization.ts";
import * as content from "./find-in-spaces.ts";
import * as people from "./find-people.ts";
import type { OrganizationRule } from "./organization-rules.ts";
import type { CheckScope, FindFindings, ScopedResource } from "./organization-scope.ts";
import { getPublishedUrl } from "./organization-scope.ts";
import { getRuleParameter, isOff } from "./report.ts";
import type { CheckRule, RawFinding } from "./rule.ts";

const finds: Readonly<Record<OrganizationRule, FindFindings>> = {
  "space-link-broken": content.findBrokenLinks,
  "site-share-link": organization.findShareLinks,
  "site-redirect-broken": findBrokenRedirects,
  "guest-may-edit": people.findEditingGuests,
  "grant-beside-team": people.findDoubleGrants,
  "one-admin": people.findSingleAdmin,
  "no-merge-rules": content.findUnruled,
  "team-unused": people.findUnusedTeams,
  "member-unseen": people.findAbsentMembers,
  "invite-link-role": people.findHighInvites,
  "space-on-no-site": organization.findUnpublished,
  "condition-without-claims": organization.findHiddenContent,
  "git-sync-failed": content.findFailedSyncs,
  "git-sync-absent": content.findUnsynced,
  "sync-conflict": content.findConflicts,
  "specification-failed": organization.findFailedSpecifications,
  "certificate-ending": people.findEndingCertificates,
  "title-twice": organization.findSameTitles,
  "page-without-description": content.findUndescribed,
  "file-orphan": content.findOrphans,
  "space-stale": content.findStale,
};

interface CheckTarget {
  readonly organizationId: string;
  /** Ids; empty for all spaces and for findings that are not about spaces. */
  readonly spaces: readonly string[];
}

export async function checkOrganization(
  context: Context,
  { organizationId, spaces: spaceIds }: CheckTarget,
  rules: readonly CheckRule[],
  configuration: CheckConfig,
): Promise<CheckResult> {
  const client = await context.client({ many: true });
  const reading = openOrganization(client, organizationId);
  const progress = context.terminal.progress("Reading the organization …");
  try {
    const all = ((await reading.spaces()) ?? [])
      .filter(({ deletedAt }) => deletedAt === undefined)
      .map(
        (value): ScopedResource => ({ id: asText(value.id), title: asText(value.title), value }),
      );
    const spaces = spaceIds.length === 0 ? all : all.filter(({ id }) => spaceIds.includes(id));
    const byId = new Map(rules.map((rule) => [rule.id, rule]));
    const scope: CheckScope = {
      reading,
      spaces,
      now: Date.now(),
      computeNumber: (rule, name, space) =>
        getRuleParameter(requireRule(byId, rule), name, configuration, space),
      listFor: (rule, name, space) =>
        getRuleParameter(requireRule(byId, rule), name, configuration, space),
      async planImport(spaceId) {
        const { waitForPlan } = await import("../git/plan.ts");
        // The progress of the check is displayed instead.
        const terminal = { progress: () => ({ update() {}, stop() {} }) };
        return waitForPlan({ terminal }, client, { spaceId, direction: "import" });
      },
    };
    const chosen = rules.filter(
      (rule) => rule.over === "organization" && !isOff(rule, configuration),
    );
    const findings: RawFinding[] = [];
    const jq = limitTotalTime(context.jq);
    for (const { id } of chosen) {
      const custom = configuration.custom.find((one) => one.id === id);
      const find = custom
        ? () => findByJq({ jq }, custom, reading, spaces)
        : () => (isBuiltIn(id) ? finds[id](scope) : Promise.resolve([]));
      for (const one of await find()) findings.push(one);
    }
    const isPart = spaceIds.length > 0;
    return {
      // With --space, only findings in these spaces are reported.
      found: isPart ? findings.filter(({ spaces: within }) => within !== undefined) : findings,
      looked: formatCount(spaces.length, "space"),
      examined: [[spaces.length, "space"]],
      titles: new Map(all.map(({ id, title }) => [id, title])),
      unread: findUnreadParts(reading),
    };
  } finally {
    progress.stop();
  }
}

function isBuiltIn(id: string): id is OrganizationRule {
  return Object.hasOwn(finds, id);
}

function requireRule(rules: ReadonlyMap<string, CheckRule>, id: string): CheckRule {
  const rule = rules.get(id);
  if (!rule) throw new Error(`The rule ${id} is not selected.`);
  return rule;
}

/** In seconds, for the jq expressions of all rules. */
const totalSeconds = 60;

/**
 * Limits the total time of jq programs, because each of many rules can take almost its own limit.
 * @returns a function that throws UsageError when the total time is used up
 */
export function limitTotalTime(jq: Context["jq"], seconds = totalSeconds): Context["jq"] {
  let remaining = seconds;
  const refuse = () =>
    new UsageError(
      `The expressions of all rules ran for more than ${seconds} seconds in total (limit check.jqSeconds).`,
    );
  return async (program, value) => {
    if (remaining <= 0) throw refuse();
    const limit = remaining;
    const start = performance.now();
    try {
      return await jq(program, value, limit);
    } catch (error) {
      // Timers can fire a millisecond early.
      if (performance.now() - start >= limit * 1000 - 2) {
        remaining = 0;
        throw refuse();
      }
      throw error;
    } finally {
      remaining -= (performance.now() - start) / 1000;
    }
  };
}

/** @throws UsageError for an invalid jq expression */
export async function findByJq(
  context: Pick<Context, "jq">,
  rule: CustomCheckRule,
  reading: OrganizationReader,
  spaces: readonly ScopedResource[],
): Promise<readonly RawFinding[]> {
  const things = await findThings(rule, reading, spaces);
  if (things === undefined || things.length === 0) return [];
  const run = async (name: "where" | "message", values: Items, last: string) => {
    try {
      // The line break ends a comment in the expression.
      const [list] = await context.jq(`[.[] | [(${rule[name]}\n)] | ${last}]`, [...values]);
      return Array.isArray(list) ? list : [];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const why = error.message.replace(/^The --jq filter failed: /, "");
      throw new UsageError(`The expression ${name} of the rule ${rule.id} failed: ${why}`);
    }
  };
  const matches = await run("where", things, "any");
  const chosen = things.filter((_, index) => matches[index] === true);
  if (chosen.length === 0) return [];
  const messages = await run("message", chosen, "first | tostring");
  return chosen.map((thing, index) => ({
    rule: rule.id,
    id: asText(thing.id),
    target: "",
    title: toTitle(thing),
    message: asText(messages[index]) || rule.title,
    ...getPublishedUrl(thing),
    ...(rule.things === "spaces" && { spaces: [asText(thing.id)] }),
  }));
}

async function findThings(
  { things }: CustomCheckRule,
  reading: OrganizationReader,
  spaces: readonly ScopedResource[],
): Promise<Items | undefined> {
  return things === "spaces" ? spaces.map(({ value }) => value) : reading[things]();
}

function toTitle(thing: JsonObject): string {
  const user = thing.user;
  const name =
    typeof user === "object" && user !== null && "displayName" in user && user.displayName;
  return asText(thing.title) || (typeof name === "string" ? name : asText(thing.id));
}
