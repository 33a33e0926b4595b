/** The content type of a file, by the ending of its name. */
import mime from "mime";

/** @returns `application/octet-stream` for an unknown ending */
export function getContentType(name: string): string {
  return mime.getType(name) ?? "application/octet-stream";
}
