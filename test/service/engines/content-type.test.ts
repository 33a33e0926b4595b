import { expect, it } from "vitest";
import { getContentType } from "../../../src/service/engines/content-type.ts";

it.each([
  ["logo.PNG", "image/png"],
  ["docs/read.me.pdf", "application/pdf"],
  ["LICENSE", "application/octet-stream"],
  ["a.nosuchextension", "application/octet-stream"],
])("the file %s has the type %s", (name, type) => {
  expect(getContentType(name)).toBe(type);
});
