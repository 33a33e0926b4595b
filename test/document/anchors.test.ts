import { expect, test } from "vitest";
import { anchorsOf } from "../../src/document/anchors.ts";
import { parseMarkdown } from "../../src/document/markdown.ts";

test.each([
  ["# One\n\n## One\n", ["one", "one-1"]],
  ['<a id="above"></a>\n\n# Below\n', ["above", "below"]],
  ["Text with <a name='mark'>a mark</a> within.\n", ["mark"]],
  ['| a |\n| - |\n| <a id="cell">x</a> |\n', ["cell"]],
  ["<br> and <div class=x> and <a href='#id=y'>none</a>\n", []],
])("%j can be pointed at by %j", (markdown, ids) => {
  expect([...anchorsOf(parseMarkdown(markdown)).values()].map(({ id }) => id)).toEqual(ids);
});
