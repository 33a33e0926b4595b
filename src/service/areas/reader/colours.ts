/** Colours that people choose, made readable: text has the contrast that the guidelines ask for. */

type Rgb = readonly [red: number, green: number, blue: number];

/** WCAG 2.2, level AA, for text of any size; a little more, as texts also stand on tinted grounds. */
const leastContrast = 4.9;
const grounds = { light: "#f6f7f9", dark: "#1d2027" } as const;

/**
 * @param colour `#rgb` or `#rrggbb`
 * @returns the colour, or the nearest to it, towards black or white, that can be read on the ground
 */
export function readable(colour: string, on: keyof typeof grounds): string {
  const ground = toRgb(grounds[on]);
  const goal: Rgb = on === "light" ? [0, 0, 0] : [255, 255, 255];
  const start = toRgb(colour);
  for (let step = 0; step <= 20; step++) {
    const mixed = mix(start, goal, step / 20);
    if (contrast(mixed, ground) >= leastContrast) return toHex(mixed);
  }
  return toHex(goal);
}

/** What is read on a ground of that colour: black or white. */
export function inkOn(colour: string): string {
  const ground = toRgb(colour);
  return contrast([255, 255, 255], ground) >= contrast([0, 0, 0], ground) ? "#fff" : "#000";
}

function toRgb(colour: string): Rgb {
  const digits = colour.slice(1);
  const whole = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const part = (at: number) => Number.parseInt(whole.slice(at, at + 2), 16) || 0;
  return [part(0), part(2), part(4)];
}

function toHex(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

function mix([r, g, b]: Rgb, [toR, toG, toB]: Rgb, share: number): Rgb {
  return [r + (toR - r) * share, g + (toG - g) * share, b + (toB - b) * share];
}

function contrast(one: Rgb, other: Rgb): number {
  const [more = 0, less = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (more + 0.05) / (less + 0.05);
}

/** As the guidelines compute it. */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
