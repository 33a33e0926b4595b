import { expect, test } from "vitest";
import { findCommand } from "../../../src/app/parse/find-command.ts";
import {
  isConfirmed,
  isWrite,
  listFlags,
  mayAsk,
  requestsBulkRun,
  takesMany,
  takesNextWord,
  takesYes,
} from "../../../src/app/parse/global-flags.ts";
import { listParameters } from "../../../src/app/parse/parameters.ts";

const listFlagNames = [
  "limit",
  "all",
  "fail-truncated",
  "filter",
  "sort",
  "columns",
  "page-token",
  "page-size",
] as const;
const bulkFlagNames = [
  "from",
  "concurrency",
  "journal",
  "resume",
  "retry-unknown",
  "stop-on-error",
] as const;
const requestFlagNames = ["dry-run", "curl"] as const;

test.each<[string, readonly string[], readonly string[]]>([
  ["space update", ["writes", "many"], ["input", ...bulkFlagNames, ...requestFlagNames, "verbose"]],
  ["space list", [], [...listFlagNames, ...requestFlagNames, "header"]],
  [
    "space create",
    ["asks", "writes", "yes", "many"],
    ["input", ...bulkFlagNames, ...requestFlagNames, "yes", "verbose"],
  ],
  ["space move", ["writes", "many"], ["input", ...bulkFlagNames, ...requestFlagNames, "verbose"]],
  [
    "space delete",
    ["confirmed", "asks", "writes", "yes", "many"],
    [...bulkFlagNames, ...requestFlagNames, "yes", "verbose"],
  ],
  ["cr list", [], [...listFlagNames, ...requestFlagNames, "header"]],
  ["cr update", ["writes", "many"], ["input", ...bulkFlagNames, ...requestFlagNames, "verbose"]],
  ["org update", ["writes", "many"], ["input", ...bulkFlagNames, ...requestFlagNames, "verbose"]],
  [
    "org invite users",
    ["writes", "many"],
    ["input", ...bulkFlagNames, ...requestFlagNames, "verbose"],
  ],
  [
    "openapi put",
    ["writes", "yes", "many"],
    [...bulkFlagNames, ...requestFlagNames, "yes", "verbose", "report"],
  ],
  ["api", ["confirmed", "asks", "writes", "yes"], [...requestFlagNames, "yes", "verbose"]],
  ["site list", [], [...listFlagNames, ...requestFlagNames, "header"]],
  [
    "team add",
    ["confirmed", "asks", "writes", "yes", "many"],
    ["input", ...bulkFlagNames, ...requestFlagNames, "yes", "verbose"],
  ],
  ["comment list", [], [...listFlagNames, ...requestFlagNames, "header"]],
  ["page get", [], []],
  [
    "check",
    [],
    ["limit", "all", "fail-truncated", "filter", "sort", "columns", "report", "header"],
  ],
  [
    "cr merge",
    ["confirmed", "asks", "writes", "yes", "many"],
    [...bulkFlagNames, ...requestFlagNames, "yes", "verbose", "report"],
  ],
  ["space get", [], ["columns", ...requestFlagNames, "web"]],
  [
    "site customization update",
    ["writes", "yes", "many"],
    [...bulkFlagNames, ...requestFlagNames, "yes", "verbose"],
  ],
  ["completion", [], []],
  [
    "git import",
    ["confirmed", "asks", "writes", "yes", "many"],
    [...bulkFlagNames, ...requestFlagNames, "yes", "verbose"],
  ],
  ["member list", [], [...listFlagNames, ...requestFlagNames, "header"]],
  // It has its own --resume.
  [
    "apply",
    ["confirmed", "asks", "writes", "yes"],
    ["limit", "all", "fail-truncated", "columns", ...requestFlagNames, "yes", "verbose", "header"],
  ],
  ["org create", ["writes", "many"], ["input", ...bulkFlagNames, ...requestFlagNames, "verbose"]],
  ["site section list", [], [...listFlagNames, ...requestFlagNames, "header"]],
])("tome %s is %j and has the shared flags %j", async (line, properties, flags) => {
  const { command } = await findCommand(line.split(" "));
  if (command === undefined || command.kind === "noun")
    throw new Error(`${line} is not a command.`);
  const rules = {
    confirmed: isConfirmed,
    asks: mayAsk,
    writes: isWrite,
    yes: takesYes,
    many: takesMany,
  };
  expect(Object.entries(rules).flatMap(([name, rule]) => (rule(command) ? [name] : []))).toEqual(
    properties,
  );
  const hasBody = listParameters(command).some(({ inBody }) => inBody);
  const shared = listFlags(command, takesYes(command), hasBody).filter(
    (flag) => flag.for !== undefined,
  );
  expect(shared.map(({ long }) => long)).toEqual(flags);
});

test.each([
  ["--limit", true],
  ["-L", true],
  ["--limit=5", false],
  ["--org", true],
  ["--organization", true],
  ["--space", true],
  ["--all", false],
  ["--json", false],
  ["-n", false],
  ["--nosuch", false],
  ["-q", true],
])("the word after %s is its value: %s", (flag, takes) => {
  expect(takesNextWord(flag)).toBe(takes);
});

test.each([
  [["from"], true],
  [["dry-run", "resume"], true],
  [["dry-run"], false],
  [[], false],
])("the flags %j request a bulk run: %s", (names, expected) => {
  expect(requestsBulkRun(new Map(names.map((name) => [name, true])))).toBe(expected);
});
