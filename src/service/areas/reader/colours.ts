/** Adjusts custom colors to the contrast that WCAG requires for text. */

type Rgb = readonly [red: number, green: number, blue: number];

/** WCAG 2.2, level AA, requires 4.5 for text of any size. The margin allows for tinted backgrounds. */
const minContrast = 4.9;
const backgrounds = { light: "#f6f7f9", dark: "#1d2027" } as const;

/**
 * @param color `#rgb` or `#rrggbb`
 * @param on the theme whose background is used
 * @returns the color, or the nearest color towards black or white with enough contrast
 */
export function readable(color: string, on: keyof typeof backgrounds): string {
  const background = toRgb(backgrounds[on]);
  const goal: Rgb = on === "light" ? [0, 0, 0] : [255, 255, 255];
  const start = toRgb(color);
  for (let step = 0; step <= 20; step++) {
    const mixed = mix(start, goal, step / 20);
    if (contrast(mixed, background) >= minContrast) return toHex(mixed);
  }
  return toHex(goal);
}

/** The text color with the higher contrast on a background: black or white. */
export function inkOn(color: string): string {
  const background = toRgb(color);
  return contrast([255, 255, 255], background) >= contrast([0, 0, 0], background) ? "#fff" : "#000";
}

function toRgb(color: string): Rgb {
  const digits = color.slice(1);
  const hex = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  const part = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16) || 0;
  return [part(0), part(2), part(4)];
}

function toHex(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

function mix([r, g, b]: Rgb, [toR, toG, toB]: Rgb, share: number): Rgb {
  return [r + (toR - r) * share, g + (toG - g) * share, b + (toB - b) * share];
}

function contrast(one: Rgb, other: Rgb): number {
  const [more = 0, less = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (more + 0.05) / (less + 0.05);
}

/** Relative luminance as defined by WCAG. */
function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
