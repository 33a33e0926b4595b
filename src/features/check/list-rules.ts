/** `tome check rules`: lists all rules with their explanation and fix. */
import type { Context, Result, ViewLine } from "../../context.ts";
import { isForPerson } from "../output-form.ts";
import { readConfiguration } from "./configuration.ts";
import type { CheckRule } from "./rule.ts";
import { allRules } from "./rules.ts";

export async function listRules(
  context: Context,
  input: { readonly rules?: string; readonly repo?: string },
): Promise<Result> {
  const { rules, custom } = await readConfiguration(context, input, allRules);
  const all = [...allRules, ...custom].map((rule) => ({
    ...rule,
    level: rules.get(rule.id)?.level ?? rule.level,
  }));
  if (isForPerson(context)) return { view: [{ lines: all.flatMap(formatLines) }] };
  return {
    list: [
      all.map(({ id, over, level, title, finds, why, fix, parameters }) => ({
        ...{ id, over, level, title, finds, why, fix },
        parameters: Object.fromEntries(
          Object.entries(parameters).map(([name, one]) => [name, { ...one }]),
        ),
      })),
    ],
    columns: [
      { header: "ID", path: "id" },
      { header: "SCOPE", path: "over" },
      { header: "LEVEL", path: "level" },
      { header: "FINDS", path: "finds", wide: true },
      { header: "WHY", path: "why", wide: true },
      { header: "FIX", path: "fix", wide: true },
    ],
    none: "",
  };
}

const tones = { error: "red", warning: "yellow", notice: "cyan", off: "dim" } as const;

function formatLines({
  id,
  title,
  level,
  over,
  finds,
  why,
  fix,
  parameters,
}: CheckRule): ViewLine[] {
  return [
    [
      { text: title, tone: "bold" },
      "  ",
      { text: level, tone: tones[level] },
      "  ",
      { text: `${id} (${over})`, tone: "dim" },
    ],
    ["  ", finds],
    ["  ", why],
    [{ text: "  → ", tone: "cyan" }, fix],
    ...Object.entries(parameters).map(
      ([name, parameter]): ViewLine => [
        { text: `  ${name}`, tone: "cyan" },
        `: ${parameter.does} (default ${JSON.stringify(parameter.default)})`,
      ],
    ),
    [],
  ];
}
