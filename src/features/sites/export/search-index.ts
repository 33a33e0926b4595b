/** The search of an exported site: an index of the visible text, and a script for the search page. */
import { decodeEntities } from "./links.ts";

export interface ExportedSection {
  /** The id of the heading; empty for the text before the first one. */
  readonly anchor: string;
  readonly heading: string;
  readonly text: string;
}

export interface ExportedPage {
  readonly title: string;
  /** Relative to the root of the export. */
  readonly url: string;
  readonly sections: readonly ExportedSection[];
}

export const searchScriptName = "~search/search.js";
export const searchIndexName = "~search/index.json";

/** @returns undefined for a page without an article */
export function readExportedPage(source: string, url: string): ExportedPage | undefined {
  const article = cutBetween(source, "<article>", "</article>");
  if (article === undefined) return undefined;
  const [header = "", ...rest] = article.split('<div class="text');
  const title = toText(cutElement(header, "<h1", "</h1>"));
  const description = toText(cutElement(header, '<p class="lead-in"', "</p>"));
  const [body = ""] = rest.join('<div class="text').split('<p class="time">');
  const parts = `<div class="text${body}`.split(/(?=<h[2-6][ >])/);
  const sections = parts.map((part, index): ExportedSection => {
    if (!part.startsWith("<h")) {
      const text = toText(part);
      const lead = index === 0 ? [description] : [];
      return {
        anchor: "",
        heading: "",
        text: [...lead, text].filter((one) => one !== "").join(" "),
      };
    }
    const end = part.indexOf("</h");
    const heading = part.slice(0, end < 0 ? part.length : end);
    const anchor = cutBetween(heading.slice(0, heading.indexOf(">") + 1), ' id="', '"') ?? "";
    const text = end < 0 ? "" : part.slice(part.indexOf(">", end) + 1);
    return { anchor: decodeEntities(anchor), heading: toText(heading), text: toText(text) };
  });
  return { title, url, sections: sections.filter(({ heading, text }) => heading + text !== "") };
}

/** The text between the first two marks; undefined without them. */
function cutBetween(source: string, begin: string, end: string): string | undefined {
  const from = source.indexOf(begin);
  const to = from < 0 ? -1 : source.indexOf(end, from + begin.length);
  return to < 0 ? undefined : source.slice(from + begin.length, to);
}

/** The content of an element whose tag begins with a text. */
function cutElement(source: string, begin: string, end: string): string {
  const inner = cutBetween(source, begin, end) ?? "";
  return inner.slice(inner.indexOf(">") + 1);
}

export function formatSearchIndex(pages: readonly ExportedPage[]): string {
  return JSON.stringify(
    pages.map(({ title, url, sections }) => [
      title,
      url,
      sections.map(({ anchor, heading, text }) => [anchor, heading, text]),
    ]),
  );
}

function toText(source: string): string {
  return decodeEntities(source.replace(/<[^<>]*>/g, " "))
    .replace(/\s+/g, " ")
    .trim();
}

/** Adds the results, which the script fills, to the search page. */
export function toSearchPage(source: string): string {
  return source
    .replace(
      "</main>",
      '<p role="status" id="~status"></p>\n<ol class="results" id="~results" hidden></ol>\n<noscript><p>The search of this site requires JavaScript.</p></noscript>\n</main>',
    )
    .replace("</head>", '<script src="search.js" defer></script>\n</head>');
}

/** Every word of the query must be the beginning of a word of the page. */
export const searchScript = `"use strict";
(async () => {
  const query = (new URLSearchParams(location.search).get("q") || "").slice(0, 200).trim();
  for (const field of document.querySelectorAll('input[name="q"]')) field.value = query;
  const status = document.getElementById("~status");
  const list = document.getElementById("~results");
  const toWords = (text) => text.toLowerCase().normalize("NFKD").replace(/\\p{M}/gu, "").match(/[\\p{L}\\p{N}]+/gu) || [];
  const words = [...new Set(toWords(query))];
  if (words.length === 0) return;
  let pages;
  try {
    const answer = await fetch("index.json");
    if (!answer.ok) throw new Error();
    pages = await answer.json();
  } catch {
    status.textContent = "The search index cannot be loaded.";
    return;
  }
  const count = (text, word) => {
    let sum = 0;
    for (const one of toWords(text)) sum += one === word ? 2 : one.startsWith(word) ? 1 : 0;
    return sum;
  };
  const results = [];
  for (const [title, url, sections] of pages) {
    let best;
    let score = 0;
    const found = new Set();
    for (const word of words) {
      const inTitle = count(title, word);
      if (inTitle > 0) found.add(word);
      score += Math.min(inTitle, 2) * 10;
    }
    for (const section of sections) {
      let own = 0;
      for (const word of words) {
        const here = 3 * Math.min(count(section[1], word), 2) + Math.min(count(section[2], word), 5);
        if (here > 0) found.add(word);
        own += here;
      }
      if (own > 0 && (!best || own > best.own)) best = { own, section };
    }
    if (found.size < words.length) continue;
    results.push({ title, url, score: score + (best ? best.own : 0), section: best ? best.section : sections[0] });
  }
  results.sort((one, other) => other.score - one.score);
  const write = (parent, name, text) => {
    const element = document.createElement(name);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  };
  const excerpt = (parent, text) => {
    const lower = text.toLowerCase();
    const at = Math.max(0, Math.min(...words.map((word) => (lower.indexOf(word) + 1 || 1e9) - 1)));
    const begin = at > 1e8 || at < 110 ? 0 : text.indexOf(" ", at - 70) + 1;
    const part = (begin > 0 ? "… " : "") + text.slice(begin, begin + 220) + (begin + 220 < text.length ? " …" : "");
    const pattern = new RegExp("((?:" + words.join("|") + ")[\\\\p{L}\\\\p{N}]*)", "giu");
    part.split(pattern).forEach((piece, index) => {
      if (index % 2 === 1) write(parent, "mark", piece);
      else parent.append(piece);
    });
  };
  for (const { title, url, section } of results.slice(0, 30)) {
    const item = write(list, "li");
    const link = write(item, "a", title);
    link.className = "title";
    link.href = "../" + url + (section && section[0] ? "#" + encodeURIComponent(section[0]) : "");
    if (section && section[1]) write(item, "p", section[1]).className = "where";
    if (section) excerpt(write(item, "p"), section[2]);
  }
  list.hidden = results.length === 0;
  const { one, many, none } = status.dataset;
  status.textContent = results.length === 0 ? none || "No pages found." : results.length === 1 ? one || "1 page" : (many || "{} pages").replace("{}", String(results.length));
})();
`;
