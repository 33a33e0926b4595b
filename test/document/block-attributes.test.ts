import { expect, test } from "vitest";
import type { Node } from "../../src/contract/document.model.ts";
import {
  formatTextAlignment,
  parseLength,
  parseSize,
  parseTextAlignment,
  toDescribedData,
  toTagAttributes,
} from "../../src/document/block-attributes.ts";

const toNode = (node: { readonly type?: string; readonly data?: object }): Node => ({
  object: "block",
  type: node.type,
  ...(node.data && { data: { ...node.data } }),
});

test.each<[unknown, unknown]>([
  ["101%", { unit: "%", value: 101 }],
  ["5", 5],
  ["0", 0],
  ["-1", null],
  ["5px", 5],
  ["5 px", null],
  ["5em", null],
  ["5%", { unit: "%", value: 5 }],
])("the length %j is read as %j", (written, length) => {
  expect(parseLength(written) ?? null).toEqual(length);
});

test.each<[unknown, unknown, object]>([
  [{ value: 5, unit: "px" }, "7", { width: { unit: "px", value: 5 }, height: 7 }],
  [" 5 ", "7", { width: 5, height: 7 }],
])("the size %j by %j is read as %j", (width, height, size) => {
  expect(parseSize(width, height)).toEqual(size);
});

test.each<[Parameters<typeof toNode>[0], object]>([
  [{ type: "image", data: { width: "x" } }, {}],
  [{ type: "image", data: { align: "center" } }, { align: "center" }],
  [{ type: "column", data: { width: 30 } }, { width: 30 }],
  [{ type: "column", data: { valign: "middle", verticalAlignment: "center" } }, {}],
  [{ type: "column", data: { verticalAlignment: "middle" } }, { verticalAlignment: "middle" }],
  [{ type: "table", data: { width: "x" } }, { width: "x" }],
  [
    { type: "update", data: { width: { value: 5, unit: "px" } } },
    { width: { value: 5, unit: "px" } },
  ],
  [{ type: "update", data: { tags: ["a"] } }, { tags: [{ kind: "tag", tag: "a" }] }],
  [{ type: "update", data: { tags: 5 } }, { tags: [{ kind: "tag", tag: "5" }] }],
])("the data of %j are described as %j", (node, data) => {
  expect(toDescribedData(toNode(node))).toEqual(data);
});

test.each<[Parameters<typeof toNode>[0], object]>([
  [{ type: "image", data: { verticalAlignment: "middle" } }, { verticalAlignment: "middle" }],
  [
    { type: "column", data: { valign: "middle", verticalAlignment: "center" } },
    { valign: "center" },
  ],
  [{ type: "images", data: { tags: ["a"] } }, { tags: "a" }],
  [{ type: "swagger", data: { width: "x" } }, { width: "x" }],
  [{ type: "paragraph", data: { width: { value: 5, unit: "px" } } }, { width: "5px" }],
  [{ type: "step", data: { width: 30 } }, { width: "30" }],
])("the attributes of %j are %j", (node, attributes) => {
  expect(toTagAttributes(toNode(node))).toEqual(attributes);
});

test.each([
  ["center", "center", ' align="center"'],
  ["end", "end", ' align="right"'],
  ["right", "end", ""],
  ["start", undefined, ""],
  ["left", undefined, ""],
  [undefined, undefined, ""],
])("the alignment %j is read as %j and written as %j", (written, alignment, attribute) => {
  expect([parseTextAlignment(written), formatTextAlignment(written)]).toEqual([
    alignment,
    attribute,
  ]);
});

test.each([
  [0, 0],
  [1.5, 1.5],
  [-1, undefined],
  ["12px", 12],
  ["12.5%", { unit: "%", value: 12.5 }],
  ["-1", undefined],
  ["123456", undefined],
  [
    { unit: "%", value: 5 },
    { unit: "%", value: 5 },
  ],
  [{ unit: "%" }, undefined],
  [null, undefined],
])("the length %j is %j", (written, length) => {
  expect(parseLength(written)).toEqual(length);
});
