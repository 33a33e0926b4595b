/** Markdown copy of a page, with links to the other files of the backup. */
import type { JsonObject } from "../../context.ts";
import type { ContentReference } from "../../contract/content-reference.model.ts";
import { textIn } from "../../json/values.ts";
import type { BackupLocations } from "./space-content.ts";

/**
 * @param location of the Markdown file, relative to the folder of the space
 * @returns undefined if the document cannot be represented as Markdown
 */
export async function writePage(
  page: JsonObject,
  document: JsonObject,
  location: string,
  locations: BackupLocations,
): Promise<string | undefined> {
  const { findFilePart: listFilePart } = await import("../../document/reference-address.ts");
  const { referencesIn } = await import("../../document/references.ts");
  const { withAddresses } = await import("../../document/stored.ts");
  const { writeMarkdown } = await import("../../document/markdown.ts");
  const { document: model } = await import("../../contract/document.model.ts");
  const title = textIn(page.title).replace(/\s+/g, " ");
  try {
    const text = model.parse(document);
    const addresses = referencesIn(text).flatMap(({ ref }) => {
      const part = listFilePart(ref);
      const to = part
        ? resolveLocation(part.file, locations, `#${part.fragment}`)
        : resolveLocation(ref, locations);
      return to === undefined ? [] : [[ref, to] as const];
    });
    const relative = await relativeTo(location, addresses);
    return `# ${title}\n\n${writeMarkdown(withAddresses(text, relative))}`;
  } catch {
    // Documents of a newer platform may contain unknown blocks; the backup has the document itself.
    return undefined;
  }
}

interface PageTarget {
  readonly path: string;
  readonly anchor: string;
}

function resolveLocation(
  ref: ContentReference,
  { markdown, files }: BackupLocations,
  anchor = "",
): PageTarget | undefined {
  if ("space" in ref && ref.space !== undefined) return undefined;
  if (ref.kind === "page") return targetAt(markdown.get(ref.page), "");
  if (ref.kind === "file") return targetAt(files.get(ref.file), anchor);
  if (ref.kind !== "anchor") return undefined;
  if (ref.page === undefined) return { path: "", anchor: `#${ref.anchor}` };
  return targetAt(markdown.get(ref.page), `#${ref.anchor}`);
}

function targetAt(path: string | undefined, anchor: string): PageTarget | undefined {
  return path === undefined ? undefined : { path, anchor };
}

async function relativeTo(
  location: string,
  addresses: readonly (readonly [ContentReference, PageTarget])[],
): Promise<readonly (readonly [ContentReference, string])[]> {
  const { relativePath } = await import("../../document/repository/paths.ts");
  return addresses.map(([ref, { path, anchor }]) => {
    const written =
      path === "" ? "" : relativePath(location, path).split("/").map(encodeURIComponent).join("/");
    return [ref, `${written}${anchor}`] as const;
  });
}
