/** Assembles and checks a description: the entry document, the files it refers to, and their references. */
import { createHash } from "node:crypto";
import { posix } from "node:path";
import { isTree } from "../../../contract/openapi-references.ts";
import type { Fault, Format, Source } from "../../../document/openapi/source.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { type FetchedFile, fetchReferenced } from "./fetch-referenced.ts";
import { type File, type Library, openLibrary } from "./library.ts";
import { openReport, type Report, type ReportedFault } from "./report.ts";
import { schemaFaults } from "./schema-faults.ts";
import { findVersion, schemaErrors, type Version } from "./validate.ts";

export interface EntryDocument {
  readonly text: string;
  /** Its address after redirects; undefined if it was sent as text. */
  readonly url?: string | undefined;
}

export type Assembled =
  | {
      readonly faults: readonly ReportedFault[];
      /** Why a referenced file could not be fetched. */
      readonly unfetched?: "timeout" | "failed" | undefined;
    }
  | {
      readonly version: Version;
      readonly format: Format;
      /** JSON: an object of the files by name, the entry first. */
      readonly filesystem: string;
      /** SHA-256 of all texts, in hexadecimal. */
      readonly digest: string;
    };

/** @param fetchFiles fetches the files at some addresses, or says why it cannot */
export async function assemble(
  entry: EntryDocument,
  fetchFiles: (urls: readonly string[]) => Promise<readonly FetchedFile[]>,
): Promise<Assembled> {
  const report = openReport();
  const source = await report.read(likelyName(entry.text), entry.text);
  if (!source) return { faults: report.faults() };
  const library = openLibrary(source, entry.url);
  const { name } = library.entry;
  const version = findVersion(source.value);
  if (!version) {
    await report.add(name, source, [], versionFault(entry.text, source.value));
    return { faults: report.faults() };
  }
  const digest = createHash("sha256").update(entry.text);
  for (const { path, message } of schemaFaults(schemaErrors(plain(source), version))) {
    await report.add(name, source, path, { code: "SCHEMA", message });
  }
  // Nothing is fetched for an entry that has faults itself.
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

/** The name of the entry in messages, before it is known whether it can be read. */
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
    message: `${what}; what is read begins with openapi: 3.2.0, openapi: 3.1.0, openapi: 3.0.0 or swagger: "2.0".`,
  };
}

/** The value for the validator, which does not know bigints. */
function plain({ value, hasLargeNumbers }: Source): unknown {
  return hasLargeNumbers ? JSON.parse(writeJson(value)) : value;
}

async function checkReferences(library: Library, file: File, report: Report): Promise<void> {
  for (const reference of file.references) {
    const fault = library.findFault(file, reference);
    if (fault) await report.add(file.name, file.source, reference.path, fault);
  }
}

/** Rewrites references to other files to the names of these files. */
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
