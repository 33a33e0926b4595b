/** Reports the ids that the names of a command line were resolved to. */
import { type Noun, nouns } from "../../../contract/nouns.ts";
import { formatLabel } from "../../parse/argument-values.ts";
import { quoteWord } from "../../parse/quote-word.ts";
import type { NamedResource } from "./fill-ids.ts";

/** Nouns that contain other resources, so that a sentence can say "in the space". */
const containers: readonly Noun[] = ["org", "collection", "space", "site", "cr"];

/**
 * The sentence of a write with titles in place of ids. Resources that it does not mention are
 * added: parents at the end of the sentence, others in separate sentences, unless the sentence has
 * the title that was typed.
 */
export function describeNames(done: string, named: readonly NamedResource[]): string {
  let sentence = done;
  const parents: string[] = [];
  const others: string[] = [];
  for (const { parameter, word, id, title } of named) {
    const index = sentence.search(buildIdPattern(id));
    const titleAndId = `${JSON.stringify(title)} (${id})`;
    const { field, isArgument } = parameter;
    if (index >= 0) {
      // The title stands there already, perhaps a newer one.
      if (sentence[index - 1] === "(") continue;
      sentence = `${sentence.slice(0, index)}${titleAndId}${sentence.slice(index + id.length)}`;
    } else if (!isArgument && field.kind === "id" && containers.includes(field.of)) {
      parents.push(`the ${nouns[field.of].called} ${titleAndId}`);
    } else if (!(isExactName(word, title) && sentence.includes(title))) {
      others.push(` Resolved ${formatLabel(parameter)} to ${titleAndId}.`);
    }
  }
  const within = parents.length === 0 ? "" : ` in ${parents.join(", ")}`;
  return [appendToFirstSentence(sentence, within), ...others].join("");
}

/**
 * The same error with titles in place of the ids of resources that were named. In a command, a
 * resource keeps the name that was typed.
 */
export function addNamesToError(error: unknown, named: readonly NamedResource[]): void {
  if (error instanceof Error) error.message = addNamesToText(error.message, named);
}

/** A text with titles in place of ids, and typed names in a command at its end. */
export function addNamesToText(text: string, named: readonly NamedResource[]): string {
  return named.reduce(
    (message, { id, title, word }) =>
      message.replace(buildIdPattern(id), (_, at: number) => {
        if (message[at - 1] === "(") return id;
        const isInCommand = /(?:^|\s)tome [a-z]/.test(message.slice(0, at));
        return isInCommand ? quoteWord(word) : JSON.stringify(title);
      }),
    text,
  );
}

/** Finds an id as a separate word. Inside a URL, the id stays as it is. */
function buildIdPattern(id: string): RegExp {
  // The ids of a platform can contain any characters.
  const literal = id.replace(/[^\w]/g, "\\$&");
  return new RegExp(`(?<![\\w/-])${literal}(?![\\w-])`, "g");
}

/** Whether a name needs no explanation, because it is the whole title. */
function isExactName(word: string, title: string): boolean {
  return word === title || word === `=${title}`;
}

/** Inserts a text before the first period that ends a sentence outside of quotation marks. */
function appendToFirstSentence(text: string, addition: string): string {
  if (addition === "") return text;
  for (const { 0: match, index } of text.matchAll(/"[^"]*"|\.(?=\s|$)/g)) {
    if (match === ".") return `${text.slice(0, index)}${addition}${text.slice(index)}`;
  }
  return `${text}${addition}`;
}

/** Resources that were named differently from their titles: by a path, by an email, in lower case. */
export function listOtherNames(named: readonly NamedResource[]): readonly string[] {
  return named.flatMap(({ parameter, word, id, title }) =>
    isExactName(word, title)
      ? []
      : [
          `Resolved ${formatLabel(parameter)} ${JSON.stringify(word)} to ${JSON.stringify(title)} (${id}).`,
        ],
  );
}
