/** Encoding and decoding of little-endian D-Bus messages, for the types that the Secret Service uses. */

export interface DBusMessage {
  /** 1 a call, 2 an answer, 3 an error, 4 a signal. */
  readonly type: number;
  readonly serial: number;
  readonly path?: string | undefined;
  readonly interface?: string | undefined;
  readonly member?: string | undefined;
  readonly error?: string | undefined;
  readonly replyTo?: number | undefined;
  readonly destination?: string | undefined;
  readonly sender?: string | undefined;
  readonly signature?: string | undefined;
  readonly body: readonly unknown[];
}

/** A variant: a value with its type. */
export class Variant {
  constructor(
    readonly signature: string,
    readonly value: unknown,
  ) {}
}

/** Name and type of header fields, by code. */
const fields = [
  [1, "path", "o"],
  [2, "interface", "s"],
  [3, "member", "s"],
  [4, "error", "s"],
  [5, "replyTo", "u"],
  [6, "destination", "s"],
  [7, "sender", "s"],
  [8, "signature", "g"],
] as const;

/** Encodes a message. */
export function pack(message: DBusMessage): Buffer {
  const body = new Writer();
  listTypes(message.signature ?? "").forEach((type, index) => {
    body.value(type, message.body[index]);
  });
  const head = new Writer();
  head.value("(yyyyuu)", [
    "l".charCodeAt(0),
    message.type,
    0,
    1,
    body.bytes.length,
    message.serial,
  ]);
  const present = fields.flatMap(([code, name, type]) =>
    message[name] === undefined ? [] : [[code, new Variant(type, message[name])]],
  );
  head.value("a(yv)", present);
  head.align(8);
  return Buffer.from([...head.bytes, ...body.bytes]);
}

/** Decodes the first complete message, and returns its length. */
export function unpack(bytes: Buffer): { message: DBusMessage; size: number } | undefined {
  if (bytes.length < 16) return undefined;
  const bodySize = bytes.readUInt32LE(4);
  const start = Math.ceil((16 + bytes.readUInt32LE(12)) / 8) * 8;
  if (bytes.length < start + bodySize) return undefined;
  const head = new Reader(bytes.subarray(0, start), 12);
  const known = new Map<string, unknown>();
  for (const [code, value] of head.value("a(yv)") as [number, unknown][]) {
    const name = fields.find((field) => field[0] === code)?.[1];
    if (name !== undefined) known.set(name, value);
  }
  const body = new Reader(bytes.subarray(start, start + bodySize), 0);
  const signature = String(known.get("signature") ?? "");
  const message = {
    type: bytes.readUInt8(1),
    serial: bytes.readUInt32LE(8),
    ...Object.fromEntries(known),
    body: listTypes(signature).map((type) => body.value(type)),
  };
  return { message, size: start + bodySize };
}

/** Splits a signature into types: `sa{sv}(oay)` has three. */
function listTypes(signature: string): string[] {
  const types: string[] = [];
  for (let at = 0; at < signature.length; ) {
    const end = errorOfTally(signature, at);
    types.push(signature.slice(at, end));
    at = end;
  }
  return types;
}

function errorOfTally(signature: string, at: number): number {
  if (signature[at] === "a") return errorOfTally(signature, at + 1);
  if (signature[at] !== "(" && signature[at] !== "{") return at + 1;
  let inside = at + 1;
  while (!")}".includes(signature[inside] ?? ")")) inside = errorOfTally(signature, inside);
  return inside + 1;
}

function getAlignment(type: string): number {
  if ("(x{td".includes(type[0] ?? "")) return 8;
  return "yvg".includes(type[0] ?? "") ? 1 : 4;
}

class Writer {
  readonly bytes: number[] = [];

  align(size: number): void {
    while (this.bytes.length % size !== 0) this.bytes.push(0);
  }

  number(value: number): void {
    this.align(4);
    this.bytes.push(...[0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff));
  }

  value(type: string, value: unknown): void {
    if (type === "y") this.bytes.push(Number(value));
    else if (type === "b" || type === "u" || type === "i") this.number(Number(value));
    else if (type === "s" || type === "o") {
      const text = Buffer.from(String(value));
      this.number(text.length);
      this.bytes.push(...text, 0);
    } else if (type === "g") {
      const text = Buffer.from(String(value));
      this.bytes.push(text.length, ...text, 0);
    } else if (type === "v") {
      const { signature, value: inner } = value as Variant;
      this.value("g", signature);
      this.value(signature, inner);
    } else if (type[0] === "a") this.array(type.slice(1), value);
    else {
      this.align(8);
      const parts = value as readonly unknown[];
      listTypes(type.slice(1, -1)).forEach((part, index) => {
        this.value(part, parts[index]);
      });
    }
  }

  array(type: string, value: unknown): void {
    this.number(0);
    const sizeAt = this.bytes.length - 4;
    this.align(getAlignment(type));
    const start = this.bytes.length;
    const items = type[0] === "{" ? Object.entries(value as object) : (value as Iterable<unknown>);
    for (const item of items) this.value(type, item);
    const size = new Writer();
    size.number(this.bytes.length - start);
    this.bytes.splice(sizeAt, 4, ...size.bytes);
  }
}

class Reader {
  constructor(
    readonly bytes: Buffer,
    private at: number,
  ) {}

  number(): number {
    this.align(4);
    this.at += 4;
    return this.bytes.readUInt32LE(this.at - 4);
  }

  value(type: string): unknown {
    if (type === "y") {
      this.at += 1;
      return this.bytes.readUInt8(this.at - 1);
    }
    if (type === "b") return this.number() === 1;
    if (type === "u" || type === "i") return this.number();
    if (type === "s" || type === "o") return this.text(this.number());
    if (type === "g") return this.text(Number(this.value("y")));
    if (type === "v") return this.value(String(this.value("g")));
    if (type[0] === "a") return this.array(type.slice(1));
    this.align(8);
    return listTypes(type.slice(1, -1)).map((part) => this.value(part));
  }

  private array(type: string): unknown {
    const size = this.number();
    this.align(getAlignment(type));
    const end = this.at + size;
    const items: unknown[] = [];
    while (this.at < end) items.push(this.value(type));
    return type[0] === "{" ? Object.fromEntries(items as [string, unknown][]) : items;
  }

  private text(size: number): string {
    const text = this.bytes.toString("utf8", this.at, this.at + size);
    this.at += size + 1;
    return text;
  }

  private align(size: number): void {
    this.at = Math.ceil(this.at / size) * size;
  }
}
