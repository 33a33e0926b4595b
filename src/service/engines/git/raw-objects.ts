/** Parser of commits and trees in Git's storage format. */

export interface Commit {
  /** The oid of its root tree. */
  readonly tree: string;
  /** Without surrounding whitespace. */
  readonly message: string;
}

export interface TreeItem {
  readonly name: string;
  readonly oid: string;
  /** Symbolic links and submodules are omitted. */
  readonly kind: "file" | "folder";
}

export function commitIn(bytes: Uint8Array): Commit {
  const text = Buffer.from(bytes);
  const end = text.indexOf("\n\n");
  const head = text.toString("latin1", 0, end === -1 ? text.length : end);
  const [, tree = ""] = /^tree ([0-9a-f]+)$/m.exec(head) ?? [];
  const [, encoding = "utf-8"] = /^encoding (.+)$/m.exec(head) ?? [];
  const message = end === -1 ? "" : decoded(text.subarray(end + 2), encoding).trim();
  return { tree, message };
}

function decoded(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

const oidLength = 20;

/** A sequence of: mode and name as text, a zero byte, and the oid as bytes. */
export function treeIn(bytes: Uint8Array): TreeItem[] {
  const tree = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const items: TreeItem[] = [];
  for (let offset = 0; offset < tree.length; ) {
    const [space, zero] = [tree.indexOf(32, offset), tree.indexOf(0, offset)];
    const mode = tree.toString("latin1", offset, space);
    const name = tree.toString("utf8", space + 1, zero);
    offset = zero + 1 + oidLength;
    const kind = parseKind(mode);
    if (kind) items.push({ name, oid: tree.toString("hex", zero + 1, offset), kind });
  }
  return items;
}

function parseKind(mode: string): TreeItem["kind"] | undefined {
  if (mode === "40000") return "folder";
  return mode.startsWith("100") ? "file" : undefined;
}
