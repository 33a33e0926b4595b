import { expect, test } from "vitest";
import { parseUser } from "../../../src/features/auth/person.ts";

test.each([
  [
    { id: "U1", displayName: "Ada", email: "ada@x.org" },
    { id: "U1", name: "Ada <ada@x.org>" },
  ],
  [
    { id: "U1", displayName: "Ada" },
    { id: "U1", name: "Ada" },
  ],
  [
    { id: "U1", email: "ada@x.org" },
    { id: "U1", name: "ada@x.org" },
  ],
  [
    { id: "U1", displayName: "", email: "" },
    { id: "U1", name: "U1" },
  ],
  [{ displayName: 7 }, { id: null, name: "" }],
  [null, { id: null, name: "" }],
  [undefined, { id: null, name: "" }],
  ["text", { id: null, name: "" }],
])("the user of %j", (answer, expected) => {
  expect(parseUser(answer)).toEqual(expected);
});
