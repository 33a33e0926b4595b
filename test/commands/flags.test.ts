/** The flags, defaults and limits that commands define in addition to the API, and their requests. */
import { expect, test } from "vitest";
import type { CommandField } from "../../src/commands/fields.ts";
import { listFields, type Verb } from "../../src/commands/verb.ts";
import { everyVerb } from "./tree.ts";

/** `reviewer: list of id user, max 100, optional`, without the help. */
function describeField(field: CommandField): string {
  const { kind, help: _, ...options } = field;
  const words = Object.entries(options).map(([name, value]) => {
    if (value === true) return name;
    if (name === "of" && field.kind === "list") return `of ${describeField(field.of)}`;
    if (name === "values") return String(value);
    return `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`;
  });
  return [kind, ...words].join(", ");
}

function describeFields(fields: Readonly<Record<string, CommandField>>): string[] {
  return Object.entries(fields).map(([name, field]) => `${name}: ${describeField(field)}`);
}

/** How a command is called, apart from its fields. */
function describeTraits(verb: Verb): string[] {
  const { arguments: names, usesDefault, printedSecrets } = verb;
  const given = names.length === 0 ? [] : [`arguments: ${names.join(", ")}`];
  const secrets = printedSecrets.length === 0 ? [] : [`prints: ${printedSecrets.join(", ")}`];
  const traits = [...given, ...(usesDefault ? ["argument from the settings"] : []), ...secrets];
  if (verb.kind !== "custom") {
    const replaced = Object.entries(verb.unless).map(([flag, name]) => `--${flag} unsets ${name}`);
    return [...traits, ...replaced];
  }
  const { settings, list, isWrite, mayPrompt, hasFindings, isWithin, isBulk } = verb;
  const marks = Object.entries({ list, isWrite, mayPrompt, hasFindings, isWithin, isBulk });
  return [
    ...traits,
    ...(settings === "checked" ? [] : [`settings: ${settings}`]),
    ...marks.flatMap(([name, isSet]) => (isSet ? [name] : [])),
    ...verb.operations.map(({ route }) => route),
  ];
}

test("every command has its flags, with defaults and limits, and sends its requests", async () => {
  const described = (await everyVerb()).flatMap(([words, verb]) => {
    // Of several operations, a field has the words of the first one.
    const isOfOne = verb.kind !== "custom" && verb.endpoints.length === 1;
    const fields = describeFields(isOfOne ? verb.extra : listFields(verb));
    const lines = [...fields, ...describeTraits(verb)];
    if (lines.length === 0) return [];
    return [`tome ${words}\n${lines.map((line) => `  ${line}\n`).join("")}`];
  });
  await expect(described.join("\n")).toMatchFileSnapshot("flags.txt");
});
