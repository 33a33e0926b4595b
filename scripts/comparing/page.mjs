/** docs/contract-diff.md: what was compared, and every difference with its reason. */

/** @typedef {import("./differences.mjs").Difference} Difference */

/**
 * @param {object} found
 * @param {string} found.version what was compared with
 * @param {string} found.date
 * @param {import("./sides.mjs").Compared} found.compared
 * @param {import("./reasons.mjs").Explained} found.explained
 * @returns {string}
 */
export function pageOf({ version, date, compared, explained }) {
  const { differences, here, both, there } = compared;
  const { known, unexplained, outdated } = explained;
  const explainedCount = differences.length - unexplained.length;
  return `${[
    "# The contract and the public description",
    "",
    "Written by `npm run contract:diff`, which compares the contract with the newest description that the hosted platform publishes: operations, fields of requests and of answers, which of them are required, values, limits, statuses. Names only; `here` is tome, `there` the description. A name with `request` or `answer` is one of the description's schemas, wherever it is used.",
    "",
    "| | |",
    "|---|---|",
    `| compared on | ${date} |`,
    `| published version | ${version} |`,
    `| operations there | ${there} |`,
    `| operations here | ${here}, of which ${both} are published |`,
    `| differences | ${differences.length} |`,
    `| with a reason | ${explainedCount} |`,
    `| without a reason | ${unexplained.length} |`,
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

/** @param {readonly Difference[]} differences */
function table(differences) {
  return [
    "| location | difference | operations |",
    "|---|---|---|",
    ...differences.map(
      ({ location, what, operations }) =>
        `| ${code(location)} | ${plain(what)} | ${countOrNames(operations)} |`,
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
