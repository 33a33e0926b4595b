/** `tome check rules`: every rule, what it finds, why that matters and what mends it. */
import type { Context, Line, Result } from "../../context.ts";
import { isForPerson } from "../output-form.ts";
import { readConfiguration } from "./configuration.ts";
import type { Rule } from "./rule.ts";
import { allRules } from "./rules.ts";

export async function listRules(
  context: Context,
  asked: { readonly rules?: string; readonly repo?: string },
): Promise<Result> {
  const { rules, custom } = await readConfiguration(context, asked, allRules);
  const all = [...allRules, ...custom].map((rule) => ({
    ...rule,
    level: rules.get(rule.id)?.level ?? rule.level,
  }));
  if (isForPerson(context)) return { view: [{ lines: all.flatMap(formatLines) }] };
  return {
    list: [
      all.map(({ id, over, level, title, finds, why, mend, parameters }) => ({
        ...{ id, over, level, title, finds, why, mend },
        parameters: Object.fromEntries(
          Object.entries(parameters).map(([name, one]) => [name, { ...one }]),
        ),
      })),
    ],
    columns: [
      { header: "ID", path: "id" },
      { header: "OVER", path: "over" },
      { header: "LEVEL", path: "level" },
      { header: "FINDS", path: "finds", wide: true },
      { header: "WHY", path: "why", wide: true },
      { header: "MEND", path: "mend", wide: true },
    ],
    none: "",
  };
}

const tones = { error: "red", warning: "yellow", notice: "cyan", off: "dim" } as const;

function formatLines({ id, title, level, over, finds, why, mend, parameters }: Rule): Line[] {
  return [
    [
      { text: title, tone: "bold" },
      "  ",
      { text: level, tone: tones[level] },
      "  ",
      { text: `${id}, over ${over === "repository" ? "files" : "the organization"}`, tone: "dim" },
    ],
    ["  ", finds],
    ["  ", why],
    [{ text: "  → ", tone: "cyan" }, mend],
    ...Object.entries(parameters).map(
      ([name, parameter]): Line => [
        { text: `  ${name}`, tone: "cyan" },
        `: ${parameter.does}; ${JSON.stringify(parameter.default)} unless set`,
      ],
    ),
    [],
  ];
}
