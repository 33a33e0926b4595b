/** Takes secrets out of a JSON text without touching anything else of it: digits, order and layout stay. */

const removed = "[removed]";
const tokens = /"(?:[^"\\]+|\\.)*"?|[{}[\],]|[^\s"{}[\],:]+/gs;

/**
 * Works on what is no whole JSON too, as far as it goes.
 * @param isSecret whether a member of this name is a secret, whatever its type and depth
 * @param clean takes secrets out of a plain text
 */
export function withoutSecretMembers(
  text: string,
  isSecret: (name: string) => boolean,
  clean: (text: string) => string,
): string {
  const levels: boolean[] = [];
  // Of the value that comes next.
  let secret = false;
  return text.replace(tokens, (token: string, at: number) => {
    const level = levels.at(-1) ?? false;
    if (token === "{" || token === "[") levels.push(secret);
    else if (token === "}" || token === "]") {
      levels.pop();
      secret = levels.at(-1) ?? false;
    } else if (token === ",") secret = level;
    else if (isName(token, text, at)) {
      const name = plain(token);
      secret = level || isSecret(name);
      return kept(token, name, clean);
    } else if (secret) return /^(?:true|false|null)$/.test(token) ? token : JSON.stringify(removed);
    else if (token.startsWith('"')) return kept(token, plain(token), clean);
    return token;
  });
}

function isName(token: string, text: string, at: number): boolean {
  return (
    token.startsWith('"') && /^\s*:/.test(text.slice(at + token.length, at + token.length + 20))
  );
}

function plain(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token.slice(1);
  }
}

function kept(token: string, text: string, clean: (text: string) => string): string {
  const cleaned = clean(text);
  return cleaned === text ? token : JSON.stringify(cleaned);
}
