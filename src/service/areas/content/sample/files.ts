/** The files of the sample's spaces: a drawing, a picture and a table. */

export interface SampleFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="80" font-family="sans-serif" font-size="14">
  <g fill="#eef1ff" stroke="#4a6cf7">
    <rect x="5" y="20" width="110" height="40" rx="6"/>
    <rect x="155" y="20" width="110" height="40" rx="6"/>
    <rect x="305" y="20" width="110" height="40" rx="6"/>
  </g>
  <g text-anchor="middle">
    <text x="60" y="45">Service</text>
    <text x="210" y="45">Agent</text>
    <text x="360" y="45">Lumen</text>
  </g>
  <path d="M115 40h36m-8-5 8 5-8 5M265 40h36m-8-5 8 5-8 5" fill="none" stroke="#4a6cf7"/>
</svg>
`;

const table = `at,signal,value
2026-01-31T09:30:00Z,queue.length,12
2026-01-31T09:31:00Z,queue.length,14
2026-01-31T09:32:00Z,queue.length,9
`;

/** Three charts in a row, as a PNG. */
const picture = [
  "iVBORw0KGgoAAAANSUhEUgAAAPAAAABaBAMAAAB0/MYpAAAAD1BMVEX6+vzN0NhKbPcQoG7reChkimliAAAAvklEQV",
  "R42u3agQ2CMBCFYYgLlBWYwMQV2H8mq5XzcoXWhig9879cSPq49GMAhoEQQnxmquW5Nda2QsNlKaHyYaN6FhIaLgMG",
  "BgYGBv4QnueNxViu8OV2zd+/yx14WYA7gSOQw6nsEI5Np3BUz4S17Q02dmpe5SHY2MDAwH5gUTUsDbBVgTP1R7AwGp",
  "bSISy2hh/lUVhsYOA/g/WxK9ioHcFGlfK7cGGKsJkM3hxgYGBgYGBg4Bb4tJ8TCCHEU+40gcQGUqdMzwAAAABJRU5E",
  "rkJggg==",
].join("");

export const files = {
  drawing: {
    name: "data-flow.svg",
    contentType: "image/svg+xml",
    bytes: Buffer.from(drawing),
  },
  picture: {
    name: "dashboard.png",
    contentType: "image/png",
    bytes: Buffer.from(picture, "base64"),
  },
  table: { name: "signals.csv", contentType: "text/csv", bytes: Buffer.from(table) },
} satisfies Readonly<Record<string, SampleFile>>;
