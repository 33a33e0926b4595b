/** Visibility conditions: their validation and evaluation, and suggested conditions for a visitor schema. */

import { type Claims, ConditionFault, parseCondition } from "../../../../document/condition.ts";
import { ApiError } from "../../../../errors.ts";

/** @throws ApiError 400 with the position of the error */
export async function refuseBadCondition(condition: string | null | undefined): Promise<void> {
  if (condition === null || condition === undefined) return;
  try {
    await parseCondition(condition);
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    throw new ApiError(400, `Invalid condition at character ${error.position}: ${error.rule}.`, {
      field: "condition",
    });
  }
}

/** Whether a part of a site is visible to a visitor. A part without a condition always is. */
export async function holdsFor(
  condition: string | null | undefined,
  claims: Claims,
): Promise<boolean> {
  if (condition === null || condition === undefined) return true;
  return (await parseCondition(condition))(claims);
}

/** A valid visitor schema. */
interface VisitorSchema {
  readonly properties: Readonly<Record<string, ConditionClaim>>;
}

interface ConditionClaim {
  readonly type: string;
  readonly description?: string;
  /** The possible values of a string claim. Strings without an enum get no suggestions. */
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, ConditionClaim>>;
}

type TemplateCondition = { readonly description: string; readonly condition: string };

/** Two conditions for each boolean claim and one for each enum value, in schema order. */
export function listTemplateConditions({ properties }: VisitorSchema): TemplateCondition[] {
  return listConditionsBelow("visitor.claims", properties);
}

function listConditionsBelow(
  path: string,
  properties: Readonly<Record<string, ConditionClaim>>,
): TemplateCondition[] {
  return Object.entries(properties).flatMap(([name, claim]) => {
    const claimPath = path + formatAccess(name);
    if (claim.properties) return listConditionsBelow(claimPath, claim.properties);
    const label = claim.description?.trim() || name;
    if (claim.type === "boolean") {
      return [
        { description: `${label}: yes`, condition: `${claimPath} == true` },
        { description: `${label}: no or unknown`, condition: `${claimPath} != true` },
      ];
    }
    return (claim.enum ?? []).map((value) => ({
      description: `${label}: ${value}`,
      condition: `${claimPath} == ${JSON.stringify(value)}`,
    }));
  });
}

/** `.name`, or `["na-me"]` for a name that is not an identifier. */
function formatAccess(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
