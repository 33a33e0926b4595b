import { expect, test } from "vitest";
import { findCommand } from "../../../src/app/parse/find-command.ts";
import { listParameters } from "../../../src/app/parse/parameters.ts";
import { parse } from "../../../src/app/parse/parse.ts";
import { withoutSecretWords } from "../../../src/app/parse/secret-arguments.ts";
import { everyVerb } from "../../commands/tree.ts";

test.each<[string, readonly string[], readonly string[]]>([
  ["space get", ["S1", "--share-key", "key12345678"], ["S1", "--share-key", "[removed]"]],
  [
    "space get",
    ["S1", "--share-key=key12345678", "--json=id"],
    ["S1", "--share-key=[removed]", "--json=id"],
  ],
  [
    "space get",
    ["--share-key", "key12345678", "--json", "S1"],
    ["--share-key", "[removed]", "--json", "S1"],
  ],
  [
    "space get",
    ["--json", "-q", ".x key12345678", "S1", "--share-key", "key12345678"],
    ["--json", "-q", ".x [removed]", "S1", "--share-key", "[removed]"],
  ],
  ["space get", ["--share-key", " x", " S1"], ["--share-key", "[removed]", " S1"]],
  ["org invite get", ["inv-12345678"], ["[removed]"]],
  ["org invite delete", ["inv-1", "inv-2", "--yes"], ["[removed]", "[removed]", "--yes"]],
  [
    "org invite update",
    ["inv-12345678", "--org", "https://u:p@h/?inv=inv-12345678"],
    ["[removed]", "--org", "https://[removed]@h/?inv=[removed]"],
  ],
  [
    "org invite update",
    ["inv-12345678", "--organization", "https://u:p@h/?inv=inv-12345678"],
    ["[removed]", "--organization", "https://[removed]@h/?inv=[removed]"],
  ],
  [
    "org invite update",
    ["--organization", "Acme", "inv-12345678"],
    ["--organization", "Acme", "[removed]"],
  ],
  [
    "org webhook create",
    ["https://u:p@h/hook?token=abc&x=1", "--event", "space_content_updated"],
    ["https://h/hook", "--event", "space_content_updated"],
  ],
  [
    "integration publish",
    [
      "name",
      "--secret",
      "KEY=value12345",
      "--secret=OTHER=x",
      "--secret",
      "BARE",
      "--title",
      "has value12345 inside",
    ],
    [
      "name",
      "--secret",
      "KEY=[removed]",
      "--secret=OTHER=[removed]",
      "--secret",
      "BARE",
      "--title",
      "has [removed] inside",
    ],
  ],
  [
    "saml create",
    [
      "--label",
      "L",
      "--metadata",
      "https://idp.example/meta?key=1",
      "--sso-url",
      "https://idp.example/sso?x=1",
    ],
    [
      "--label",
      "L",
      "--metadata",
      "https://idp.example/meta?key=[removed]",
      "--sso-url",
      "https://idp.example/sso",
    ],
  ],
  [
    "saml create",
    ["--label", "L", "--metadata", "file?key=1"],
    ["--label", "L", "--metadata", "file?key=[removed]"],
  ],
  [
    "saml create",
    ["--metadata=C:\\\\meta?key=1", "--label=L"],
    ["--metadata=C:\\\\meta?key=[removed]", "--label=L"],
  ],
  [
    "saml create",
    ["--metadata", "HTTPS://idp.example/meta?key=1"],
    ["--metadata", "HTTPS://idp.example/meta?key=[removed]"],
  ],
  [
    "api",
    [
      "POST",
      "/x?token=abc",
      "-f",
      "token=abc",
      "-fname=value",
      "-F",
      "password=@file",
      "-iH",
      "authorization: Bearer abc",
      "-H",
      "x-own: plain",
      "--input",
      '{"token":1}',
    ],
    [
      "POST",
      "/x?token=[removed]",
      "-f",
      "token=[removed]",
      "-fname=value",
      "-F",
      "password=[removed]",
      "-iH",
      "authorization: [removed]",
      "-H",
      "x-own: [removed]",
      "--input",
      '{"token":"[removed]"}',
    ],
  ],
  ["api", ["GET", "/user", "-i", "-q", ".a"], ["GET", "/user", "-i", "-q", ".a"]],
  ["api", ["-ifa=b", "POST", "/x"], ["-ifa=b", "POST", "/x"]],
  [
    "site published",
    [
      "Docs",
      "--share-key",
      "k2345678",
      "--claims",
      '{"token":"abc","plan":"pro"}',
      "--organization",
      "O1",
    ],
    [
      "Docs",
      "--share-key",
      "[removed]",
      "--claims",
      '{"token":"[removed]","plan":"pro"}',
      "--organization",
      "O1",
    ],
  ],
  ["space embed", ["S1", "https://u:p@h/path?x=1#f"], ["S1", "https://h/path"]],
  [
    "space update",
    ["S1", "--title", "Bearer abcdefgh", "-n", "S2"],
    ["S1", "--title", "Bearer [removed]", "-n", "S2"],
  ],
  ["space list", ["--json", "-5", "--limit", "5"], ["--json", "-5", "--limit", "5"]],
  ["space list", ["--json", "--limit", "5"], ["--json", "--limit", "5"]],
  [
    "org update",
    ["O1", "--no-sso", "--logo", "https://u:p@h/l.png?sig=1", "--merge-rules", "approval"],
    ["O1", "--no-sso", "--logo", "https://h/l.png", "--merge-rules", "approval"],
  ],
  [
    "integration installation update",
    ["name", "inst", "--configuration", '{"channel":"secret-channel","n":{"k":"vvvvvvvvvv"}}'],
    ["name", "inst", "--configuration", "[removed]"],
  ],
  [
    "org webhook update",
    ["https://h/hook?sig=1", "--url=https://h/new?x=1"],
    ["https://h/hook?sig=[removed]", "--url=https://h/new"],
  ],
  [
    "cr update",
    ["C1", "--description", '{"password":"x"}', "--subject", "s"],
    ["C1", "--description", '{"password":"[removed]"}', "--subject", "s"],
  ],
  ["space delete", ["--", "S1", "token=x"], ["--", "S1", "token=x"]],
  [
    "saml update",
    ["P1", "--metadata", "https://idp.example/meta?key=1"],
    ["P1", "--metadata", "https://idp.example/meta?key=[removed]"],
  ],
  [
    "api",
    ["GET", "/x", "-H", "authorization: Bearer abc"],
    ["GET", "/x", "-H", "authorization: [removed]"],
  ],
  [
    "integration publish",
    ["n", "--secret", "KEY=value12345", "--description", "value12345"],
    ["n", "--secret", "KEY=[removed]", "--description", "[removed]"],
  ],
])("the words of tome %s %j are shown as %j", async (line, words, shown) => {
  const { command } = await findCommand(line.split(" "));
  if (command === undefined || command.kind === "noun")
    throw new Error(`${line} is not a command.`);
  const parameters = listParameters(command);
  const typed = parse(line, command, parameters, words);
  expect(withoutSecretWords(words, command, parameters, typed)).toEqual(shown);
});

const lists = (await everyVerb()).flatMap(([line, verb]) => {
  const expected = listParameters(verb).filter(({ isArgument }) => isArgument);
  return expected.some(({ field }) => field.kind === "list") ? [[line, expected] as const] : [];
});

test.each(lists)("only the last argument of %s is a list", (_, expected) => {
  const kinds = expected.map(({ field }) => field.kind);
  expect(kinds.indexOf("list")).toBe(kinds.length - 1);
});
