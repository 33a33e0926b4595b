import { expect, it } from "vitest";
import type { Node } from "../../../src/contract/document.model.ts";
import { findNamedOperation } from "../../../src/service/engines/operation-name.ts";
import { buildBlock } from "../../support/generators/nodes.ts";

const operation = { path: "/pets", method: "GET" };

it.each<[string, Node, unknown]>([
  [
    "a specification by slug",
    buildBlock("openapi-operation", { spec: "pets", ...operation }),
    {
      name: '["pets","get","/pets"]',
      specification: "pets",
      isFile: false,
      path: "/pets",
      method: "GET",
    },
  ],
  [
    "a specification by source",
    buildBlock("swagger", { src: "pets.yaml", ...operation }),
    {
      name: '["pets.yaml","get","/pets"]',
      specification: "pets.yaml",
      isFile: false,
      path: "/pets",
      method: "GET",
    },
  ],
  [
    "the slug before the source",
    buildBlock("openapi-operation", { spec: "pets", src: "b", ...operation }),
    {
      name: '["pets","get","/pets"]',
      specification: "pets",
      isFile: false,
      path: "/pets",
      method: "GET",
    },
  ],
  [
    "a stored specification",
    buildBlock("openapi-operation", {
      ref: { kind: "openapi", spec: "s1" },
      spec: "b",
      ...operation,
    }),
    {
      name: '["s1","get","/pets"]',
      specification: "s1",
      isFile: false,
      path: "/pets",
      method: "GET",
    },
  ],
  [
    "a URL",
    buildBlock("openapi-operation", {
      ref: { kind: "url", url: "https://example.com/a" },
      ...operation,
    }),
    {
      name: '["https://example.com/a","get","/pets"]',
      specification: "https://example.com/a",
      isFile: false,
      path: "/pets",
      method: "GET",
    },
  ],
  [
    "a file",
    buildBlock("openapi-operation", { ref: { kind: "file", file: "f1" }, ...operation }),
    {
      name: '["f1","get","/pets"]',
      specification: "f1",
      isFile: true,
      path: "/pets",
      method: "GET",
    },
  ],
  [
    "a tag",
    buildBlock("tag", {
      tag: 'openapi-operation spec="pets" path="/pets" method="Post" data-path="/x"',
    }),
    {
      name: '["pets","post","/pets"]',
      specification: "pets",
      isFile: false,
      path: "/pets",
      method: "Post",
    },
  ],
  [
    "a tag block of another name",
    buildBlock("tag-block", { tag: 'openapi src="a" path="" method="get"' }),
    { name: '["a","get",""]', specification: "a", isFile: false, path: "", method: "get" },
  ],
  ["a tag without attributes", buildBlock("tag", { tag: "openapi-operation " }), undefined],
  [
    "another tag",
    buildBlock("tag", { tag: 'openapi-schemas spec="pets" path="/pets" method="get"' }),
    undefined,
  ],
  ["a tag without a name", buildBlock("tag", { spec: "pets", ...operation }), undefined],
  ["another block", buildBlock("code", { spec: "pets", ...operation }), undefined],
  [
    "a block whose type ends like an operation",
    buildBlock("my-openapi-operation", { spec: "pets", ...operation }),
    undefined,
  ],
  ["a node without a type", { object: "block", data: { spec: "pets", ...operation } }, undefined],
  ["no data", { object: "block", type: "swagger" }, undefined],
  ["no specification", buildBlock("swagger", operation), undefined],
  [
    "a specification that is not a text",
    buildBlock("swagger", { spec: 7, ...operation }),
    undefined,
  ],
  ["no path", buildBlock("swagger", { spec: "pets", method: "get" }), undefined],
  ["no method", buildBlock("swagger", { spec: "pets", path: "/pets" }), undefined],
])("%s", (_, node, named) => {
  expect(findNamedOperation(node)).toEqual(named);
});
