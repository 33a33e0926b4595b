/** Custom rules, whose conditions and messages are jq expressions. */
import type { Context, JsonObject } from "../../context.ts";
import { UsageError } from "../../errors.ts";
import { textIn } from "../../json/values.ts";
import type { Items, OrganizationReader } from "../organization/reading.ts";
import type { CustomCheckRule } from "./configuration.ts";
import { addressIn, type ScopedResource } from "./organization-scope.ts";
import type { RawFinding } from "./rule.ts";

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
    id: textIn(thing.id),
    target: "",
    title: toTitle(thing),
    message: textIn(messages[index]) || rule.title,
    ...addressIn(thing),
    ...(rule.things === "spaces" && { spaces: [textIn(thing.id)] }),
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
  return textIn(thing.title) || (typeof name === "string" ? name : textIn(thing.id));
}
