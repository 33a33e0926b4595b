/** Every output of a generated page contains all its words, links and images. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Document } from "../../src/contract/document.model.ts";
import { writePage } from "../../src/document/html/page.ts";
import { withTableBlocks, withTableHtml } from "../../src/document/html/table-sources.ts";
import { parseMarkdown, rewriteMarkdown, writeMarkdown } from "../../src/document/markdown.ts";
import { writePlainText } from "../../src/document/plain-text.ts";
import { inPublishedBlocks } from "../../src/document/published-blocks.ts";
import { toReadableNodes } from "../../src/document/readable-blocks.ts";
import { listSections } from "../../src/service/areas/content/search/sections.ts";
import { renderBlocks } from "../../src/service/engines/pdf/blocks.ts";
import { amount } from "../support/generators/amount.ts";

const toUrl = (url: string) => ({ kind: "url", url }) as const;

/** A block of a page; blocks below `deepest` have no others inside. */
interface Piece {
  readonly kind: string;
  readonly inside: readonly Piece[];
}

/** The words, links and images that a page contains, in order of their creation. */
interface PageParts {
  readonly words: string[];
  readonly links: string[];
  readonly images: string[];
}

/** A sentence with a new word, link and image; `html` for text within HTML. */
function writeSentence({ words, links, images }: PageParts, form: "markdown" | "html"): string {
  const number = words.length;
  const [word, link, image] = [
    `word${number}x`,
    `https://link${number}.example/`,
    `https://image${number}.example/a.png`,
  ];
  words.push(word, `title${number}x`);
  links.push(link);
  images.push(image);
  return form === "html"
    ? `${word} <a href="${link}"><b>title${number}x</b></a> <img src="${image}" alt="">`
    : `${word} [title**${number}x**](${link}) ![](${image})`;
}

/** Words of a text that cannot have links. */
function writeWord({ words }: PageParts): string {
  const word = `plain${words.length}x`;
  words.push(word);
  return word;
}

function writePiece({ kind, inside }: Piece, parts: PageParts): string {
  const sentence = () => writeSentence(parts, "markdown");
  const raw = () => writeSentence(parts, "html");
  const blocks = () =>
    inside.length === 0 ? sentence() : inside.map((piece) => writePiece(piece, parts)).join("\n\n");
  const indented = (text: string, by: string) => text.replace(/\n(?=.)/g, `\n${by}`);
  switch (kind) {
    case "heading":
      return `## ${sentence()}`;
    case "list":
      return `* ${indented(blocks(), "  ")}\n* ${sentence()}`;
    case "ordered":
      return `1. ${indented(blocks(), "   ")}\n2. ${sentence()}`;
    case "tasks":
      return `* [ ] ${sentence()}\n* [x] ${sentence()}`;
    case "quote":
      return `> ${blocks().replaceAll("\n", "\n> ")}`;
    case "hint":
      return `{% hint style="info" %}\n${blocks()}\n{% endhint %}`;
    case "tabs":
      return `{% tabs %}\n{% tab title="${writeWord(parts)}" %}\n${blocks()}\n{% endtab %}\n{% endtabs %}`;
    case "stepper":
      return `{% stepper %}\n{% step %}\n### ${writeWord(parts)}\n\n${blocks()}\n{% endstep %}\n{% endstepper %}`;
    case "columns":
      return `{% columns %}\n{% column %}\n${blocks()}\n{% endcolumn %}\n\n{% column %}\n${sentence()}\n{% endcolumn %}\n{% endcolumns %}`;
    case "details":
      return `<details>\n\n<summary>${raw()}</summary>\n\n${blocks()}\n\n</details>`;
    case "table":
      return `| ${writeWord(parts)} | ${sentence()} |\n| - | - |\n| ${sentence()} | ${sentence()} |`;
    case "html table":
      return `<table><thead><tr><th width="100">${raw()}</th></tr></thead><tbody><tr><td>${raw()}</td></tr><tr><td><p>${raw()}</p><ul><li>${raw()}</li></ul></td></tr></tbody></table>`;
    case "spanning table":
      return `<table><tr><td colspan="2">${raw()}</td></tr><tr><td>${raw()}</td><td>${raw()}</td></tr></table>`;
    case "html":
      return `<div align="center"><p>${raw()}</p></div>`;
    case "code":
      return `{% code title="${writeWord(parts)}" %}\n\`\`\`js\nconst ${writeWord(parts)} = 1;\n\`\`\`\n{% endcode %}`;
    case "update":
      return `{% updates format="full" %}\n{% update date="2025-03-04" %}\n${blocks()}\n{% endupdate %}\n{% endupdates %}`;
    case "unknown tag":
      return `{% gallery size="2" %}\n${blocks()}\n{% endgallery %}`;
    default:
      return sentence();
  }
}

