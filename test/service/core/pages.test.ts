import { expect, test } from "vitest";
import { Problem } from "../../../src/errors.ts";
import { type PageRequest, pageOf } from "../../../src/service/core/pages.ts";

const numbers = Array.from({ length: 250 }, (_, index) => String(index).padStart(3, "0"));

function request(more: Partial<PageRequest<string, string>> = {}): PageRequest<string, string> {
  return {
    list: "numbers",
    read: async (after, take) =>
      numbers.filter((number) => after === undefined || number > (after[0] ?? "")).slice(0, take),
    key: (number) => [number],
    show: (number) => number,
    ...more,
  };
}

async function all(more: Partial<PageRequest<string, string>>): Promise<string[][]> {
  const pages: string[][] = [];
  let page: string | undefined;
  do {
    const found = await pageOf(request({ ...more, page }));
    pages.push([...found.items]);
    page = found.next?.page;
  } while (page !== undefined);
  return pages;
}

test("The pages together are the whole list, once and in order", async () => {
  const pages = await all({ limit: 100 });
  expect(pages.map((page) => page.length)).toEqual([100, 100, 50]);
  expect(pages.flat()).toEqual(numbers);
});

test("A list that fills its last page exactly has no page after it", async () => {
  expect((await all({ limit: 125 })).map((page) => page.length)).toEqual([125, 125]);
});

test("Without a limit a page has 50 items", async () => {
  expect((await pageOf(request())).items).toHaveLength(50);
});

test("A limit of 0 answers no items and no next page", async () => {
  expect(await pageOf(request({ limit: 0 }))).toEqual({ items: [] });
});

test("What the caller may not see takes no place in a page", async () => {
  const pages = await all({ limit: 10, keep: (number) => number.endsWith("7") });
  expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
  expect(pages.flat()).toEqual(numbers.filter((number) => number.endsWith("7")));
});

test("A row that is added before the place of a token moves nothing", async () => {
  const { next } = await pageOf(request({ limit: 2 }));
  numbers.unshift("000a");
  const second = await pageOf(request({ limit: 2, page: next?.page }));
  numbers.shift();
  expect(second.items).toEqual(["002", "003"]);
});

test("A token of another list, a damaged one and no token at all are refused with the field's name", async () => {
  const { next } = await pageOf(request({ limit: 2 }));
  const token = next?.page ?? "";
  const [signature] = JSON.parse(Buffer.from(token, "base64url").toString());
  const moved = Buffer.from(JSON.stringify([signature, "100"])).toString("base64url");
  const wrong = [
    ["letters", token],
    ["numbers", moved],
    ["numbers", "x"],
    ["numbers", ""],
  ] as const;
  for (const [list, page] of wrong) {
    const refused = await pageOf(request({ list, page })).catch((error) => error);
    expect(refused).toBeInstanceOf(Problem);
    expect(refused).toMatchObject({ status: 400, field: "page" });
  }
});

test("A token is taken in the one spelling that was given", async () => {
  const { next } = await pageOf(request({ limit: 2 }));
  const page = next?.page ?? "";
  for (const other of [`${page}=`, `${page}!!`, ` ${page}`]) {
    await expect(pageOf(request({ page: other }))).rejects.toThrow("page must be the next.page");
  }
});
