/**
 * Decompression of texts that the library lz-string compressed, in the two encodings that occur in
 * URLs: `compressToEncodedURIComponent` and `compressToBase64`.
 */

/** The characters of both encodings; the last two have a value in each of them. */
const digits = new Map(
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].map((one, index) => [
    one,
    index,
  ]),
);
digits.set("-", 63);

const bitsOfDigit = 6;
/** Codes that announce a new character of 8 or 16 bits, and the end. */
const [short, long, end] = [0, 1, 2];

/**
 * @param most the maximum number of characters of the result
 * @returns undefined for another text, and for a longer result
 */
export function decompress(text: string, most: number): string | undefined {
  // A form decodes + as a space.
  const values = [...text.replaceAll(" ", "+")]
    .filter((one) => one !== "=" && one !== "$")
    .map((one) => digits.get(one));
  if (values.some((value) => value === undefined)) return undefined;
  let position = 0;
  /** The least significant bit comes first. */
  const read = (bits: number): number => {
    let value = 0;
    for (let power = 0; power < bits; power++) {
      const digit = values[Math.floor(position / bitsOfDigit)] ?? 0;
      const isSet = (digit >> (bitsOfDigit - 1 - (position % bitsOfDigit))) & 1;
      if (isSet === 1) value += 2 ** power;
      position++;
    }
    return value;
  };
  const entries: string[] = ["", "", ""];
  let bits = 2;
  /** The number of entries until codes become longer. */
  let enlargeIn = 4;
  const addSequence = (entry: string): void => {
    entries.push(entry);
    enlargeIn--;
    if (enlargeIn > 0) return;
    enlargeIn = 2 ** bits;
    bits++;
  };
  const first = read(bits);
  if (first === end) return "";
  if (first > end) return undefined;
  bits = 3;
  let previous = String.fromCharCode(read(first === short ? 8 : 16));
  entries.push(previous);
  const result = [previous];
  let length = 1;
  while (position <= values.length * bitsOfDigit && length <= most) {
    let code = read(bits);
    if (code === end) return result.join("");
    if (code === short || code === long) {
      addSequence(String.fromCharCode(read(code === short ? 8 : 16)));
      code = entries.length - 1;
    }
    const entry =
      entries[code] ?? (code === entries.length ? previous + previous.charAt(0) : undefined);
    if (entry === undefined) return undefined;
    result.push(entry);
    length += entry.length;
    addSequence(previous + entry.charAt(0));
    previous = entry;
  }
  return undefined;
}
