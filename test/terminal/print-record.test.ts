/** A single object is a list of its fields on a terminal, and an object in a pipe. */
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { OutputChoice } from "../../src/terminal/formats/output-choice.ts";
import { printRecord } from "../../src/terminal/print-record.ts";
import type { PrintedRow } from "../../src/terminal/row.ts";
import { openScreen } from "./screen.ts";

const space: PrintedRow = {
  id: "S1",
  title: "=Hand\u001b[2Jbook",
  about: "two\nlines",
  public: true,
  createdAt: "2026-03-10T09:00:00Z",
  tags: ["a", "b"],
  urls: { app: "https://app.example", size: 9007199254740993n },
};
const now = Date.parse("2026-03-10T12:00:00Z");

async function print(choice: OutputChoice, piped = false): Promise<string> {
  const screen = await openScreen({ piped, color: false });
  await printRecord(screen.terminal, space, { choice, now });
  return screen.out();
}

test("a terminal shows aligned names and values, with continuation lines in the same column", async () => {
  expect(await print({})).toBe(
    [
      "id         S1",
      "title      =Hand\\u{1b}[2Jbook",
      "about      two",
      "           lines",
      "public     yes",
      "createdAt  2026-03-10T09:00:00Z",
      "tags       a, b",
      "urls.app   https://app.example",
      "urls.size  9007199254740993",
      "",
    ].join("\n"),
  );
});

test("names are in upper case, and times are relative and exact", async () => {
  const screen = await openScreen({ color: false });
  const columns = [{ header: "created", path: "createdAt", as: "time" as const }];
  await printRecord(screen.terminal, space, { columns, choice: {}, now });
  expect(screen.out()).toBe("CREATED  3 hours ago (2026-03-10T09:00:00Z)\n");
});

test("a narrow terminal omits an exact time that does not fit", async () => {
  const screen = await openScreen({ color: false, width: 40 });
  const columns = [{ header: "created", path: "createdAt", as: "time" as const }];
  await printRecord(screen.terminal, space, { columns, choice: {}, now });
  expect(screen.out()).toBe("CREATED  3 hours ago\n");
});

test("a pipe gets name and value separated by a tab", async () => {
  const out = await print({}, true);
  expect(out).toContain("about\ttwo\\nlines\npublic\ttrue\n");
  expect(out).toContain("tags\ta,b\nurls.app\thttps://app.example\n");
});

test("other formats print the object", async () => {
  expect(await print({ format: "json", fields: ["urls.size"] })).toBe(
    '{\n  "urls": {\n    "size": 9007199254740993\n  }\n}\n',
  );
  expect(await print({ format: "ndjson", fields: ["title"] })).toBe(
    '{"title":"=Hand\\u001b[2Jbook"}\n',
  );
  expect(parse(await print({ format: "yaml" }), { intAsBigInt: true })).toEqual(space);
  expect(await print({ format: "id" })).toBe("S1\n");
  expect(await print({ format: "csv", fields: ["id", "title"] })).toBe(
    "id,title\r\nS1,'=Hand\\u{1b}[2Jbook\r\n",
  );
});

test("a meaningful null is a word on a terminal and in a pipe", async () => {
  const columns = [{ header: "ROLE", path: "role", nothing: "guest" }];
  const printed = async (piped: boolean) => {
    const screen = await openScreen({ piped, color: false });
    await printRecord(screen.terminal, { role: null }, { columns, choice: {}, now });
    return screen.out();
  };
  expect(await printed(false)).toBe("ROLE  guest\n");
  expect(await printed(true)).toBe("role\tguest\n");
});

const time = "2026-03-10T09:00:00Z";
const relative = "created  3 hours ago";
test.each([
  [relative.length + time.length + 3, `${relative} (${time})\n`],
  [relative.length + time.length + 2, `${relative}\n`],
])("a screen of %i columns shows a time as %j", async (width, line) => {
  const screen = await openScreen({ width, color: false });
  const columns = [{ header: "created", path: "created", as: "time" }] as const;
  await printRecord(screen.terminal, { created: time }, { columns, choice: {}, now });
  expect(screen.out()).toBe(line);
});
