/** Names of files with stars: `*` is any part of a name, `**` any folders, `{a,b}` one of some. */

export function matchesGlob(path: string, pattern: string): boolean {
  return compiled(pattern).test(path);
}

const known = new Map<string, RegExp>();

function compiled(pattern: string): RegExp {
  let expression = known.get(pattern);
  if (!expression) {
    // No part can match in two ways, so that no path takes long.
    const source = pattern
      .replace(/[.+^$()|[\]\\?]/g, "\\$&")
      .replace(/\{([^{}]*)\}/g, (_, names: string) => `(?:${names.split(",").join("|")})`)
      .replace(/\*\*\/|\*\*|\*/g, (stars) =>
        stars === "**/" ? "(?:[^/]+/)*" : stars === "**" ? ".*" : "[^/]*",
      );
    expression = new RegExp(`^${source}$`);
    known.set(pattern, expression);
  }
  return expression;
}
