/** Changes to the glossary of an organization: entries are named by one of their terms or by id. */
import type { Context, JsonObject, PrintedColumn, Result } from "../../context.ts";
import type { Input } from "../../contract/endpoint.ts";
import { languages } from "../../contract/languages.ts";
import * as contract from "../../contract/translation-glossary.ts";
import { UsageError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import { confirm } from "../confirm.ts";

const recordColumns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "TERMS", path: "translations", as: "list", wide: true },
  { header: "CREATED", path: "createdAt", as: "time" },
  { header: "UPDATED", path: "updatedAt", as: "time" },
];

interface GlossaryInput {
  readonly organizationId: string;
}
interface GlossaryEntryInput extends GlossaryInput {
  /** A term of the entry in any language, or its id. */
  readonly entry: string;
}
type Operation = Input<typeof contract.put>["operations"][number];
type TermsByLanguage = Extract<Operation, { readonly type: "insert" }>["translations"];

export async function get(context: Context, input: GlossaryEntryInput): Promise<Result> {
  const { id } = await findGlossaryEntry(context, input);
  const client = await context.client();
  const { organizationId } = input;
  const { value } = await client.call(contract.get, { organizationId, glossaryEntryId: id });
  return { record: asObject(value), columns: recordColumns };
}

export async function add(
  context: Context,
  { organizationId, terms }: GlossaryInput & { readonly terms: readonly string[] },
): Promise<Result> {
  const translations = parseTerms(terms);
  await send(context, organizationId, { type: "insert", translations });
  return {
    done: `Added ${formatTerms(translations)} to the glossary.`,
    record: { translations },
  };
}

/** Languages without a new term keep theirs; an empty term removes a language. */
export async function update(
  context: Context,
  { organizationId, entry, terms }: GlossaryEntryInput & { readonly terms: readonly string[] },
): Promise<Result> {
  const { id, translations: old } = await findGlossaryEntry(context, { organizationId, entry });
  const changes = parseTerms(terms, true);
  const merged = Object.entries({ ...old, ...changes }).filter(([, term]) => term !== "");
  const translations: TermsByLanguage = Object.fromEntries(merged);
  if (merged.length === 0) {
    throw new UsageError(
      "An entry of the glossary needs a term.",
      `tome translation glossary delete ${JSON.stringify(entry)}`,
    );
  }
  await send(context, organizationId, { type: "update", id, translations });
  return {
    done: `Changed the glossary entry to ${formatTerms(translations)}.`,
    record: { id, translations },
  };
}

export async function remove(context: Context, input: GlossaryEntryInput): Promise<Result> {
  const { id, translations } = await findGlossaryEntry(context, input);
  const line = `translation glossary delete ${JSON.stringify(input.entry)}`;
  await confirm(context, line, () => `Delete ${formatTerms(translations)} from the glossary?`);
  await send(context, input.organizationId, { type: "delete", id });
  return {
    done: `Deleted ${formatTerms(translations)} from the glossary.`,
    record: { id },
  };
}

async function send(context: Context, organizationId: string, operation: Operation): Promise<void> {
  const client = await context.client();
  await client.call(contract.put, { organizationId, operations: [operation] });
}

/** @throws UsageError if no entry or several entries match */
async function findGlossaryEntry(
  context: Context,
  { organizationId, entry }: GlossaryEntryInput,
): Promise<{ readonly id: string; readonly translations: Readonly<Record<string, string>> }> {
  const client = await context.client({ lookup: true });
  const found: JsonObject[] = [];
  const word = entry.toLowerCase();
  for await (const { items } of client.pages(contract.list, { organizationId })) {
    for (const item of items) {
      const terms = Object.values(asObject(item.translations));
      const isNamed = terms.some((term) => asText(term).toLowerCase() === word);
      if (item.id === entry || isNamed) found.push(item);
    }
  }
  const [only] = found;
  if (found.length === 1 && only) {
    const terms = Object.entries(asObject(only.translations));
    return {
      id: asText(only.id),
      translations: Object.fromEntries(terms.map(([language, term]) => [language, asText(term)])),
    };
  }
  const problem =
    found.length === 0
      ? `No glossary entry has the term or id ${JSON.stringify(entry)}.`
      : `Several glossary entries have the term ${JSON.stringify(entry)}: ${found.map(({ id }) => asText(id)).join(", ")}. Specify an id.`;
  throw new UsageError(problem, "tome translation glossary list");
}

/** @throws UsageError for a value that is not `language=term` */
function parseTerms(terms: readonly string[], mayBeEmpty = false): TermsByLanguage {
  const entries = terms.map((one) => {
    const at = one.indexOf("=");
    const [language, term] = [one.slice(0, Math.max(at, 0)), one.slice(at + 1).trim()];
    if (at < 1 || (term === "" && !mayBeEmpty)) {
      throw new UsageError(
        `--term ${JSON.stringify(one)} is not of the form language=term, such as fr=espace.`,
      );
    }
    if (!languages.some((known) => known === language)) {
      throw new UsageError(
        `--term ${JSON.stringify(one)}: ${language} is not a supported language.`,
        "tome translation create --help",
      );
    }
    return [language, term];
  });
  return Object.fromEntries(entries);
}

function formatTerms(terms: Readonly<Partial<Record<string, string>>>): string {
  return Object.entries(terms)
    .map(([language, term]) => `"${term}" (${language})`)
    .join(", ");
}
