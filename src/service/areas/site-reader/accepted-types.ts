/** Content negotiation between HTML and Markdown. */

/** Whether a client prefers Markdown. Wildcards select HTML, which browsers expect. */
export function prefersMarkdown(accept = ""): boolean {
  const weights = new Map<string, number>();
  for (const range of accept.slice(0, 1000).toLowerCase().split(",")) {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = parameters.find((one) => one.startsWith("q="))?.slice(2) ?? "1";
    const value = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
    weights.set(type, Math.max(value, weights.get(type) ?? 0));
  }
  const markdown = weights.get("text/markdown") ?? 0;
  return markdown > 0 && markdown >= (weights.get("text/html") ?? 0);
}
