/** Parsing of CI commands in logs, as CI runners do. */

export interface Order {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

const names = new Set([
  "add-mask",
  "add-matcher",
  "add-path",
  "debug",
  "echo",
  "endgroup",
  "error",
  "group",
  "internal-set-repo-path",
  "notice",
  "remove-matcher",
  "save-state",
  "set-env",
  "set-output",
  "stop-commands",
  "warning",
]);

/** Commands of GitHub Actions. The runner ends a line at CR, LF and CRLF. */
export function ordersIn(log: string): Order[] {
  return log.split(/\r\n|\r|\n/).flatMap((line) => newOrder(line) ?? oldOrder(line) ?? []);
}

/** Commands of Azure Pipelines and TeamCity, verbatim. */
export function furtherOrdersIn(log: string): string[] {
  return log.match(/##(?:vso|teamcity)?\[[^\n\r\]]*\]/gi) ?? [];
}

/** `  ::name key=value,key=value::data` */
function newOrder(line: string): Order | undefined {
  const text = line.replace(/^[\s\u0085]+/, "");
  const end = text.startsWith("::") ? text.indexOf("::", 2) : -1;
  if (end < 0) return undefined;
  const [name = "", ...rest] = text.slice(2, end).split(" ");
  return getOrder(name, rest.join(" ").trim().split(","), text.slice(end + 2));
}

/** `anything ##[name key=value;key=value]data` */
function oldOrder(line: string): Order | undefined {
  const start = line.indexOf("##[");
  const end = start < 0 ? -1 : line.indexOf("]", start);
  if (end < 0) return undefined;
  const [name = "", ...rest] = line.slice(start + 3, end).split(" ");
  return getOrder(name, rest.join(" ").split(";"), line.slice(end + 1));
}

function getOrder(name: string, properties: readonly string[], data: string): Order | undefined {
  if (!names.has(name.toLowerCase())) return undefined;
  const pairs = properties.flatMap((one) => {
    const at = one.indexOf("=");
    return at < 1 || at === one.length - 1 ? [] : [[one.slice(0, at), one.slice(at + 1)] as const];
  });
  const read = Object.fromEntries(pairs.map(([key, value]) => [key, unescaped(value)]));
  return { name: name.toLowerCase(), properties: read, data: unescaped(data) };
}

function unescaped(text: string): string {
  const signs: Readonly<Record<string, string>> = {
    "%0D": "\r",
    "%0A": "\n",
    "%3A": ":",
    "%2C": ",",
    "%25": "%",
  };
  return text.replace(/%(?:0D|0A|3A|2C|25)/g, (sign) => signs[sign] ?? sign);
}
