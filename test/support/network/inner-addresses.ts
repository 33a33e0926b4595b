/** Internal IP addresses in all notations that a parser may accept. */
import type { Random } from "../generators/random.ts";

/** Non-public ranges, each as its first address and prefix length. */
const ranges: readonly (readonly [first: string, bits: number])[] = [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
  ["100.64.0.0", 10],
  ["0.0.0.0", 8],
  ["224.0.0.0", 4],
];

const number = (address: string) =>
  address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);

/** A host with an internal address. Half of them are local addresses of the canary server. */
export function innerHost(random: Random): string {
  const value = random.chance(0.5) ? number("127.0.0.1") : anyInner(random);
  const [a = 0, b = 0, c = 0, d = 0] = [24, 16, 8, 0].map(
    (bits) => Math.floor(value / 2 ** bits) % 256,
  );
  const dotted = `${a}.${b}.${c}.${d}`;
  const hex = (part: number, width: number) => part.toString(16).padStart(width, "0");
  const groups = [hex(a * 256 + b, 1), hex(c * 256 + d, 1)].join(":");
  const octal = (part: number) => `0${part.toString(8)}`;
  return random.pick([
    dotted,
    `${dotted}.`,
    String(value),
    `0x${hex(value, 8)}`,
    `0${value.toString(8)}`,
    [a, b, c, d].map(octal).join("."),
    [a, b, c, d].map((part) => `0X${hex(part, 2)}`).join("."),
    `${a}.${value % 2 ** 24}`,
    `${a}.${b}.${value % 2 ** 16}`,
    `${octal(a)}.0x${hex(b, 1)}.${c}.${d}`,
    dotted.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    dotted.replaceAll(".", "。"),
    dotted.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x245f + Number(digit))),
    `%${hex(dotted.charCodeAt(0), 2)}${dotted.slice(1)}`,
    `[::ffff:${dotted}]`,
    `[::ffff:${groups}]`,
    `[::FFFF:${groups.toUpperCase()}]`,
    `[0:0:0:0:0:ffff:${groups}]`,
    `[::${dotted}]`,
    `[64:ff9b::${groups}]`,
    `[64:ff9b:1::${groups}]`,
    `[2002:${groups}::]`,
    `[2001:0:${groups}::]`,
    "[::1]",
    "[::]",
    "[0000::0001]",
    "[fe80::1]",
    "[fc00::1]",
    "[fd12:3456:789a::1]",
    "[ff02::1]",
  ]);
}

function anyInner(random: Random): number {
  const [first, bits] = random.pick(ranges);
  return number(first) + random.below(2 ** (32 - bits));
}
