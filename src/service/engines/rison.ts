/**
 * Parser of Rison, a compact form of JSON for URLs: `(isCustomer:!t,unsigned:(plan:pro))`. See
 * https://github.com/Nanonid/rison.
 */
type RisonValue = string | number | boolean | null | RisonValue[] | { [name: string]: RisonValue };

/** @returns undefined for an invalid text */
export function readRison(text: string): RisonValue | undefined {
  let position = 0;

  const take = (character: string): boolean => {
    if (text[position] !== character) return false;
    position++;
    return true;
  };
  const expect = (character: string) => {
    if (!take(character)) throw new SyntaxError(`${character} is expected at ${position}`);
  };

  function value(depth: number): RisonValue {
    if (depth > 20) throw new SyntaxError("too deep");
    if (take("!")) return special(depth);
    if (take("(")) return object(depth);
    if (take("'")) return quoted();
    const [word = ""] = /^[^\s'!:(),*@$]+/.exec(text.slice(position)) ?? [];
    if (word === "") throw new SyntaxError(`a value is expected at ${position}`);
    position += word.length;
    return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e-?\d+)?$/.test(word) ? Number(word) : word;
  }

  function special(depth: number): RisonValue {
    if (take("t")) return true;
    if (take("f")) return false;
    if (take("n")) return null;
    expect("(");
    const list: RisonValue[] = [];
    while (!take(")")) {
      if (list.length > 0) expect(",");
      list.push(value(depth + 1));
    }
    return list;
  }

  function object(depth: number): RisonValue {
    const entries: [string, RisonValue][] = [];
    while (!take(")")) {
      if (entries.length > 0) expect(",");
      const name = value(depth + 1);
      expect(":");
      entries.push([String(name), value(depth + 1)]);
    }
    return Object.fromEntries(entries);
  }

  function quoted(): string {
    let result = "";
    while (!take("'")) {
      if (take("!")) {
        if (text[position] !== "!" && text[position] !== "'")
          throw new SyntaxError(`! at ${position}`);
      }
      if (position >= text.length) throw new SyntaxError("a ' is missing");
      result += text[position++];
    }
    return result;
  }

  try {
    const whole = value(0);
    return position === text.length ? whole : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
