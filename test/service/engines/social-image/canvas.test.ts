/** Canvas of social images: which pixels a shape covers, and by how much. */
import { expect, test } from "vitest";
import {
  Canvas,
  type OutlinePoint,
  type PixelColor,
  parseColor,
} from "../../../../src/service/engines/social-image/canvas.ts";

test.each<{ text: string; color: PixelColor | undefined }>([
  { text: "#346ddb", color: [0x34, 0x6d, 0xdb] },
  { text: "#0A1b2C", color: [0x0a, 0x1b, 0x2c] },
  { text: "#f80", color: [0xff, 0x88, 0x00] },
  { text: "346ddb", color: undefined },
  { text: " #346ddb", color: undefined },
  { text: "#346ddb1", color: undefined },
  { text: "#346d", color: undefined },
  { text: "#34", color: undefined },
  { text: "#ggg", color: undefined },
  { text: "#", color: undefined },
  { text: "", color: undefined },
])("the color $text is $color", ({ text, color }) => {
  expect(parseColor(text)).toEqual(color);
});

/** The red part of each pixel of a black image, by row, after shapes of red 250 were drawn. */
function listReds(draw: (canvas: Canvas) => void, width = 4, height = 3): number[][] {
  const canvas = new Canvas(width, height, [0, 0, 0]);
  draw(canvas);
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (__, column) => canvas.pixels[(row * width + column) * 3] ?? -1),
  );
}

const red: PixelColor = [250, 0, 0];

function toCorners(left: number, top: number, right: number, bottom: number): OutlinePoint[] {
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

test("the background fills the image", () => {
  expect([...new Canvas(2, 1, [1, 2, 3]).pixels]).toEqual([1, 2, 3, 1, 2, 3]);
});

test("a rectangle covers its pixels, also beyond the edges of the image", () => {
  expect(listReds((canvas) => canvas.fillRectangle(1, 1, 2, 1, red))).toEqual([
    [0, 0, 0, 0],
    [0, 250, 250, 0],
    [0, 0, 0, 0],
  ]);
  expect(listReds((canvas) => canvas.fillRectangle(-2, -1, 3, 2, red))).toEqual([
    [250, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
  expect(listReds((canvas) => canvas.fillRectangle(3, 2, 5, 5, red))).toEqual([
    [0, 0, 0, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 250],
  ]);
});

test.each<{ what: string; polygons: OutlinePoint[][]; reds: number[][] }>([
  {
    what: "whole pixels",
    polygons: [toCorners(1, 1, 3, 2)],
    reds: [
      [0, 0, 0, 0],
      [0, 250, 250, 0],
      [0, 0, 0, 0],
    ],
  },
  {
    what: "shares of pixels at its sides",
    polygons: [toCorners(0.5, 0, 2.2, 1)],
    reds: [
      [125, 250, 50, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
  },
  {
    what: "shares of pixels at the top and bottom",
    polygons: [toCorners(0, 0.4, 1, 2.2)],
    reds: [
      [150, 0, 0, 0],
      [250, 0, 0, 0],
      [50, 0, 0, 0],
    ],
  },
  {
    what: "what lies within the image",
    polygons: [toCorners(-5, -5, 1, 1), toCorners(3, 2, 9, 9)],
    reds: [
      [250, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 250],
    ],
  },
  {
    what: "a part that two polygons of one direction share, once",
    polygons: [toCorners(0, 0, 3, 1), toCorners(1, 0, 4, 1)],
    reds: [
      [250, 250, 250, 250],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
  },
  {
    what: "no hole, which a polygon of the other direction cuts",
    polygons: [toCorners(0, 0, 4, 3), toCorners(1, 1, 3, 2).reverse()],
    reds: [
      [250, 250, 250, 250],
      [250, 0, 0, 250],
      [250, 250, 250, 250],
    ],
  },
  {
    what: "half of the pixels on the diagonal of a triangle",
    polygons: [
      [
        { x: 0, y: 0 },
        { x: 3, y: 3 },
        { x: 0, y: 3 },
      ],
    ],
    reds: [
      [125, 0, 0, 0],
      [250, 125, 0, 0],
      [250, 250, 125, 0],
    ],
  },
  {
    what: "nothing without corners",
    polygons: [[], [{ x: 1, y: 1 }]],
    reds: [
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
  },
])("an outline covers $what", ({ polygons, reds }) => {
  expect(listReds((canvas) => canvas.fill(polygons, red))).toEqual(reds);
});

test("a shape mixes with the color below by its share", () => {
  const canvas = new Canvas(1, 1, [200, 100, 50]);
  canvas.fill([toCorners(0, 0, 0.25, 1)], [0, 200, 50]);
  expect([...canvas.pixels]).toEqual([150, 125, 50]);
});
