/** Titles for the ids in columns that refer to other resources, for a person. */
import type { ApiClient, JsonObject, PrintedColumn } from "../../context.ts";
import type { TitleParents } from "../../features/resource-titles.ts";
import { isList } from "../../json/values.ts";
import { getFieldValue } from "../../terminal/formats/field-selection.ts";

/** The titles of the resources that the rows refer to, by id; without those that cannot be read. */
export async function findColumnTitles(
  client: ApiClient,
  columns: readonly PrintedColumn[],
  rows: readonly JsonObject[],
  parents: TitleParents,
): Promise<ReadonlyMap<string, string>> {
  const kinds = new Map<string, NonNullable<PrintedColumn["refers"]>>();
  for (const { path, refers } of columns) {
    if (refers === undefined) continue;
    for (const row of rows) {
      const value = getFieldValue(row, path);
      for (const id of isList(value) ? value : [value]) {
        if (typeof id === "string") kinds.set(id, refers);
      }
    }
  }
  const { findTitles } = await import("../../features/resource-titles.ts");
  return findTitles(client, kinds, () => parents);
}
