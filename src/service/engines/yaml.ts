/** Short YAML texts of people: settings of a repository and of its pages. */
import { parse, stringify } from "yaml";

/** @throws an error whose first line says what is wrong, and where */
export function readYaml(text: string): unknown {
  // Few aliases: a short text can otherwise say enormously much.
  return parse(text, { maxAliasCount: 20, logLevel: "error" });
}

export function writeYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 });
}
