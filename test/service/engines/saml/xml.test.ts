import { expect, test } from "vitest";
import {
  findOnlyChild,
  listChildren,
  quoteText,
  readXml,
  refuseUnsafeXml,
  trimXml,
} from "../../../../src/service/engines/saml/xml.ts";

function attempt(run: () => unknown) {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

test.each([
  ["<a/>", undefined],
  [`<a>${" ".repeat(256 * 1024 - 7)}</a>`, undefined],
  [`<a>${" ".repeat(256 * 1024 - 6)}</a>`, "it is too large"],
  ["<a><!-- --></a>", "it has comments, CDATA, a DTD or entities"],
  ["<a><?b?></a>", "it has processing instructions"],
  [`<${"a".repeat(16 * 1024 - 3)}/>`, undefined],
  [`<${"a".repeat(16 * 1024 - 2)}/>`, "it has a tag that is too long"],
  [`<${"a".repeat(16 * 1024)}`, "it has a tag that is too long"],
  [`${"<a>".repeat(64)}${"</a>".repeat(64)}`, undefined],
  [`${"<a>".repeat(65)}`, "it is nested too deeply"],
  [`<r>${"<a/>".repeat(3999)}</r>`, undefined],
  [`<r>${"<a/>".repeat(4000)}</r>`, "it has too many elements"],
  [`<r>${"<a></a>".repeat(3999)}</r>`, undefined],
  [`<r>${"<a></a>".repeat(4000)}</r>`, "it has too many elements"],
])("document %# is %s", (source, reason) => {
  expect(attempt(() => refuseUnsafeXml(source))).toBe(reason);
});

test.each([
  ['\uFEFF<?xml version="1.0"?>\r\n\t <a/> \r\n\t', "<a/>"],
  [" <a/>", "<a/>"],
  ["<?xmlx?><a/>", "<?xmlx?><a/>"],
  ["<a/>\u00a0", "<a/>\u00a0"],
])("%j is trimmed to %j", (source, trimmed) => {
  expect(trimXml(source)).toBe(trimmed);
});

test.each(["", "text", "<a/>text", "text<a/>", "<a>", "<a/><b/>", "<a></b>", "<a b></a>"])(
  "%j is not well-formed",
  (source) => {
    expect(attempt(() => readXml(source))).toBe("it is not well-formed XML");
  },
);

test("an element has its attributes, child elements and text", () => {
  const { root } = readXml('<p:a xmlns:p="urn:p" b="1">x<c>y</c>z<p:c/></p:a>');
  const c = { name: "c", attributes: new Map(), elements: [] };
  expect(root).toEqual({
    name: "a",
    namespace: "urn:p",
    attributes: new Map([
      ["xmlns:p", "urn:p"],
      ["b", "1"],
    ]),
    text: "xyz",
    elements: [
      { ...c, namespace: "", text: "y" },
      { ...c, namespace: "urn:p", text: "" },
    ],
  });
  expect(listChildren(root, "urn:p", "c")).toEqual([root.elements[1]]);
  expect(listChildren(root, "urn:p", "d")).toEqual([]);
  expect(findOnlyChild(root, "", "c")).toBe(root.elements[0]);
  expect(attempt(() => findOnlyChild(root, "", "d"))).toBe("its a has no d");
});

test("two children with the name are an error", () => {
  const { root } = readXml("<a><b/><b/></a>");
  expect(attempt(() => findOnlyChild(root, "", "b"))).toBe("its a has several b");
});

test.each([
  [" a \n\t\u200b b ", '"a b"'],
  ["\u0000 ", ""],
  ["x".repeat(201), `"${"x".repeat(200)}"`],
])("%j is quoted", (text, quoted) => {
  expect(quoteText(text)).toBe(quoted);
});
