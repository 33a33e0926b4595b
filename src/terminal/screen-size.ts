/** The one place that reads the size of a screen: some terminals say that they have 0 columns. */

/** A stream of a terminal, as far as its size goes. */
export interface Sized {
  readonly isTTY?: boolean | undefined;
  columns?: number | undefined;
  rows?: number | undefined;
  on?(event: "resize", listener: () => void): unknown;
}

const usualColumns = 80;
const usualRows = 24;

/**
 * Gives a terminal's stream a size that can be laid out and divided by, now and after each resize,
 * so that every library that is handed the stream sees the same. Where the terminal does not know
 * its size, COLUMNS and LINES count, and then 80 by 24.
 * @returns the columns at the moment
 */
export function sizeScreen(stream: Sized, environment: NodeJS.ProcessEnv): () => number {
  const columns = () => known(stream.columns) ?? known(environment.COLUMNS) ?? usualColumns;
  const rows = () => known(stream.rows) ?? known(environment.LINES) ?? usualRows;
  if (stream.isTTY !== true) return columns;
  const keep = () => {
    stream.columns = columns();
    stream.rows = rows();
  };
  keep();
  stream.on?.("resize", keep);
  return columns;
}

/** The number of columns or rows, where it is one that a screen can have. */
function known(size: number | string | undefined): number | undefined {
  const number = Number(size);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
