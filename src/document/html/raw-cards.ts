/** Tables in HTML that are to be shown as cards: `<table data-view="cards">`. */
import { safeAddress } from "./addresses.ts";
import { type Html, html } from "./html.ts";
import { imageOf } from "./media.ts";
import { openTags } from "./raw.ts";
import type { Writing } from "./surroundings.ts";
import { cardWith } from "./tables.ts";
import { decoded, piecesOf } from "./tags.ts";

type Column = ReadonlyMap<string, string>;

/** @returns undefined for HTML that is no such table */
export function rawCards(source: string, writing: Writing): Html | undefined {
  if (!/^\s*<table\b[^>]*\sdata-view=["']?cards\b/i.test(source)) return undefined;
  const columns = piecesOf(source).flatMap((piece) =>
    piece.kind === "open" && piece.name === "th" ? [piece.attributes] : [],
  );
  const body = source.slice(Math.max(0, source.search(/<tbody/i)));
  const rows = body.split(/<tr\b[^>]*>/i).slice(1);
  return html`<ul class="cards">${rows.map((row) => cardOf(row, columns, writing))}</ul>`;
}

function cardOf(row: string, columns: readonly Column[], writing: Writing): Html {
  const cells = row
    .split(/<td\b[^>]*>/i)
    .slice(1)
    .map((cell) => cell.replace(/<\/td\s*>[\s\S]*$/i, ""));
  const is = (at: number, ...names: string[]) => names.some((name) => columns[at]?.has(name));
  const target = cells.flatMap((cell, at) =>
    is(at, "data-card-target") ? addressIn(cell) : [],
  )[0];
  const cover = cells.flatMap((cell, at) => (is(at, "data-card-cover") ? addressIn(cell) : []))[0];
  const shown = cells.filter(
    (_, at) => !is(at, "data-hidden", "data-card-target", "data-card-cover"),
  );
  const fields = shown.flatMap((cell, at) => {
    const tags = openTags(writing);
    const inside = html`${tags.write(cell)}${tags.close()}`;
    if (inside.source.trim() === "") return [];
    return [at === 0 ? html`<div class="title">${inside}</div>` : html`<div>${inside}</div>`];
  });
  const image =
    cover === undefined ? html`` : imageOf({ ref: { kind: "url", url: cover } }, writing, "cover");
  const found = target === undefined ? undefined : writing.find({ kind: "url", url: target });
  return cardWith(image, fields, found && safeAddress(found.address), found?.title);
}

function addressIn(cell: string): string[] {
  const [, double, single] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(cell) ?? [];
  const address = double ?? single;
  return address === undefined ? [] : [decoded(address)];
}
