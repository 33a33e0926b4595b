/** System calls of a process, traced with strace: writes, syncs and responses. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

/** A completed call. */
export type SystemCall =
  | { readonly kind: "write"; readonly file: string; readonly at: number; readonly data: Buffer }
  | { readonly kind: "truncate"; readonly file: string; readonly size: number }
  | { readonly kind: "sync"; readonly file: string }
  | { readonly kind: "remove"; readonly file: string }
  /** The beginning of an HTTP response. */
  | { readonly kind: "answer"; readonly status: number };

/** The reason why tracing is not possible; undefined if it is. */
export function untraceable(): string | undefined {
  const { status } = spawnSync("strace", ["-o", "/dev/null", "true"]);
  return status === 0 ? undefined : "strace is not installed here, or may not trace.";
}

/** The command prefix for tracing a program. Traces only the main thread, in which SQLite runs. */
export function tracing(log: string): readonly string[] {
  const calls = "pwrite64,write,writev,fsync,fdatasync,ftruncate,unlink";
  return ["strace", "-y", "-xx", "-s", "70000", "-o", log, "-e", `trace=${calls}`];
}

/** Makes a kind of call fail in a traced process, starting with the nth. */
export function failing(call: string, error: string, from: number): readonly string[] {
  const which = `inject=${call}:error=${error}:when=${from}+`;
  return ["strace", "-o", "/dev/null", "-e", `trace=${call}`, "-e", which];
}

/** @param log the output of strace; files are identified by name */
export function readCalls(log: string): SystemCall[] {
  return readFileSync(log, "latin1").split("\n").flatMap(callIn);
}

function callIn(line: string): SystemCall[] {
  const [, call = "", first = "", result = ""] =
    /^(\w+)\((?:\d+<)?([^>,)]*).* = (-?\d+)/.exec(line) ?? [];
  if (call === "" || result.startsWith("-")) return [];
  const file = basename(bytesIn(first).toString());
  const texts = () => [...line.matchAll(/"([^"]*)"/g)].map(([, text = ""]) => bytesIn(text));
  switch (call) {
    case "pwrite64": {
      const at = Number(/, (\d+)\) = /.exec(line)?.[1]);
      return [{ kind: "write", file, at, data: Buffer.concat(texts()) }];
    }
    case "ftruncate":
      return [{ kind: "truncate", file, size: Number(/, (\d+)\) = /.exec(line)?.[1]) }];
    case "fsync":
    case "fdatasync":
      return [{ kind: "sync", file }];
    case "unlink":
      return [{ kind: "remove", file: basename(texts().join("")) }];
    default: {
      if (!file.startsWith("socket:")) return [];
      const status = /^HTTP\/1\.1 (\d+)/.exec(Buffer.concat(texts()).toString("latin1"))?.[1];
      return status === undefined ? [] : [{ kind: "answer", status: Number(status) }];
    }
  }
}

function bytesIn(hex: string): Buffer {
  return Buffer.from(hex.replaceAll("\\x", ""), "hex");
}
