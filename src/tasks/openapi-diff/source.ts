/** The two descriptions that are compared: of a slug, a file or an address. */
import type { Context } from "../../context.ts";
import { isTree, type Path, type Tree } from "../../contract/openapi-references.ts";
import * as contract from "../../contract/openapi-version.ts";
import { UsageError } from "../../errors.ts";
import { decodeText } from "../../files/file-rules.ts";
import { objectIn, textIn } from "../../json/values.ts";
import { readAll } from "../read-all.ts";
import { listUnreadParts, type UnreadPart } from "./unread-parts.ts";

export interface Description {
  /** As messages call it. */
  readonly name: string;
  readonly text: string;
  readonly root: Tree;
  readonly isJson: boolean;
  readonly file: string | undefined;
  /** The slug on the platform, if it is from there. */
  readonly slug: string | undefined;
  /** What a comparison says nothing of. */
  readonly unread: readonly UnreadPart[];
}

export function isSlug(word: string): boolean {
  return !/^https?:\/\//i.test(word) && word !== "-" && !/[/\\]|\.(?:ya?ml|json)$/i.test(word);
}

/** @throws UsageError for what cannot be read as a description */
export async function readDescription(
  context: Context,
  word: string,
  organizationId: () => Promise<string>,
): Promise<Description> {
  if (isSlug(word)) {
    const of = { organizationId: await organizationId(), specSlug: word };
    const client = await context.client();
    const { value } = await client.call(contract.rawOfLatest, of);
    return describedBy({ name: word, text: textIn(objectIn(value).text), slug: word });
  }
  if (/^https?:\/\//i.test(word)) {
    const bytes = await (await context.client()).download(word);
    return describedBy({ name: word, text: decodeText(bytes, word) });
  }
  const { bundle } = await import("../openapi-bundle.ts");
  const text = await bundle(context, word);
  return describedBy({ name: word, text, file: word === "-" ? undefined : word });
}

/** The version before the latest one. @throws UsageError if there is none */
export async function readVersionBefore(
  context: Context,
  slug: string,
  organizationId: string,
): Promise<Description> {
  const client = await context.client();
  const of = { organizationId, specSlug: slug };
  const versions = await readAll(client, contract.list, of);
  const sorted = versions.toSorted((one, other) =>
    textIn(one.createdAt) < textIn(other.createdAt) ? 1 : -1,
  );
  const id = textIn(sorted[1]?.id);
  if (id === "") {
    throw new UsageError(
      `${slug} has no version before the latest one; name a file or address to compare with.`,
      `tome openapi diff ${slug} openapi.yaml`,
    );
  }
  const { value } = await client.call(contract.rawOf, { ...of, versionId: id });
  return describedBy({ name: `${slug} before`, text: textIn(objectIn(value).text), slug });
}

/** @throws UsageError for a text that describes no API */
export async function describedBy({
  name,
  text,
  file,
  slug,
}: {
  readonly name: string;
  readonly text: string;
  readonly file?: string | undefined;
  readonly slug?: string | undefined;
}): Promise<Description> {
  const { root, isJson } = await parseText(name, text);
  if (!isTree(root) || !(isTree(root.paths) || isTree(root.webhooks) || isTree(root.components))) {
    throw new UsageError(`${name} is no description of an API: it has no paths.`);
  }
  const unread = listUnreadParts(root);
  return { name, text, root, isJson, file, slug, unread };
}

/** @throws UsageError with the line of what is neither JSON nor YAML, or has a name twice */
async function parseText(
  name: string,
  text: string,
): Promise<Pick<Description, "isJson"> & { root: unknown }> {
  const { readExactly } = await import("../../json/exact-reading.ts");
  try {
    // It refuses a name that is given twice, of which the engine's parser takes one.
    readExactly(text);
    return { root: JSON.parse(text), isJson: true };
  } catch {
    // YAML has JSON in it, and tells where a fault is.
  }
  const { parseDocument } = await import("yaml");
  // Of several documents, only the first would be read; less than "error" would not tell of them.
  const document = parseDocument(text, { merge: true, logLevel: "error" });
  const [fault] = document.errors;
  if (fault !== undefined) throw unreadable(name, fault);
  try {
    return { root: document.toJS({ maxAliasCount: maximumAliases }), isJson: false };
  } catch (error) {
    throw unreadable(name, error);
  }
}

const maximumAliases = 1000;

function unreadable(name: string, error: unknown): UsageError {
  const message = error instanceof Error ? error.message : String(error);
  const [first = ""] = message.split("\n");
  const what = first.replace(/[.:]$/, "");
  const isMany = error instanceof Error && "code" in error && error.code === "MULTIPLE_DOCS";
  const reason = isMany ? `it holds several documents${positionIn(error)}` : what;
  return new UsageError(`${name} cannot be read as a description of an API: ${reason}.`);
}

function positionIn(error: Error): string {
  const position = / at line \d+, column \d+/.exec(error.message);
  return position?.[0] ?? "";
}

/** The line of each value in a text; that of the nearest around it, if it is not there. */
export async function linesIn(
  { text, isJson }: Description,
  paths: readonly Path[],
): Promise<readonly number[]> {
  if (isJson) return (await import("../../json/lines.ts")).linesInJson(text, paths);
  const { lineFinder } = await import("../../document/yaml.ts");
  return paths.map(lineFinder(text));
}
