import type { Style } from "../../src/terminal/style.ts";

/** Colors as tags, so that a test can read them. */
export const taggedStyle: Style = {
  bold: (text) => `<b>${text}</b>`,
  dim: (text) => `<d>${text}</d>`,
  red: (text) => `<r>${text}</r>`,
  green: (text) => `<g>${text}</g>`,
  yellow: (text) => `<y>${text}</y>`,
  cyan: (text) => `<c>${text}</c>`,
  link: (text, address) => `<a ${address}>${text}</a>`,
};