const kinds = [
  ...["paragraph", "heading", "list", "ordered", "tasks", "quote", "hint", "tabs", "stepper"],
  ...["columns", "details", "table", "html table", "spanning table", "html", "code", "update"],
  ...["unknown tag"],
];

/** Blocks that the content of others may contain. */
const inner = ["paragraph", "list", "hint", "details", "table", "html table", "code", "quote"];

const piece: fc.Arbitrary<Piece> = fc.record({
  kind: fc.constantFrom(...kinds),
  inside: fc.array(
    fc.record({
      kind: fc.constantFrom(...inner),
      inside: fc.constant<readonly Piece[]>([]),
    }),
    { maxLength: 2 },
  ),
});

interface PageOutput {
  /** Whether the output has URLs, or only text. */
  readonly hasUrls: boolean;
  readonly write: (document: Document, source: string) => string;
}

const outputs: Readonly<Record<string, PageOutput>> = {
  Markdown: { hasUrls: true, write: (document) => writeMarkdown(document) },
  "rewritten Markdown": {
    hasUrls: true,
    write: (document, source) =>
      rewriteMarkdown(`# Other\n\n${source}\n\nMore`, document, {
        before: (one) => one,
        now: (one) => one,
        written: (one) => one,
      }) ?? writeMarkdown(document),
  },
  HTML: {
    hasUrls: true,
    write: (document) =>
      writePage(document, {
        find: (ref) => (ref.kind === "url" ? { address: ref.url, title: ref.url } : undefined),
        operation: () => undefined,
      }).html,
  },
  "evaluated document": {
    hasUrls: true,
    write: (document) => JSON.stringify(inPublishedBlocks(document, toUrl).nodes),
  },
  document: {
    hasUrls: true,
    write: (document) => JSON.stringify(withTableBlocks(document, toUrl).nodes),
  },
  "returned document": {
    hasUrls: true,
    write: (document) => JSON.stringify(withTableHtml(withTableBlocks(document, toUrl)).nodes),
  },
  PDF: {
    hasUrls: true,
    write: (document) =>
      JSON.stringify(
        renderBlocks(toReadableNodes(document.nodes, toUrl), {
          book: { title: "", subtitle: "", printedAt: "", pages: [], images: {} },
          titles: new Map(),
          images: new Map(),
        }),
      ),
  },
  "plain text": { hasUrls: false, write: ({ nodes }) => writePlainText(nodes) },
  search: {
    hasUrls: false,
    write: (document) =>
      listSections(document)
        .map(({ heading, body }) => `${heading}\n${body}`)
        .join("\n"),
  },
};

/** Parts of a word in different formats are in a row. */
function plain(text: string): string {
  return text.replace(/\\(?=[{}_\\-])/g, "");
}

test.each(Object.keys(outputs))("%s has all words, links and images", (name) => {
  const { hasUrls, write } = outputs[name] ?? { hasUrls: false, write: () => "" };
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), (pieces) => {
      const parts: PageParts = { words: [], links: [], images: [] };
      const source = pieces.map((one) => writePiece(one, parts)).join("\n\n");
      const text = plain(write(parseMarkdown(source), source));
      const missing = [
        // The number of a title is bold, so its word is in two parts.
        ...parts.words.filter((word) => !text.includes(word.replace(/^title/, ""))),
        ...(hasUrls ? [...parts.links, ...parts.images] : []).filter(
          (url) => !text.includes(url.replace(/\/$/, "")),
        ),
      ];
      expect(missing, source).toEqual([]);
    }),
    { numRuns: amount({ short: 12, full: 3000 }) },
  );
});
