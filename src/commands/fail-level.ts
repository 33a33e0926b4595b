/** `--fail`: the findings that end a command with exit code 10. */
import { enumeration, optional } from "./fields.ts";

/**
 * The flag `--fail`, also spelled `--fail-on`, with an optional level.
 * @param levels values of the flag; without a value, the first one
 * @param help starts with the effect: "End with exit code 10 if there are changes"
 */
export function failLevel<const Level extends string>(
  levels: readonly [Level, ...Level[]],
  help: string,
) {
  const [bare] = levels;
  return optional(enumeration(levels, help, { flag: "fail", alias: "fail-on", bare }));
}
