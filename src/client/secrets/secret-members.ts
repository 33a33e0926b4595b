/** Removes secrets from a JSON text without any other change: digits, order and layout stay. */

const removed = "[removed]";
const tokens = /"(?:[^"\\]+|\\.)*"?|[{}[\],]|[^\s"{}[\],:]+/gs;

/** The next value: whether it is secret, and the member that it belongs to. */
interface Next {
  readonly secret: boolean;
  readonly name: string;
}

/**
 * Also works on incomplete JSON, as far as possible.
 * @param isSecret whether a member of this name is a secret, whatever its type and depth
 * @param clean removes secrets from a plain text, the name or the value of a member
 */
export function withoutSecretMembers(
  text: string,
  isSecret: (name: string) => boolean,
  clean: (text: string, member: string) => string,
): string {
  const top: Next = { secret: false, name: "" };
  const levels: Next[] = [];
  let next = top;
  return text.replace(tokens, (token: string, at: number) => {
    const level = levels.at(-1) ?? top;
    if (token === "{" || token === "[") levels.push(next);
    else if (token === "}" || token === "]") {
      levels.pop();
      next = levels.at(-1) ?? top;
    } else if (token === ",") next = level;
    else if (isName(token, text, at)) {
      const name = decodeToken(token);
      next = { secret: level.secret || isSecret(name), name };
      return cleanToken(token, name, (one) => clean(one, ""));
    } else if (next.secret) {
      return /^(?:true|false|null)$/.test(token) ? token : JSON.stringify(removed);
    } else if (token.startsWith('"')) {
      const { name } = next;
      return cleanToken(token, decodeToken(token), (one) => clean(one, name));
    }
    return token;
  });
}

function isName(token: string, text: string, at: number): boolean {
  return (
    token.startsWith('"') && /^\s*:/.test(text.slice(at + token.length, at + token.length + 20))
  );
}

function decodeToken(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.slice(1);
  }
}

function cleanToken(token: string, text: string, clean: (text: string) => string): string {
  const cleaned = clean(text);
  return cleaned === text ? token : JSON.stringify(cleaned);
}
