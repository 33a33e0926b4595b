/** Titles and ids that would run a command, or break a line, in a shell that executed them. */
import { writeFileSync } from "node:fs";
import type { KnownId } from "../../../src/app/resolve/id-cache.ts";

/** Each is harmful in some shell that executes it, or breaks a line. */
export const payloads: readonly string[] = [
  "$(touch canary)",
  "`touch canary`",
  '"; touch canary; "',
  "'; touch canary; '",
  "; touch canary ;",
  "| touch canary",
  "&& touch canary &",
  "x[$(touch canary)]",
  "$((x[$(touch canary)]))",
  "$" + "{x:=$(touch canary)}",
  "$" + "{x:-`touch canary`}",
  "<(touch canary)",
  ">canary",
  "(touch canary)",
  "$(touch canary",
  "line one\ntouch canary\n",
  "line one\r\ntouch canary\r\n",
  "tab\ttouch canary\ttab",
  "\u001b]0;owned\u0007\u001b[31m",
  "\u0003\u0004touch canary\u000d",
  "*",
  "?[a-z]*",
  "~root",
  "{a,b}$IFS",
  "!!:p !$ ^x^y",
  "%s%n %F{red}%K{blue}%1(l.a.b)",
  "\\ \\\\ \\n \\$(touch canary)",
  "@{touch=canary} $env:HOME",
  "--yes -rf",
  "# comment",
  "colon:colon::",
  "|pipe|pipe|",
  "…“quotes”‘quotes’",
  "\u202eright to left\u2066",
  "👩‍💻 家族 é",
  "' OR 1=1 -- ",
  "=cmd|' /C calc'!A0",
  "$'\\x41' \"$(touch canary)\"",
  " leading and trailing ",
  "",
];

/** 300 rows: every payload as a title of a valid id, and as an id. */
export const hostileRows: readonly KnownId[] = Array.from({ length: 300 }, (_, index) => {
  const payload = payloads[Math.floor(index / 2) % payloads.length] ?? "";
  const title = `${payload}${index < 2 * payloads.length ? "" : index}`;
  return index % 2 === 0
    ? { id: `id-${index}`, title, parent: "" }
    : { id: `${payload}${index}`, title: "A title", parent: payload };
});

/** The ids among them that can be typed unquoted. */
export const goodIds: readonly string[] = hostileRows
  .map(({ id }) => id)
  .filter((id) => /^[\w.][\w.-]*$/.test(id));

/** Like a file that tome did not write, without sanitized text. */
export function writeHostileFile(path: string): void {
  const lines = hostileRows.map(({ id, title, parent }) => [id, title, parent].join("\t"));
  writeFileSync(path, `${lines.join("\n")}\n\n\t\n\t\t\t\nid-last\tno end`);
}

/** Words that a user may have typed or pasted before the cursor. */
export const hostileWords: readonly string[] = payloads.filter(
  (payload) => payload !== "" && !/\p{Cc}/u.test(payload),
);
