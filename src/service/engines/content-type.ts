/** What kind of file a name promises. */
import mime from "mime";

/** @returns `application/octet-stream` for an ending that says nothing */
export function contentTypeOf(name: string): string {
  return mime.getType(name) ?? "application/octet-stream";
}
