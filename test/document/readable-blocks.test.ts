import { expect, test } from "vitest";
import { parseMarkdown, writeMarkdown } from "../../src/document/markdown.ts";
import { toReadableNodes } from "../../src/document/readable-blocks.ts";

test.each([
  [
    '<figure><img src="a" alt="b"><figcaption>c</figcaption></figure>',
    '<figure><img src="a" alt="b"><figcaption><p>c</p></figcaption></figure>\n',
  ],
  ["{% unknown %}\na\n{% endunknown %}", "a\n"],
  ["{% unknown %}", "`{% unknown %}`\n"],
  ['<a href="b" class="button">Go</a>', '<a href="b" class="button primary">Go</a>\n'],
  [
    '{% openapi-operation spec="s" path="/x" method="get" %}\nx\n{% endopenapi-operation %}',
    '{% openapi-operation spec="s" path="/x" method="get" %}\n[/openapi/s](/openapi/s)\n{% endopenapi-operation %}\n',
  ],
  ["{% if x %}\na\n{% endif %}", "{% if x %}\na\n{% endif %}\n"],
  ['<p><img src="a"> <a href=\'b\' id=x>c</a> <source srcset="d 2x, e"></p>', "![](a) [c](b)\n"],
])("%s is readable as %j", (markdown, expected) => {
  const nodes = toReadableNodes(parseMarkdown(markdown).nodes, (url) => ({ kind: "url", url }));
  expect(writeMarkdown({ object: "document", data: {}, nodes })).toBe(expected);
});
