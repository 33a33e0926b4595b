/**
 * Lint rules for vocabulary: declared names must use standard terms. The lists contain the words to avoid
 * and their replacements.
 */
import { basename } from "node:path/posix";
import { blank, declaredNames, onlyComments } from "./syntax-tree.mjs";

/** Words to avoid in all declared names and file names. */
const avoided = instead({
  "a specific noun (module, mount, capacity)": "room rooms wing wings",
  "public route": "door doors",
  "request or traversal": "visit visits",
  "check or boundary": "wall walls",
  "setup, target or fault injection": "stage stages staged staging",
  "request context": "trail trails",
  "middleware or the wrapped function": "around",
  "metrics or the measured quantity": "figures",
  "recording or cassette": "tape tapes",
  "secret box or encrypted": "sealer sealers sealed",
  authorize: "demand demands demanded demanding",
  notFound: "unseen",
  "contains or with": "having",
  "a specific verb (recompute, resolve, normalize, finish)": "settle settles settled settling",
  "a specific adjective (locked, granted, contained)": "held",
  "a specific noun (location, URL, position, path)": "place places placed",
});

/** Words to avoid in the names of functions, types, files and exports, but not of variables. */
const vague = instead({
  "a specific noun (row, record, response)": "found shown seen joined understood lonely struck",
  "a specific term (journal entry, token entry)": "entry entries",
});

/** Trees are merged, not joined. Users join an organization, and strings are joined. */
const mergedTrees = /\bjoin(?:ed|s|ing)? (?:trees?|pages?|documents?|revisions?)\b/;

/** Established terms that contain one of the words, with the reason for each. */
const terms = new Map([
  ["not found", "the status 404"],
  ["entry document", "OpenAPI: the first document of a description"],
  ["tree entry", "Git: a line of a tree"],
  ["keyring entry", "the term of the keyring library"],
  ["token entry", "an entry of tokens.json for an origin"],
  ["token entries", "the entries of tokens.json for a profile"],
  ["journal entry", "a line of a journal"],
  ["history entry", "a write in the history"],
  ["history entries", "writes in the history"],
  ["glossary entry", "API: a term with its translations"],
  ["glossary entries", "API: terms with their translations"],
]);

/** Names of JavaScript that a class must use which implements a map. */
const methodsOfMaps = new Set(["entries"]);

/**
 * @param {string} file
 * @param {any} program
 * @returns {{ index: number, fault: string }[]}
 */
export function nameFaults(file, program) {
  const names = [{ name: basename(file), index: 0, isPublic: true }, ...declaredNames(program)];
  return names.flatMap(({ name, index, isPublic }) => {
    if (methodsOfMaps.has(name)) return [];
    const replacement = findReplacement(name, isPublic);
    if (replacement === undefined) return [];
    return [{ index, fault: `"${name}": use ${replacement}; see scripts/linting/words.mjs` }];
  });
}

/**
 * Comments use they for persons, except in quotations.
 * @param {string} text
 * @param {any} program
 * @returns {{ index: number, fault: string }[]}
 */
export function commentFaults(text, program) {
  const comments = onlyComments(text, program).replace(/"[^"\n]*"|`[^`\n]*`/g, blank);
  return [...comments.matchAll(/\b(?:he|his|him|himself)\b/gi)].map(({ index, 0: word }) => ({
    index,
    fault: `a comment contains "${word}": use they, their or a noun`,
  }));
}

/** @param {Readonly<Record<string, string>>} lists words to avoid by replacement */
function instead(lists) {
  return new Map(
    Object.entries(lists).flatMap(([replacement, words]) =>
      words.split(" ").map((word) => /** @type {const} */ ([word, replacement])),
    ),
  );
}

/**
 * @param {string} name
 * @param {boolean} isPublic
 */
function findReplacement(name, isPublic) {
  const split = name.replace(/(?<=[a-z\d])(?=[A-Z])|[^a-zA-Z]+/g, " ").toLowerCase();
  const rest = [...terms.keys()].reduce(
    (words, term) => words.replace(new RegExp(`\\b${term}\\b`, "g"), ""),
    split,
  );
  const words = rest.split(" ");
  if (mergedTrees.test(rest)) return "merge";
  const word = words.find((one) => avoided.has(one) || (isPublic && vague.has(one)));
  return word === undefined ? undefined : (avoided.get(word) ?? vague.get(word));
}
