/** HTML tables that are displayed as cards: `<table data-view="cards">`. */
import { safeAddress } from "./addresses.ts";
import { decoded } from "./characters.ts";
import { type Html, html } from "./html.ts";
import { renderImage } from "./media.ts";
import { openTags } from "./raw.ts";
import type { HtmlWriter } from "./render-context.ts";
import { cardWith } from "./tables.ts";
import { buildPieces } from "./tags.ts";

type CardColumn = ReadonlyMap<string, string>;

interface Card {
  readonly target?: string | undefined;
  readonly cover?: string | undefined;
  /** Visible content as HTML, the title first. */
  readonly fields: readonly string[];
}

/** @returns undefined for any other HTML */
function cardsIn(source: string): readonly Card[] | undefined {
  if (!/^\s*<table\b[^>]*\sdata-view=["']?cards\b/i.test(source)) return undefined;
  const columns = buildPieces(source).flatMap((piece) =>
    piece.kind === "open" && piece.name === "th" ? [piece.attributes] : [],
  );
  const body = source.slice(Math.max(0, source.search(/<tbody/i)));
  const rows = body.split(/<tr\b[^<>]*>/i).slice(1);
  return rows.map((row) => cardIn(row, columns));
}

function cardIn(row: string, columns: readonly CardColumn[]): Card {
  const cells = row
    .split(/<td\b[^<>]*>/i)
    .slice(1)
    .map((cell) => cell.replace(/<\/td\s*>[\s\S]*$/i, ""));
  const is = (at: number, ...names: string[]) => names.some((name) => columns[at]?.has(name));
  const address = (name: string) =>
    cells.flatMap((cell, at) => (is(at, name) ? addressIn(cell) : []))[0];
  return {
    target: address("data-card-target"),
    cover: address("data-card-cover"),
    fields: cells.filter((_, at) => !is(at, "data-hidden", "data-card-target", "data-card-cover")),
  };
}

/** @returns undefined for any other HTML */
export function rawCards(source: string, writing: HtmlWriter): Html | undefined {
  const cards = cardsIn(source);
  return cards && html`<ul class="cards">${cards.map((card) => renderCard(card, writing))}</ul>`;
}

function renderCard({ target, cover, fields: cells }: Card, writing: HtmlWriter): Html {
  const fields = cells.flatMap((cell, at) => {
    const tags = openTags(writing);
    const inside = html`${tags.write(cell)}${tags.close()}`;
    if (inside.source.trim() === "") return [];
    return [at === 0 ? html`<div class="title">${inside}</div>` : html`<div>${inside}</div>`];
  });
  const image =
    cover === undefined
      ? html``
      : renderImage({ ref: { kind: "url", url: cover } }, writing, "cover");
  const reference = target === undefined ? undefined : writing.find({ kind: "url", url: target });
  return cardWith(image, fields, reference && safeAddress(reference.address), reference?.title);
}

function addressIn(cell: string): string[] {
  const [, double, single] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(cell) ?? [];
  const address = double ?? single;
  return address === undefined ? [] : [decoded(address)];
}
