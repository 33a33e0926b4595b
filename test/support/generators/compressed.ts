/** Texts in the encoding of `compressToEncodedURIComponent` of the library lz-string. */

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";

/** Encodes each character on its own: a valid, but long encoding of a text in Latin-1. */
export function compress(text: string): string {
  const bits: number[] = [];
  const write = (value: number, count: number) => {
    for (let power = 0; power < count; power++) bits.push((value >> power) & 1);
  };
  const codes = new Map<string, number>();
  let [length, codeCount, enlargeIn] = [2, 3, 2];
  const enlargeCode = () => {
    enlargeIn--;
    if (enlargeIn === 0) {
      enlargeIn = 2 ** length;
      length++;
    }
  };
  for (const [index, character] of [...text].entries()) {
    const code = codes.get(character);
    write(code ?? 0, length);
    if (code === undefined) {
      write(character.charCodeAt(0), 8);
      codes.set(character, codeCount++);
      // The first character has no entry before it, and the code after it has three bits.
      if (index > 0) enlargeCode();
    }
    if (index === 0) [length, enlargeIn] = [3, 4];
    else {
      codeCount++;
      enlargeCode();
    }
  }
  write(2, length);
  while (bits.length % 6 !== 0) bits.push(0);
  let result = "";
  for (let at = 0; at < bits.length; at += 6) {
    result += digits[Number.parseInt(bits.slice(at, at + 6).join(""), 2)];
  }
  return result;
}
