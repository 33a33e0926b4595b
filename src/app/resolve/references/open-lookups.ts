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
import { isId, isNamedNoun } from "./reference-syntax.ts";
import type { ReferenceLookup } from "./references.ts";

/** @param client reads, even in a dry run */
export function openLookups(
  settings: ResolvedSettings,
  local: Context["local"],
  client: () => Promise<ApiClient>,
): Pick<Context, "lookUp" | "candidates" | "parentId"> {
  let references: Promise<ReferenceLookup> | undefined;

  async function lookUp(asked: NameLookup): Promise<NamedReference> {
    const [noun, ...others] = asked.of;
    // The kind of an id alone is unknown.
    if (noun !== undefined && others.length === 0 && isId(noun, asked.word)) {
      return { noun, id: asked.word };
    }
    return (await opened()).lookUp(asked);
  }

  function opened(): Promise<ReferenceLookup> {
    references ??= import("./references.ts").then((m) => m.openReferences(settings, local, client));
    return references;
  }

  async function parentId(parent: Parent): Promise<string | undefined> {
    const { value: word, from } = settings[parent] ?? {};
    if (word === undefined || isId(parent, word)) return word;
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
