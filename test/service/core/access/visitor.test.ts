import { expect, it } from "vitest";
import {
  findReaderVisitor,
  refuseToVisitor,
  resolveReader,
  type SiteVisitor,
} from "../../../../src/service/core/access/visitor.ts";

const visitor: SiteVisitor = {
  organization: "o1",
  site: "s1",
  spaces: new Set(),
  conditions: new Map(),
  claims: {},
  shareKey: undefined,
  pass: "p1",
  since: new Date(0),
  previewer: undefined,
  previewToken: undefined,
  drafts: false,
  isShown: async () => false,
  isNamed: async () => false,
};
const previewer: SiteVisitor = { ...visitor, previewer: "u1" };

it.each([
  ["getPageById", visitor, true],
  ["streamAskInSite", visitor, true],
  ["getChangeRequestById", visitor, false],
  ["getChangeRequestById", previewer, true],
  ["getRevisionSemanticChanges", previewer, true],
  ["updateSpaceById", previewer, false],
  ["listSpacesInOrganizationById", visitor, false],
])("%s of a visitor is allowed or refused with the site", (operation, caller, isAllowed) => {
  const refuse = () => refuseToVisitor(caller, operation);
  if (isAllowed) expect(refuse).not.toThrow();
  else {
    expect(refuse).toThrow(
      `${operation} is not available with a visitor token, which only reads the content of docs site s1. Use a user token.`,
    );
  }
});

it.each([
  ["a user", { caller: "u1" }, "u1", undefined],
  ["a visitor", { caller: "", visitor }, "site:s1:p1", { site: "s1", pass: "p1" }],
  [
    "a visitor of an open site",
    { caller: "", visitor: { ...visitor, pass: "" } },
    "site:s1:",
    { site: "s1", pass: "" },
  ],
  ["a previewer", { caller: "", visitor: previewer }, "u1", undefined],
])("a URL for %s has a reader", (_, call, reader, found) => {
  expect(resolveReader(call)).toBe(reader);
  expect(findReaderVisitor(reader)).toEqual(found);
});

it("a reader without a fingerprint opens only a site that is open to all", () => {
  expect(findReaderVisitor("site:s1")).toEqual({ site: "s1", pass: "" });
  expect(findReaderVisitor("site:")).toEqual({ site: "", pass: "" });
});
