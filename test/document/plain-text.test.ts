import { expect, test } from "vitest";
import { parseMarkdown } from "../../src/document/markdown.ts";
import { writePlainText } from "../../src/document/plain-text.ts";

test.each([
  [
    '{% swagger method="post" path="/p" baseUrl="https://h" summary="S" %}\n{% swagger-description %}\nD\n{% endswagger-description %}\n\n{% swagger-parameter in="path" name="id" type="string" required="true" %}\nthe *id*\n{% endswagger-parameter %}\n\n{% swagger-parameter in="query" name="q" %}\n\n{% endswagger-parameter %}\n\n{% swagger-parameter in="body" name="b" type="x" required="false" %}\nb\n{% endswagger-parameter %}\n\n{% swagger-parameter in="header" name="h" %}\nh\n{% endswagger-parameter %}\n\n{% swagger-parameter in="cookie" name="c" %}\nh\n{% endswagger-parameter %}\n\n{% swagger-response status="200: OK" description="fine" %}\n```\na\n```\n{% endswagger-response %}\n\n{% swagger-response status="404" description="" %}\n\n{% endswagger-response %}\n{% endswagger %}',
    "S\nPOST https://h/p\nD\nPath parameters\nName\tType\tDescription\nid required\tstring\tthe id\nQuery parameters\nName\tType\tDescription\nq\nBody parameters\nName\tType\tDescription\nb\tx\tb\nHeader parameters\nName\tType\tDescription\nh\th\nCookie parameters\nName\tType\tDescription\nc\th\nResponses\n200: OK\nfine\na\n404",
  ],
  ["* a\n* b\n  1. c", "a\nb\nc"],
  ["![a](b)", "a"],
  ['<figure><img src="a" alt="b"><figcaption>c</figcaption></figure>', "b\nc"],
  ['{% tabs %}\n{% tab title="T" %}\na\n{% endtab %}\n{% endtabs %}', "T\na"],
  ["$$x$$", "x"],
  ["$$\nx\n$$", "x"],
  ['{% embed url="https://a" %}\nC\n{% endembed %}', "https://a\nC"],
  ['{% content-ref url="a" %}\nx\n{% endcontent-ref %}', "a"],
  ["{% unknown %}", "{% unknown %}"],
  ["a <br> b <b>c</b>", "a \n b c"],
  ['<code class="expression">x</code>', ""],
  ['<a href="b" class="button">Go</a>', "Go"],
  [
    '{% updates format="full" %}\n{% update date="2026-01-02" tags="a,b" %}\n## T\n\nx\n\ny\n{% endupdate %}\n{% update date="2026-01-01" %}\nz\n{% endupdate %}\n{% endupdates %}',
    "2026-01-02 a b\nT\nx\ny\n2026-01-01\nz",
  ],
  ['{% openapi src="a.yaml" path="/x" method="get" %}\nx\n{% endopenapi %}', "get /x"],
  [
    '<table data-view="cards"><thead><tr><th>A</th><th data-card-target>B</th></tr></thead><tbody><tr><td>x</td><td><a href="u">v</a></td></tr></tbody></table>',
    "A\nx",
  ],
  ['{% prompt description="d" %}\na\n{% endprompt %}', "d\na"],
])("the text of %s is %j", (markdown, text) => {
  expect(writePlainText(parseMarkdown(markdown).nodes)).toBe(text);
});
