/** docs/check-rules.md: what each rule of `tome check` finds, why that matters, and what mends it. */

/** @typedef {import("../../src/features/check/rule.ts").Rule} Rule */

const page = "docs/check-rules.md";
const source = "src/features/check/rules.ts";

const head = `# The rules of tome check

Written by \`npm run generate\` from what \`tome check rules\` prints; not to be edited. [check](check.md) says how levels and parameters are changed.
`;

/** @type {Readonly<Record<Rule["over"], string>>} */
const titles = {
  repository: "Over the files of a repository",
  organization: "Over an organization",
};

/** @type {import("./generate.mjs").Generator} */
export async function checkRules({ load }) {
  const [{ allRules }] = await load(source);
  /** @type {readonly Rule[]} */
  const rules = allRules;
  const parts = Object.entries(titles).flatMap(([over, title]) => {
    const own = rules.filter((rule) => rule.over === over);
    return own.length === 0 ? [] : [`\n## ${title}\n`, ...own.map(partOf)];
  });
  return { [page]: head + parts.join("") };
}

/** @param {Rule} rule */
function partOf({ id, title, level, finds, why, mend, parameters }) {
  const given = Object.entries(parameters).map(
    ([name, { does, default: usual }]) =>
      `- \`${name}\`: ${does}. Unless set: \`${JSON.stringify(usual)}\`\n`,
  );
  return [
    `\n### ${id}\n`,
    `\n**${title}** (${level}). ${finds} ${why}\n`,
    `\nTo mend it: ${mend}\n`,
    ...(given.length === 0 ? [] : ["\n", ...given]),
  ].join("");
}
