/** Collects the faults of a description's files, each with its place in the text. */

import type { Path } from "../../../contract/openapi-references.ts";
import { bounds } from "./bounds.ts";
import { type Fault, Unreadable } from "./fault.ts";
import { readSource } from "./read-source.ts";
import type { Source } from "./source.ts";

/** As the API tells of it. */
export interface ToldFault {
  readonly code: string;
  /** `openapi.yaml:12:5: ` and a sentence. */
  readonly message: string;
}

export type Report = ReturnType<typeof openReport>;

export function openReport() {
  const faults: ToldFault[] = [];
  let hasMore = false;

  function tell(file: string, { code, message, place }: Fault): void {
    if (faults.length >= bounds.faults) {
      hasMore = true;
      return;
    }
    const where = place ? `${file}:${place.line}:${place.column}` : file;
    faults.push({ code, message: `${where}: ${message}` });
  }

  return {
    isEmpty: () => faults.length === 0,
    /** Reads a file; undefined where it cannot be read, which is told of. */
    async read(file: string, text: string): Promise<Source | undefined> {
      try {
        return await readSource(text);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        for (const fault of error.faults) tell(file, fault);
        return undefined;
      }
    },
    /** @param path to the value at fault */
    async add(file: string, source: Source, path: Path, fault: Fault): Promise<void> {
      const place = faults.length < bounds.faults ? await source.placeOf(path) : undefined;
      tell(file, { ...fault, place });
    },
    faults(): readonly ToldFault[] {
      if (!hasMore) return faults;
      return [...faults, { code: "MORE", message: "There are more faults." }];
    },
  };
}
