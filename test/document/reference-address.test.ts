import { describe, expect, test } from "vitest";
import type { ContentReference } from "../../src/contract/content-reference.model.ts";
import {
  decodePart,
  findFilePart,
  findTargetId,
  getAddress,
  listAddressedSpaces,
  listContentAddresses,
  parseReference,
  toFileReference,
  withFileChanged,
  withoutFragment,
} from "../../src/document/reference-address.ts";

const url = (text: string): ContentReference => ({ kind: "url", url: text });
const space = "S1";

test.each<[ContentReference, string]>([
  [{ kind: "page", page: "P1" }, "/pages/P1"],
  [{ kind: "page", page: "P1", space }, "/spaces/S1/pages/P1"],
  [{ kind: "file", file: "F1" }, "/files/F1"],
  [{ kind: "file", file: "F1", space }, "/spaces/S1/files/F1"],
  [{ kind: "anchor", anchor: "a-b", page: "P1" }, "/pages/P1#a-b"],
  [{ kind: "anchor", anchor: "a", page: "P1", space }, "/spaces/S1/pages/P1#a"],
  [{ kind: "anchor", anchor: "a#b?c", page: "P1" }, "/pages/P1#a#b?c"],
  [{ kind: "anchor", anchor: "a\nb", page: "P1" }, "/pages/P1#a\nb"],
  [{ kind: "anchor", anchor: "\r\n", page: "P1", space }, "/spaces/S1/pages/P1#\r\n"],
  [{ kind: "reusable-content", reusableContent: "R1", space }, "/spaces/S1/reusable-contents/R1"],
  [{ kind: "space", space }, "/spaces/S1"],
  [{ kind: "collection", collection: "C1" }, "/collections/C1"],
  [{ kind: "user", user: "U1" }, "/users/U1"],
  [{ kind: "openapi", spec: "pets" }, "/openapi/pets"],
])("%j is %s and back", (ref, address) => {
  expect(getAddress(ref)).toBe(address);
  expect(parseReference(address)).toEqual(ref);
});

test("an anchor without a page, and a URL, are written as they are", () => {
  expect([
    getAddress({ kind: "anchor", anchor: "a" }),
    getAddress({ kind: "anchor", anchor: "a", space }),
    getAddress(url("https://a")),
  ]).toEqual(["#a", "/spaces/S1#a", "https://a"]);
});

test.each([
  "https://a/pages/P1",
  "/pages/P1/x",
  "/pages/P1#",
  "/pages/P1\n",
  "/pages/P1\n#a",
  "/spaces/S1/pages/P1#",
  "/spaces/S1\n/pages/P1",
  "/files/F1#a",
  "/x/collections/C1",
  "/spaces/S1x/",
  "/spaces/S1/",
  "/spaces/S1#a",
  "/users/",
  "",
])("%j is not a reference", (address) => {
  expect(parseReference(address)).toBeUndefined();
});

describe("a file with a fragment", () => {
  test("is a URL", () => {
    expect([toFileReference("F1", undefined), toFileReference("F1", "a")]).toEqual([
      { kind: "file", file: "F1" },
      url("/files/F1#a"),
    ]);
  });

  test.each<[ContentReference, unknown]>([
    [url("/files/F1#a#b"), { file: { kind: "file", file: "F1" }, fragment: "a#b" }],
    [url("/files/F1#/files/F2#a"), { file: { kind: "file", file: "F1" }, fragment: "/files/F2#a" }],
    [url("/files/F1##"), { file: { kind: "file", file: "F1" }, fragment: "#" }],
    [url("/files/F1#a?b"), { file: { kind: "file", file: "F1" }, fragment: "a?b" }],
    [url("/files/F1#\n"), { file: { kind: "file", file: "F1" }, fragment: "\n" }],
    [url("/files/F1#a\nb"), { file: { kind: "file", file: "F1" }, fragment: "a\nb" }],
    [
      url("/spaces/S1/files/F1#a\r\nb"),
      { file: { kind: "file", file: "F1", space }, fragment: "a\r\nb" },
    ],
    [url("/spaces/S1/files/F1#a"), { file: { kind: "file", file: "F1", space }, fragment: "a" }],
    [url("https://h/files/F1#a"), undefined],
    [url("/files/F1"), undefined],
    [url("/files/F1#"), undefined],
    [url("/spaces/S1/files/F1#"), undefined],
    [url("/files/F1\n#a"), undefined],
    [url("/files/F1?a#b"), undefined],
    [url("a#/files/F1#b"), undefined],
    [url("/pages/P1#a"), undefined],
    [{ kind: "file", file: "F1" }, undefined],
  ])("%j", (ref, part) => {
    expect(findFilePart(ref)).toEqual(part);
    expect(withoutFragment(ref)).toEqual((part as { file?: unknown } | undefined)?.file ?? ref);
  });

  test("keeps the fragment when the file changes", () => {
    const change = () => ({ kind: "file", file: "F2" }) as const;
    expect(withFileChanged(url("/files/F1#a"), change)).toEqual(url("/files/F2#a"));
    expect(withFileChanged(url("/pages/P1#a"), change)).toBeUndefined();
  });
});

