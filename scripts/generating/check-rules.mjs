/** Generator of docs/check-rules.md: the finding, the reason and the fix of each rule of `tome check`. */

/** @typedef {import("../../src/features/check/rule.ts").CheckRule} CheckRule */

const page = "docs/check-rules.md";
const source = "src/features/check/rules.ts";

const head = `# Check rules

Look up the rules of \`tome check\`, which \`tome check rules\` also prints. [Checks](check.md#configure-rules) describes how to change levels and parameters. \`npm run generate\` writes this page; do not edit it.
`;

/** @type {Readonly<Record<CheckRule["over"], string>>} */
const titles = {
  repository: "Rules for repositories",
  organization: "Rules for organizations",
};

/** @type {import("./generate.mjs").Generator} */
export async function checkRules({ load }) {
  const [{ allRules }] = await load(source);
  /** @type {readonly CheckRule[]} */
  const rules = allRules;
  const parts = Object.entries(titles).flatMap(([over, title]) => {
    const group = rules.filter((rule) => rule.over === over);
    return group.length === 0 ? [] : [`\n## ${title}\n`, ...group.map(getPart)];
  });
  return { [page]: head + parts.join("") };
}

/** @param {CheckRule} rule */
function getPart({ id, title, level, finds, why, fix, parameters }) {
  const given = Object.entries(parameters).map(
    ([name, { does, default: usual }]) =>
      `- \`${name}\`: ${does} (default \`${JSON.stringify(usual)}\`)\n`,
  );
  return [
    `\n### ${id}\n`,
    `\n**${title}** (${level}). ${finds} ${why}\n`,
    `\nFix: ${fix}\n`,
    ...(given.length === 0 ? [] : ["\n", ...given]),
  ].join("");
}
