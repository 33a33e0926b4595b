/** HTML of an API operation. */

import { counted } from "../../json/counted.ts";
import { plainCode } from "./code.ts";
import { type Html, html, nothing } from "./html.ts";
import type { HtmlField, HtmlOperation, Media } from "./operation.ts";
import type { HtmlWriter } from "./surroundings.ts";

export function renderOperation(operation: HtmlOperation, writing: HtmlWriter): Html {
  const { method, path, summary, server, security, isDeprecated } = operation;
  const title =
    summary === undefined || summary === "" ? nothing : html`<p class="summary">${summary}</p>`;
  const old = isDeprecated ? html` <span class="option">deprecated</span>` : nothing;
  const host = server === undefined ? nothing : html`<span class="server">${server}</span>`;
  const auth =
    security.length === 0
      ? nothing
      : html`<p class="security">Authorization: ${security.join(" or ")}</p>`;
  return html`<section class="operation"><div class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${host}${path}</code>${old}</div>${title}${writing.blocks(operation.description)}${auth}${operation.parameters.map(({ location, fields }) => part(`${capital(location)} parameters`, renderFields(fields, writing)))}${renderBody(operation, writing)}${renderResponses(operation, writing)}</section>`;
}

function part(title: string, content: Html): Html {
  return html`<p class="part">${title}</p>${content}`;
}

function renderBody({ body }: HtmlOperation, writing: HtmlWriter): Html {
  if (!body) return nothing;
  const title = body.isRequired ? "Request body" : "Request body (optional)";
  return part(title, html`${body.media.map((media) => renderMedia(media, writing))}`);
}

function renderResponses({ responses }: HtmlOperation, writing: HtmlWriter): Html {
  if (responses.length === 0) return nothing;
  const all = responses.map(({ status, description, media }, at) => {
    const [first] = description;
    const words = first?.type === "paragraph" ? writing.inlines(first.nodes ?? []) : nothing;
    const rest = first?.type === "paragraph" ? description.slice(1) : description;
    const summary = html`<span class="status ${getClass(status)}">${status}</span> ${words}`;
    if (rest.length === 0 && media.length === 0) return html`<p class="response">${summary}</p>`;
    const open = at === 0 ? html` open` : nothing;
    return html`<details class="response"${open}><summary>${summary}</summary>${writing.blocks(rest)}${media.map((one) => renderMedia(one, writing))}</details>`;
  });
  return part("Responses", html`${all}`);
}

/** `200` is `s2`. */
function getClass(status: string): string {
  return /^[1-5]/.test(status) ? `s${status[0]}` : "other";
}

function renderMedia({ type, schema, example }: Media, writing: HtmlWriter): Html {
  const shape = schema === undefined ? nothing : renderSchema(schema, writing);
  const exampleBlock =
    example === undefined
      ? nothing
      : html`<figure class="code"><figcaption>Example</figcaption><pre tabindex="0"><code>${plainCode(example, getLanguage(type), writing.colour)}</code></pre></figure>`;
  return html`<div class="media"><p class="type"><code>${type}</code></p>${shape}${exampleBlock}</div>`;
}

/** Language of a media type: `json` for `application/json` and `application/problem+json`. */
function getLanguage(type: string): string {
  return /[/+](\w+)(?:;|$)/.exec(type)?.[1] ?? "";
}

function renderSchema(schema: HtmlField, writing: HtmlWriter): Html {
  const { type, rules, fields, description } = schema;
  const what = html`<p class="shape">${type}${rules.map((rule) => html` · ${rule}`)}</p>`;
  return html`${what}${writing.blocks(description)}${renderFields(fields, writing)}`;
}

function renderFields(fields: readonly HtmlField[], writing: HtmlWriter): Html {
  if (fields.length === 0) return nothing;
  const all = fields.map((field) => {
    const { name, type, isRequired, isDeprecated, description, rules, fields: inner } = field;
    const needed = isRequired ? html` <span class="required">required</span>` : nothing;
    const old = isDeprecated ? html` <span class="option">deprecated</span>` : nothing;
    const ruleBlock =
      rules.length === 0 ? nothing : html`<p class="rules">${rules.join(" · ")}</p>`;
    const below =
      inner.length === 0
        ? nothing
        : html`<details><summary>${counted(inner.length, "field")}</summary>${renderFields(inner, writing)}</details>`;
    return html`<div class="field"><dt><code>${name}</code> <span class="type">${type}</span>${needed}${old}</dt><dd>${writing.blocks(description)}${ruleBlock}${below}</dd></div>`;
  });
  return html`<dl class="fields">${all}</dl>`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
