/** Collector of the errors in a description's files, with their positions. */
import type { Path } from "../../../contract/openapi-references.ts";
import { bounds } from "../../../document/openapi/bounds.ts";
import { readSource } from "../../../document/openapi/read-source.ts";
import {
  type OpenApiSource,
  type SourceError,
  Unreadable,
} from "../../../document/openapi/source.ts";

/** An error as the API reports it. */
export interface ReportedFault {
  readonly code: string;
  /** `openapi.yaml:12:5: ` and a sentence. */
  readonly message: string;
}

export type SpecificationReport = ReturnType<typeof openReport>;

export function openReport() {
  const faults: ReportedFault[] = [];
  let hasMore = false;

  function tell(file: string, { code, message, position }: SourceError): void {
    if (faults.length >= bounds.faults) {
      hasMore = true;
      return;
    }
    const where = position ? `${file}:${position.line}:${position.column}` : file;
    faults.push({ code, message: `${where}: ${message}` });
  }

  return {
    isEmpty: () => faults.length === 0,
    /** Parses a file; if this fails, the error is reported and the result is undefined. */
    async read(file: string, text: string): Promise<OpenApiSource | undefined> {
      try {
        return await readSource(text);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        for (const fault of error.faults) tell(file, fault);
        return undefined;
      }
    },
    /** @param path of the invalid value */
    async add(file: string, source: OpenApiSource, path: Path, fault: SourceError): Promise<void> {
      const position = faults.length < bounds.faults ? await source.toPosition(path) : undefined;
      tell(file, { ...fault, position });
    },
    faults(): readonly ReportedFault[] {
      if (!hasMore) return faults;
      return [...faults, { code: "MORE", message: "Further errors are not listed." }];
    },
  };
}
