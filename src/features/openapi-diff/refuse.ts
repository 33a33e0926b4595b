/** Refusal to store a specification with breaking changes. */
import type { Context } from "../../context.ts";
import * as contract from "../../contract/openapi-version.ts";
import { ApiError, IncompleteError } from "../../errors.ts";
import { asObject, asText } from "../../json/values.ts";
import {
  compareAll,
  formatCounts,
  formatUncompared,
  type GateOptions,
  toFindings,
} from "./diff.ts";
import {
  type DescriptionSource,
  describeText,
  readFromFile,
  readFromUrl,
  readVersion,
} from "./source.ts";

export interface SpecificationTarget {
  readonly organizationId: string;
  readonly specSlug: string;
}

/** The specification to store. */
export interface SpecificationCandidate {
  readonly source: { readonly text: string } | { readonly url: string };
  /** The file that contains the text, if any. */
  readonly file: string | undefined;
  /** For messages. */
  readonly name: string;
}

/**
 * Reads the new specification before any request, and compares it before it is stored. Without a
 * live version there are no breaking changes.
 * @throws UsageError if it cannot be read
 * @throws IncompleteError with each breaking change
 */
export async function refuseBreaking(
  context: Context,
  target: SpecificationTarget,
  candidate: SpecificationCandidate,
  options: GateOptions,
): Promise<void> {
  const now = await readCandidate(context, candidate);
  const client = await context.client({ lookup: true });
  const live = await client.call(contract.latestRaw, target).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  });
  if (live === undefined) return;
  const text = asText(asObject(live.value).text);
  const before = await readVersion(context, { ...target, name: target.specSlug, text });
  const report = await compareAll(before, now, { ...options, fail: "breaking" });
  const breaking = report.rows.filter((row) => row.breaking);
  for (const { message } of report.unresolved) context.terminal.warn(message);
  for (const sentence of formatUncompared(report))
    context.terminal.note(`Not compared: ${sentence}`);
  if (breaking.length === 0) {
    context.terminal.note(formatCounts(report));
    return;
  }
  const findings = toFindings(breaking, now);
  for (const { message } of findings) context.terminal.warn(message);
  throw new IncompleteError(
    "findings",
    `${formatCounts(report)} The specification was not stored.`,
    `tome openapi diff ${target.specSlug} ${candidate.name}`,
    findings,
  );
}

async function readCandidate(
  context: Context,
  { source, file, name }: SpecificationCandidate,
): Promise<DescriptionSource> {
  if ("url" in source) return readFromUrl(context, source.url);
  // The text of standard input has been read already.
  if (file === undefined || file === "-") return describeText({ name, text: source.text });
  const fileText = await readFromFile(context, file);
  return fileText.text === source.text ? fileText : describeText({ name, text: source.text, file });
}
