/** Lookups of one command line. The code that reads lists is loaded with the first name. */
import type {
  ApiClient,
  Context,
  NamedReference,
  NameLookup,
  Parent,
  ResolvedSettings,
} from "../../../context.ts";
import { nouns } from "../../../contract/nouns.ts";
import { AmbiguousNameError } from "../../../errors.ts";
import type { ReferenceLookup } from "./reference-lookup.ts";
import { isId, isNamedNoun } from "./reference-syntax.ts";

/**
 * @param terminal lets the user choose if a name is ambiguous
 * @param client reads, even in a dry run
 */
export function openLookups(
  settings: ResolvedSettings,
  local: Context["local"],
  terminal: Pick<Context["terminal"], "interactive" | "pick">,
  client: () => Promise<ApiClient>,
): Pick<Context, "lookUp" | "candidates" | "parentId"> {
  let references: Promise<ReferenceLookup> | undefined;
  /** The choices of the user by the lookup, so that each is asked once. */
  const picked = new Map<string, string>();

  async function lookUp(asked: NameLookup): Promise<NamedReference> {
    const [noun, ...others] = asked.of;
    // The kind of an id alone is unknown.
    if (noun !== undefined && others.length === 0 && isId(noun, asked.word)) {
      return { noun, id: asked.word };
    }
    try {
      return await (await opened()).lookUp(asked);
    } catch (error) {
      // The id alone does not tell which of several kinds was picked.
      const isPossible = terminal.interactive && others.length === 0;
      if (!(error instanceof AmbiguousNameError) || !isPossible) throw error;
      return pickMeaning(asked, error);
    }
  }

  async function pickMeaning(
    asked: NameLookup,
    { choices, called }: AmbiguousNameError,
  ): Promise<NamedReference> {
    const [noun = "space"] = asked.of;
    const key = JSON.stringify(asked);
    const { toPickOptions } = await import("./pick-options.ts");
    const question = `Which ${called}? ${JSON.stringify(asked.word)} matches ${choices.length}:`;
    const id = picked.get(key) ?? (await terminal.pick(question, toPickOptions(choices)));
    picked.set(key, id);
    return { noun, id, title: choices.find((one) => one.id === id)?.title ?? asked.word };
  }

  function opened(): Promise<ReferenceLookup> {
    references ??= import("./reference-lookup.ts").then((m) =>
      m.openReferences(settings, local, client),
    );
    return references;
  }

  async function parentId(parent: Parent): Promise<string | undefined> {
    const { value: word, from } = settings[parent] ?? {};
    if (word === undefined) return undefined;
    const label = `The ${nouns[parent].called} from ${from},`;
    return (await lookUp({ of: [parent], word, label, within: {} })).id;
  }

  return {
    lookUp,
    candidates: async (of, within) =>
      isNamedNoun(of)
        ? (await opened()).things(of, within)
        : (await import("./unnamed-resources.ts")).listUnnamed(of, within, client),
    parentId,
  };
}
