/** The conditions that a schema of visitors makes possible: two for each claim that it names. */

/** A schema that keeps the rules: booleans, and an object of further ones. */
export interface VisitorSchema {
  readonly properties: Readonly<Record<string, ClaimSchema>>;
}

interface ClaimSchema {
  readonly type: "boolean" | "object";
  readonly description?: string;
  readonly properties?: Readonly<Record<string, ClaimSchema>>;
}

type TemplateCondition = { readonly description: string; readonly condition: string };

/** The claims in the order of the schema, the unsigned ones where it has them. */
export function templateConditions({ properties }: VisitorSchema): TemplateCondition[] {
  return below("visitor.claims", properties);
}

function below(
  path: string,
  properties: Readonly<Record<string, ClaimSchema>>,
): TemplateCondition[] {
  return Object.entries(properties).flatMap(([name, claim]) => {
    const own = path + accessTo(name);
    if (claim.properties) return below(own, claim.properties);
    const told = claim.description?.trim() || name;
    return [
      { description: `${told}: yes`, condition: `${own} == true` },
      { description: `${told}: no, or not known`, condition: `${own} != true` },
    ];
  });
}

/** `.name`, or `["na-me"]` for a name that is no identifier. */
function accessTo(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
