/** `.gitbook/vars.yaml`: variables of a space, one per line. */
import { readYaml, readYamlTexts } from "../yaml.ts";
import { isNumber, isObject, keepWrittenNumbers } from "./front-matter.ts";

/** Below the content root. */
export const variablesLocation = ".gitbook/vars.yaml";

export type VariableValues = Readonly<Record<string, string | number | boolean>>;

/** @throws VariablesError unless all values are text, numbers, true or false */
export function parseVariables(text: string, path: string): VariableValues {
  const value = parseText(text, path) ?? {};
  if (!isObject(value)) {
    throw new VariablesError(
      `${path} must have a name and a value on each line, such as version: 3.`,
      "",
    );
  }
  const hasNumbers = Object.values(value).some(isNumber);
  const values = hasNumbers ? keepWrittenNumbers(value, readYamlTexts(text)) : value;
  return Object.fromEntries(
    Object.entries(values).map(([name, one]: [string, unknown]) => {
      if (one === null) return [name, ""];
      if (typeof one === "string" || typeof one === "boolean") return [name, one];
      if (typeof one === "number" && Number.isFinite(one)) return [name, one];
      throw new VariablesError(
        `The variable ${name} in ${path} must be text, a number, true or false. Use several variables instead of a list.`,
        name,
      );
    }),
  );
}

export class VariablesError extends Error {
  /** @param variable the invalid variable; "" for the whole text */
  constructor(
    message: string,
    readonly variable: string,
  ) {
    super(message);
  }
}

function parseText(text: string, path: string): unknown {
  try {
    return readYaml(text);
  } catch (error) {
    const why = error instanceof Error ? (error.message.split("\n")[0] ?? "") : "";
    throw new VariablesError(`${path} cannot be read: ${why.replace(/[:.]$/, "")}.`, "");
  }
}
