/** Size of a screen. Some terminals report 0 columns, so no other module reads it. */

/** The part of a terminal's stream that has its size. */
export interface SizedStream {
  readonly isTTY?: boolean | undefined;
  columns?: number | undefined;
  rows?: number | undefined;
  on?(event: "resize", listener: () => void): unknown;
}

const usualColumns = 80;
const usualRows = 24;

/**
 * Gives a terminal's stream a valid size, now and after each resize, so that every library that
 * gets the stream reads the same. If the terminal does not know its size, it comes from COLUMNS and
 * LINES, else it is 80 by 24.
 * @returns a function that gives the current columns
 */
export function sizeScreen(stream: SizedStream, environment: NodeJS.ProcessEnv): () => number {
  const columns = () =>
    toValidSize(stream.columns) ?? toValidSize(environment.COLUMNS) ?? usualColumns;
  const rows = () => toValidSize(stream.rows) ?? toValidSize(environment.LINES) ?? usualRows;
  if (stream.isTTY !== true) return columns;
  const update = () => {
    stream.columns = columns();
    stream.rows = rows();
  };
  update();
  stream.on?.("resize", update);
  return columns;
}

/** The number of columns or rows, if it is plausible. */
function toValidSize(size: number | string | undefined): number | undefined {
  const number = Number(size);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
