/** Texts of a repository: files that are not UTF-8 are refused. */
import { GitFailure } from "../../../engines/git/failure.ts";

/**
 * The text of a file of a repository. Replacing bytes that are not text would lose them in the next
 * export. A byte order mark is kept.
 * @param path from the root of the repository
 * @throws GitFailure unless the bytes are UTF-8 text without NUL
 */
export function decodeText(bytes: Uint8Array | undefined, path: string): string {
  const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    const decoded = text.decode(bytes ?? new Uint8Array());
    if (!decoded.includes("\0")) return decoded;
  } catch {
    // The bytes are not UTF-8.
  }
  throw new GitFailure("failed", `${path} is not UTF-8 text. Save it in that encoding.`);
}
