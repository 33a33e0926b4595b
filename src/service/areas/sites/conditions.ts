/** The conditions of the parts of a site: checking one, and those that a visitor schema allows. */
import { Problem } from "../../../errors.ts";
import { ConditionFault, parseCondition } from "../../engines/condition.ts";

/** @throws Problem 400 that names the character at fault */
export async function refuseBadCondition(condition: string | null | undefined): Promise<void> {
  if (condition === null || condition === undefined) return;
  try {
    await parseCondition(condition);
  } catch (error) {
    if (!(error instanceof ConditionFault)) throw error;
    throw new Problem(400, `condition has a fault at character ${error.position}: ${error.rule}.`, {
      field: "condition",
    });
  }
}

/** A valid schema of visitors. */
interface VisitorSchema {
  readonly properties: Readonly<Record<string, ClaimSchema>>;
}

interface ClaimSchema {
  readonly type: string;
  readonly description?: string;
  /** The values that a text can have; conditions of other texts would be guesses. */
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, ClaimSchema>>;
}

type TemplateCondition = { readonly description: string; readonly condition: string };

/** Two conditions for each claim that is true or false, and one for each value of a text, in order. */
export function templateConditions({ properties }: VisitorSchema): TemplateCondition[] {
  return conditionsBelow("visitor.claims", properties);
}

function conditionsBelow(
  path: string,
  properties: Readonly<Record<string, ClaimSchema>>,
): TemplateCondition[] {
  return Object.entries(properties).flatMap(([name, claim]) => {
    const claimPath = path + accessTo(name);
    if (claim.properties) return conditionsBelow(claimPath, claim.properties);
    const label = claim.description?.trim() || name;
    if (claim.type === "boolean") {
      return [
        { description: `${label}: yes`, condition: `${claimPath} == true` },
        { description: `${label}: no, or not known`, condition: `${claimPath} != true` },
      ];
    }
    return (claim.enum ?? []).map((value) => ({
      description: `${label}: ${value}`,
      condition: `${claimPath} == ${JSON.stringify(value)}`,
    }));
  });
}

/** `.name`, or `["na-me"]` for a name that is no identifier. */
function accessTo(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
