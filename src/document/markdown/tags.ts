/** Template tags: which belong together, and what their attributes say. */
import type { Block } from "./tree.ts";

export type Attributes = Record<string, string | number | boolean>;

export function nameOfTag(value: string): string {
  return value.split(/\s/, 1)[0] ?? "";
}

/** What stands after the name. */
export function restOfTag(value: string): string {
  return value.slice(nameOfTag(value).length).trim();
}

/**
 * The `name="value"` pairs of a tag.
 * @returns absent where there is anything else in it
 */
export function attributesOf(value: string): Attributes | undefined {
  const attributes: Attributes = {};
  const rest = restOfTag(value).replace(
    /([\w-]+)=(?:"([^"]*)"|'([^']*)')\s*/g,
    (_, name: string, double?: string, single?: string) => {
      if (name !== "__proto__") attributes[name] = typed(double ?? single ?? "");
      return "";
    },
  );
  return rest === "" ? attributes : undefined;
}

/** The value of a tag with attributes; those that are undefined stay away. */
export function tagOf(name: string, attributes: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(attributes)
    .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value))
    .map(([key, value]) => {
      const text = String(value);
      return text.includes('"') ? ` ${key}='${text.replaceAll("'", "’")}'` : ` ${key}="${text}"`;
    });
  return name + pairs.join("").replace(/[\r\n]+/g, " ");
}

function typed(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : text;
}

/** A tag that opens something, with its content, where its end stands among the same siblings. */
export function paired(blocks: readonly Block[]): Block[] {
  const ends = endsOf(blocks);
  const result: Block[] = [];
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at];
    const end = ends.get(at);
    if (block?.type === "tag" && end !== undefined) {
      const children = paired(blocks.slice(at + 1, end)) as never[];
      result.push({ type: "tagBlock", value: block.value, children });
      at = end;
    } else if (block) {
      result.push(block);
    }
  }
  return result;
}

/** For the position of each opening tag, that of its end. */
function endsOf(blocks: readonly Block[]): Map<number, number> {
  const ends = new Map<number, number>();
  const open: { readonly name: string; readonly at: number }[] = [];
  for (const [at, block] of blocks.entries()) {
    if (block.type !== "tag") continue;
    const name = nameOfTag(block.value);
    const opener = name.startsWith("end")
      ? open.findLastIndex((tag) => tag.name === name.slice(3))
      : -1;
    const start = open[opener];
    if (start) {
      ends.set(start.at, at);
      // What was opened inside and has no end is a tag for itself.
      open.length = opener;
    } else if (name !== "") {
      open.push({ name, at });
    }
  }
  return ends;
}
