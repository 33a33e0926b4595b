/** Content type of a file by its extension. */
import mime from "mime";

/** @returns `application/octet-stream` for an unknown extension */
export function getContentType(name: string): string {
  return mime.getType(name) ?? "application/octet-stream";
}
