/** docs/contract-diff.md: what was compared, and every difference with its reason. */

/** @typedef {import("./sides.mjs").Found} Found */
/** @typedef {import("./sides.mjs").Description} Description */

/**
 * @param {object} found
 * @param {string} found.date
 * @param {import("./sides.mjs").Compared} found.compared
 * @param {import("./reasons.mjs").Explained} found.explained
 * @returns {string}
 */
export function pageOf({ date, compared, explained }) {
  const { differences, here, descriptions } = compared;
  const { known, unexplained, outdated } = explained;
  const row = (/** @type {string} */ name, /** @type {(one: Description) => unknown} */ cellOf) =>
    `| ${name} | ${descriptions.map(cellOf).join(" | ")} |`;
  const table = tableOf(descriptions.length);
  return `${[
    "# The contract and the public descriptions",
    "",
    "Written by `npm run contract:diff`, which compares the contract with two descriptions that the hosted platform publishes, an earlier one, whose clients are in use, and the newest: operations, fields of requests and of answers, which of them are required, values, limits, statuses. Names only; `here` is tome, `there` the description. A name with `request` or `answer` is one of the description's schemas, wherever it is used.",
    "",
    row("", ({ version }) => version),
    `|---|${descriptions.map(() => "---|").join("")}`,
    row("compared on", () => date),
    row("operations there", ({ there }) => there),
    row(`of the ${here} operations here`, ({ both }) => both),
    row("named here as absent", ({ absent }) => absent),
    row("differences", (one) => one.differences),
    "",
    `Of ${differences.length} differences ${differences.length - unexplained.length} have a reason, ${unexplained.length} have none. An operation or a field that only one of the descriptions has is answered for the clients of that one.`,
    "",
    "What is not compared: what is in a document's blocks, which the contract knows by their form alone (a test compares the answers with the description); headers; statuses of failures, as a failure has one form here whatever its status; and words.",
    "",
    "## Without a reason",
    "",
    ...(unexplained.length > 0 ? table(unexplained) : ["None."]),
    "",
    ...(outdated.length > 0
      ? [
          "## Reasons for what is there no more",
          "",
          ...outdated.map((line) => `- ${code(line)}`),
          "",
        ]
      : []),
    ...[...known]
      .filter(([, some]) => some.length > 0)
      .flatMap(([reason, some]) => [`## ${reason}`, "", ...table(some), ""]),
  ]
    .join("\n")
    .trimEnd()}\n`;
}

/** @param {number} all how many descriptions there are */
function tableOf(all) {
  return (/** @type {readonly Found[]} */ differences) => [
    "| location | difference | description | operations |",
    "|---|---|---|---|",
    ...differences.map(
      ({ location, what, versions, operations }) =>
        `| ${code(location)} | ${what.startsWith("pattern: ") ? code(what) : plain(what)} | ${versions.size === all ? "all" : [...versions].join(", ")} | ${countOrNames(operations)} |`,
    ),
  ];
}

/** @param {ReadonlySet<string>} operations */
function countOrNames(operations) {
  const names = [...operations].sort();
  return names.length > 3 ? `${names.length}` : names.map(code).join(", ");
}

/** @param {string} text */
const code = (text) => `\`${plain(text)}\``;

/** @param {string} text */
const plain = (text) => text.replaceAll("|", "\\|");
