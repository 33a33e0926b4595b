/** Descriptions of invalid hostnames. */

/** Words for the expected form of a hostname. */
export interface HostnameForm {
  /** The number of labels, such as 3 for docs.example.com; the path is not counted. */
  readonly labels: number;
  /** Whether a path follows, as in docs.example.com/help. */
  readonly hasPath: boolean;
  readonly isLowerCase: boolean;
}

/**
 * @returns the error as the end of a sentence that begins with the name of the field; undefined if no
 *   specific error is found
 */
export function explainHostname(value: string, form: HostnameForm): string | undefined {
  const example = form.hasPath ? "docs.example.com/help" : "docs.example.com";
  const must = (text: string) => `must ${text} (example: ${example})`;
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(value) ?? [];
  if (scheme !== undefined) return must(`not begin with ${scheme}://`);
  if (value.trim() !== value || /\s/.test(value)) return must("not contain spaces");
  const [hostname = "", ...path] = value.split("/");
  if (/[?#]/.test(value)) return must("not have a query or fragment");
  if (/@/.test(value)) return must("not contain a user name");
  if (/:\d*$/.test(hostname)) return must("not have a port");
  if (/^\d+(?:\.\d+){3}$/.test(hostname) || hostname.includes(":")) {
    return must("be a name, not an IP address");
  }
  if (hostname === "") return must("have a hostname");
  if (hostname.includes("*")) return must("not contain a wildcard");
  if (form.hasPath && path.every((part) => part === "")) return must("have a path");
  if (!form.hasPath && path.length > 0) return must("not have a path");
  return explainLabels(hostname, form, must) ?? explainPath(path, must);
}

function explainLabels(
  hostname: string,
  { labels: minimum, isLowerCase }: HostnameForm,
  must: (text: string) => string,
): string | undefined {
  if (hostname.endsWith(".")) return must("not end with a dot");
  const labels = hostname.split(".");
  if (labels.includes("")) return must("not have two dots in a row, or one at its start");
  if (labels.length < minimum) {
    return must(`have at least ${minimum} labels, not ${labels.length}`);
  }
  if (/[^\p{ASCII}]/u.test(hostname)) return must("be in the ASCII form of its domain (xn--…)");
  if (isLowerCase && /[A-Z]/.test(hostname)) return must("be in lower case");
  if (hostname.includes("_")) return must("not contain an underscore");
  const invalid = labels.find((label) => !/^[a-z\d-]+$/i.test(label));
  if (invalid !== undefined) return must("contain only letters, digits, hyphens and dots");
  if (labels.some((label) => label.startsWith("-") || label.endsWith("-"))) {
    return must("not have a hyphen at the start or end of a label");
  }
  if (labels.some(({ length }) => length > 63)) return must("have at most 63 characters per label");
  return undefined;
}

function explainPath(path: readonly string[], must: (text: string) => string): string | undefined {
  if (path.at(-1) === "") return must("not end with a slash");
  if (path.includes("")) return must("not have two slashes in a row");
  const invalid = path.find((part) => !/^[\w-]+$/.test(part));
  return invalid === undefined
    ? undefined
    : must(`have only letters, digits, - and _ in its path, not ${JSON.stringify(invalid)}`);
}