test.each<[ContentReference, string | undefined]>([
  [{ kind: "page", page: "P1" }, "P1"],
  [{ kind: "anchor", anchor: "a", page: "P1" }, "P1"],
  [{ kind: "anchor", anchor: "a" }, undefined],
  [{ kind: "file", file: "F1" }, "F1"],
  [{ kind: "reusable-content", reusableContent: "R1" }, "R1"],
  // Content of another space can have an equal id.
  [{ kind: "page", page: "P1", space }, undefined],
  [{ kind: "anchor", anchor: "a", page: "P1", space }, undefined],
  [{ kind: "anchor", anchor: "a", space }, undefined],
  [{ kind: "file", file: "F1", space }, undefined],
  [{ kind: "reusable-content", reusableContent: "R1", space }, undefined],
  [{ kind: "space", space }, undefined],
  [{ kind: "collection", collection: "C1" }, undefined],
  [{ kind: "user", user: "U1" }, undefined],
  [{ kind: "openapi", spec: "pets" }, undefined],
  [url("/pages/P1"), undefined],
])("the content of the same space to which %j leads is %s", (ref, id) => {
  expect(findTargetId(ref)).toBe(id);
});

const file = (id: string, of?: string) => ({ kind: "file", file: id, ...(of && { space: of }) });
const reusable = (id: string, of?: string) => ({
  ...{ kind: "reusable-content", reusableContent: id, ...(of && { space: of }) },
});

test.each<[string, readonly object[], readonly string[]]>([
  ["", [], []],
  ["/files/F1", [file("F1")], []],
  ["see (/files/F1#page=2), /files/F1 and '/files/F_2-'", [file("F1"), file("F_2-")], []],
  ["/reusable-contents/R1", [reusable("R1")], []],
  [
    "/spaces/S1/files/F1 /spaces/S2/reusable-contents/R1",
    [file("F1", "S1"), reusable("R1", "S2")],
    ["S1", "S2"],
  ],
  ["/spaces/S1/pages/P1 /spaces/S1", [], ["S1", "S1"]],
  ["https://a.example/files/F1 /a/files/F1 ./files/F1", [], []],
  ["https://a.example/spaces/S1 -/spaces/S1 ./spaces/S1", [], []],
  ['{"url":"/files/F1","to":"/spaces/S1"}', [file("F1")], ["S1"]],
  ["/docs/guide/~files/F1/a.png", [file("F1")], []],
  ["https://a.example/~files/F1/a.png /~files/F1 /files/F2", [file("F2"), file("F1")], []],
  ["/files/ /reusable-contents/ /spaces/ /~files/", [], []],
])("the content and spaces of addresses in %j", (text, content, spaces) => {
  expect(listContentAddresses(text)).toEqual(content);
  expect(listAddressedSpaces(text)).toEqual(spaces);
});

test("a part that is not UTF-8 is unchanged", () => {
  expect([decodePart("a%20b"), decodePart("a%ff")]).toEqual(["a b", "a%ff"]);
});
