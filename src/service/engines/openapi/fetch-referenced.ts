/** Fetches the files that references lead to, recursively. */
import { bounds } from "../../../document/openapi/bounds.ts";
import type { Library, SpecificationFile } from "./library.ts";
import type { SpecificationReport } from "./report.ts";

/** A referenced file, or the reason why it could not be fetched. */
export type FetchedFile =
  | { readonly url: string; readonly at: string; readonly text: string }
  | { readonly url: string; readonly failure: string; readonly isTimeout: boolean };

/**
 * @param keep receives the text of each file, always in the same order
 * @returns the reason why a file could not be fetched; undefined if all were fetched
 */
export async function fetchReferenced(
  library: Library,
  report: SpecificationReport,
  fetchFiles: (urls: readonly string[]) => Promise<readonly FetchedFile[]>,
  keep: (text: string) => void,
): Promise<"timeout" | "failed" | undefined> {
  let characters = 0;
  let requested = 0;
  for (;;) {
    const urls = library.missing();
    if (urls.length === 0) return undefined;
    requested += urls.length;
    if (requested > bounds.files) {
      await addAt(
        library,
        report,
        urls,
        `The description refers to more than ${bounds.files} files.`,
        "LIMIT",
      );
      return "failed";
    }
    for (const file of await fetchFiles(urls)) {
      if ("failure" in file) {
        await addAt(library, report, [file.url], file.failure, "FETCH");
        return file.isTimeout ? "timeout" : "failed";
      }
      characters += file.text.length;
      if (characters > bounds.allBytes) {
        const message = `The files of the description exceed ${bounds.allBytes} bytes in total.`;
        await addAt(library, report, [file.url], message, "LIMIT");
        return "failed";
      }
      const source = await report.read(file.url, file.text);
      if (!source) return undefined;
      keep(`\n${file.url}\n${file.text}`);
      library.addFile(file.url, file.at, source);
    }
  }
}

/** Reports an error at the first reference to one of the URLs. */
async function addAt(
  library: Library,
  report: SpecificationReport,
  urls: readonly string[],
  message: string,
  code: string,
): Promise<void> {
  for (const file of library.files) {
    const reference = file.references.find(({ text }) => reachesTarget(library, file, text, urls));
    if (!reference) continue;
    await report.add(file.name, file.source, reference.path, { code, message });
    return;
  }
}

function reachesTarget(
  library: Library,
  file: SpecificationFile,
  text: string,
  urls: readonly string[],
): boolean {
  const target = library.targetOf(file, text);
  return "url" in target && urls.includes(target.url);
}
