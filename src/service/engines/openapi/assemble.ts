/**
 * Assembly and validation of an API description: the entry document, the files that it refers to,
 * and their references.
 */
import { createHash } from "node:crypto";
import { posix } from "node:path";
import { isTree } from "../../../contract/openapi-references.ts";
import type { OpenApiSource, SourceError, SourceFormat } from "../../../document/openapi/source.ts";
import { writeJson } from "../../../json/exact-writing.ts";
import { type FetchedFile, fetchReferenced } from "./fetch-referenced.ts";
import { type Library, openLibrary, type SpecificationFile } from "./library.ts";
import { openReport, type ReportedFault, type SpecificationReport } from "./report.ts";
import { toSchemaErrors } from "./schema-faults.ts";
import { findSchemaErrors, findVersion, type OpenApiVersion } from "./validate.ts";

export interface EntryDocument {
  readonly text: string;
  /** The URL after redirects; undefined if the text was sent. */
  readonly url?: string | undefined;
}

export type AssembledSpecification =
  | {
      readonly faults: readonly ReportedFault[];
      /** The reason why a referenced file could not be fetched. */
      readonly unfetched?: "timeout" | "failed" | undefined;
    }
  | {
      readonly version: OpenApiVersion;
      readonly format: SourceFormat;
      /** JSON object of the files by name, the entry first. */
      readonly filesystem: string;
      /** SHA-256 of all texts, in hexadecimal. */
      readonly digest: string;
    };

/** @param fetchFiles fetches files by URL, or returns the reason of a failure */
export async function assemble(
  entry: EntryDocument,
  fetchFiles: (urls: readonly string[]) => Promise<readonly FetchedFile[]>,
): Promise<AssembledSpecification> {
  const report = openReport();
  const source = await report.read(guessName(entry.text), entry.text);
  if (!source) return { faults: report.faults() };
  const library = openLibrary(source, entry.url);
  const { name } = library.entry;
  const version = findVersion(source.value);
  if (!version) {
    await report.add(name, source, [], createVersionError(entry.text, source.value));
    return { faults: report.faults() };
  }
  const digest = createHash("sha256").update(entry.text);
  for (const { path, message } of toSchemaErrors(findSchemaErrors(toPlainValue(source), version))) {
    await report.add(name, source, path, { code: "SCHEMA", message });
  }
  // No files are fetched for an entry that is invalid itself.
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

/** The name of the entry in messages, before it is parsed. */
function guessName(text: string): string {
  return /^[\s\u{FEFF}]*[[{]/u.test(text) ? "openapi.json" : "openapi.yaml";
}

function createVersionError(text: string, value: unknown): SourceError {
  if (text.trimStart().startsWith("<")) {
    return {
      code: "FORMAT",
      message: "The document is HTML or XML. Use an API description in JSON or YAML.",
    };
  }
  const version = isTree(value) ? (value.openapi ?? value.swagger) : undefined;
  const fact =
    version === undefined
      ? "The document has no version"
      : `The document has the unsupported version ${String(version)}`;
  return {
    code: "VERSION",
    message: `${fact}. It must begin with openapi: 3.2.0, openapi: 3.1.0, openapi: 3.0.0 or swagger: "2.0".`,
  };
}

/** The value for the validator, which does not support bigints. */
function toPlainValue({ value, hasLargeNumbers }: OpenApiSource): unknown {
  return hasLargeNumbers ? JSON.parse(writeJson(value)) : value;
}

async function checkReferences(
  library: Library,
  file: SpecificationFile,
  report: SpecificationReport,
): Promise<void> {
  for (const reference of file.references) {
    const fault = library.findFault(file, reference);
    if (fault) await report.add(file.name, file.source, reference.path, fault);
  }
}

/** Replaces references to other files with the names of these files. */
function writeReferences(library: Library, file: SpecificationFile): void {
  for (const { holder, member, text } of file.references) {
    const target = library.targetOf(file, text);
    if (!("file" in target) || target.root !== undefined || text.startsWith("#")) continue;
    const path =
      target.file === file ? "" : posix.relative(posix.dirname(file.name), target.file.name);
    const fragment = text.includes("#") || path === "" ? `#${target.fragment}` : "";
    holder[member] = path + fragment;
  }
}
