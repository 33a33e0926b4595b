/** Says which things the names of a command line were taken for. */
import { formatLabel } from "../../parse/typed-values.ts";
import type { NamedThing } from "./fill.ts";

/**
 * The sentence of a write with the title beside each id that a name stood for; what it does not
 * mention follows.
 */
export function sayNames(done: string, named: readonly NamedThing[]): string {
  return named.reduce((sentence, { parameter, id, title }) => {
    // A platform may give ids of any letters.
    const literal = id.replace(/[^\w]/g, "\\$&");
    // In an address, it is a part of that.
    const at = sentence.search(new RegExp(`(?<![\\w/-])${literal}(?![\\w-])`));
    const says = `${JSON.stringify(title)} (${id})`;
    if (at === -1) return `${sentence} ${formatLabel(parameter)} is ${says}.`;
    // Its title stands there already, perhaps a newer one.
    if (sentence[at - 1] === "(") return sentence;
    return `${sentence.slice(0, at)}${says}${sentence.slice(at + id.length)}`;
  }, done);
}

/** What was named in other letters than those of its title: by a path, an email, in lower case. */
export function otherNames(named: readonly NamedThing[]): readonly string[] {
  return named.flatMap(({ parameter, word, id, title }) =>
    word === title || word === `=${title}`
      ? []
      : [`${formatLabel(parameter)} ${JSON.stringify(word)} is ${JSON.stringify(title)} (${id}).`],
  );
}
