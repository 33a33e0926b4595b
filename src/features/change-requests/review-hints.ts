/**
 * Hints after a review or review request: unmet merge rules, and reviewers without the required
 * role.
 */

import type { Context, JsonObject } from "../../context.ts";
import * as contract from "../../contract/cr.ts";
import { requiredRoles } from "../../contract/required-roles.ts";
import { isAtLeast, roles } from "../../contract/roles.ts";
import * as permission from "../../contract/space-permission.ts";
import { asObject, asObjects, asText } from "../../json/values.ts";
import { parseUser } from "../auth/person.ts";
import { isForPerson } from "../output-form.ts";
import { readAll } from "../read-all.ts";
import { readStanding } from "./merge-status.ts";

/** The merge rules that are still unmet after the review. */
export async function suggestAfterReview(
  context: Context,
  input: JsonObject,
): Promise<string | undefined> {
  if (!isForPerson(context)) return undefined;
  const ids = { spaceId: asText(input.spaceId), changeRequestId: asText(input.changeRequestId) };
  const client = await context.client({ many: true });
  const changeRequest = asObject((await client.call(contract.get, ids)).value);
  const { requirements } = await readStanding(context, client, ids, changeRequest);
  const missing = requirements.filter(({ state }) => state === "missing");
  const see = `tome cr view ${ids.changeRequestId} --space ${ids.spaceId}`;
  if (missing.length === 0) return `To show its status: ${see}`;
  return `The change request cannot be merged yet: ${missing.flatMap(({ says }) => says).join("; ")}. To show its status: ${see}`;
}

const least = roles.find((one) => one === requiredRoles.submitChangeRequestReview.minimum);

/** A hint if the change request is a draft, or if reviewers lack the required role. */
export async function suggestAfterReviewRequest(
  context: Context,
  input: JsonObject,
  { users }: JsonObject,
): Promise<string | undefined> {
  if (least === undefined || !isForPerson(context)) return undefined;
  const spaceId = asText(input.spaceId);
  const changeRequestId = asText(input.changeRequestId);
  const client = await context.client({ many: true });
  const { value } = await client.call(contract.get, { spaceId, changeRequestId });
  if (asObject(value).status === "draft") {
    return `The change request is a draft. To open it: tome cr update ${changeRequestId} --space ${spaceId} --status open`;
  }
  const all = await readAll(client, permission.list, { spaceId });
  const granted = new Map(
    all.map((row) => [asText(asObject(row.user).id), asText(row.permission)] as const),
  );
  const unable = asObjects(users)
    .map(({ user }) => ({ user: asObject(user), role: granted.get(asText(asObject(user).id)) }))
    .filter(({ role }) => !isAtLeast(roles.find((one) => one === role) ?? null, least));
  if (unable.length === 0) return undefined;
  const roleClauses = unable.map(
    ({ user, role }) => `${parseUser(user).name} has ${role ?? "none"}`,
  );
  const flags = unable.map(({ user }) => ` --user ${asText(user.email) || asText(user.id)}`);
  return `Reviewing requires the role ${least} in the space, and ${roleClauses.join(", ")}. To grant it: tome space permission grant ${spaceId} --role ${least}${flags.join("")}`;
}
