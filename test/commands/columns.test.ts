/** The columns of lists and records, which scripts and readers depend on. */
import { expect, test } from "vitest";
import { getAcross, type Verb } from "../../src/commands/verb.ts";
import type { PrintedColumn } from "../../src/context.ts";
import { listModelPaths } from "../../src/contract/paths.model.ts";
import { slowTest } from "../support/generators/amount.ts";
import { everyVerb } from "./tree.ts";

type VerbWithColumns = Exclude<Verb, { readonly kind: "custom" }>;

const hasColumns = (verb: Verb): verb is VerbWithColumns =>
  verb.kind !== "custom" && verb.columns.length > 0;

/** `TITLE: title, as title, wide`. */
function describeColumn({ header, path, ...options }: PrintedColumn): string {
  const words = Object.entries(options).map(([name, value]) =>
    value === true ? name : `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return `${header}: ${[path, ...words].join(", ")}`;
}

/** What a list says in addition to its rows, and the resources whose titles replace ids. */
function describeList(verb: VerbWithColumns): string[] {
  if (verb.kind !== "query") return [];
  const { endpoints, listIn, emptyText, titleLookup } = verb;
  const special = ["present", "shorten"] as const;
  const marks = special.flatMap((name) => (verb[name] === undefined ? [] : [`(${name})`]));
  const isList = endpoints.some(({ list }) => list === true) || listIn !== undefined;
  if (!isList) return marks;
  const [order, scope] = [verb.order({}), verb.describeScope({})];
  return [
    ...marks,
    ...(verb.hasFindings ? ["(with findings)"] : []),
    ...(listIn === undefined ? [] : [`(rows in ${listIn})`]),
    ...(titleLookup === undefined
      ? []
      : [`(titles of ${titleLookup.paths.join(", ")} in ${titleLookup.within})`]),
    ...(getAcross(verb) === undefined ? [] : [`(across with ${getAcross(verb)?.flag})`]),
    ...[emptyText, order, scope].filter((text) => text !== undefined),
  ];
}

/** Commands with the same output follow each other. */
async function describeColumns(): Promise<string> {
  const groups = new Map<string, string[]>();
  for (const [words, verb] of await everyVerb()) {
    if (!hasColumns(verb)) continue;
    const lines = [...verb.columns.map(describeColumn), ...describeList(verb)];
    const text = lines.map((line) => `  ${line}\n`).join("");
    groups.set(text, [...(groups.get(text) ?? []), `tome ${words}`]);
  }
  return [...groups].map(([text, names]) => `${names.join("\n")}\n${text}`).join("\n");
}

test("every command shows its columns, in order, and its note about the list", async () => {
  await expect(await describeColumns()).toMatchFileSnapshot("columns.txt");
});

/** Objects with any members, and documents, whose models have no end. */
const openPaths = /^(?:payload|description\.nodes|response\.steps\.content)\./;

slowTest("every column shows a field of the response", async () => {
  const unknown: string[] = [];
  for (const [words, verb] of await everyVerb()) {
    if (!hasColumns(verb)) continue;
    const { listIn } = verb.kind === "query" ? verb : { listIn: undefined };
    const prefix = listIn === undefined || listIn === "." ? "" : `${listIn}.`;
    const models = await Promise.all(verb.endpoints.map((endpoint) => endpoint.output?.()));
    const paths = new Set(models.flatMap((model) => (model ? listModelPaths(model) : [])));
    for (const { path } of verb.columns) {
      const isKnown = paths.has(prefix + path) || paths.has(path) || openPaths.test(path);
      if (!isKnown) unknown.push(`${words}: ${path}`);
    }
  }
  expect(unknown).toEqual([]);
});
