/**
 * The rule of words: what is declared says what it is or does in the terms of the field. The lists
 * below are the words to avoid, and what stands instead.
 */
import { basename } from "node:path/posix";
import { blank, declaredNames, onlyComments } from "./syntax-tree.mjs";

/** In no declared name, and in the name of no file. */
const avoided = instead({
  "what it is (module, mount, capacity)": "room rooms wing wings",
  "public route": "door doors",
  "request, or walk of a tree": "visit visits",
  "check or boundary": "wall walls",
  "setup, target or fault injection": "stage stages staged staging",
  "request context": "trail trails",
  "middleware, or what it surrounds": "around",
  "metrics, or what they measure": "figures",
  "recording or cassette": "tape tapes",
  "secret box or encrypted": "sealer sealers sealed",
  authorize: "demand demands demanded demanding",
  notFound: "unseen",
  "contains or with": "having",
  "what it does (recompute, resolve, normalize, finish)": "settle settles settled settling",
  "what it is (locked, granted, contained)": "held",
  "what it is (location, address, position, path)": "place places placed",
});

/** In no name of a function, a type, a file, or something exported; a variable may have it. */
const vague = instead({
  "what it is (row, record, presented)": "found shown seen joined understood lonely struck",
  "which entry it is (journal entry, token entry)": "entry entries",
});

/** Trees are merged; a person joins an organization, and texts are joined. */
const mergedTrees = /\bjoin(?:ed|s|ing)? (?:trees?|pages?|documents?|revisions?)\b/;

/** Terms of others with one of the words, each with its reason. */
const terms = new Map([
  ["not found", "the status 404"],
  ["entry document", "OpenAPI: where a description begins"],
  ["tree entry", "Git: a line of a tree"],
  ["keyring entry", "the keyring's own word, as in its library"],
  ["token entry", "what tokens.json has for an origin"],
  ["token entries", "what tokens.json has for a profile"],
  ["journal entry", "a line of a journal"],
  ["history entry", "a write in the history"],
  ["history entries", "several of them"],
]);

/**
 * @param {string} file
 * @param {any} program
 * @returns {{ index: number, fault: string }[]}
 */
export function nameFaults(file, program) {
  const names = [{ name: basename(file), index: 0, isPublic: true }, ...declaredNames(program)];
  return names.flatMap(({ name, index, isPublic }) => {
    const cure = cureOf(name, isPublic);
    if (cure === undefined) return [];
    return [{ index, fault: `"${name}": say ${cure}; see the words in scripts/linting/words.mjs` }];
  });
}

/**
 * A person is they; what is quoted may say otherwise.
 * @param {string} text
 * @param {any} program
 * @returns {{ index: number, fault: string }[]}
 */
export function commentFaults(text, program) {
  const comments = onlyComments(text, program).replace(/"[^"\n]*"|`[^`\n]*`/g, blank);
  return [...comments.matchAll(/\b(?:he|his|him|himself)\b/gi)].map(({ index, 0: word }) => ({
    index,
    fault: `a comment says "${word}": say they, their or the noun for a person`,
  }));
}

/** @param {Readonly<Record<string, string>>} lists the words to avoid by what stands instead */
function instead(lists) {
  return new Map(
    Object.entries(lists).flatMap(([cure, words]) =>
      words.split(" ").map((word) => /** @type {const} */ ([word, cure])),
    ),
  );
}

/**
 * @param {string} name
 * @param {boolean} isPublic
 */
function cureOf(name, isPublic) {
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
