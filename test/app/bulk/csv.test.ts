import { describe, expect, test } from "vitest";
import { readCsv } from "../../../src/app/bulk/csv.ts";
import { randomFrom } from "../../support/generators/random.ts";

const read = async (text: string) =>
  (await readCsv("rows.csv", text)).map(({ line, cells }) => [line, ...cells]);

const rows = [
  [1, "title", "emoji"],
  [2, "A", ""],
];

describe("a spreadsheet table", () => {
  test.each([
    ["lines of separators", "title,emoji\nA,\n,\n,\n"],
    ["empty columns at the end", "title,emoji,,\nA,,,\n,,,\n"],
    ["more separators than the header has", "title,emoji\nA,,,\n,,,,\n"],
    ["semicolons", "title;emoji\r\nA;\r\n;\r\n"],
    ["tabs", "title\temoji\nA\t\n\t\n"],
    ["lines of separators and spaces", "title,emoji\nA,\n , \n\u00a0,\n\t,\n"],
  ])("is read with %s", async (_, text) => {
    expect(await read(text)).toEqual(rows);
  });

  test.each([",", ";", "\t", "|", ":", "^"])(
    "may name its separator %j in the first line",
    async (mark) => {
      const first = [`sep=${mark}`, `\uFEFFsep=${mark}`, `SEP=${mark} `, `"sep=${mark}"`];
      for (const line of [...first, `sep=${mark}${mark}${mark}`, `"sep=${mark}"${mark}`]) {
        const text = `${line}\r\ntitle${mark}emoji\r\n"A, B; C"${mark}\r\n${mark}\r\n`;
        expect(await read(text)).toEqual([
          [2, "title", "emoji"],
          [3, "A, B; C", ""],
        ]);
      }
    },
  );

  test.each([
    ["title,emoji\nA,b,c\n", 2],
    ["title,emoji,\nA,b,c\n", 2],
    ["title,emoji\n,\nA\n", 3],
    ["sep=;\ntitle;emoji\nA;b;c\n", 3],
  ])(
    "is refused if a row and the header have different numbers of cells: %j",
    async (text, line) => {
      await expect(read(text)).rejects.toThrow(`rows.csv:${line} has a different number of cells`);
    },
  );

  test.each(["\n", "\r\n"])("counts the lines of cells with line breaks: %j", async (end) => {
    const text = ["title,emoji", '"A', "B", 'C","D', 'E"', "F,", "G,b,c"].join(end);
    await expect(read(text)).rejects.toThrow("rows.csv:7 has a different number of cells");
    expect((await read(text.slice(0, -5))).map(([line]) => line)).toEqual([1, 2, 6]);
    const unclosed = `sep=;${end}title;emoji${end}"A${end}B";${end}C;x"`;
    await expect(read(unclosed)).rejects.toThrow("rows.csv:5 has an unescaped quotation mark");
  });

  test.each([
    ["title,a;b\nA,x;y\n", ["title", "a;b"], ["A", "x;y"]],
    ["title\ta,b;c\nA\tx,y;z\n", ["title", "a,b;c"], ["A", "x,y;z"]],
    ["title;a b\nA;x,y\n", ["title", "a b"], ["A", "x,y"]],
    ["title\nA;B,C\n", ["title"], ["A;B,C"]],
  ])("of %j has the separator of its first line", async (text, header, cells) => {
    const expected = [
      [1, ...header],
      [2, ...cells],
    ];
    if (header.length === 1) await expect(read(text)).rejects.toThrow("rows.csv:2 has a different");
    else expect(await read(text)).toEqual(expected);
  });

  test.each([",", ";", "\t"])("starts after rows of separators %j", async (mark) => {
    const text = `${mark}\r\n${mark} \r\ntitle${mark}emoji${mark}\r\nA${mark}${mark}\r\n`;
    expect(await read(text)).toEqual([
      [3, "title", "emoji"],
      [4, "A", ""],
    ]);
  });

  test("keeps its values next to empty rows and columns", async () => {
    const random = randomFrom();
    for (let n = 0; n < 200; n++) {
      const mark = random.pick([",", ";", "\t"]);
      const values = Array.from({ length: 3 }, () => random.pick(["a", "b c", 'd"e', "é"]));
      const empty = random.pick(["", mark, mark.repeat(4), ` ${mark}\u00a0${mark}`]);
      const tail = mark.repeat(random.pick([0, 1, 3]));
      const cells = values.map((value) => `"${value.replaceAll('"', '""')}"`).join(mark);
      const start = random.pick(["", `${mark}\n`, `${mark}${mark} \n`]);
      const text = `${start}x${mark}y${mark}z${tail}\n${empty}\n${cells}${tail}\n${empty}\n`;
      const [header, row, ...others] = await readCsv("rows.csv", text);
      expect([header?.cells, row?.cells, others]).toEqual([["x", "y", "z"], values, []]);
    }
  });
});
