/** Metadata of a web page for a link to it: its title, website, icon and oEmbed URL. */
import { type Token, Tokenizer, TokenizerMode } from "parse5";

export interface WebMetadata {
  readonly title?: string;
  /** The name of the website. */
  readonly site?: string;
  /** As in the page, so it may be relative. */
  readonly icon?: string;
  /** The URL of the oEmbed description of the page, which may be relative. */
  readonly oembed?: string;
  /** The URL to which relative URLs refer, if the page declares one. */
  readonly base?: string;
}

interface MetadataTag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Elements whose content has no tags. */
const textModes: ReadonlyMap<string, Tokenizer["state"]> = new Map([
  ["title", TokenizerMode.RCDATA],
  ["textarea", TokenizerMode.RCDATA],
  ["script", TokenizerMode.SCRIPT_DATA],
  ["style", TokenizerMode.RAWTEXT],
  ["noscript", TokenizerMode.RAWTEXT],
  ["iframe", TokenizerMode.RAWTEXT],
  ["xmp", TokenizerMode.RAWTEXT],
]);

const metadataNames: ReadonlySet<string> = new Set(["meta", "link", "base"]);

/**
 * Reads tags without building a tree, because the time to build one grows faster than the length of
 * a page.
 * @param source any text gives metadata
 */
export function readWebMetadata(source: string): WebMetadata {
  const { tags, title: titleText } = readTags(source);
  const metadata = readMeta(tags);
  const title = metadata.get("og:title") ?? (titleText || metadata.get("twitter:title"));
  const site = metadata.get("og:site_name") ?? metadata.get("application-name");
  const icon =
    findLink(tags, (rels) => rels.includes("icon")) ??
    findLink(tags, (rels) => rels.includes("apple-touch-icon"));
  const oembed = findLink(
    tags,
    (rels, attributes) =>
      rels.includes("alternate") && attributes.get("type") === "application/json+oembed",
  );
  const base = tags.find(({ name }) => name === "base")?.attributes.get("href");
  return {
    ...(title !== undefined && title !== "" && { title }),
    ...(site !== undefined && site !== "" && { site }),
    ...(icon !== undefined && { icon }),
    ...(oembed !== undefined && { oembed }),
    ...(base !== undefined && { base }),
  };
}

/** The tags with metadata, and the text of the first title. */
function readTags(source: string): { readonly tags: MetadataTag[]; readonly title: string } {
  const tags: MetadataTag[] = [];
  let title = "";
  let titles = 0;
  let isInTitle = false;
  const addText = ({ chars }: Token.CharacterToken) => {
    if (isInTitle) title += chars;
  };
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag({ tagName: name, attrs }) {
        const mode = textModes.get(name);
        if (mode !== undefined) tokenizer.state = mode;
        isInTitle = name === "title" && titles++ === 0;
        if (metadataNames.has(name)) {
          tags.push({ name, attributes: new Map(attrs.map(({ name, value }) => [name, value])) });
        }
      },
      onEndTag() {
        isInTitle = false;
      },
      onCharacter: addText,
      onNullCharacter: () => {},
      onWhitespaceCharacter: addText,
      onComment: () => {},
      onDoctype: () => {},
      onEof: () => {},
    },
  );
  tokenizer.write(source, true);
  return { tags, title: toLine(title) };
}

function toLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The first value of each name. */
function readMeta(tags: readonly MetadataTag[]): ReadonlyMap<string, string> {
  const metadata = new Map<string, string>();
  for (const { name, attributes } of tags) {
    if (name !== "meta") continue;
    const key = (attributes.get("property") ?? attributes.get("name"))?.toLowerCase();
    const content = toLine(attributes.get("content") ?? "");
    if (key !== undefined && content !== "" && !metadata.has(key)) metadata.set(key, content);
  }
  return metadata;
}

function findLink(
  tags: readonly MetadataTag[],
  isMatch: (rels: readonly string[], attributes: MetadataTag["attributes"]) => boolean,
): string | undefined {
  const link = tags.find(
    ({ name, attributes }) =>
      name === "link" &&
      (attributes.get("href") ?? "") !== "" &&
      isMatch((attributes.get("rel") ?? "").toLowerCase().split(/\s+/), attributes),
  );
  return link?.attributes.get("href");
}
