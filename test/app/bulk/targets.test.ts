import { expect, test } from "vitest";
import { keepsOrder } from "../../../src/app/bulk/items.ts";
import {
  checkFileWord,
  checkWords,
  expandTargets,
  resolveTarget,
} from "../../../src/app/bulk/targets.ts";
import { formatLabel } from "../../../src/app/parse/argument-values.ts";
import { findCommand } from "../../../src/app/parse/find-command.ts";
import { listParameters } from "../../../src/app/parse/parameters.ts";
import { parse } from "../../../src/app/parse/parse.ts";

async function findVerb(line: string) {
  const { command } = await findCommand(line.split(" "));
  if (command === undefined || command.kind === "noun")
    throw new Error(`${line} is not a command.`);
  return { verb: command, parameters: listParameters(command) };
}

test.each([
  ["space update", "<space>", false],
  ["space delete", "<space>", false],
  ["translation glossary put", undefined, false],
  ["space create", undefined, true],
  ["collection update", "<collection>", false],
  ["space move", "<space>", true],
  ["team add", undefined, false],
  ["org invite users", undefined, true],
  ["site ads review", "--site", false],
  ["git remove-legacy", "--space", false],
  ["cr edit", undefined, true],
  ["cr replace", "<text>", true],
  ["openapi put", "<slug>", true],
  ["space get", "<space>", false],
  ["space list", undefined, false],
])("%s has the target %s, and keeps the order of its items: %s", async (line, target, order) => {
  const { verb, parameters } = await findVerb(line);
  const resolved = resolveTarget(verb, parameters);
  expect([resolved && formatLabel(resolved), keepsOrder(verb, parameters)]).toEqual([
    target,
    order,
  ]);
});

test("each word for the target is a command line of its own with the same flags", async () => {
  const { verb, parameters } = await findVerb("space update");
  const typed = parse("space update", verb, parameters, ["A", "B", "C", "--title", "T"]);
  const target = resolveTarget(verb, parameters);
  if (target === undefined) throw new Error("There is no target.");
  const expanded = expandTargets(typed, target);
  expect(expanded).toEqual(
    ["A", "B", "C"].map((word) => ({
      ...typed,
      arguments: new Map([[target, [word]]]),
      further: [],
    })),
  );
  expect(expandTargets({ ...typed, arguments: new Map() }, target)).toEqual(expanded.slice(1));
});

test.each<[string, string | undefined]>([
  ["A --title New title", '"title" after --title New'],
  ["A --title New", undefined],
  ["A --title New --sso", undefined],
  ["A --title=New title", '"title" after --title=New'],
  ["--title A B", '"B" after --title A'],
  ["A -- --title New title", undefined],
  ["- --title New title", '"title" after --title New'],
  ["A --sso B", undefined],
  ["A --sso --title New title", '"title" after --title New'],
  ["A --profile --title B C", undefined],
  ["A --jq --title B C", undefined],
  ["A -q --title B C", undefined],
  ["A --json --title B C", '"C" after --title B'],
  ["A -n --title B C", `"C" after --title B`],
  ["A --verbose --title B C", '"C" after --title B'],
  ["A --unknown --title B C", '"C" after --title B'],
  ["A --email-domain a.example B", '"B" after --email-domain a.example'],
  ["A --logo https://a.example/ B", undefined],
  ["A --default-role guest B", undefined],
  ["A --merge-rules approval B", undefined],
])("of the words %s, the last is a target or an error", async (words, fault) => {
  const { parameters } = await findVerb("org update");
  const check = () => checkWords(words.split(" "), parameters, "org update");
  if (fault === undefined) return expect(check).not.toThrow();
  expect(check).toThrow(
    `${fault} is ambiguous. Quote a value with spaces, and put resources before the flags.`,
  );
});

test.each([
  ["cr update", "C1 --description Some text", '"text" after --description Some'],
  ["comment create", "--body Some text", '"text" after --body Some'],
])("the Markdown of %s can contain spaces", async (line, words, fault) => {
  const { parameters } = await findVerb(line);
  expect(() => checkWords(words.split(" "), parameters, line)).toThrow(fault);
});

const fileWords = ["json", "ndjson", "yaml", "yml", "md", "markdown", "pem"].flatMap((ending) =>
  [ending, ending.toUpperCase()].flatMap((one) => [`pets.${one}`, `./a b/pets.v2.${one}`]),
);

test.each<[string, string | undefined]>([
  ...fileWords.map((word): [string, string] => [word, "--file"]),
  ...["https://a.example/pets", "HTTP://a.example/pets.json"].map((word): [string, string] => [
    word,
    "--url",
  ]),
  ...["pets", "json", ".json", " .json", "pets.jsonc", "pets.txt", "pets.yaml.old", "petsyaml"].map(
    (word): [string, undefined] => [word, undefined],
  ),
  ["ftp://a.example/pets", undefined],
])("of the resources, the last word %j belongs to %s", async (word, label) => {
  const { verb, parameters } = await findVerb("openapi put");
  const typed = parse("openapi put", verb, parameters, ["pets"]);
  const check = () => checkFileWord({ ...typed, further: [word] }, parameters);
  if (label === undefined) expect(check).not.toThrow();
  else expect(check).toThrow(`${JSON.stringify(word)} is not a resource; use ${label} for it`);
});

test.each([
  ["openapi put", "pets --file a.json", "b.json"],
  ["openapi put", "pets --url https://a.example", "https://b.example"],
  // The file is an argument.
  ["local import", "a.json", "b.json"],
  // The command has no such flag.
  ["space delete", "Guide", "b.json"],
  ["space delete", "Guide", "https://b.example"],
])("%s %s has no flag left for %s", async (line, words, word) => {
  const { verb, parameters } = await findVerb(line);
  const typed = parse(line, verb, parameters, words.split(" "));
  expect(() => checkFileWord({ ...typed, further: [word] }, parameters)).not.toThrow();
  expect(() => checkFileWord({ ...typed, further: [] }, parameters)).not.toThrow();
});
