/** Short YAML texts that people write: settings of a repository and of its pages. */
import { parse, stringify } from "yaml";

/** @throws an error whose first line says what is wrong at which position */
export function readYaml(text: string): unknown {
  // Few aliases: with many, a short text can expand enormously.
  return parse(text, { maxAliasCount: 20, logLevel: "error" });
}

export function writeYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 });
}
