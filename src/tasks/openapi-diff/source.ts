/** The two descriptions that are compared: of a slug, a file or an address. */
import type { AnyNode, MemberNode } from "@humanwhocodes/momoa";
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
  const root = await parsed(text);
  if (!isTree(root) || !(isTree(root.paths) || isTree(root.webhooks) || isTree(root.components))) {
    throw new UsageError(`${name} is no description of an API: it has no paths.`);
  }
  return { name, text, root, file, slug };
}

async function parsed(text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const { parse } = await import("yaml");
    try {
      return parse(text, { merge: true, logLevel: "silent" });
    } catch {
      return undefined;
    }
  }
}

/** Lines in a text, found once for many paths; the nearest above if there is no such value. */
export async function linesIn({ text }: Description): Promise<(path: Path) => number> {
  if (text.trimStart().startsWith("{")) return linesInJson(text);
  const { lineFinder } = await import("../../document/yaml.ts");
  return lineFinder(text);
}

/** JSON is often much longer than YAML, for which its reader would take gigabytes. */
async function linesInJson(text: string): Promise<(path: Path) => number> {
  const { parse } = await import("@humanwhocodes/momoa");
  const { body } = parse(text, { mode: "json" });
  return (path) => {
    let node: AnyNode = body;
    let { line } = node.loc.start;
    for (const step of path) {
      if (node.type === "Array") {
        const item: AnyNode | undefined = node.elements[Number(step)]?.value;
        if (!item) return line;
        node = item;
        line = node.loc.start.line;
      } else if (node.type === "Object") {
        // Of several members of one name, the last one counts.
        const member: MemberNode | undefined = node.members.findLast(
          ({ name }) => (name.type === "String" ? name.value : name.name) === String(step),
        );
        if (!member) return line;
        node = member.value;
        line = member.loc.start.line;
      } else return line;
    }
    return line;
  };
}
