/** A check of an organization by one rule, with a platform that a test chooses. */
import { checkOrganization } from "../../../src/features/check/check-organization.ts";
import type { CheckConfig } from "../../../src/features/check/configuration.ts";
import {
  type OrganizationRule,
  organizationRules,
} from "../../../src/features/check/organization-rules.ts";
import { openScriptedContext } from "../commands/scripted-context.ts";

/** Bodies or error statuses by path. */
export type CheckedResponses = Readonly<Record<string, unknown>>;

/** In milliseconds. */
const day = 24 * 60 * 60 * 1000;
/** The time some days ago, an hour earlier so that the number of full days is exact. */
export const daysAgo = (days: number) => new Date(Date.now() - days * day - day / 24).toISOString();
export const app = (name: string) => ({ urls: { app: `https://app.example/${name}` } });
/** The location of a finding in the space `guide`. */
export const onSpace = {
  id: "S1",
  target: "",
  title: "Guide",
  address: "https://app.example/guide",
  spaces: ["S1"],
};

export const guide = { id: "S1", title: "Guide", ...app("guide") };
const base: CheckedResponses = {
  "/orgs/O1": { id: "O1", title: "Acme" },
  "/orgs/O1/spaces": { items: [guide, { id: "S0", title: "Old", deletedAt: "2026" }] },
  "/orgs/O1/sites": { items: [{ id: "X1", title: "Help", ...app("help") }] },
  "/orgs/O1/members": { items: [] },
  "/orgs/O1/teams": { items: [] },
  "/orgs/O1/collections": { items: [] },
};

export async function checkRule(
  rule: OrganizationRule,
  responses: CheckedResponses = {},
  {
    spaces = [],
    configuration,
  }: { readonly spaces?: readonly string[]; readonly configuration?: Partial<CheckConfig> } = {},
) {
  const { context, sent } = openScriptedContext({
    answer: ({ line }) => {
      const [method = "", target = ""] = line.split(" ");
      const path = target.replace(/\?.*/, "");
      return { ...base, ...responses }[method === "GET" ? path : `${method} ${path}`] ?? 404;
    },
  });
  const empty: CheckConfig = { rules: new Map(), spaces: new Map(), allow: [], custom: [] };
  const rules = organizationRules
    .filter(({ id }) => id === rule)
    .map((one) => ({ ...one, level: "error" as const }));
  const target = { organizationId: "O1", spaces };
  return {
    ...(await checkOrganization(context, target, rules, { ...empty, ...configuration })),
    sent,
  };
}
