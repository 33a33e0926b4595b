/** The thread of `pdf.ts`, which reads PDFs with pdf.js. */
import { parentPort } from "node:worker_threads";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
// The part that pdf.js otherwise loads relative to its own location.
import "pdfjs-dist/legacy/build/pdf.worker.mjs";
import type { ReadPdf } from "./pdf.ts";

parentPort?.on("message", async (bytes: Uint8Array) =>
  parentPort?.postMessage(await readPdf(bytes)),
);

async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: string[] = [];
  const links: string[] = [];
  let images = 0;
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(
      items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""),
    );
    for (const { url } of await page.getAnnotations()) if (url) links.push(url);
    const { fnArray } = await page.getOperatorList();
    images += fnArray.filter((operation) => operation === paintImage).length;
  }
  const { info } = await document.getMetadata();
  const outline = (await document.getOutline()) ?? [];
  await document.destroy();
  return {
    title: String((info as { readonly Title?: unknown }).Title ?? ""),
    pages,
    links,
    outline: outline.map((item) => item.title),
    images,
  };
}

/** The operator code for painting an image. */
const paintImage = 85;
