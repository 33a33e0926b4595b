/** `tome tree`: collections and spaces of an organization. */

import type {
  Context,
  JsonObject,
  PrintedColumn,
  Result,
  Span,
  ViewBranch,
} from "../../context.ts";
import { addTo } from "../../json/groups.ts";
import { asText } from "../../json/values.ts";
import { openOrganization } from "../organization/organization-reader.ts";
import { isForPerson } from "../output-form.ts";
import { listTree } from "./tree.ts";

const columns: readonly PrintedColumn[] = [
  { header: "ID", path: "id", as: "id" },
  { header: "TITLE", path: "outline", as: "title", wide: true },
  { header: "KIND", path: "object" },
  { header: "VISIBILITY", path: "visibility" },
  { header: "LEVEL", path: "defaultLevel", nothing: "none" },
  { header: "OPEN CHANGE REQUESTS", path: "changeRequestsOpen", as: "number" },
  { header: "PATH", path: "path", wide: true },
];

export async function showTree(
  context: Context,
  { organizationId }: { readonly organizationId: string },
): Promise<Result> {
  const client = await context.client();
  const reading = openOrganization(client, organizationId);
  const [whole, collections = [], spaces = []] = await Promise.all([
    reading.organization(),
    reading.collections(),
    reading.spaces(),
  ]);
  // With a filter, items whose parent is excluded are at the top.
  const [missing] = reading.unread;
  if (missing) throw missing.error;
  const title = asText(whole?.title);
  const children = nest([...collections, ...spaces]);
  const root = { object: "organization", id: organizationId, title, children };
  const drawsRoot = isForPerson(context);
  // On a terminal the organization is the root of the tree; in JSON it is the record.
  const record: JsonObject = drawsRoot ? { children: children.length > 0 ? [root] : [] } : root;
  return listTree(context, record, {
    member: "children",
    below: ["children"],
    columns,
    drawn: drawsRoot ? draw : undefined,
    isTitled: drawsRoot,
    none: "No collections or spaces that you can see.",
  });
}

/**
 * The top-level items, each with its `children` and `path`. Content of a collection that is not
 * visible is at the top.
 */
function nest(items: readonly JsonObject[]): JsonObject[] {
  const ids = new Set(items.map(({ id }) => asText(id)));
  const byParent = new Map<string, JsonObject[]>();
  for (const item of items) {
    const parent = asText(item.parent);
    addTo(byParent, ids.has(parent) ? parent : "", item);
  }
  const met = new Set<string>();
  const withChildren = (item: JsonObject, above: string): JsonObject => {
    const path = `${above}/${asText(item.title)}`;
    met.add(asText(item.id));
    if (item.object !== "collection") return { ...item, path };
    const inside = (byParent.get(asText(item.id)) ?? []).filter(({ id }) => !met.has(asText(id)));
    return { ...item, path, children: inside.map((one) => withChildren(one, path)) };
  };
  const top = (byParent.get("") ?? []).map((item) => withChildren(item, ""));
  // Cyclic collections remain visible.
  const others = items.flatMap((item) =>
    met.has(asText(item.id)) ? [] : [withChildren(item, "")],
  );
  return [...top, ...others];
}

function draw(item: JsonObject): Omit<ViewBranch, "below"> {
  const { object } = item;
  const isFolder = object === "collection";
  return {
    title: `${asText(item.title)}${isFolder ? "/" : ""}`,
    tone: object === "space" ? undefined : "bold",
    notes: object === "organization" ? [] : formatNotes(item),
    id: asText(item.id),
  };
}

function formatNotes(item: JsonObject): Span[] {
  const { visibility, defaultLevel, editMode } = item;
  const open = typeof item.changeRequestsOpen === "number" ? item.changeRequestsOpen : 0;
  const notes: (Span | undefined)[] = [
    typeof visibility === "string" ? { text: visibility } : undefined,
    // Inherited values are shown where they are defined.
    defaultLevel === undefined || defaultLevel === "inherit"
      ? undefined
      : { text: `level ${asText(defaultLevel) || "none"}` },
    editMode === "locked" ? { text: "locked", tone: "yellow" } : undefined,
    open > 0 ? { text: `${open} open`, tone: "yellow" } : undefined,
  ];
  return notes.filter((note) => note !== undefined);
}
