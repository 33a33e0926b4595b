import { expect, test } from "vitest";
import { listInOrder } from "../../../../src/service/areas/sites/list.ts";

/** Groups and their content, each after its group. */
const keys = [
  ["a", "1"],
  ["a", "1", "a", "2"],
  ["a", "1", "b", "3"],
  ["a", "4"],
  ["b", "5"],
];
const ordered = keys.map((key) => ({ row: key.join("/"), key }));

test("parts of a site are listed in their order, in pages of any size", async () => {
  for (const limit of [1, 2, 3, 4, 5]) {
    const items: string[] = [];
    const requested: number[] = [];
    let page: string | undefined;
    do {
      const paging = { limit, ...(page !== undefined && { page }) };
      const answer = await listInOrder("parts", paging, ordered, async (rows) => {
        requested.push(rows.length);
        return rows.map((row) => row.toUpperCase());
      });
      expect(answer.count).toBe(keys.length);
      items.push(...answer.items);
      page = answer.next?.page;
    } while (page !== undefined);
    expect(items).toEqual(ordered.map(({ row }) => row.toUpperCase()));
    expect(Math.max(...requested)).toBe(limit);
  }
});

test("a page continues after an item that was removed, and a token is valid for its list", async () => {
  const show = async (rows: readonly string[]) => rows;
  const first = await listInOrder("parts", { limit: 2 }, ordered, show);
  const page = first.next?.page ?? "";
  const remaining = ordered.filter(({ row }) => row !== "a/1/a/2");
  expect((await listInOrder("parts", { page }, remaining, show)).items).toEqual([
    ...["a/1/b/3", "a/4", "b/5"],
  ]);
  await expect(listInOrder("others", { page }, ordered, show)).rejects.toMatchObject({
    status: 400,
  });
});
