/** The folder of configuration files in sentences. */

/** `the current folder` for a dot, which would look like punctuation at the end of a sentence. */
export function describeFolder(folder: string): string {
  return folder === "." ? "the current folder" : folder;
}
