/** Makes one checked whole of a description: the entry, the files it refers to, their references. */
import { createHash } from "node:crypto";
import { posix } from "node:path";
import { isTree } from "../../../contract/openapi-references.ts";
import { writeJson } from "../../../json/exact.ts";
import type { Fault } from "./fault.ts";
import { type FetchedFile, fetchReferenced } from "./fetch-referenced.ts";
import { type File, type Library, openLibrary } from "./library.ts";
import type { Version } from "./pieces.ts";
import { openReport, type Report, type ToldFault } from "./report.ts";
import { schemaFaults } from "./schema-faults.ts";
import type { Format, Source } from "./source.ts";
import { schemaErrors, versionOf } from "./validate.ts";

export interface Entry {
  readonly text: string;
  /** Where it was fetched, after redirects; undefined where it was sent. */
  readonly url?: string | undefined;
}

export type Assembled =
  | {
      readonly faults: readonly ToldFault[];
      /** A referenced file could not be had. */
      readonly unfetched?: "timeout" | "failed" | undefined;
    }
  | {
      readonly version: Version;
      readonly format: Format;
      /** JSON: an object that holds the files by their names, the entry first. */
      readonly filesystem: string;
      /** SHA-256 of all texts, in hexadecimal. */
      readonly digest: string;
    };

/** @param fetchFiles brings the files at some addresses, or the reasons why not */
export async function assemble(
  entry: Entry,
  fetchFiles: (urls: readonly string[]) => Promise<readonly FetchedFile[]>,
): Promise<Assembled> {
  const report = openReport();
  const source = await report.read(likelyName(entry.text), entry.text);
  if (!source) return { faults: report.faults() };
  const library = openLibrary(source, entry.url);
  const { name } = library.entry;
  const version = versionOf(source.value);
  if (!version) {
    await report.add(name, source, [], versionFault(entry.text, source.value));
    return { faults: report.faults() };
  }
  const digest = createHash("sha256").update(entry.text);
  for (const { path, message } of schemaFaults(schemaErrors(plain(source), version))) {
    await report.add(name, source, path, { code: "SCHEMA", message });
  }
  // What is wrong in itself is not worth a journey.
  const unfetched =
    report.isEmpty() &&
    (await fetchReferenced(library, report, fetchFiles, (text) => digest.update(text)));
  for (const file of library.files) await checkReferences(library, file, report);
  if (!report.isEmpty()) return { faults: report.faults(), ...(unfetched && { unfetched }) };
  for (const file of library.files) writeReferences(library, file);
  const files = library.files.map(
    (file) => `${JSON.stringify(file.name)}:${writeJson(file.source.value)}`,
  );
  return {
    version,
    format: source.format,
    filesystem: `{${files.join(",")}}`,
    digest: digest.digest("hex"),
  };
}

/** What the entry would be called, for a text that may not be readable. */
function likelyName(text: string): string {
  return /^[\s\u{FEFF}]*[[{]/u.test(text) ? "openapi.json" : "openapi.yaml";
}

function versionFault(text: string, value: unknown): Fault {
  if (text.trimStart().startsWith("<")) {
    return { code: "FORMAT", message: "It is HTML or XML, and a description is JSON or YAML." };
  }
  const named = isTree(value) ? (value.openapi ?? value.swagger) : undefined;
  const what =
    named === undefined ? "It names no version" : `It names the version ${String(named)}`;
  return {
    code: "VERSION",
    message: `${what}; what is read begins with openapi: 3.1.0, openapi: 3.0.0 or swagger: "2.0".`,
  };
}

/** The schemas know no bigints. */
function plain({ value, hasLargeNumbers }: Source): unknown {
  return hasLargeNumbers ? JSON.parse(writeJson(value)) : value;
}

async function checkReferences(library: Library, file: File, report: Report): Promise<void> {
  for (const reference of file.references) {
    const fault = library.faultOf(file, reference);
    if (fault) await report.add(file.name, file.source, reference.path, fault);
  }
}

/** Writes what leads to another file anew, so that it leads there inside the file system. */
function writeReferences(library: Library, file: File): void {
  for (const { holder, member, text } of file.references) {
    const target = library.targetOf(file, text);
    if (!("file" in target) || target.root !== undefined || text.startsWith("#")) continue;
    const path =
      target.file === file ? "" : posix.relative(posix.dirname(file.name), target.file.name);
    const fragment = text.includes("#") || path === "" ? `#${target.fragment}` : "";
    holder[member] = path + fragment;
  }
}
