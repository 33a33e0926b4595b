import { expect, test } from "vitest";
import { getColorClass, parseColors } from "../../../src/document/html/colors.ts";

const names = [
  "red",
  "orange",
  "yellow",
  "green",
  "blue",
  "purple",
  "pink",
  "violet",
  "cyan",
  "grey",
  "gray",
];
const themed = ["primary", "info", "success", "warning", "danger", "tint"];

test.each([...names.map((name) => [name, name]), ...themed.map((name) => [`$${name}`, name])])(
  "the color %s has the class of %s",
  (color, name) => {
    expect(getColorClass("ink", color)).toEqual([`ink-${name}`]);
    expect(getColorClass("ground", color?.toUpperCase())).toEqual([`ground-${name}`]);
  },
);

test.each([undefined, null, "", "default", "primary", "$red", "red ", "constructor", 1])(
  "%j is not a color",
  (color) => {
    expect(getColorClass("ink", color)).toEqual([]);
  },
);

test.each<[string, object]>([
  ["", {}],
  ["color:red", { text: "red" }],
  ["COLOR: Red;", { text: "red" }],
  ["background-color:\n$Primary", { background: "$primary" }],
  ["background-color:blue; color:red", { text: "red", background: "blue" }],
  ["color:red; color:blue", { text: "blue" }],
  ["color:#f00", {}],
  ["width:1px", {}],
])("the style %j has the colors %j", (style, colors) => {
  expect(parseColors(style)).toEqual(colors);
});
