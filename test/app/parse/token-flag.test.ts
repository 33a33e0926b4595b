import { expect, test } from "vitest";
import { refuseTokenFlag, refuseTokenWord } from "../../../src/app/parse/token-flag.ts";
import { UsageError } from "../../../src/errors.ts";

const hint = "tome auth login --with-token < token.txt";
const ways =
  "because other programs can read command lines. Enter it at the prompt of tome auth login, pipe it to --with-token, or set TOME_TOKEN.";

test.each([
  ["--token", "token"],
  ["--token=canary", "token"],
  ["-token", "token"],
  ["--TOKEN=canary=more", "TOKEN"],
  ["--api-token", "api-token"],
  ["--access-token", "access-token"],
  ["--auth-token", "auth-token"],
  ["--api-key", "api-key"],
  ["--password", "password"],
])("%s is refused without its value", (typed, name) => {
  expect(refuseTokenFlag(typed)).toEqual(
    new UsageError(`The flag --${name} does not exist, ${ways}`, hint),
  );
});

test.each(["--tokens", "--with-token", "--title=token", "--page-token", ""])(
  "%s is another flag",
  (typed) => {
    expect(refuseTokenFlag(typed)).toBeUndefined();
  },
);

test("a surplus word of an auth command may be a token", () => {
  for (const line of ["auth login", "auth logout", "auth token", "auth status"]) {
    expect(refuseTokenWord(line)).toEqual(
      new UsageError(`tome ${line} does not accept a token as an argument, ${ways}`, hint),
    );
  }
  expect([refuseTokenWord("authors list"), refuseTokenWord("space list")]).toEqual([
    undefined,
    undefined,
  ]);
});
