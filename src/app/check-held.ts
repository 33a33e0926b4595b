/** Checks what texts hold: what takes a parser is loaded where such a text is sent, and nowhere else. */

import type { JsonObject, JsonValue } from "../context.ts";
import type { Fields, Held } from "../contract/fields.ts";
import { UsageError } from "../errors.ts";
import type { Parameter } from "./parameters.ts";
import { labelOf } from "./typed-values.ts";

/** @throws UsageError naming the flag and the rule */
export async function checkHeld(
  fields: Fields,
  input: JsonObject,
  parameters: readonly Parameter[],
  line: string,
): Promise<void> {
  for (const [name, value] of Object.entries(input)) {
    const field = fields[name];
    if (field?.kind !== "text" || field.holds === undefined || typeof value !== "string") continue;
    const rule = await faultIn(field.holds, value);
    if (rule === undefined) continue;
    const parameter = parameters.find(({ path }) => path[0] === name);
    const label = parameter === undefined ? `The field ${name} of --input` : labelOf(parameter);
    throw new UsageError(`${label} ${rule}.`, `tome ${line} --help`);
  }
}

/** What is wrong with a text, as a clause to follow its name. */
async function faultIn(holds: Held, text: string): Promise<string | undefined> {
  switch (holds) {
    case "words":
      return text.trim() === ""
        ? `must have a character that is not white space, and is ${JSON.stringify(text)}`
        : undefined;
    case "expression": {
      const { syntaxFaultOf } = await import("../service/engines/condition.ts");
      const fault = await syntaxFaultOf(text);
      return (
        fault &&
        `must be an expression, and has a fault at character ${fault.position}: ${fault.rule}`
      );
    }
    case "certificate": {
      const { isCertificate } = await import("../service/areas/people/certificate.ts");
      return isCertificate(text)
        ? undefined
        : "must be an X.509 certificate, as PEM or base64, and what it names is none";
    }
  }
}

/** What is wrong with a JSON schema, as a clause to follow its name. */
export async function schemaFaultOf(schema: JsonValue): Promise<string | undefined> {
  const { draftFaultOf } = await import("../service/engines/visitor-schema.ts");
  return draftFaultOf(schema);
}
