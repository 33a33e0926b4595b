/** The two descriptions that are compared: of a slug, a file or an address. */
import type { Context } from "../../context.ts";
import { isTree, type Path, type Tree } from "../../contract/openapi-references.ts";
import * as contract from "../../contract/openapi-version.ts";
import { UsageError } from "../../errors.ts";
import { objectIn, textIn } from "../../json/values.ts";
import { readAll } from "../read-all.ts";

export interface Description {
  /** As messages call it. */
  readonly name: string;
  readonly text: string;
  readonly root: Tree;
  readonly isJson: boolean;
  readonly file: string | undefined;
  /** The slug on the platform, if it is from there. */
  readonly slug: string | undefined;
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
    return describedBy({ name: word, text: Buffer.from(bytes).toString("utf8") });
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
  const { root, isJson } = await parsed(text);
  if (!isTree(root) || !(isTree(root.paths) || isTree(root.webhooks) || isTree(root.components))) {
    throw new UsageError(`${name} is no description of an API: it has no paths.`);
  }
  return { name, text, root, isJson, file, slug };
}

async function parsed(text: string): Promise<Pick<Description, "isJson"> & { root: unknown }> {
  try {
    return { root: JSON.parse(text), isJson: true };
  } catch {
    const { parse } = await import("yaml");
    try {
      return { root: parse(text, { merge: true, logLevel: "silent" }), isJson: false };
    } catch {
      return { root: undefined, isJson: false };
    }
  }
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
