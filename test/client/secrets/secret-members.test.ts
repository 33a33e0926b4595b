import { expect, test } from "vitest";
import { withoutSecretMembers } from "../../../src/client/secrets/secret-members.ts";

const isSecret = (name: string) => name === "token";
const clean = (text: string, member: string) =>
  text.replace("hidden", "[removed]").replace("member", `of ${member}`);

test.each([
  ['{"token":"x","a":"y"}', '{"token":"[removed]","a":"y"}'],
  ['{"token":1.50, "a" : 2.50}', '{"token":"[removed]", "a" : 2.50}'],
  ['{"token":true,"b":{"token":null}}', '{"token":true,"b":{"token":null}}'],
  [
    '{"token":{"a":["x",{"b":5}],"c":false},"d":"x"}',
    '{"token":{"a":["[removed]",{"b":"[removed]"}],"c":false},"d":"x"}',
  ],
  ['{"token":["x","y"],"d":["z"]}', '{"token":["[removed]","[removed]"],"d":["z"]}'],
  ['["x",{"token":"x"},"y"]', '["x",{"token":"[removed]"},"y"]'],
  ['{"to\\u006ben" \n: "x"}', '{"to\\u006ben" \n: "[removed]"}'],
  ['"token"', '"token"'],
  ['"hidden"', '"[removed]"'],
  ['"a\\/b"', '"a\\/b"'],
  ['{"a":"hidden member"}', '{"a":"[removed] of a"}'],
  ['{"a":["member"],"b":"member"}', '{"a":["of a"],"b":"of b"}'],
  ['{"hidden member":1}', '{"[removed] of ":1}'],
  ['{"token":"x', '{"token":"[removed]"'],
  ['{"a":"hidden \\', '{"a":"[removed] "\\'],
  ['{"token":12', '{"token":"[removed]"'],
  ["]}5", "]}5"],
  ['{"a":hidden}', '{"a":hidden}'],
  ['{"token":5}6', '{"token":"[removed]"}6'],
  ['{"token":[1,"x":2],"b":"y"}', '{"token":["[removed]","x":"[removed]"],"b":"y"}'],
  ['{"a":{"token":"x"}}"hidden"', '{"a":{"token":"[removed]"}}"[removed]"'],
])("%s becomes %s", (text, cleaned) => {
  expect(withoutSecretMembers(text, isSecret, clean)).toBe(cleaned);
});
