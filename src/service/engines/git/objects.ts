/**
 * Reader of the objects of a clone, with git programs that run until the clone is closed: starting
 * a program from a process of hundreds of megabytes costs more than reading a small folder.
 */
import { once } from "node:events";
import { parseFailure } from "./failure.ts";
import { createNotInstalledError, type LocalSettings, startLocal } from "./program.ts";

export interface GitObject {
  readonly type: string;
  readonly size: number;
  /** Empty if only the size was requested. */
  readonly bytes: Uint8Array;
}

export interface Objects {
  /** Types and sizes by name, such as an oid; missing objects are omitted. */
  readonly measure: (names: Iterable<string>) => Promise<Map<string, GitObject>>;
  /** The same with their contents. */
  readonly read: (names: Iterable<string>) => Promise<Map<string, GitObject>>;
  readonly close: () => Promise<void>;
}

/** Starts each program when it is first needed. @throws GitFailure from each method, if Git fails */
export function openObjects(settings: LocalSettings): Objects {
  const reading = createLazy(() => new CatFile(settings, "--batch"));
  const measuring = createLazy(() => new CatFile(settings, "--batch-check"));
  return {
    measure: (names) => measuring.get().ask([...names]),
    read: (names) => reading.get().ask([...names]),
    close: async () => {
      await Promise.all([reading.made()?.close(), measuring.made()?.close()]);
    },
  };
}

function createLazy<T>(make: () => T) {
  let instance: T | undefined;
  return {
    get() {
      instance ??= make();
      return instance;
    },
    made: () => instance,
  };
}

class CatFile {
  readonly #address: string;
  readonly #hasBytes: boolean;
  readonly #child: ReturnType<typeof startLocal>;
  readonly #output: AsyncIterator<Buffer>;
  readonly #ended: Promise<unknown>;
  #error = "";
  /** Output that was received and is not parsed yet. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(settings: LocalSettings, mode: "--batch" | "--batch-check") {
    this.#address = settings.address.url;
    this.#hasBytes = mode === "--batch";
    this.#child = startLocal(settings, ["cat-file", mode]);
    this.#ended = once(this.#child, "close").catch((error: unknown) => {
      this.#error = String(error);
    });
    this.#output = this.#child.stdout[Symbol.asyncIterator]();
    this.#child.stderr.on("data", (bytes: Buffer) => {
      if (this.#error.length < 64 * 1024) this.#error += bytes.toString("utf8");
    });
    // The program may have ended; its output shows it.
    this.#child.stdin.on("error", () => {});
  }

  /** One request at a time. */
  async ask(names: readonly string[]): Promise<Map<string, GitObject>> {
    const objects = new Map<string, GitObject>();
    this.#child.stdin.write(names.map((name) => `${name}\n`).join(""));
    for (const name of names) {
      const [, type, digits] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(await this.#line()) ?? [];
      if (type === undefined) continue;
      const size = Number(digits);
      objects.set(name, { type, size, bytes: await this.#body(size) });
    }
    return objects;
  }

  async close(): Promise<void> {
    this.#child.stdin.end();
    // Unread output would block the program.
    this.#child.stdout.destroy();
    this.#child.kill();
    await this.#ended;
  }

  async #line(): Promise<string> {
    let end = this.#rest.indexOf(10);
    while (end === -1) {
      this.#rest = Buffer.concat([this.#rest, await this.#more()]);
      end = this.#rest.indexOf(10);
    }
    const line = this.#rest.toString("latin1", 0, end);
    this.#rest = this.#rest.subarray(end + 1);
    return line;
  }

  async #body(size: number): Promise<Uint8Array> {
    if (!this.#hasBytes) return new Uint8Array();
    const parts = [this.#rest];
    // A newline follows the contents.
    for (let have = this.#rest.length; have <= size; ) {
      const part = await this.#more();
      parts.push(part);
      have += part.length;
    }
    const whole = parts.length === 1 ? this.#rest : Buffer.concat(parts);
    this.#rest = whole.subarray(size + 1);
    return whole.subarray(0, size);
  }

  async #more(): Promise<Buffer> {
    const next = await this.#output.next();
    if (!next.done) return next.value;
    await this.#ended;
    if (this.#error.includes("ENOENT")) throw createNotInstalledError();
    throw parseFailure(this.#address, this.#error, this.#error);
  }
}
