/** Rendering of terminal output as SVG. Each run of characters with the same style is placed at its column. */

const font = { size: 14, width: 8.43, line: 19 };
const margin = 18;
const colors = {
  background: "#1b1f27",
  text: "#d7dce5",
  dim: "#8a93a3",
  bold: "#ffffff",
};
/** Foreground colors by SGR code. */
const foregrounds = new Map([
  [31, "#ff7b72"],
  [32, "#7ee787"],
  [33, "#e3b341"],
  [36, "#76d9e6"],
]);

/**
 * @typedef {{ bold: boolean, dim: boolean, color: number }} Look color 39 is the default color
 * @typedef {{ text: string, column: number, look: Look }} Run
 */

/**
 * @param {string} text terminal output with escape sequences for colors and links; links are removed
 * @param {{ columns: number, title: string }} options longer lines are wrapped
 * @returns {string} the SVG document
 */
export function drawScreen(text, { columns, title }) {
  const lines = listLines(text.replace(linkEnds, "").trimEnd(), columns);
  const width = Math.ceil(columns * font.width + 2 * margin);
  const height = lines.length * font.line + 2 * margin;
  const rows = lines.map((runs, index) => {
    const y = margin + (index + 1) * font.line - 5;
    const parts = runs
      .filter(({ text }) => text.trim() !== "")
      .map(({ text, column, look }) => {
        const x = (margin + column * font.width).toFixed(1);
        return `<tspan x="${x}"${listAttributes(look)}>${escaped(text)}</tspan>`;
      });
    return parts.length === 0
      ? ""
      : `<text y="${y}" xml:space="preserve">${parts.join("")}</text>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" rx="8" fill="${colors.background}"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${font.size}" fill="${colors.text}">
${rows.join("")}</g>
</svg>
`;
}

const [esc, bell] = ["\u001b", "\u0007"];
/** Escape sequences that begin and end a link. */
const linkEnds = new RegExp(`${esc}\\]8;[^${bell}${esc}]*(?:${bell}|${esc}\\\\)`, "g");
/** Separators between runs: changes of style and line breaks. */
const breaks = new RegExp(`(${esc}\\[[\\d;]*m|\n)`);

/**
 * @param {string} text
 * @param {number} columns
 * @returns {Run[][]}
 */
function listLines(text, columns) {
  /** @type {Look} */
  let look = { bold: false, dim: false, color: 39 };
  /** @type {Run[][]} */
  const lines = [[]];
  let column = 0;
  for (const part of text.split(breaks)) {
    if (part === "\n") {
      lines.push([]);
      column = 0;
    } else if (part.startsWith("\u001b[")) {
      look = part.slice(2, -1).split(";").map(Number).reduce(changed, look);
    } else {
      for (let rest = [...part]; rest.length > 0; ) {
        if (column === columns) {
          lines.push([]);
          column = 0;
        }
        const run = rest.slice(0, columns - column);
        rest = rest.slice(run.length);
        lines.at(-1)?.push({ text: run.join(""), column, look });
        column += run.length;
      }
    }
  }
  return lines;
}

/**
 * @param {Look} look
 * @param {number} code an SGR code
 * @returns {Look}
 */
function changed(look, code) {
  if (code === 0) return { bold: false, dim: false, color: 39 };
  if (code === 1) return { ...look, bold: true };
  if (code === 2) return { ...look, dim: true };
  if (code === 22) return { ...look, bold: false, dim: false };
  return code === 39 || foregrounds.has(code) ? { ...look, color: code } : look;
}

/** @param {Look} look */
function listAttributes({ bold, dim, color }) {
  const fill = foregrounds.get(color) ?? (bold ? colors.bold : dim ? colors.dim : colors.text);
  return `${fill === colors.text ? "" : ` fill="${fill}"`}${bold ? ' font-weight="bold"' : ""}`;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
